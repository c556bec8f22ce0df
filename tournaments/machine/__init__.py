"""The machine page with backups, disk space, jobs and the journal of the club. An optional extra.

The package `copies` writes and reads backups; the package `config` replaces the database in a restore.
"""
