"""The results of one match: games and points of each entrant, in total and against each opponent.

If more than two sides sit at a table, a game is won by the highest score and lost by every lower score, and
the points against are those of the best opponent. With two sides this is the usual count.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import NamedTuple

from scoring.game_parts.profile import OptionValue, number
from scoring.types import BadSetup, Problem, Sentence, _
from tournaments.competition.types import Annulled, Bye, EntrantId, Outcome, Pairing, Points, Result, Side

MOST = 100
ONE = Points(1)
HALVES = re.compile(r"[0-9]{1,3}(\.[05]|/2)?")


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """The match points of a win, a level match, a loss and a bye. By default a bye counts as a win."""

    win: Points = ONE
    level: Points = ONE / 2
    loss: Points = ONE * 0
    bye: Points = ONE

    def as_json(self) -> dict[str, int | str]:
        """Return the values as JSON for `read_match_points`: integers as numbers, halves as "1/2"."""
        return {field.name: _as_text(getattr(self, field.name)) for field in fields(self)}


def _as_text(points: Points) -> int | str:
    return int(points) if points.denominator == 1 else str(points)


def read_match_points(raw: Mapping[str, object], where: str = "/match_points") -> MatchPoints:
    """Return the match points completed with defaults; raise BadSetup with all problems."""
    keys = {field.name for field in fields(MatchPoints)}
    read = {key: _read(value) for key, value in raw.items() if key in keys}
    problems = [_unknown(key, where) for key in raw if key not in keys]
    problems += [_unreadable(key, where) for key, points in read.items() if points is None]
    if problems:
        text = _("These match points cannot be given. Look at each one marked.")
        raise BadSetup("bad_match_points", Sentence(text), tuple(problems))
    return MatchPoints(**{key: points for key, points in read.items() if points is not None})


def refuse_upside_down(points: MatchPoints, where: str) -> None:
    """Raise BadSetup unless a win is worth more than a loss and a level match is between the two.

    Not used for stored match points: a stage keeps the values it was played with.
    """
    if points.win > points.loss and points.win >= points.level >= points.loss:
        return
    text = _("A win must be worth more than a loss, and a level match something between the two.")
    sentence = Sentence(text)
    problem = Problem("bad_match_points", "", "error", f"{where}/win", sentence)
    raise BadSetup("bad_match_points", sentence, (problem,))


def _read(value: object) -> Points | None:
    """Return match points given as 2, 1.5 or "3/2".

    Return None if the value is not a multiple of 1/2 or is not between 0 and 100.
    """
    if type(value) not in (int, float, str) or not HALVES.fullmatch(str(value)):
        return None
    points = Points(str(value))
    return points if points <= MOST else None


def _unknown(key: str, where: str) -> Problem:
    text = _("Match points are given for win, level, loss and bye. Take “%(key)s” away.")
    return Problem("unknown_match_points", "", "error", where, Sentence(text, {"key": key[:40]}))


def _unreadable(key: str, where: str) -> Problem:
    text = _("Write a whole or half number from 0 to %(most)s.")
    return Problem("bad_match_points", "", "error", f"{where}/{key}", Sentence(text, {"most": MOST}))


USUAL = MatchPoints()


PAIR = 2


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of an entrant in finished matches; matches decided without play count as walkovers."""

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


# The names of the counts in display order.
COUNTED = tuple(each.name for each in fields(Tally))


