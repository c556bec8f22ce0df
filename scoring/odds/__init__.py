"""The chances during a match, from simulated hands. An extra."""
