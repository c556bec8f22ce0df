"""Requests at the desk: the tray beside the entries, and what people agree to."""
