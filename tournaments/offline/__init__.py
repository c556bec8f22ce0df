"""Optional feature: phones validate hands without a network connection."""
