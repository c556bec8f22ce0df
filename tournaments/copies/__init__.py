"""Backups of the whole site: functions that write, read and load them while the site runs.

The package `config` replaces the database during a restore.
"""
