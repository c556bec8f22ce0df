"""Text for files that other programs read: on one line, nothing invisible, nothing that turns it round."""

import unicodedata

from tournaments.people.names import INVISIBLE


def plain(text: str) -> str:
    """Return a text on one line, a space in the place of everything that cannot be seen."""
    seen = (" " if unicodedata.category(letter) in INVISIBLE else letter for letter in text)
    return " ".join("".join(seen).split())
