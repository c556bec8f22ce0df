"""Optional feature: the machine page with backups, disk space, jobs and the journal of the club.

The package `copies` writes and reads backups; `config` replaces the database.
"""
