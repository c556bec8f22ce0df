"""Draws by seeds, by lots and by cards. The inputs are published, so that anybody can repeat a draw."""
