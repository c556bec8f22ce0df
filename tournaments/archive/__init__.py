"""Optional extra: export, import and verification of a tournament as one file, and the list of past
tournaments.
"""
