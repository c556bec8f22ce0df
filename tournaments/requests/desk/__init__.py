"""Desk pages for entry requests: the list of open requests beside the entries, and the privacy text."""
