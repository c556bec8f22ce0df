"""A circuit: points for the places taken in several events, of which the best so many count.

Who is meant by an entry is a tuple of persons, one or two: rules know neither names nor formats. Points are
exact; the order in which the events are given decides nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.types import BadSetup, Problem, Sentence, _
from tournaments.competition.standings.final_places import PlaceSpan, spans
from tournaments.competition.types import MOST_EVENTS, MOST_POINTS, EntrantId, Points, Sharing

# A person, or the same two persons, by their ids in order.
Who = tuple[str, ...]

EventKey = str

MOST_PLACES = 128


@dataclass(frozen=True)
class PointScale:
    """What the places of an event are worth, and how many events count; `best` 0 counts all of them."""

    points: tuple[int, ...]
    # For each place after those of the table.
    beyond: int = 0
    sharing: Sharing = Sharing.SPLIT
    best: int = 0

    def of(self, place: int) -> int:
        """Return the points of a place, from 1."""
        return self.points[place - 1] if place <= len(self.points) else self.beyond

    def of_span(self, span: PlaceSpan) -> Points:
        """Return the points of each entrant that shares these places."""
        if self.sharing is Sharing.FULL:
            return Points(self.of(span.first))
        own = [self.of(place) for place in range(span.first, span.last + 1)]
        return Points(sum(own), len(own))


class Earned(NamedTuple):
    """A place in an event and its points."""

    place: int
    points: Points


class Counting(NamedTuple):
    """The same in the circuit: whether it is among the best so many."""

    event: EventKey
    place: int
    points: Points
    counts: bool


class CircuitRow(NamedTuple):
    """One line of a circuit's standings; who is level in everything shares the place."""

    place: int
    persons: Who
    total: Points
    results: tuple[Counting, ...]


def read_scale(
    points: Sequence[int], *, beyond: int = 0, sharing: str = Sharing.SPLIT, best: int = 0
) -> PointScale:
    """Return the scale, or raise BadSetup with the place of everything that cannot be."""
    problems = [*_faults_of_points(points, beyond)]
    if not 0 <= best <= MOST_EVENTS:
        text = _("Say how many events count: from 1 to %(most)s, or 0 for all of them.")
        problems.append(_problem("best_range", "/best", text, most=MOST_EVENTS))
    if problems:
        raise BadSetup(problems[0].code, problems[0].message, tuple(problems))
    return PointScale(tuple(points), beyond, Sharing(sharing), best)


def _faults_of_points(points: Sequence[int], beyond: int) -> list[Problem]:
    if not 1 <= len(points) <= MOST_PLACES:
        text = _("Give the points of at least one place and of at most %(most)s.")
        return [_problem("points_missing", "/points", text, most=MOST_PLACES)]
    out_of_range = [
        _problem("points_range", where, _("The points of a place go from 0 to %(most)s."), most=MOST_POINTS)
        for where, value in [
            *((f"/points/{at}", each) for at, each in enumerate(points)),
            ("/beyond", beyond),
        ]
        if not 0 <= value <= MOST_POINTS
    ]
    rising = [
        _problem(
            "points_rise",
            f"/points/{at}",
            _("Place %(place)s is worth more than the one before."),
            place=at + 1,
        )
        for at in range(1, len(points))
        if points[at] > points[at - 1]
    ]
    if beyond > points[-1]:
        text = _("Who comes after the table cannot have more than its last place.")
        rising.append(_problem("points_rise", "/beyond", text))
    return out_of_range or rising


def _problem(code: str, where: str, text: str, **values: int) -> Problem:
    return Problem(code, "", "error", where, Sentence(text, values))


def award(places: Mapping[EntrantId, int], scale: PointScale) -> dict[EntrantId, Earned]:
    """Return what each entrant of an event has: three who share a place take up three of the table."""
    return {who: Earned(span.first, scale.of_span(span)) for who, span in spans(places).items()}


def circuit_standings(
    events: Mapping[EventKey, Mapping[Who, Earned]], scale: PointScale
) -> tuple[CircuitRow, ...]:
    """Return the standings: by the sum of the best results, then by the best of them, the next best …

    Only what counts is compared: a result that is dropped changes nothing, not even between those level.
    """
    made: dict[Who, list[Counting]] = {}
    for event, results in events.items():
        for who, earned in results.items():
            made.setdefault(who, []).append(Counting(event, *earned, counts=True))
    results_of = {who: _best_first(results, scale.best) for who, results in made.items()}
    worth = {who: _worth(results) for who, results in results_of.items()}
    ordered = sorted(results_of, key=lambda who: (*worth[who], who))
    first = {worth[who]: place for place, who in reversed(list(enumerate(ordered, start=1)))}
    return tuple(
        CircuitRow(first[worth[who]], who, -worth[who][0], tuple(results_of[who])) for who in ordered
    )


def _best_first(results: Sequence[Counting], best: int) -> list[Counting]:
    ordered = sorted(results, key=lambda each: (-each.points, each.place, each.event))
    return [each._replace(counts=not best or at < best) for at, each in enumerate(ordered)]


def _worth(results: Sequence[Counting]) -> tuple[Points, tuple[Points, ...]]:
    """Return what is compared, the better the lower."""
    counting = [-each.points for each in results if each.counts]
    return sum(counting, Points(0)), tuple(counting)
