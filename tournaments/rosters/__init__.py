"""Rosters: the players of each team at each time, with substitutes, withdrawals, merged persons."""
