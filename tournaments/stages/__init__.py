"""Stages of a tournament: their facts read for the rules, their rounds and their details."""
