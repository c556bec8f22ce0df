"""Checks of hands on a phone without a network: the rules of a card game as data for a script.

This package is an extra.
"""
