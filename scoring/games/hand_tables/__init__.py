"""Tables of simulated hand results, from which the odds of the card games are computed."""
