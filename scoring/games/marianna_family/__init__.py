"""Shared parts of Marianna and Cinquecento: declarations that make trumps, and the play of such hands."""
