"""Proposals for a new tournament by the number of entrants and tables and the time of the end."""
