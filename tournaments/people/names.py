"""How a name is kept: one spelling of each letter, nothing invisible, nothing that turns the line round.

And how it is shown: whoever does not want to stand there in full is shown by initials or by another name,
in the name of a team as well.
"""

import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from scoring.types import BadEntry, Sentence, _

LONGEST = 80
FORGOTTEN = "N. N."
"""How somebody is shown whose name was erased."""
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


class Showing(StrEnum):
    """How a person's name is shown to everybody."""

    FULL = "full"
    INITIALS = "initials"
    ALIAS = "alias"


class Named(NamedTuple):
    """A person's name in full, and as everybody sees it."""

    full: str
    public: str


def shown_name(name: str, showing: Showing, alias: str = "") -> str:
    """Return the name that everybody sees."""
    if showing is Showing.ALIAS:
        return alias
    return initials(name) if showing is Showing.INITIALS else name


def initials(name: str) -> str:
    """Return the first letter of each word of a name: M. R. of Maria Rosa."""
    letters = " ".join(f"{word[0].upper()}." for word in re.findall(r"\w+", name))
    return letters[:LONGEST].rstrip() or FORGOTTEN


def shown_team_name(name: str, players: Sequence[Named]) -> str:
    """Return a team's name without a word of the name of a player who is not shown in full."""
    hidden = [player for player in players if player.public != player.full]
    if not hidden or not any(shares_a_word(name, player.full) for player in hidden):
        return name
    if len(players) == 1:
        return players[0].public
    shown = [player.public if player in hidden else surname(player.full) for player in players]
    return " – ".join(shown)[:LONGEST]


def shares_a_word(text: str, name: str) -> bool:
    """Return whether a text has a word of a name in it, however it is spelt."""
    return bool(_words(text) & _words(name))


def _words(name: str) -> set[str]:
    return set(re.findall(r"\w+", name_key(name)))
