"""The rules of each card game as players read them, with tricks and sheets that tests check."""
