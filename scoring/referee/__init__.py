"""A hand card by card: judged, taken down while it is played, replayed. Knows no database."""
