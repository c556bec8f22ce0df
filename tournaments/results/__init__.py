"""Matches and their outcomes: signatures, walkovers, corrections and what they move, brackets, the time until
results are official.
"""
