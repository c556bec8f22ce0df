"""The page for a television in the playing room ("wall"). An extra."""
