"""Draws: seeds, lots and lot cards. A draw is committed to in advance, and anybody can repeat it."""
