"""Hands written card by card: checking, recording during play, and replay, all without the database."""
