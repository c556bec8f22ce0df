"""How pairs stand on the page at the door, and how often it may be touched.

It lies there for everybody: what is read on it are the names that everybody may see.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from tournaments.competition.names import name_key, surname

# Where a presence was said, as the journal keeps it.
PLACE = "door"
# Who comes needs four seconds at least, and two tablets may stand at the door; more is a joke.
MOST_A_MINUTE = 30
A_MINUTE = timedelta(minutes=1)
# How long the tablet takes back what was touched by mistake; afterwards the desk does.
UNDO_FOR = timedelta(seconds=60)
# How far the desk takes back what was said at the door, all at once.
LOOK_BACK = timedelta(minutes=15)
# The letter of names that begin with none.
OTHER = "#"


@dataclass(frozen=True)
class DoorName:
    """A player as they are looked for: what stands before the letter of the surname, the letter, the rest."""

    before: str
    initial: str
    rest: str
    # The first names; nothing where the name is shown whole already.
    first: str
    # The letter in capitals and without accent.
    letter: str

    @property
    def text(self) -> str:
        """What is read of the player in large letters."""
        return self.before + self.initial + self.rest


def door_name(name: str, *, in_full: bool) -> DoorName:
    """Return how a name that everybody may see is shown: the surname of one in full, else all of it."""
    last = surname(name)
    before, _surname, after = name.rpartition(last)
    first = " ".join(filter(None, (before.strip(), after.strip(" ,")))) if in_full else ""
    letter = name_key(last[0])[:1].upper()
    around = ("", "") if in_full else (before, after)
    rest = last[1:] + around[1]
    return DoorName(around[0], last[0], rest, first, letter if letter.isalpha() else OTHER)


@dataclass(frozen=True)
class DoorPair:
    """Those who enter together, and every name by which they may be looked for."""

    names: Sequence[DoorName]
    team_name: str
    full_names: Sequence[str]

    @property
    def title(self) -> str:
        """What they are asked for: “Piras – Sanna”."""
        return " – ".join(name.text for name in self.names)

    @property
    def players(self) -> str:
        """The players in full, as everybody may see them."""
        return ", ".join(self.full_names)

    @property
    def small(self) -> str:
        """What tells them from others: the first names, and what the team calls itself."""
        first = ", ".join(name.first for name in self.names if name.first)
        own = "" if self.team_name in (self.title, *self.full_names) else self.team_name
        return " · ".join(filter(None, (first, own)))

    @property
    def letters(self) -> str:
        """The letters under which they stand."""
        return "".join(dict.fromkeys(name.letter for name in self.names))

    @property
    def key(self) -> str:
        """What is searched, however it is spelt: each word after a space."""
        keys = " ".join(name_key(name) for name in (*self.full_names, self.team_name))
        return f" {keys}".replace(" - ", " ")

    def answers(self, search: str) -> bool:
        """Whether a word of theirs begins with each word that is looked for."""
        return all(f" {word}" in self.key for word in name_key(search).split())

    def place(self, letter: str) -> tuple[int, str]:
        """Where they stand in the list of a letter: those whose first name has it come first."""
        own = next((at for at, name in enumerate(self.names) if letter in ("", name.letter)), 0)
        return own, name_key(" ".join((self.names[own].text.removeprefix(self.names[own].before), self.key)))
