"""Optional feature: the odds of a match on its public page."""
