"""The rules of the card games as pages. Knows no single game."""
