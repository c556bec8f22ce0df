"""Circuits over several tournaments, and ratings. An extra."""
