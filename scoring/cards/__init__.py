"""Packs of cards and tricks: ranks, winners, legal cards, drawing from the stock; for any card game."""
