"""Persons: how their names are kept and shown, what they played over the years, log-ins."""
