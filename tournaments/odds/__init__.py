"""The odds of a match on its public page. An optional extra."""
