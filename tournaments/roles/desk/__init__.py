"""Desk pages of roles in the club and of a user's own access."""
