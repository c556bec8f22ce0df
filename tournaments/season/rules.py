"""Standings of a circuit: each place in a tournament earns points, and the best results count.

An entrant is a tuple of one or two person ids; the rules use neither names nor formats. Points are exact, and
the order of the tournaments does not matter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.types import BadSetup, Problem, Sentence, _
from tournaments.competition.standings.final_places import PlaceSpan, spans
from tournaments.competition.types import MOST_EVENTS, MOST_POINTS, EntrantId, Points, Sharing

# One person, or the two persons of a pair in the order of their ids.
PersonIds = tuple[str, ...]

EventKey = str

MOST_PLACES = 128


@dataclass(frozen=True)
class PointScale:
    """The points for each place in a tournament, and the number of results that count (0: all)."""

    points: tuple[int, ...]
    # The points of each place after the table.
    beyond: int = 0
    sharing: Sharing = Sharing.SPLIT
    best: int = 0

    def of(self, place: int) -> int:
        """Return the points for a place (places are counted from 1)."""
        return self.points[place - 1] if place <= len(self.points) else self.beyond

    def of_span(self, span: PlaceSpan) -> Points:
        """Return the points of one entrant in a range of places shared by several entrants.

        With `Sharing.FULL` these are the points of the first place in the range, otherwise the average.
        """
        if self.sharing is Sharing.FULL:
            return Points(self.of(span.first))
        points = [self.of(place) for place in range(span.first, span.last + 1)]
        return Points(sum(points), len(points))


class Earned(NamedTuple):
    """The place of an entrant in a tournament, and the points earned."""

    place: int
    points: Points


class Counting(NamedTuple):
    """A result in a circuit; `counts` is False if enough other results of the entrant are better."""

    event: EventKey
    place: int
    points: Points
    counts: bool


class CircuitRow(NamedTuple):
    """A row of the standings of a circuit; entrants tied in all criteria share the place."""

    place: int
    persons: PersonIds
    total: Points
    results: tuple[Counting, ...]


def read_scale(
    points: Sequence[int], *, beyond: int = 0, sharing: str = Sharing.SPLIT, best: int = 0
) -> PointScale:
    """Return a validated scale of points; raise BadSetup with the errors and their JSON Pointers.

    The order of the points is checked only if all points are in range. Raise ValueError for an unknown
    `sharing`.
    """
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
    """Return the place and the points of each entrant of a tournament; tied entrants get equal points."""
    return {entrant: Earned(span.first, scale.of_span(span)) for entrant, span in spans(places).items()}


def circuit_standings(
    events: Mapping[EventKey, Mapping[PersonIds, Earned]], scale: PointScale
) -> tuple[CircuitRow, ...]:
    """Return the standings, ordered by the total of the counted results, then by the best single results.

    Only results that count are compared.
    """
    results_by_entrant: dict[PersonIds, list[Counting]] = {}
    for event, results in events.items():
        for entrant, earned in results.items():
            results_by_entrant.setdefault(entrant, []).append(Counting(event, *earned, counts=True))
    results_of = {
        entrant: _best_first(results, scale.best) for entrant, results in results_by_entrant.items()
    }
    worth = {entrant: _worth(results) for entrant, results in results_of.items()}
    ordered = sorted(results_of, key=lambda entrant: (*worth[entrant], entrant))
    first = {worth[entrant]: place for place, entrant in reversed(list(enumerate(ordered, start=1)))}
    return tuple(
        CircuitRow(first[worth[entrant]], entrant, -worth[entrant][0], tuple(results_of[entrant]))
        for entrant in ordered
    )


def _best_first(results: Sequence[Counting], best: int) -> list[Counting]:
    ordered = sorted(results, key=lambda each: (-each.points, each.place, each.event))
    return [each._replace(counts=not best or at < best) for at, each in enumerate(ordered)]


def _worth(results: Sequence[Counting]) -> tuple[Points, tuple[Points, ...]]:
    """Return the sort key of an entrant; the entrant with the lowest key comes first."""
    counting = [-each.points for each in results if each.counts]
    return sum(counting, Points(0)), tuple(counting)
