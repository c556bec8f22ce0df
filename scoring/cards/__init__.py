"""Packs of cards and trick play for any card game: ranks, legal cards, winners, drawing from the stock."""
