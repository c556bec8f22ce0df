"""The house rules of the club for each card game and format, with an example of their effect."""
