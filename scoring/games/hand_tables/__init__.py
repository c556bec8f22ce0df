"""Results of simulated hands, one table a card game, from which the odds are worked out."""
