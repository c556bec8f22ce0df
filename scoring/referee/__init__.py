"""Hands written card by card: checked by a referee, recorded during play, replayed; without a database."""
