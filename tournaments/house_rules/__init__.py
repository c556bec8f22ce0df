"""House rules: a club's default rules for each card game, with an example of their effect."""
