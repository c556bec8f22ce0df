"""The club's default rules for each card game and format, with an example of their effect."""
