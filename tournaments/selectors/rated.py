"""Ratings, folded from the matches that were played, by openskill's Plackett-Luce model as it comes.

Plackett-Luce is the model that ranks any number of sides in one step, so one model serves pairs, singles and
tables of three to five (`docs/decisions/0025-season.md`). These are estimates, the one place of the house
with floating numbers: nothing in a result, standings or a digest is made of them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import NAMESPACE_OID, UUID, uuid5

from openskill.models import PlackettLuce

from tournaments.entries.rules.roster import SUBSTITUTE
from tournaments.formats import FORMATS
from tournaments.models import Outcome, RosterChange, Slot, TeamPlayer
from tournaments.rules.circuit import Who
from tournaments.types import Result
from tournaments.visibility.rules import Visibility

PAIR = 2
TOLD_EVERY = 500
"""Matches after which a job says how far it is."""


def rating_list_id(card_game: str) -> UUID:
    """Return the id under which the ratings of a card game stand, and are asked for."""
    return uuid5(NAMESPACE_OID, f"ratings:{card_game}")


class PlayedMatch(NamedTuple):
    """One match that was played: who sat on each side, and each side's rank, 0 the best."""

    tournament: str
    sides: tuple[Who, ...]
    ranks: tuple[int, ...]


@dataclass
class Course:
    """How somebody is rated now, and [tournament, matches so far, ordinal] after each tournament."""

    mu: float
    sigma: float
    ordinal: float
    matches: int = 0
    stops: list[list[Any]] = field(default_factory=list)


class Rated(NamedTuple):
    """The ratings of all who played, and how many matches they come from."""

    courses: Mapping[Who, Course]
    matches: int


def rate(matches: Sequence[PlayedMatch], told: Callable[[int], None] = lambda _count: None) -> Rated:
    """Return the ratings of each person, and of each two who played together, in the order of the matches."""
    model, ratings, courses = PlackettLuce(), dict[Who, Any](), dict[Who, Course]()
    for number, match in enumerate(matches):
        if number % TOLD_EVERY == 0:
            told(number)
        sides = match.sides
        _rate_one(model, ratings, courses, match, [[(person,) for person in side] for side in sides])
        if all(len(side) == PAIR for side in sides):
            _rate_one(model, ratings, courses, match, [[tuple(sorted(side))] for side in sides])
    return Rated(courses, len(matches))


def _rate_one(
    model: PlackettLuce,
    ratings: dict[Who, Any],
    courses: dict[Who, Course],
    match: PlayedMatch,
    sides: Sequence[Sequence[Who]],
) -> None:
    before = [[ratings.get(who) or model.rating() for who in side] for side in sides]
    after = model.rate(before, ranks=[float(rank) for rank in match.ranks])
    for side, rated in zip(sides, after, strict=True):
        for who, rating in zip(side, rated, strict=True):
            ratings[who] = rating
            course = courses.setdefault(who, Course(rating.mu, rating.sigma, 0.0))
            course.mu, course.sigma, course.ordinal = rating.mu, rating.sigma, rating.ordinal()
            course.matches += 1
            _stop(course, match.tournament)


def _stop(course: Course, tournament: str) -> None:
    """Note how it stands in this tournament: the last of its matches is what is kept."""
    stop = [tournament, course.matches, course.ordinal]
    if course.stops and course.stops[-1][0] == tournament:
        course.stops[-1] = stop
    else:
        course.stops.append(stop)


def played_matches(card_game: str) -> list[PlayedMatch]:
    """Return every match of published tournaments that was played out, in order of time: four queries.

    The time of a match is that of its first result: a correction changes what it says, not when it was
    played. Walkovers, byes, matches that were annulled or given back to their table are not in it.
    """
    results = _results(card_game)
    sides = _sides(card_game)
    seats = _Seats(card_game)
    found = []
    for match_id, result in results.items():
        teams = sides[match_id]
        count = len(teams) // FORMATS[result.format].partners
        who = tuple(
            tuple(person for team in teams[side::count] for person in seats.of(team, result.over_at))
            for side in range(count)
        )
        if count > 1 and all(who):
            ranks = ranks_of(count, result.winner, result.games)
            order = (result.first_at, str(match_id))
            found.append((order, PlayedMatch(str(result.tournament), who, ranks)))
    return [match for _order, match in sorted(found, key=lambda each: each[0])]


