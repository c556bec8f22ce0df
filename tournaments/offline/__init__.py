"""Validation of hands on phones without a network connection. An optional extra."""
