"""Backups of the whole site in a file: written while the site runs, read, loaded beside the data.

`config` replaces the database.
"""
