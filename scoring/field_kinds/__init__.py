"""Kinds of fields of a hand: each class reads, displays and describes one kind of value."""
