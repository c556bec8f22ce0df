"""Kinds of fields of a hand: a class for each kind reads, asks for and describes a value."""
