"""Corrections of results that already count: preview, correction, and changes of later matches."""
