"""Checks of hands on a phone that is offline: the rules of a card game, sent as JSON to a script.

This package is an extra.
"""
