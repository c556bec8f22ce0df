"""Replays of recorded tournaments over HTTP, for the demo and to check the results."""
