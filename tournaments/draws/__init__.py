"""The draw: seeds, lots, lot cards, published before and repeatable by anyone."""
