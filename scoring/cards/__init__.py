"""Card packs and trick play for all card games: ranks, legal cards, trick winners, and the stock."""
