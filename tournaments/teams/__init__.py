"""The page of a team in its tournament, with its matches and charts."""
