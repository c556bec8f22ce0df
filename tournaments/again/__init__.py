"""Repetition of a tournament, and models of tournaments that are saved for later."""