@dataclass(slots=True)
class Record:
    """The results of an entrant in several matches: its tally, and counts of only the played matches."""

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
    won_at_tables: int = 0
    lost_at_tables: int = 0
    games_won_at_tables: int = 0
    games_at_tables: int = 0
    # Games between two sides that were stopped by time at a level score: half for each side (COM-TIME-2).
    games_level: int = 0
    # The points for minus the points against, each game counted up to its target.
    capped_difference: int = 0

    def __add__(self, other: "Record") -> "Record":
        return Record(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @property
    def tally(self) -> Tally:
        """The tally of this record, as shown in the standings."""
        return Tally(*_counted_values(self))


_counted_values = attrgetter(*COUNTED)


class RoundReached(NamedTuple):
    """The round that an entrant reached, in a format that eliminates entrants after each round."""

    # The number of tables passed.
    through: int
    # The number of entrants beaten at the last table.
    ahead: int


def rows_of(entrants: Pairing, partners: int) -> Iterable[Pairing]:
    """Return the entrants of a match in rows of opponents: each row contains one entrant of each side."""
    if partners == 1:
        return (entrants,)
    sides = max(1, len(entrants) // partners)
    return (entrants[first : first + sides] for first in range(0, len(entrants), sides))


def tally_of(outcome: Outcome, side: Side, games_to_win: int, *, by_net: bool = False) -> Tally:
    """Return the tally of one side for one match."""
    sides = {len(game) for game in outcome.games} if isinstance(outcome, Result) else set()
    records = [Record() for _side in range(max(sides, default=side + 1))]
    count(outcome, records, games_to_win, by_net=by_net)
    return records[side].tally


def count(
    outcome: Outcome,
    records: Sequence[Record],
    games_to_win: int,
    targets: Sequence[int] = (),
    *,
    by_net: bool = False,
) -> None:
    """Add one match to the records of its sides.

    A walkover is won with `games_to_win` games to none, without points (COM-WO-1). If no side was
    present, each side gets the same loss as against an opponent that was present.
    """
    if isinstance(outcome, Result):
        _count_match(outcome, records, by_net=by_net)
        if len(records) == PAIR:
            first = _games_of(outcome, 0, targets)
            games = [first, first.for_the_other()]
        else:
            games = [_games_of(outcome, side, targets) for side in range(len(records))]
        for record, of_side in zip(records, games, strict=True):
            _count_games(record, of_side, len(outcome.games))
    elif isinstance(outcome, Bye):
        for record in records:
            record.byes += 1
    elif not isinstance(outcome, Annulled):
        _count_given(outcome.winner, records, games_to_win)


def _count_given(winner: Side | None, records: Sequence[Record], games_to_win: int) -> None:
    for side, record in enumerate(records):
        record.walkovers += 1
        if side == winner:
            record.won += 1
            record.games_won += games_to_win
        else:
            record.lost += 1
            record.games_lost += games_to_win


def _count_match(result: Result, records: Sequence[Record], *, by_net: bool) -> None:
    totals = [sum(scores) for scores in zip(*result.games, strict=True)] if by_net else []
    for side, record in enumerate(records):
        record.played += 1
        if side == result.winner:
            record.won += 1
            record.won_at_tables += 1
        elif totals[side] < max(totals) if by_net else result.winner is not None:
            record.lost += 1
            record.lost_at_tables += 1
        else:
            record.level += 1


class _Games(NamedTuple):
    """The results of one side in the games of a match."""

    won: int
    lost: int
    level: int
    points: int
    conceded: int
    # The points for minus the points against, each game counted up to its target.
    capped: int

    def for_the_other(self) -> "_Games":
        """Return the same results as seen by the opponent in a match of two sides."""
        return _Games(self.lost, self.won, self.level, self.conceded, self.points, -self.capped)


def _games_of(result: Result, side: Side, targets: Sequence[int]) -> _Games:
    """Return the game results of one side. A recorded winner of a game takes precedence over the score."""
    won = lost = level = points = conceded = capped = 0
    for index, game in enumerate(result.games):
        pair = len(game) == PAIR
        score, best = game[side], game[1 - side] if pair else best_other(game, side)
        winner = result.winners[index] if result.winners else None
        if winner == side or (winner is None and score > best):
            won += 1
        elif winner is not None or score < best:
            lost += 1
        elif pair:
            level += 1
        points += score
        conceded += best
        if targets:
            target = targets[index] if index < len(targets) else targets[-1]
            if score > target or best > target:
                score, best = min(score, target), min(best, target)
        capped += score - best
    return _Games(won, lost, level, points, conceded, capped)


def _count_games(record: Record, games: _Games, played: int) -> None:
    won, lost, level, points, conceded, capped = games
    record.points_for += points
    record.points_against += conceded
    record.games_at_tables += played
    record.games_won += won
    record.games_won_at_tables += won
    record.games_lost += lost
    record.games_level += level
    record.capped_difference += capped


def best_other(game: tuple[int, ...], side: Side) -> int:
    """Return the points of the best opponent of `side` in one game."""
    return game[1 - side] if len(game) == 2 else max(game[:side] + game[side + 1 :])


class Share(NamedTuple):
    """The match points that an entrant earned, and the maximum that it could have earned."""

    earned: Points
    possible: Points


def together(shares: Iterable[Share]) -> Share:
    """Return the sums of an entrant's earned and possible match points in several stages."""
    points, possible = zip(*shares, strict=True)
    return Share(Points(sum(points)), Points(sum(possible)))


class Duel(NamedTuple):
    """The result of an entrant against one opponent of a match."""

    other: EntrantId
    # True if ahead of the opponent, None if level.
    ahead: bool | None
    # The games won minus the games lost against the opponent.
    games: int
    # The points for minus the points of the opponent.
    points: int
    # The value in match points.
    worth: Points
    # True if the match was played at a table: a walkover is no meeting (COM-WO-1).
    played: bool


def duels_of(
    side: Side,
    entrants: Pairing,
    outcome: Outcome,
    values: MatchPoints,
    games_to_win: int,
    *,
    by_net: bool = False,
) -> Iterator[Duel]:
    """Yield the results of one side against each opponent; nothing for a bye or an annulled match.

    A walkover is won with `games_to_win` games to none against each opponent (COM-WO-1).
    """
    if isinstance(outcome, Annulled | Bye):
        return
    worth = {True: values.win, None: values.level, False: values.loss}
    for other, opponent in enumerate(entrants):
        if other != side and isinstance(outcome, Result):
            won = ahead(outcome, side, other, by_net=by_net)
            yield Duel(opponent, won, *_between(outcome, side, other), worth[won], played=True)
        elif other != side:
            is_winner = outcome.winner == side
            games = games_to_win if is_winner else -games_to_win
            yield Duel(opponent, is_winner, games, 0, worth[is_winner], played=False)


def ahead(result: Result, side: Side, other: Side, *, by_net: bool = False) -> bool | None:
    """Return True if `side` did better than `other`, False if it did worse, and None if they are level.

    The winner of the match is ahead of all other sides; the other sides are level with each other. With
    `by_net` the side with the higher total is ahead.
    """
    if by_net:
        total, other_total = (sum(game[each] for game in result.games) for each in (side, other))
        return None if total == other_total else total > other_total
    return result.winner == side if result.winner in (side, other) else None


def _between(result: Result, side: Side, other: Side) -> tuple[int, int]:
    """Return the differences in games and points between two sides of a match."""
    games = points = 0
    for index, game in enumerate(result.games):
        winner = result.winners[index] if result.winners else None
        difference = game[side] - game[other]
        points += difference
        if winner in (side, other):
            games += 1 if winner == side else -1
        else:
            games += (difference > 0) - (difference < 0)
    return games, points


DROP_WORST = number(
    "drop_worst", _("Worst rounds that do not count"), "", 0, range(4),
    about=_("Each player’s worst rounds are left out of the standings."), zero=_("all rounds count"),
)  # fmt: skip


def dropped(options: Mapping[str, OptionValue]) -> int:
    """Return the number of rounds that do not count for each player; the worst rounds are left out."""
    return int(str(options.get(DROP_WORST.key, 0)))


def without_worst(rounds: Iterable[Record], drop: int, worth: Callable[[Tally], Points]) -> Record:
    """Return the sum of an entrant's rounds, leaving out the `drop` worst rounds.

    All rounds are added up if there are at most `drop` rounds.
    """
    in_order = sorted(rounds, key=lambda record: (worth(record.tally), _games(record), _points(record)))
    return sum(in_order[drop:] if len(in_order) > drop else in_order, Record())


def _games(record: Record) -> int:
    return record.games_won - record.games_lost


def _points(record: Record) -> int:
    return record.points_for - record.points_against
