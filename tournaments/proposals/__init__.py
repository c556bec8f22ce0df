"""Proposals for a new tournament, based on the number of entrants, the tables and the available time."""
