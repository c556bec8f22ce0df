"""Public pages with the rules of the card games."""
