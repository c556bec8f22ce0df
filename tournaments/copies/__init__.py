"""Backups of the whole site: writing a backup while the site runs, reading it, loading it into a database.

The package `config` replaces the database during a restore.
"""
