"""Circuits over several tournaments, and ratings of players. An optional extra."""
