"""The page a club shows on its television. An extra."""
