"""The odds of a match, for everybody. An extra."""
