"""Corrections of results that already count: preview, correction, and the matches that follow."""
