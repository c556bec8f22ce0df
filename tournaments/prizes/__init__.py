"""Prizes: list, handing over, diplomas and receipts. An extra."""
