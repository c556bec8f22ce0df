"""The verdict on a phone without a network: the rules of a card game as data that a script evaluates.

An extra.
"""
