"""Enumerations and limits of the values in database columns, in plain Python without Django."""
