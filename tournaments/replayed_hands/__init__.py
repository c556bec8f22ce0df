"""The page that shows a hand card by card. An extra."""
