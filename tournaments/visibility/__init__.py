"""The desk page that controls which pages of a tournament are public."""
