"""The page that shows each component of the pages in all its states."""
