"""The parts card games are made of: the `CardGame` itself, fields of a hand, options, declarations, endings.

Knows no single game and no match.
"""
