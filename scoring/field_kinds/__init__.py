"""Kinds of the fields of a hand: each class reads, shows and describes one kind of value."""
