"""Matches: sheets, signatures, outcomes, walkovers, tables, brackets, and results until they are official."""
