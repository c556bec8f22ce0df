"""The parts of pages and of the API that every subject uses: frames, links, words, forms, errors, page cache.

This package imports no subject.
"""
