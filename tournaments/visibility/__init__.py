"""The page that controls what the public sees of a tournament."""
