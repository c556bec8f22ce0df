"""The fields of a hand: one class a kind, which reads, asks for and says it. Knows no game and no page."""
