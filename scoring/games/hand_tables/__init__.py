"""Results of simulated hands, one table for each card game, from which the odds are computed."""
