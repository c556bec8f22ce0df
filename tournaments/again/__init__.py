"""A tournament made again, kept as a model, tried out, deleted. It knows no format and no card game."""
