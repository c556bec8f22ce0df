"""Prizes: list, hand-over, diplomas and receipts. An optional extra."""
