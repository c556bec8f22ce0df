"""Backups of the whole site as a file: write them while the site runs, read them, load them into a database.

The package `config` replaces the database during a restore.
"""