def ranks_of(sides: int, winner: int | None, games: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the rank of each side, 0 the best, shared where nothing tells them apart.

    Between two it is who won, by however much; at a table of several the winner, then the points made.
    """
    made = [sum(game[side] for game in games) if sides > PAIR else 0 for side in range(sides)]
    worth = [(side == winner, made[side]) for side in range(sides)]
    return tuple(sum(other > own for other in worth) for own in worth)


class _ResultRow(NamedTuple):
    tournament: UUID
    format: str
    winner: int | None
    games: Sequence[Sequence[int]]
    first_at: datetime
    over_at: datetime


def _results(card_game: str) -> dict[UUID, _ResultRow]:
    """Return the standing result of each match that has one, with the time of its first: one query."""
    rows = Outcome.objects.filter(**_of(card_game, "match__tournament__")).order_by("match", "version")
    columns = ("match", "kind", "match__tournament", "stage__format", "winner", "games", "made_at")
    standing: dict[UUID, _ResultRow] = {}
    first_at: dict[UUID, datetime] = {}
    for match_id, kind, tournament, form, winner, games, made_at in rows.values_list(*columns).iterator():
        first = first_at.setdefault(match_id, made_at)
        standing.pop(match_id, None)
        if kind == Result.kind:
            standing[match_id] = _ResultRow(tournament, form, winner, games, first, made_at)
    return standing


def _of(card_game: str, tournament: str) -> dict[str, str]:
    return {f"{tournament}card_game": card_game, f"{tournament}visibility": Visibility.PUBLISHED.value}


def _sides(card_game: str) -> Mapping[UUID, list[UUID | None]]:
    """Return the teams of each match in the order of their sides: one query."""
    slots = Slot.objects.filter(**_of(card_game, "match__tournament__")).order_by("match", "side")
    found: dict[UUID, list[UUID | None]] = defaultdict(list)
    for match_id, team_id in slots.values_list("match", "team").iterator():
        found[match_id].append(team_id)
    return found


class _Seats:
    """Who sat for a team at an instant: two queries for all of them."""

    def __init__(self, card_game: str) -> None:
        self._now: dict[UUID, dict[int, UUID]] = defaultdict(dict)
        seats = TeamPlayer.objects.filter(**_of(card_game, "tournament__"))
        for team, position, person in seats.values_list("team", "position", "person").iterator():
            self._now[team][position] = person
        self._changes: dict[UUID, list[tuple[datetime, int, str]]] = defaultdict(list)
        for team, at, body in _substitutes(card_game):
            self._changes[team].append((at, body["position"], body["out"]))

    def of(self, team: UUID | None, at: datetime) -> Who:
        """Return the persons of a team then: who came later did not play; nobody for an empty slot."""
        if team is None:
            return ()
        seats = dict(self._now[team])
        for changed_at, position, out in self._changes.get(team, ()):
            if changed_at > at:
                seats[position] = UUID(out)
        return tuple(str(seats[position]) for position in sorted(seats))


def _substitutes(card_game: str) -> Iterator[tuple[UUID, datetime, Mapping[str, Any]]]:
    """Yield the substitutes, the latest first: undone one by one they lead back to who sat there before."""
    changes = RosterChange.objects.filter(kind=SUBSTITUTE, **_of(card_game, "stage__tournament__"))
    rows: Iterable[Any] = changes.order_by("-made_at", "-seq").values_list("team", "made_at", "body")
    yield from rows
