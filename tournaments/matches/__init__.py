"""Matches: score sheets, signatures, outcomes, walkovers, tables, brackets and official results."""
