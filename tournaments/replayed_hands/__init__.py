"""The page that replays a hand card by card. An optional extra."""
