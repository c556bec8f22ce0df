"""The machine page: backups, disk space, jobs, the journal of the club. An extra.

The package `copies` writes and reads backups; `config` replaces the database.
"""
