"""The written score sheet: rules of hand, game, match and profile; the log of facts; signing; devices.

Independent of tournaments.
"""
