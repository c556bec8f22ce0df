"""Ratings, computed from the played matches with openskill's Plackett-Luce model and default parameters.

Plackett-Luce ranks any number of sides in one step, so the model serves pairs, single players and tables of
three to five (docs/decisions/0025-circuits-and-ratings.md). Ratings are floats; results, standings and
digests never read them.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Max, Prefetch, QuerySet
from openskill.models import PlackettLuce

from tournaments import models
from tournaments.competition.formats import FORMATS
from tournaments.competition.roster import SUBSTITUTE
from tournaments.competition.types import Result
from tournaments.permissions import counting
from tournaments.rosters.selectors.identities import identities
from tournaments.season.rules import Who
from tournaments.season.selectors.circuits import people_of
from tournaments.values.visibility import Visibility

PAIR = 2
# Matches after which a job says how far it is.
TOLD_EVERY = 500


class PlayedMatch(NamedTuple):
    """One match that was played: who sat on each side, and each side's rank, 0 the best."""

    tournament: str
    sides: tuple[Who, ...]
    ranks: tuple[int, ...]


class CourseStop(NamedTuple):
    """How somebody was rated after a tournament, and from how many matches until then."""

    tournament: str
    matches: int
    mu: float
    sigma: float
    ordinal: float


@dataclass
class RatingCourse:
    """How somebody is rated, and was after each tournament that was rated, the oldest first."""

    mu: float
    sigma: float
    ordinal: float
    matches: int = 0
    stops: list[CourseStop] = field(default_factory=list)


class RatingFold(NamedTuple):
    """The ratings of all who played, and how many matches were rated for them."""

    courses: Mapping[Who, RatingCourse]
    matches: int


def rate(
    matches: Sequence[PlayedMatch],
    progress: Callable[[int], None] = lambda _count: None,
    courses: dict[Who, RatingCourse] | None = None,
) -> RatingFold:
    """Return the ratings of each person, and of each two who played together, in the order of the matches.

    `courses` are those from which it goes on; they are brought on.
    """
    courses = {} if courses is None else courses
    model = PlackettLuce()
    ratings = {who: model.rating(mu=each.mu, sigma=each.sigma) for who, each in courses.items()}
    for number, match in enumerate(matches):
        if number % TOLD_EVERY == 0:
            progress(number)
        sides = match.sides
        _rate_one(model, ratings, courses, match, [[(person,) for person in side] for side in sides])
        if all(len(side) == PAIR for side in sides):
            _rate_one(model, ratings, courses, match, [[tuple(sorted(side))] for side in sides])
    return RatingFold(courses, len(matches))


def _rate_one(
    model: PlackettLuce,
    ratings: dict[Who, Any],
    courses: dict[Who, RatingCourse],
    match: PlayedMatch,
    sides: Sequence[Sequence[Who]],
) -> None:
    before = [[ratings.get(who) or model.rating() for who in side] for side in sides]
    after = model.rate(before, ranks=[float(rank) for rank in match.ranks])
    for side, rated in zip(sides, after, strict=True):
        for who, rating in zip(side, rated, strict=True):
            ratings[who] = rating
            course = courses.setdefault(who, RatingCourse(rating.mu, rating.sigma, 0.0))
            course.mu, course.sigma, course.ordinal = rating.mu, rating.sigma, rating.ordinal()
            course.matches += 1
            _stop(course, match.tournament)


def _stop(course: RatingCourse, tournament: str) -> None:
    """Note how it stands in this tournament: the last of its matches is what is kept."""
    stop = CourseStop(tournament, course.matches, course.mu, course.sigma, course.ordinal)
    if course.stops and course.stops[-1].tournament == tournament:
        course.stops[-1] = stop
    else:
        course.stops.append(stop)


# When a match was played, and its id among those of the same instant.
MatchOrder = tuple[datetime, str]

# The filter for what is rated, by the way that leads to the tournament.
Scope = Callable[[str], Mapping[str, Any]]


def played_matches(card_game: str) -> list[PlayedMatch]:
    """Return every match of published tournaments that was played out, in order of time: five queries."""
    return [match for _order, match in matches_in_order(card_game)]


