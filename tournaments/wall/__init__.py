"""The page for the wall screen of the hall. An extra."""
