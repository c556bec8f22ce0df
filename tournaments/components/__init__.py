"""The desk page that shows every page component in all its states."""
