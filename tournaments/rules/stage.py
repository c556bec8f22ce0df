"""A stage as its standings see it: who is in it, the matches that are over, what each entrant made of them.

It knows nothing of rounds to come; who plays whom next is the format's business. Where more than two sit
at a table a game is won by who has more than everybody else and lost by who has less than anybody, and the
points against are those of the best of the others: with two sides the usual, said for any number.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from scoring.rules.options import OptionValue
from tournaments.rules.brackets import Bracket
from tournaments.rules.match_points import USUAL, MatchPoints
from tournaments.rules.plan import Group
from tournaments.rules.types import (
    Annulled,
    Bye,
    EntrantId,
    Known,
    Label,
    Outcome,
    Pairing,
    Points,
    Result,
    Side,
)


class Meeting(NamedTuple):
    """A match that is over: who was in it, one alone with a bye, and how it ended."""

    label: Label
    entrants: Pairing
    outcome: Outcome
    round: int = 1


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
    sides: int = 2
    """How many sit at a table."""
    by_net: bool = False
    """Whether a match is worth its net: then no win, loss or bye is worth anything by itself."""
    lots: tuple[EntrantId, ...] = ()
    """The entrants as a lot drew them, for those nothing else separates."""
    groups: tuple[Group, ...] = ()
    """Those who have standings of their own; none where all are in one."""
    targets: tuple[int, ...] = ()
    """To how many points each game is played; none where games have no target."""
    clubs: Mapping[EntrantId, str] = field(default_factory=dict)
    """The club of each entrant that has one: club mates are kept apart where a round can choose."""
    gone: frozenset[EntrantId] = frozenset()
    """Who plays no further round: left, sent away, or out of it by a cut."""

    def tally(self, who: EntrantId) -> Tally:
        """What this entrant made of its matches."""
        return self._tallies[who]

    def match_points(self, who: EntrantId) -> Points:
        """COM-WO-1: a match won without play counts as won; a net of a match that was not played is 0."""
        tally, worth = self._tallies[who], self.values
        if self.by_net:
            return Points(tally.points_for)
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
                tallies[who] += tally_of(meeting.outcome, side, self.games_to_win, by_net=self.by_net)
        return tallies

    @cached_property
    def _met(self) -> Mapping[EntrantId, list[tuple[EntrantId, bool | None]]]:
        """To each entrant, whom it met at a table and whether it was ahead, None when they ended level."""
        met: dict[EntrantId, list[tuple[EntrantId, bool | None]]] = defaultdict(list)
        for meeting in self.meetings:
            if isinstance(meeting.outcome, Result):
                for (side, who), (other, them) in permutations(enumerate(meeting.entrants), 2):
                    met[who].append((them, ahead(meeting.outcome, side, other, by_net=self.by_net)))
        return met


def ahead(result: Result, side: Side, other: Side, *, by_net: bool = False) -> bool | None:
    """Whether a side did better than another in a match: its winner did, else they are level.

    By net everybody is ahead of who has less.
    """
    if by_net:
        own, theirs = (sum(game[each] for game in result.games) for each in (side, other))
        return None if own == theirs else own > theirs
    return result.winner == side if result.winner in (side, other) else None


def tally_of(outcome: Outcome, side: Side, games_to_win: int, *, by_net: bool = False) -> Tally:
    """What one match adds for one side; COM-WO-1: a walkover is 2-0 in games, without points for or against.

    When nobody was there, each side loses as if another had been.
    """
    if isinstance(outcome, Annulled):
        return Tally()
    if isinstance(outcome, Bye):
        return Tally(byes=1)
    if isinstance(outcome, Result):
        return _played(outcome, side, by_net=by_net)
    if outcome.winner == side:
        return Tally(walkovers=1, won=1, games_won=games_to_win)
    return Tally(walkovers=1, lost=1, games_lost=games_to_win)


def _played(result: Result, side: Side, *, by_net: bool) -> Tally:
    games = [_game(result, number, side) for number in range(len(result.games))]
    behind = _behind(result, side, by_net=by_net)
    return Tally(
        played=1,
        won=int(result.winner == side),
        level=int(result.winner != side and not behind),
        lost=int(behind),
        games_won=games.count(1),
        games_lost=games.count(-1),
        points_for=sum(game[side] for game in result.games),
        points_against=sum(_best_other(game, side) for game in result.games),
    )


def _behind(result: Result, side: Side, *, by_net: bool) -> bool:
    """Whether anybody did better."""
    if not by_net:
        return result.winner not in (None, side)
    totals = [sum(scores) for scores in zip(*result.games, strict=True)]
    return any(total > totals[side] for total in totals)


def _game(result: Result, number: int, side: Side) -> int:
    """One game: 1 won, -1 lost, 0 neither. Its winner says so, or the scores where nothing else does."""
    winner = result.winners[number] if result.winners else None
    if winner is not None:
        return 1 if winner == side else -1
    own, best = result.games[number][side], _best_other(result.games[number], side)
    return (own > best) - (own < best)


def _best_other(game: tuple[int, ...], side: Side) -> int:
    return max(game[:side] + game[side + 1 :])


def meetings_of(bracket: Bracket) -> tuple[Meeting, ...]:
    """The matches of a bracket that are over, in playing order; a bye nobody has is none."""
    over = []
    for planned in bracket.plan.matches:
        match = bracket.matches[planned.label]
        present = tuple(side.entrant for side in match.sides if isinstance(side, Known))
        if match.outcome and present:
            over.append(Meeting(match.label, present, match.outcome, planned.round))
    return tuple(over)
