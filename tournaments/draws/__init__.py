"""Draws: seeds, lots, lot cards; a draw is committed to before, and anybody can repeat it."""
