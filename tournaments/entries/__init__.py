"""Entries of teams: lists from files, check-in, late entries, withdrawals, substitutes."""
