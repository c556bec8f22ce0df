"""Score sheets, posters and tickets as PDF. An optional extra."""
