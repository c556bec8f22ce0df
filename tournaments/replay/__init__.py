"""Recorded tournaments played again over HTTP, for the demo and for the check of results."""
