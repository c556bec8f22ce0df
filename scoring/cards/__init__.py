"""Packs and tricks: cards, ranks, who wins a trick, what may be played, drawing from a stock.

Knows no game.
"""
