"""Hands written card by card: their checks, their recording during play, and replay; without database."""
