"""The guides to the card games: Markdown texts in each language, example data, and the loader."""
