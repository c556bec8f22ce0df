"""Score sheets, posters and tickets as PDF. An extra."""
