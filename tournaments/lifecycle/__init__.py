"""Moves of tournaments, stages and matches: which are allowed, how they are made, noted and told."""
