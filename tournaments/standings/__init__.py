"""Standings: points, tie-breaks, qualification, explanations of places, and withheld standings."""
