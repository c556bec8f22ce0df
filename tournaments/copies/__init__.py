"""Copies of the whole site in a file: written while it runs, read, loaded beside; what lies in the folder.

Knows no page and no job; who swaps a database for another is `config`.
"""
