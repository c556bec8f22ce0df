"""What every page shares: words, links, frames, the page cache, the stream of changes, the sheet as it is
read.

Knows no subject's rules.
"""
