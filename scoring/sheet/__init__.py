"""Score sheets: the rules for hands, games, matches and profiles, the log of facts, signing, devices.

Independent of tournaments.
"""
