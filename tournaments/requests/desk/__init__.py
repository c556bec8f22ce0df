"""Desk pages for entry requests: the tray beside the entries and the club's privacy text."""
