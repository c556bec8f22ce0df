"""The names of teams on the check-in page, and limits on the number of check-ins.

Everybody at the entrance can read the page, so only public names are shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from tournaments.competition.names import name_key, surname

# The place of a presence mark in the journal.
PLACE = "door"
# A check-in takes four seconds at least, and two tablets may be in use; more is abuse.
MOST_A_MINUTE = 30
A_MINUTE = timedelta(minutes=1)
# The time in which the tablet can undo a check-in; afterwards only the desk can.
UNDO_FOR = timedelta(seconds=60)
# The time span of check-ins that the desk can undo together.
LOOK_BACK = timedelta(minutes=15)
# The letter for names that begin with no letter.
OTHER = "#"


@dataclass(frozen=True)
class DoorName:
    """A player's name on the check-in page, split so that the initial of the surname can be highlighted."""

    before: str
    initial: str
    rest: str
    # The first names; empty if the full name is shown already.
    first: str
    # The initial in upper case, without accent.
    letter: str

    @property
    def text(self) -> str:
        """The part of the name that is shown in large print."""
        return self.before + self.initial + self.rest


def door_name(name: str, *, in_full: bool) -> DoorName:
    """Return the parts of a name that are shown in large print and in small print.

    If `in_full` is true, the surname is in large print and the first names are in small print. Otherwise the
    whole name is in large print.
    """
    last = surname(name)
    before, _surname, after = name.rpartition(last)
    first = " ".join(filter(None, (before.strip(), after.strip(" ,")))) if in_full else ""
    letter = name_key(last[0])[:1].upper()
    around = ("", "") if in_full else (before, after)
    rest = last[1:] + around[1]
    return DoorName(around[0], last[0], rest, first, letter if letter.isalpha() else OTHER)


@dataclass(frozen=True)
class DoorPair:
    """The names of a team and its players on the check-in page."""

    names: Sequence[DoorName]
    team_name: str
    full_names: Sequence[str]

    @property
    def title(self) -> str:
        """The title of the team's row, e.g. “Piras – Sanna”."""
        return " – ".join(name.text for name in self.names)

    @property
    def players(self) -> str:
        """The full public names of the players, separated by commas."""
        return ", ".join(self.full_names)

    @property
    def small(self) -> str:
        """The text in small print: the first names, and the team name unless the row already shows it."""
        first = ", ".join(name.first for name in self.names if name.first)
        team_name = "" if self.team_name in (self.title, *self.full_names) else self.team_name
        return " · ".join(filter(None, (first, team_name)))

    @property
    def letters(self) -> str:
        """The initials of the players, under which the team is listed."""
        return "".join(dict.fromkeys(name.letter for name in self.names))

    @property
    def key(self) -> str:
        """The normalised text for the search, with a space before each word."""
        keys = " ".join(name_key(name) for name in (*self.full_names, self.team_name))
        return f" {keys}".replace(" - ", " ")

    def answers(self, search: str) -> bool:
        """Return whether every word of the search is the beginning of a word in the team's names."""
        return all(f" {word}" in self.key for word in name_key(search).split())

    def place(self, letter: str) -> tuple[int, str]:
        """Return the sort key of a team in the list of teams under the initial `letter`.

        The key consists of the position of the first player with this initial, the surname of this player,
        and the other names of the team.
        """
        position = next((at for at, name in enumerate(self.names) if letter in ("", name.letter)), 0)
        return position, name_key(
            " ".join((self.names[position].text.removeprefix(self.names[position].before), self.key))
        )
