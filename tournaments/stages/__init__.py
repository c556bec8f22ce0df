"""Stages of a tournament: their recorded data, their rounds and their details."""
