"""Validation of a hand on a phone that has no network connection. An extra."""