def matches_in_order(
    card_game: str, tournaments: Collection[UUID] | None = None
) -> list[tuple[MatchOrder, PlayedMatch]]:
    """Return the matches of all tournaments that are rated, or of these of them: five queries.

    The time of a match is that of its first result: a correction changes what it says, not when it was
    played. The players follow from its end of play. Walkovers, byes, matches that were annulled or given
    back to their table are not in it.
    """
    of = partial(_of, card_game, tournaments)
    results, sides, seats = _results(of), _sides(of), _Seats(of)
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
    return sorted(found, key=itemgetter(0))


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


def _results(of: Scope) -> dict[UUID, _ResultRow]:
    """Return the standing result of each match that has one, with the time of its first: one query."""
    rows = models.Outcome.objects.filter(**of("match__tournament__")).order_by("match", "version")
    columns = ("match", "kind", "made_at", "match__tournament", "stage__format", "winner", "games")
    standing: dict[UUID, _ResultRow] = {}
    first_at: dict[UUID, datetime] = {}
    for match_id, kind, made_at, *told, over_at in rows.values_list(*columns, "match__over_at").iterator():
        first = first_at.setdefault(match_id, made_at)
        standing.pop(match_id, None)
        if kind == Result.kind:
            standing[match_id] = _ResultRow._make([*told, first, over_at])
    return standing


def _of(card_game: str, among: Collection[UUID] | None, tournament: str) -> dict[str, Any]:
    return {
        **({} if among is None else {f"{tournament}in": among}),
        f"{tournament}card_game": card_game,
        f"{tournament}visibility": Visibility.PUBLISHED.value,
        f"{tournament}trial": False,
    }


def _sides(of: Scope) -> Mapping[UUID, list[UUID | None]]:
    """Return the teams of each match in the order of their sides: one query."""
    slots = models.Slot.objects.filter(**of("match__tournament__")).order_by("match", "side")
    found: dict[UUID, list[UUID | None]] = defaultdict(list)
    for match_id, team_id in slots.values_list("match", "team").iterator():
        found[match_id].append(team_id)
    return found


class _Seats:
    """Who sat for a team at an instant: three queries for all of them."""

    def __init__(self, of: Scope) -> None:
        self._now: dict[UUID, dict[int, UUID]] = defaultdict(dict)
        seats = models.TeamPlayer.objects.filter(**of("tournament__"))
        for team, position, person in seats.values_list("team", "position", "person").iterator():
            self._now[team][position] = person
        self._changes: dict[UUID, list[tuple[datetime, int, str]]] = defaultdict(list)
        now = identities(**of("tournament__"))
        for team, tournament, at, body in _substitutes(of):
            self._changes[team].append((at, body["position"], now.of(tournament, body["out"])))

    def of(self, team: UUID | None, at: datetime) -> Who:
        """Return the persons of a team then: who came later did not play; nobody for an empty slot."""
        if team is None:
            return ()
        seats = dict(self._now[team])
        for changed_at, position, out in self._changes.get(team, ()):
            if changed_at > at:
                seats[position] = UUID(out)
        return tuple(str(seats[position]) for position in sorted(seats))


def _substitutes(of: Scope) -> Iterator[tuple[UUID, UUID, datetime, Mapping[str, Any]]]:
    """Yield the substitutes, the latest first: undone one by one they lead back to who sat there before."""
    changes = models.RosterChange.objects.filter(kind=SUBSTITUTE, **of("stage__tournament__"))
    columns = ("team", "stage__tournament", "made_at", "body")
    rows: Iterable[Any] = changes.order_by("-made_at", "-seq").values_list(*columns)
    yield from rows


class RatingAfter(NamedTuple):
    """How somebody was rated after a tournament, and from how many matches."""

    tournament: models.Tournament
    matches: int
    ordinal: float


@dataclass(frozen=True)
class RatingCurve:
    """One rating with how it came about: the tournaments that everybody finds, the oldest first."""

    card_game: str
    people: tuple[models.Person, ...]
    ordinal: float
    matches: int
    stops: tuple[RatingAfter, ...]


def rating_curve(person: models.Person) -> tuple[RatingCurve, ...]:
    """Return the curves of a person, one for each card game they were rated in: three queries."""
    return curves_of(models.Rating.objects.filter(person=person, partner=None).order_by("-matches"))


