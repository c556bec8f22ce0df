"""The forecast of the end time of a tournament. An optional extra."""
