"""Rosters: the players of each team over time, with substitutes, withdrawals and merged persons."""
