"""Checking a hand on a phone without a network. An extra."""
