"""Desk pages of the machine and of the club's journal."""
