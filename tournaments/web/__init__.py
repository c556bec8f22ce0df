"""Shared parts of the pages and the API: frames, links, texts, forms, errors and the page cache.

This package does not import packages about a single subject, such as standings or the wall page.
"""
