"""Optional feature: the forecast of the end time of a tournament."""
