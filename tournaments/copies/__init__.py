"""Backups of the whole site in a file: written while the site runs, read, loaded into a second database.

`config` replaces the database.
"""
