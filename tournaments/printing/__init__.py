"""Sheets, posters and the night's pack as PDF. An extra."""
