"""Shared parts of the pages and the API: frames, links, texts, forms, errors and the page cache.

This package imports no subject.
"""
