"""Score sheets, posters, badges and table signs as PDF. An optional extra."""
