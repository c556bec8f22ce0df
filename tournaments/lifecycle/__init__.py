"""What may become of a tournament, a stage and a match: allowed moves, and the order of locks."""
