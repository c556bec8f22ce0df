"""The rules of tournaments: formats, draws, brackets and standings, in Python without Django."""
