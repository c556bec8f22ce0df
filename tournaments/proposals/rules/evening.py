"""Estimate of the length of a tournament: number of matches, matches per entrant, end of each round.

The matches are simulated on the tables: a free table gets the match that has waited longest. The lengths of
the matches vary in a fixed sequence, so that equal requests give equal results.
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
# The largest share by which lengths vary.
WIDEST = 0.6
# Multiples of this are spread evenly over the unit interval.
GOLDEN = (sqrt(5) - 1) / 2
RUNS = 6
USUAL, FARTHEST = NormalDist(), 0.98


class MatchPace(NamedTuple):
    """The average length of a match with the break after it, and the variation of the length.

    `minutes` is the average. `spread` is the standard deviation divided by the average, times the square root
    of 3.
    """

    minutes: float
    spread: float = 0.0


def usual_pace(pace: MeasuredPace) -> MatchPace:
    """Return the average match length and its variation, computed from the lengths of hands and games."""
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
    """Return the usual match length of a card game with a profile."""
    played_by = read_profile(card_game, profile)
    usual = [game_hands(card_game, played_by, number) for number in range(played_by.games)]
    games = tuple(map(hands_to_the_end, usual))
    seconds = usual_seconds(card_game.pace.hand_seconds)
    return usual_pace(MeasuredPace(seconds, games, played_by.games_to_win))


def hands_to_the_end(hands: int) -> tuple[int, ...]:
    """Return possible numbers of hands in a game: from 50% to 150% of the usual number.

    Games of one or two hands always have the usual number.
    """
    return tuple(-(-hands * part // 8) for part in range(4, 13)) if hands > 2 else (hands,)


def pace_around(seconds: float, deviation: float) -> MatchPace:
    """Return the match pace with the given mean length and standard deviation, both in seconds."""
    return MatchPace(seconds / A_MINUTE, min(WIDEST, sqrt(3) * deviation / seconds))


def _numbers_of_games(most: int, to_win: int) -> Iterator[tuple[int, float]]:
    """Yield each possible number of games in a match of equally strong sides, with its probability."""
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
    """A simulated match: its key, its stage and round, and the matches that must end before it."""

    key: tuple[int, str]
    turn: tuple[int, int]
    before: tuple[tuple[int, str], ...]


class MatchShare(NamedTuple):
    """The smallest and the largest number of matches that an entrant plays."""

    least: int
    most: int


class Course(NamedTuple):
    """The estimated matches of a tournament, and the number of matches that each entrant plays."""

    steps: tuple[MatchStep, ...]
    share: MatchShare


def course_of(legs: Sequence[Leg], entrants: int) -> Course:
    """Return the matches of consecutive stages; raise NoPairing if a stage cannot be played."""
    steps: list[MatchStep] = []
    share, everybody = MatchShare(0, 0), True
    before: tuple[tuple[int, str], ...] = ()
    for number, leg in enumerate(legs, start=1):
        names = tuple(EntrantId(str(line)) for line in range(1, entrants + 1))
        plan = leg.form.plan(names, leg.options, leg.sides)
        by_rounds = isinstance(leg.form.paired, RoundByRound)
        now, share_of_stage = _of_rounds(leg, names, number) if by_rounds else _of_plan(leg, plan, number)
        onward = going_on(plan, leg.options)
        share = MatchShare(share.least + share_of_stage.least * everybody, share.most + share_of_stage.most)
        everybody = everybody and onward == entrants
        steps += [step if step.before else step._replace(before=before) for step in now]
        before, entrants = tuple(step.key for step in now) or before, onward
    return Course(tuple(steps), share)


def _of_rounds(leg: Leg, names: Sequence[EntrantId], stage: int) -> tuple[list[MatchStep], MatchShare]:
    """Return the matches of a format in rounds, where each round waits for the previous round."""
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
    """Return the matches of a plan, without byes."""
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
    for label in labels:
        yield from (label,) if label in played else _real(before[label], before, played)


def _played(plan: Plan, *, bracket: bool) -> frozenset[Label]:
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
        """Return the minimum and maximum number of matches of the entrant with number `line` in the draw."""
        labels = self.by_line[line]
        sure = sum(label in self.played for label in labels)
        then = self._after(labels[-1]) if labels else MatchShare(0, 0)
        return MatchShare(sure + then.least, sure + then.most)

    def _after(self, label: Label) -> MatchShare:
        if label not in self.ahead:
            ways = (WinnerOf, LoserOf) if label in self.played else (WinnerOf,)
            each = [self._to(self.next.get((way, label))) for way in ways]
            self.ahead[label] = MatchShare(min(way.least for way in each), max(way.most for way in each))
        return self.ahead[label]

    def _to(self, label: Label | None) -> MatchShare:
        if label is None:
            return MatchShare(0, 0)
        match_count, then = int(label in self.played), self._after(label)
        return MatchShare(match_count + then.least, match_count + then.most)


class Timetable(NamedTuple):
    """The end of the last match and of each round, in minutes from the start."""

    end: float
    rounds: tuple[float, ...]


def timetable(steps: Sequence[MatchStep], tables: int, pace: MatchPace) -> Timetable:
    """Simulate the matches on the tables several times with varying lengths; return the mean end times."""
    runs = RUNS if pace.spread else 1
    turns = list(dict.fromkeys(step.turn for step in steps))
    ends = dict.fromkeys(turns, 0.0)
    mean_end = 0.0
    for run in range(runs):
        last = dict.fromkeys(turns, 0.0)
        for place, end in _scheduled(steps, tables, pace, run / runs):
            turn = steps[place].turn
            last[turn] = max(last[turn], end)
        mean_end += max(last.values(), default=0.0) / runs
        for turn in turns:
            ends[turn] += last[turn] / runs
    return Timetable(mean_end, tuple(ends[turn] for turn in turns))


def _scheduled(
    steps: Sequence[MatchStep], tables: int, pace: MatchPace, start: float
) -> Iterator[tuple[int, float]]:
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
    share = min(FARTHEST, max(1 - FARTHEST, modf(start + place * GOLDEN)[0]))
    return 1 + spread / sqrt(3) * USUAL.inv_cdf(share)


class ReckonedEvening(NamedTuple):
    """An estimated tournament: number of matches, matches per entrant, end time, and end of each round."""

    matches: int
    share: MatchShare
    end: float
    rounds: tuple[float, ...]


def evening_of(
    legs: Sequence[Leg], entrants: int, tables: int, pace: MatchPace, longest: float = inf
) -> ReckonedEvening:
    """Estimate the length of a tournament; raise NoPairing if the tournament cannot be played.

    `longest` is in minutes. If the matches take longer even with all tables always in use, no timetable is
    made and the minimum length is returned as the end.
    """
    course = course_of(legs, entrants)
    least = len(course.steps) * pace.minutes / tables
    if least > longest:
        return ReckonedEvening(len(course.steps), course.share, least, (least,))
    times = timetable(course.steps, tables, pace)
    return ReckonedEvening(len(course.steps), course.share, times.end, times.rounds)
