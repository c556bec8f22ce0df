"""Score sheets: rules for hands, games, matches and profiles, the log of a sheet, signatures, and devices.

Independent of tournaments.
"""
