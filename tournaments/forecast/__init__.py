"""The forecast of the end of a tournament. An extra."""
