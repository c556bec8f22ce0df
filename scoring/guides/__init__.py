"""The guides of the card games: Markdown in each language, examples as data, and the loader."""
