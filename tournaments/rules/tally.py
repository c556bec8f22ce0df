"""What one match adds for each who was in it: won and lost, games, points; and between each two of them.

Where more than two sit at a table a game is won by who has more than everybody else and lost by who has less
than anybody, and the points against are those of the best of the others: with two sides the usual, said for
any number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from tournaments.rules.match_points import MatchPoints
from tournaments.rules.types import Annulled, Bye, EntrantId, Outcome, Pairing, Points, Result, Side


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
        return total((counts(self), counts(other)))


Counts = tuple[int, ...]
"""The numbers of a tally in their order: what many matches are added up from."""

NOTHING: Counts = (0,) * len(Tally.__slots__)


def counts(tally: Tally) -> Counts:
    """The numbers of a tally, to be added up."""
    return tuple(getattr(tally, name) for name in Tally.__slots__)


def total(rows: Iterable[Counts]) -> Tally:
    """The tally of several matches together."""
    return Tally(*map(sum, zip(NOTHING, *rows, strict=True)))


def tally_of(outcome: Outcome, side: Side, games_to_win: int, *, by_net: bool = False) -> Tally:
    """What one match adds for one side; COM-WO-1: a walkover is 2-0 in games, without points for or against.

    When nobody was there, each side loses as if another had been.
    """
    return Tally(*counts_of(outcome, side, games_to_win, by_net=by_net))


def counts_of(outcome: Outcome, side: Side, games_to_win: int, *, by_net: bool = False) -> Counts:
    """The same, as numbers to be added up."""
    if isinstance(outcome, Result):
        return _played(outcome, side, by_net=by_net)
    if isinstance(outcome, Annulled):
        return NOTHING
    if isinstance(outcome, Bye):
        return (0, 0, 0, 0, 0, 1, 0, 0, 0, 0)
    if outcome.winner == side:
        return (0, 1, 1, 0, 0, 0, games_to_win, 0, 0, 0)
    return (0, 1, 0, 0, 1, 0, 0, games_to_win, 0, 0)


def _played(result: Result, side: Side, *, by_net: bool) -> Counts:
    won = int(result.winner == side)
    behind = int(_behind(result, side, by_net=by_net))
    games_won = games_lost = points_for = points_against = 0
    for game, winner in zip(result.games, winners(result), strict=True):
        own, best = game[side], best_other(game, side)
        points_for += own
        points_against += best
        if winner == side or (winner is None and own > best):
            games_won += 1
        elif winner is not None or own < best:
            games_lost += 1
    level = int(not won and not behind)
    return (1, 0, won, level, behind, 0, games_won, games_lost, points_for, points_against)


def _behind(result: Result, side: Side, *, by_net: bool) -> bool:
    """Whether anybody did better."""
    if not by_net:
        return result.winner not in (None, side)
    totals = [sum(scores) for scores in zip(*result.games, strict=True)]
    return any(each > totals[side] for each in totals)


def winners(result: Result) -> Sequence[Side | None]:
    """Who won each game, where that was said; else the scores say it."""
    return result.winners or (None,) * len(result.games)


def best_other(game: tuple[int, ...], side: Side) -> int:
    """The points of the best of the others."""
    return game[1 - side] if len(game) == 2 else max(game[:side] + game[side + 1 :])


class AtTables(NamedTuple):
    """What an entrant made of the matches that were played, walkovers left out (COM-WO-1)."""

    games_won: int = 0
    games: int = 0
    capped_difference: int = 0
    """Points for less against, each game's capped at what it was played to."""


def at_table(result: Result, side: Side, targets: Sequence[int]) -> AtTables:
    """What one match that was played adds for one side; a game beyond the last target takes that one."""
    won = _played(result, side, by_net=False)[6]
    last = len(targets) - 1
    difference = 0
    for number, game in enumerate(result.games):
        own, best = game[side], best_other(game, side)
        if targets:
            target = targets[min(number, last)]
            own, best = min(own, target), min(best, target)
        difference += own - best
    return AtTables(won, len(result.games), difference)


class Duel(NamedTuple):
    """What one made of a match against one other who was in it."""

    other: EntrantId
    ahead: bool | None
    """Whether it did better than that one; None when they ended level."""
    games: int
    """Games won less games lost between the two."""
    points: int
    """Points of the one less points of the other."""
    worth: Points
    """What that is worth in match points."""
    played: bool
    """At a table: a walkover is no meeting (COM-WO-1)."""


def duels_of(
    entrants: Pairing, outcome: Outcome, values: MatchPoints, games_to_win: int, *, by_net: bool = False
) -> Iterable[tuple[EntrantId, Duel]]:
    """Each two who were in a match, from the side of each; a match given to one is 2-0 (COM-WO-1)."""
    if isinstance(outcome, Annulled | Bye):
        return
    worth = {True: values.win, None: values.level, False: values.loss}
    for (side, who), (other, them) in permutations(enumerate(entrants), 2):
        if isinstance(outcome, Result):
            won = ahead(outcome, side, other, by_net=by_net)
            yield who, Duel(them, won, *_between(outcome, side, other), worth[won], played=True)
        else:
            given = outcome.winner == side
            games = games_to_win if given else -games_to_win
            yield who, Duel(them, given, games, 0, worth[given], played=False)


def ahead(result: Result, side: Side, other: Side, *, by_net: bool = False) -> bool | None:
    """Whether a side did better than another in a match: its winner did, else they are level.

    By net everybody is ahead of who has less.
    """
    if by_net:
        own, theirs = (sum(game[each] for game in result.games) for each in (side, other))
        return None if own == theirs else own > theirs
    return result.winner == side if result.winner in (side, other) else None


def _between(result: Result, side: Side, other: Side) -> tuple[int, int]:
    """Games and points between two: a game's winner won it against everybody, else who has more did."""
    games = points = 0
    for game, winner in zip(result.games, winners(result), strict=True):
        difference = game[side] - game[other]
        points += difference
        if winner in (side, other):
            games += 1 if winner == side else -1
        else:
            games += (difference > 0) - (difference < 0)
    return games, points
