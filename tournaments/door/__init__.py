"""The page of a tablet at the entrance: players touch their names to check in. An extra."""
