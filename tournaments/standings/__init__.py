"""Standings: points, tie-breaks, qualification, the reason for a place; withheld standings."""
