"""The chances of a match as everybody sees them. An extra."""
