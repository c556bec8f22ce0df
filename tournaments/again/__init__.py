"""Repeat a tournament with the same setup, or save the setup as a template for later tournaments."""
