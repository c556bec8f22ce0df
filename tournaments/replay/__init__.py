"""Replays of recorded tournaments over HTTP, for the demo and for the check of results."""
