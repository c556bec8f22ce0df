"""What an evening comes to: how many matches, how many for each, when it ends.

Counted from the plans of the formats themselves, and laid over the tables there are as the hall is called: a
free table takes the match that has been ready longest. Lengths vary about the usual one by a fixed sequence,
so that the same wish has the same end; chance is only in the evening itself.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, inf, modf, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple, cast

from scoring.game_parts.card_game import CardGame, game_hands
from scoring.sheet.rules.reader import read_profile
from tournaments.club.rules import Leg, going_on
from tournaments.competition.format_parts.brackets import advance
from tournaments.competition.format_parts.format import RoundByRound
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.types import (
    EntrantId,
    Label,
    Line,
    LineAfter,
    LoserOf,
    Nobody,
    Plan,
    RematchOf,
    WinnerOf,
)
from tournaments.tables.rules.match_hours import BETWEEN_MATCHES, MeasuredPace, usual_seconds

A_MINUTE = 60
# By more than this part of it no length is taken to vary.
WIDEST = 0.6
# Steps of this fill the unit most evenly, however many they are.
GOLDEN = (sqrt(5) - 1) / 2
RUNS = 6
USUAL, FARTHEST = NormalDist(), 0.98


class MatchPace(NamedTuple):
    """How many minutes a match takes with the way to the next table, and by what part of them that varies."""

    minutes: float
    spread: float = 0.0


def usual_pace(pace: MeasuredPace) -> MatchPace:
    """Return what a match takes by the lengths of its hands and games, worked out and not played."""
    hands, hands_squared = 0.0, 0.0
    for games, chance in _numbers_of_games(len(pace.game_hands), pace.games_to_win):
        means = [_mean(lengths) for lengths in pace.game_hands[:games]]
        spreads = [_variance(lengths) for lengths in pace.game_hands[:games]]
        hands += chance * sum(means)
        hands_squared += chance * (sum(spreads) + sum(means) ** 2)
    a_hand, varied = _mean(pace.hand_seconds), _variance(pace.hand_seconds)
    seconds = hands * a_hand
    variance = hands * varied + (hands_squared - hands**2) * a_hand**2
    return pace_around(seconds + BETWEEN_MATCHES, sqrt(max(0.0, variance)))


def usual_for(card_game: CardGame, profile: Mapping[str, Any]) -> MatchPace:
    """Return how long a match usually takes, by the pace of its card game."""
    played_by = read_profile(card_game, profile)
    usual = [game_hands(card_game, played_by, number) for number in range(played_by.games)]
    games = tuple(map(hands_to_the_end, usual))
    seconds = usual_seconds(card_game.pace.hand_seconds)
    return usual_pace(MeasuredPace(seconds, games, played_by.games_to_win))


def hands_to_the_end(hands: int) -> tuple[int, ...]:
    """Return what games take that usually take so many hands, from half of them to half as many more.

    The hand in which a game ends is played out.
    """
    return tuple(-(-hands * part // 8) for part in range(4, 13)) if hands > 2 else (hands,)


def pace_around(seconds: float, deviation: float) -> MatchPace:
    """Return a pace of this mean and this deviation: every length between two ends is as likely."""
    return MatchPace(seconds / A_MINUTE, min(WIDEST, sqrt(3) * deviation / seconds))


def _numbers_of_games(most: int, to_win: int) -> Iterator[tuple[int, float]]:
    """Yield how many games a match may take, and how likely that is, each game being as open as a coin."""
    if most < to_win or to_win < 1:
        yield most, 1.0
        return
    for games in range(to_win, most + 1):
        yield games, float(Fraction(2 * comb(games - 1, to_win - 1), 2**games))


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)


def _variance(values: Sequence[int]) -> float:
    mean = _mean(values)
    return sum((value - mean) ** 2 for value in values) / len(values)


class MatchStep(NamedTuple):
    """A match that will be played, in which round of which stage, and which matches come before it."""

    key: tuple[int, str]
    turn: tuple[int, int]
    before: tuple[tuple[int, str], ...]


class MatchShare(NamedTuple):
    """How many matches everybody plays at the least and at the most."""

    least: int
    most: int


class Course(NamedTuple):
    """A whole evening before it is played: each match that will be, and what is whose share of them."""

    steps: tuple[MatchStep, ...]
    share: MatchShare


def course_of(legs: Sequence[Leg], entrants: int) -> Course:
    """Return the matches of stages that follow each other; raise NoPairing at the first that cannot be."""
    steps: list[MatchStep] = []
    share, everybody = MatchShare(0, 0), True
    before: tuple[tuple[int, str], ...] = ()
    for number, leg in enumerate(legs, start=1):
        names = tuple(EntrantId(str(line)) for line in range(1, entrants + 1))
        plan = leg.form.plan(names, leg.options, leg.sides)
        by_rounds = isinstance(leg.form.paired, RoundByRound)
        now, own = _of_rounds(leg, names, number) if by_rounds else _of_plan(leg, plan, number)
        onward = going_on(plan, leg.options)
        share = MatchShare(share.least + own.least * everybody, share.most + own.most)
        everybody = everybody and onward == entrants
        steps += [step if step.before else step._replace(before=before) for step in now]
        before, entrants = tuple(step.key for step in now) or before, onward
    return Course(tuple(steps), share)


def _of_rounds(leg: Leg, names: Sequence[EntrantId], stage: int) -> tuple[list[MatchStep], MatchShare]:
    """Rounds of which each waits for the whole one before; who does not fill a table rests in turn."""
    paired = cast(RoundByRound, leg.form.paired)
    state = StageState(tuple(names), options=leg.options, sides=leg.sides, partners=leg.form.partners)
    tables = paired.tables(state)
    steps: list[MatchStep] = []
    before: tuple[tuple[int, str], ...] = ()
    for turn, matches in enumerate(tables, start=1):
        keys = [(stage, f"{turn}.{number}") for number in range(1, matches + 1)]
        steps += [MatchStep(key, (stage, turn), before) for key in keys]
        before = tuple(keys) or before
    if paired.entrants_by_round:
        return steps, MatchShare(1, len(tables))
    over = len(names) % state.seats
    most_rests = -(-len(tables) * over // len(names))
    return steps, MatchShare(len(tables) - most_rests, len(tables) - len(tables) * over // len(names))


def _of_plan(leg: Leg, plan: Plan, stage: int) -> tuple[list[MatchStep], MatchShare]:
    """The matches of a structure but for those that will be byes."""
    played = _played(plan, bracket=leg.form.bracket)
    before = {match.label: _sources(match.sources) for match in plan.matches}
    steps = [
        MatchStep(
            (stage, match.label),
            (stage, match.round),
            tuple((stage, label) for label in _real(before[match.label], before, played)),
        )
        for match in plan.matches
        if match.label in played
    ]
    shares = _Shares(plan, played)
    each = [shares.of_line(line) for line in range(1, len(plan.entrants) + 1)]
    return steps, MatchShare(min(share.least for share in each), max(share.most for share in each))


def _sources(sources: Sequence[object]) -> tuple[Label, ...]:
    return tuple(
        source.match for source in sources if isinstance(source, LineAfter | WinnerOf | LoserOf | RematchOf)
    )


def _real(
    labels: Sequence[Label], before: Mapping[Label, tuple[Label, ...]], played: frozenset[Label]
) -> Iterator[Label]:
    """Yield the matches that are waited for; behind a bye those it waits for itself."""
    for label in labels:
        yield from (label,) if label in played else _real(before[label], before, played)


def _played(plan: Plan, *, bracket: bool) -> frozenset[Label]:
    """Return the matches in which no side will be empty, whoever wins before them."""
    if not bracket:
        last = len(plan.entrants)
        return frozenset(
            match.label
            for match in plan.matches
            if not any(isinstance(source, Line) and source.number > last for source in match.sources)
        )
    folded = advance(plan, {})
    return frozenset(
        label
        for label, match in folded.matches.items()
        if not any(isinstance(side, Nobody) for side in match.sides)
    )


class _Shares:
    """How many matches who stands on a line plays, whatever the results are."""

    def __init__(self, plan: Plan, played: frozenset[Label]) -> None:
        self.played = played
        self.by_line: dict[int, list[Label]] = defaultdict(list)
        self.next: dict[tuple[type, Label], Label] = {}
        for match in plan.matches:
            for source in match.sources:
                if isinstance(source, Line | LineAfter):
                    self.by_line[source.number].append(match.label)
                elif isinstance(source, WinnerOf | LoserOf):
                    self.next[type(source), source.match] = match.label
        self.ahead: dict[Label, MatchShare] = {}

    def of_line(self, line: int) -> MatchShare:
        """Return the share of who stands on a line: its own matches, then those it is sent on to."""
        own = self.by_line[line]
        sure = sum(label in self.played for label in own)
        then = self._after(own[-1]) if own else MatchShare(0, 0)
        return MatchShare(sure + then.least, sure + then.most)

    def _after(self, label: Label) -> MatchShare:
        """What follows a match, for who wins it or loses it; a bye is always won."""
        if label not in self.ahead:
            ways = (WinnerOf, LoserOf) if label in self.played else (WinnerOf,)
            each = [self._to(self.next.get((way, label))) for way in ways]
            self.ahead[label] = MatchShare(min(way.least for way in each), max(way.most for way in each))
        return self.ahead[label]

    def _to(self, label: Label | None) -> MatchShare:
        if label is None:
            return MatchShare(0, 0)
        own, then = int(label in self.played), self._after(label)
        return MatchShare(own + then.least, own + then.most)


class Timetable(NamedTuple):
    """When it all ends, in minutes from the start, and when each round of each stage does."""

    end: float
    rounds: tuple[float, ...]


def timetable(steps: Sequence[MatchStep], tables: int, pace: MatchPace) -> Timetable:
    """Lay matches over tables, their lengths by a fixed sequence; return the mean of a few such evenings."""
    runs = RUNS if pace.spread else 1
    turns = list(dict.fromkeys(step.turn for step in steps))
    ends = dict.fromkeys(turns, 0.0)
    whole = 0.0
    for run in range(runs):
        last = dict.fromkeys(turns, 0.0)
        for place, end in _laid(steps, tables, pace, run / runs):
            turn = steps[place].turn
            last[turn] = max(last[turn], end)
        whole += max(last.values(), default=0.0) / runs
        for turn in turns:
            ends[turn] += last[turn] / runs
    return Timetable(whole, tuple(ends[turn] for turn in turns))


def _laid(
    steps: Sequence[MatchStep], tables: int, pace: MatchPace, start: float
) -> Iterator[tuple[int, float]]:
    """Yield the place of each match and when it ends, in the order they are called."""
    places = {step.key: place for place, step in enumerate(steps)}
    missing = [len(step.before) for step in steps]
    followers: dict[int, list[int]] = defaultdict(list)
    for place, step in enumerate(steps):
        for key in step.before:
            followers[places[key]].append(place)
    ready = [(0.0, place) for place, count in enumerate(missing) if not count]
    since = [0.0] * len(steps)
    free = [0.0] * min(tables, len(steps))
    while ready:
        at, place = heapq.heappop(ready)
        end = max(at, heapq.heappop(free)) + pace.minutes * _length(place, start, pace.spread)
        heapq.heappush(free, end)
        yield place, end
        for follower in followers[place]:
            missing[follower] -= 1
            since[follower] = max(since[follower], end)
            if not missing[follower]:
                heapq.heappush(ready, (since[follower], follower))


def _length(place: int, start: float, spread: float) -> float:
    """Return how long a match takes, 1 being the usual: most are near it, and few far."""
    share = min(FARTHEST, max(1 - FARTHEST, modf(start + place * GOLDEN)[0]))
    return 1 + spread / sqrt(3) * USUAL.inv_cdf(share)


class ReckonedEvening(NamedTuple):
    """An evening reckoned: its matches, everybody's share, its end, and the end of each round."""

    matches: int
    share: MatchShare
    end: float
    rounds: tuple[float, ...]


def evening_of(
    legs: Sequence[Leg], entrants: int, tables: int, pace: MatchPace, longest: float = inf
) -> ReckonedEvening:
    """Reckon an evening; raise NoPairing where so many cannot play it.

    What lasts longer than `longest` with every table in use is not laid out: the end is that least one.
    """
    course = course_of(legs, entrants)
    least = len(course.steps) * pace.minutes / tables
    if least > longest:
        return ReckonedEvening(len(course.steps), course.share, least, (least,))
    times = timetable(course.steps, tables, pace)
    return ReckonedEvening(len(course.steps), course.share, times.end, times.rounds)
