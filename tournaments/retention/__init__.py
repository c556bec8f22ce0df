"""Names that are erased after the time that the club sets, and deletion of old rows. An extra."""
