"""Desk pages of roles in the club and of the user's own account."""
