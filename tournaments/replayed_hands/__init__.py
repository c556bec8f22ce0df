"""A hand as it was played, card by card, as a page. An extra."""
