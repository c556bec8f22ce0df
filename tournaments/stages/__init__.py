"""Stages of a tournament: their facts for the rules, their rounds and their details."""
