"""The odds during a match, computed from simulated hands; an optional package (extra)."""
