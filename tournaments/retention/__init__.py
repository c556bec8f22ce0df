"""Names forgotten after the time a club sets, and rows nobody asks for. An extra."""