def curves_of(ratings: QuerySet[models.Rating]) -> tuple[RatingCurve, ...]:
    """Return these ratings with their tournaments: three queries."""
    stops = Prefetch("stops", models.RatingStop.objects.select_related("event"))
    rows = list(ratings.select_related("listing", "person", "partner").prefetch_related(stops))
    known = counting().in_bulk({stop.event.tournament_key for row in rows for stop in row.stops.all()})
    return tuple(
        RatingCurve(
            row.listing.card_game,
            people_of(row),
            row.ordinal,
            row.matches,
            tuple(
                RatingAfter(known[stop.event.tournament_key], stop.matches, stop.ordinal)
                for stop in row.stops.all()
                if stop.event.tournament_key in known
            ),
        )
        for row in rows
    )


def ratings_of(persons: Iterable[models.Person]) -> Mapping[UUID, list[models.Rating]]:
    """Return the ratings of each of these people alone, that of most matches first: one query."""
    found: dict[UUID, list[models.Rating]] = defaultdict(list)
    rows = models.Rating.objects.filter(partner=None, person__in=persons).select_related("listing")
    for rating in rows.order_by("-matches", "pk"):
        found[rating.person_id].append(rating)
    return found


def found_list(card_game: str) -> models.RatingList | None:
    """Return the ratings of a card game, once they were computed: one query."""
    return models.RatingList.objects.filter(card_game=card_game).first()


def rated_games() -> list[str]:
    """Return the card games that somebody is rated in: one query."""
    return list(
        models.RatingList.objects.filter(matches__gt=0)
        .order_by("card_game")
        .values_list("card_game", flat=True)
    )


def computed_last() -> datetime | None:
    """Return when ratings of any card game were computed last: one query."""
    found: datetime | None = models.RatingList.objects.aggregate(last=Max("computed_at"))["last"]
    return found


def versions_of(card_game: str) -> tuple[tuple[UUID, int], ...]:
    """Return the versions of the tournaments whose names, and people's names, its ratings show: one query."""
    played = counting().filter(card_game=card_game).order_by("pk")
    return tuple(played.values_list("pk", "version"))


def ratings_in(listing: models.RatingList, *, pairs: bool) -> QuerySet[models.Rating]:
    """Return the ratings of a list, the strongest first; whose name was erased is not listed."""
    rows = listing.ratings.filter(person__erased_at=None, partner__erased_at=None)
    return (
        rows.filter(partner__isnull=not pairs).select_related("person", "partner").order_by("-ordinal", "pk")
    )


@dataclass(frozen=True)
class Strength:
    """A team by its players' ratings: their mean, and how many matches it comes from."""

    team: models.Team
    ordinal: float
    matches: int


def strengths(tournament: models.Tournament) -> tuple[Strength, ...]:
    """Return the teams that may be drawn, the strongest first: three queries.

    A team is worth the mean of its players; who was never rated in this card game counts as the library's
    newcomer, 0. Those whose players are all new come last, in the order they entered.
    """
    teams = list(tournament.teams.exclude(presence="absent").prefetch_related("seats").order_by("number"))
    persons = {seat.person_id for team in teams for seat in team.seats.all()}
    rows = models.Rating.objects.filter(
        listing__card_game=tournament.card_game, partner=None, person__in=persons
    )
    rated = {row.person_id: row for row in rows}
    found = [_strength(team, [seat.person_id for seat in team.seats.all()], rated) for team in teams]
    return tuple(sorted(found, key=lambda each: (not each.matches, -each.ordinal, each.team.number)))


def _strength(team: models.Team, persons: Sequence[UUID], ratings: dict[UUID, models.Rating]) -> Strength:
    known: Iterable[models.Rating] = [ratings[person] for person in persons if person in ratings]
    total = sum(row.ordinal for row in known)
    return Strength(team, total / max(1, len(persons)), sum(row.matches for row in known))


def usual_seeds(teams: int) -> int:
    """Return how many seeds are usual: the largest power of two in a quarter of the teams, at least two."""
    quarter = max(2, teams // 4)
    return 1 << (quarter.bit_length() - 1)
