"""How a name is kept: one spelling of each letter, nothing invisible, nothing that turns the line round."""

import unicodedata
from collections.abc import Sequence

from scoring.rules.errors import BadEntry
from scoring.rules.words import Sentence, _

LONGEST = 80
INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})


def clean_name(text: str) -> str:
    """Return the name in NFC, spaced once; raise BadEntry when it is empty, too long or hides something."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise BadEntry("name_missing", Sentence(_("Write a name.")))
    if len(name) > LONGEST:
        raise BadEntry(
            "name_too_long", Sentence(_("Names have at most %(most)s letters."), {"most": LONGEST})
        )
    if any(unicodedata.category(letter) in INVISIBLE for letter in name):
        raise BadEntry(
            "name_invisible", Sentence(_("This name holds an invisible character. Type it again."))
        )
    return name


def name_key(name: str) -> str:
    """Return what two spellings of one name have in common: case and accents left out."""
    spelt = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in spelt if not unicodedata.combining(letter))[:LONGEST]


def surname(name: str) -> str:
    """Return the last word of a name, with the particle before it (De Luca, La Rosa)."""
    words = name.split()
    if len(words) > 2 and words[-2].casefold() in {
        "de",
        "di",
        "da",
        "del",
        "della",
        "la",
        "lo",
        "van",
        "von",
    }:
        return " ".join(words[-2:])
    return words[-1]


def team_name(players: Sequence[str]) -> str:
    """Return what a team without a name of its own is called: its surnames, or who plays alone in full."""
    return players[0] if len(players) == 1 else " – ".join(surname(name) for name in players)
