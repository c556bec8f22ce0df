"""Desk pages for entry requests: the open requests next to the list of entries, and the privacy text."""
