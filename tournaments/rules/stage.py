"""A stage as its standings see it: who is in it, the matches that are over, what each entrant made of them.

It knows nothing of rounds to come; who plays whom next is the format's business.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from scoring.rules.options import OptionValue
from tournaments.rules.brackets import Bracket
from tournaments.rules.match_points import USUAL, MatchPoints
from tournaments.rules.types import Bye, EntrantId, Known, Label, Outcome, Pairing, Points, Result, Side


class Meeting(NamedTuple):
    """A match that is over: who was in it, one alone with a bye, and how it ended."""

    label: Label
    entrants: Pairing
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Tally:
    """What an entrant made of the matches that are over; those not played are counted apart as walkovers."""

    played: int = 0
    walkovers: int = 0
    won: int = 0
    level: int = 0
    lost: int = 0
    byes: int = 0
    games_won: int = 0
    games_lost: int = 0
    points_for: int = 0
    points_against: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


@dataclass(frozen=True, eq=False)
class StageState:
    """The entrants on their lines, line 1 first, and every match that is over."""

    entrants: tuple[EntrantId, ...]
    meetings: tuple[Meeting, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    values: MatchPoints = USUAL
    games_to_win: int = 2
    """The games a walkover is worth: what wins a match."""
    lots: tuple[EntrantId, ...] = ()
    """The entrants as a lot drew them, for those nothing else separates."""

    def tally(self, who: EntrantId) -> Tally:
        """What this entrant made of its matches."""
        return self._tallies[who]

    def match_points(self, who: EntrantId) -> Points:
        """COM-WO-1: a match won without play counts as won."""
        tally, worth = self._tallies[who], self.values
        decided = tally.won * worth.win + tally.lost * worth.loss
        return decided + tally.level * worth.level + tally.byes * worth.bye

    def opponents(self, who: EntrantId) -> tuple[EntrantId, ...]:
        """Everyone met at a table; a walkover is no meeting (COM-WO-1)."""
        return tuple(other for other, _won in self._met[who])

    def beaten(self, who: EntrantId) -> tuple[EntrantId, ...]:
        """Everyone beaten at a table."""
        return tuple(other for other, won in self._met[who] if won)

    def level_with(self, who: EntrantId) -> tuple[EntrantId, ...]:
        """Everyone a match at a table ended level with."""
        return tuple(other for other, won in self._met[who] if won is None)

    @cached_property
    def _tallies(self) -> Mapping[EntrantId, Tally]:
        tallies = dict.fromkeys(self.entrants, Tally())
        for meeting in self.meetings:
            for side, who in enumerate(meeting.entrants):
                tallies[who] += tally_of(meeting.outcome, side, self.games_to_win)
        return tallies

    @cached_property
    def _met(self) -> Mapping[EntrantId, list[tuple[EntrantId, bool | None]]]:
        """To each entrant, whom it met at a table and whether it won, None when the match ended level."""
        met: dict[EntrantId, list[tuple[EntrantId, bool | None]]] = defaultdict(list)
        for meeting in self.meetings:
            if isinstance(meeting.outcome, Result):
                winner = meeting.outcome.winner
                for side, who in enumerate(meeting.entrants):
                    met[who].append((meeting.entrants[1 - side], None if winner is None else winner == side))
        return met


def tally_of(outcome: Outcome, side: Side, games_to_win: int) -> Tally:
    """What one match adds for one side; COM-WO-1: a walkover is 2-0 in games, without points for or against.

    When nobody was there, each side loses as if the other had been.
    """
    if isinstance(outcome, Bye):
        return Tally(byes=1)
    if isinstance(outcome, Result):
        return _played(outcome, side)
    if outcome.winner == side:
        return Tally(walkovers=1, won=1, games_won=games_to_win)
    return Tally(walkovers=1, lost=1, games_lost=games_to_win)


def _played(result: Result, side: Side) -> Tally:
    own = [game[side] for game in result.games]
    others = [game[1 - side] for game in result.games]
    return Tally(
        played=1,
        won=int(result.winner == side),
        level=int(result.winner is None),
        lost=int(result.winner == 1 - side),
        games_won=sum(mine > theirs for mine, theirs in zip(own, others, strict=True)),
        games_lost=sum(mine < theirs for mine, theirs in zip(own, others, strict=True)),
        points_for=sum(own),
        points_against=sum(others),
    )


def meetings_of(bracket: Bracket) -> tuple[Meeting, ...]:
    """The matches of a bracket that are over, in playing order; a bye nobody has is none."""
    over = []
    for planned in bracket.plan.matches:
        match = bracket.matches[planned.label]
        present = tuple(side.entrant for side in match.sides if isinstance(side, Known))
        if match.outcome and present:
            over.append(Meeting(match.label, present, match.outcome))
    return tuple(over)
