"""Packs of cards and tricks: ranks, winners, legal plays, draws from the stock. They know no game."""
