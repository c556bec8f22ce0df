"""The odds during a match, computed from simulated hands. This package is an extra."""
