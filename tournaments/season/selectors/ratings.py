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
from tournaments.season.rules import PersonIds
from tournaments.season.selectors.circuits import people_of
from tournaments.values.visibility import Visibility

PAIR = 2
# The number of matches after which the job reports its progress.
TOLD_EVERY = 500


class PlayedMatch(NamedTuple):
    """A played match: the players of each side, and the rank of each side (0 is the best)."""

    tournament: str
    sides: tuple[PersonIds, ...]
    ranks: tuple[int, ...]


class CourseStop(NamedTuple):
    """The rating of a player or pair after a tournament, and the number of matches rated so far."""

    tournament: str
    matches: int
    mu: float
    sigma: float
    ordinal: float


@dataclass
class RatingCourse:
    """The current rating of a player or pair, and the rating after each tournament, oldest first."""

    mu: float
    sigma: float
    ordinal: float
    matches: int = 0
    stops: list[CourseStop] = field(default_factory=list)


class RatingFold(NamedTuple):
    """The ratings of all players, and the number of matches that were rated."""

    courses: Mapping[PersonIds, RatingCourse]
    matches: int


def rate(
    matches: Sequence[PlayedMatch],
    progress: Callable[[int], None] = lambda _count: None,
    courses: dict[PersonIds, RatingCourse] | None = None,
) -> RatingFold:
    """Rate all persons and pairs from the given matches, in order.

    `courses` contains the initial ratings, and is updated in place. `progress` is called with the number of
    rated matches, once every 500 matches.
    """
    courses = {} if courses is None else courses
    model = PlackettLuce()
    ratings = {player: model.rating(mu=each.mu, sigma=each.sigma) for player, each in courses.items()}
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
    ratings: dict[PersonIds, Any],
    courses: dict[PersonIds, RatingCourse],
    match: PlayedMatch,
    sides: Sequence[Sequence[PersonIds]],
) -> None:
    before = [[ratings.get(player) or model.rating() for player in side] for side in sides]
    after = model.rate(before, ranks=[float(rank) for rank in match.ranks])
    for side, new_ratings in zip(sides, after, strict=True):
        for player, rating in zip(side, new_ratings, strict=True):
            ratings[player] = rating
            course = courses.setdefault(player, RatingCourse(rating.mu, rating.sigma, 0.0))
            course.mu, course.sigma, course.ordinal = rating.mu, rating.sigma, rating.ordinal()
            course.matches += 1
            _stop(course, match.tournament)


def _stop(course: RatingCourse, tournament: str) -> None:
    stop = CourseStop(tournament, course.matches, course.mu, course.sigma, course.ordinal)
    if course.stops and course.stops[-1].tournament == tournament:
        course.stops[-1] = stop
    else:
        course.stops.append(stop)


# The time of a match, and its id to order matches of the same instant.
MatchOrder = tuple[datetime, str]

# A function that returns the filter of rated tournaments for a lookup prefix.
Scope = Callable[[str], Mapping[str, Any]]


def played_matches(card_game: str) -> list[PlayedMatch]:
    """Return all played matches of published tournaments in chronological order. Five queries."""
    return [match for _order, match in matches_in_order(card_game)]


def matches_in_order(
    card_game: str, tournaments: Collection[UUID] | None = None
) -> list[tuple[MatchOrder, PlayedMatch]]:
    """Return the matches of all rated tournaments, or of the given tournaments. Five queries.

    Matches are in the order of their first results, so a corrected result does not change the order. The
    players are those at the end of the match. Walkovers, byes, annulled and reopened matches are left out.
    """
    of = partial(_of, card_game, tournaments)
    results, sides, seats = _results(of), _sides(of), _Seats(of)
    matches = []
    for match_id, result in results.items():
        teams = sides[match_id]
        count = len(teams) // FORMATS[result.format].partners
        players = tuple(
            tuple(person for team in teams[side::count] for person in seats.of(team, result.over_at))
            for side in range(count)
        )
        if count > 1 and all(players):
            ranks = ranks_of(count, result.winner, result.games)
            order = (result.first_at, str(match_id))
            matches.append((order, PlayedMatch(str(result.tournament), players, ranks)))
    return sorted(matches, key=itemgetter(0))


def ranks_of(sides: int, winner: int | None, games: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the rank of each side (0 is the best); tied sides share a rank.

    Only the winner counts at a table of two sides; at a larger table, the winner and then the points.
    """
    points = [sum(game[side] for game in games) if sides > PAIR else 0 for side in range(sides)]
    worth = [(side == winner, points[side]) for side in range(sides)]
    return tuple(sum(other > side_worth for other in worth) for side_worth in worth)


class _ResultRow(NamedTuple):
    tournament: UUID
    format: str
    winner: int | None
    games: Sequence[Sequence[int]]
    first_at: datetime
    over_at: datetime


def _results(of: Scope) -> dict[UUID, _ResultRow]:
    """Return the valid result of each match, with the time of its first result. One query."""
    rows = models.Outcome.objects.filter(**of("match__tournament__")).order_by("match", "version")
    columns = ("match", "kind", "made_at", "match__tournament", "stage__format", "winner", "games")
    standing: dict[UUID, _ResultRow] = {}
    first_at: dict[UUID, datetime] = {}
    for match_id, kind, made_at, *columns_of_result, over_at in rows.values_list(
        *columns, "match__over_at"
    ).iterator():
        first = first_at.setdefault(match_id, made_at)
        standing.pop(match_id, None)
        if kind == Result.kind:
            standing[match_id] = _ResultRow._make([*columns_of_result, first, over_at])
    return standing


def _of(card_game: str, among: Collection[UUID] | None, tournament: str) -> dict[str, Any]:
    return {
        **({} if among is None else {f"{tournament}in": among}),
        f"{tournament}card_game": card_game,
        f"{tournament}visibility": Visibility.PUBLISHED.value,
        f"{tournament}trial": False,
    }


def _sides(of: Scope) -> Mapping[UUID, list[UUID | None]]:
    """Return the teams of each match in the order of their sides. One query."""
    slots = models.Slot.objects.filter(**of("match__tournament__")).order_by("match", "side")
    teams: dict[UUID, list[UUID | None]] = defaultdict(list)
    for match_id, team_id in slots.values_list("match", "team").iterator():
        teams[match_id].append(team_id)
    return teams


class _Seats:
    """The players of each team at a given time. Three queries for all teams."""

    def __init__(self, of: Scope) -> None:
        self._now: dict[UUID, dict[int, UUID]] = defaultdict(dict)
        seats = models.TeamPlayer.objects.filter(**of("tournament__"))
        for team, position, person in seats.values_list("team", "position", "person").iterator():
            self._now[team][position] = person
        self._changes: dict[UUID, list[tuple[datetime, int, str]]] = defaultdict(list)
        now = identities(**of("tournament__"))
        for team, tournament, at, body in _substitutes(of):
            self._changes[team].append((at, body["position"], now.of(tournament, body["out"])))

    def of(self, team: UUID | None, at: datetime) -> PersonIds:
        """Return the players of a team at a given time, or an empty tuple if no team is given."""
        if team is None:
            return ()
        seats = dict(self._now[team])
        for changed_at, position, out in self._changes.get(team, ()):
            if changed_at > at:
                seats[position] = UUID(out)
        return tuple(str(seats[position]) for position in sorted(seats))


def _substitutes(of: Scope) -> Iterator[tuple[UUID, UUID, datetime, Mapping[str, Any]]]:
    """Yield the substitutions, latest first, so that undoing each in turn restores the earlier players."""
    changes = models.RosterChange.objects.filter(kind=SUBSTITUTE, **of("stage__tournament__"))
    columns = ("team", "stage__tournament", "made_at", "body")
    rows: Iterable[Any] = changes.order_by("-made_at", "-seq").values_list(*columns)
    yield from rows


class RatingAfter(NamedTuple):
    """The rating after a tournament, and the number of matches rated so far."""

    tournament: models.Tournament
    matches: int
    ordinal: float


@dataclass(frozen=True)
class RatingCurve:
    """A rating and its history over the public tournaments, oldest first."""

    card_game: str
    people: tuple[models.Person, ...]
    ordinal: float
    matches: int
    stops: tuple[RatingAfter, ...]


def rating_curve(person: models.Person) -> tuple[RatingCurve, ...]:
    """Return the rating curves of a person, one per card game. Three queries."""
    return curves_of(models.Rating.objects.filter(person=person, partner=None).order_by("-matches"))


def curves_of(ratings: QuerySet[models.Rating]) -> tuple[RatingCurve, ...]:
    """Return the history of each rating over the public tournaments. Three queries."""
    stops = Prefetch("stops", models.RatingStop.objects.select_related("event"))
    rows = list(ratings.select_related("listing", "person", "partner").prefetch_related(stops))
    tournaments = counting().in_bulk({stop.event.tournament_key for row in rows for stop in row.stops.all()})
    return tuple(
        RatingCurve(
            row.listing.card_game,
            people_of(row),
            row.ordinal,
            row.matches,
            tuple(
                RatingAfter(tournaments[stop.event.tournament_key], stop.matches, stop.ordinal)
                for stop in row.stops.all()
                if stop.event.tournament_key in tournaments
            ),
        )
        for row in rows
    )


def ratings_of(persons: Iterable[models.Person]) -> Mapping[UUID, list[models.Rating]]:
    """Return each person's ratings as a single player, the rating with the most matches first. One query."""
    ratings: dict[UUID, list[models.Rating]] = defaultdict(list)
    rows = models.Rating.objects.filter(partner=None, person__in=persons).select_related("listing")
    for rating in rows.order_by("-matches", "pk"):
        ratings[rating.person_id].append(rating)
    return ratings


def found_list(card_game: str) -> models.RatingList | None:
    """Return the rating list of a card game, or None before the first computation. One query."""
    return models.RatingList.objects.filter(card_game=card_game).first()


def rated_games() -> list[str]:
    """Return the card games with rated matches. One query."""
    return list(
        models.RatingList.objects.filter(matches__gt=0)
        .order_by("card_game")
        .values_list("card_game", flat=True)
    )


def computed_last() -> datetime | None:
    """Return the time of the last computation of ratings, or None. One query."""
    moment: datetime | None = models.RatingList.objects.aggregate(last=Max("computed_at"))["last"]
    return moment


def versions_of(card_game: str) -> tuple[tuple[UUID, int], ...]:
    """Return the id and the version of each tournament that counts for the ratings of a card game.

    One query.
    """
    played = counting().filter(card_game=card_game).order_by("pk")
    return tuple(played.values_list("pk", "version"))


def ratings_in(listing: models.RatingList, *, pairs: bool) -> QuerySet[models.Rating]:
    """Return the ratings in a list, strongest first, without erased persons."""
    rows = listing.ratings.filter(person__erased_at=None, partner__erased_at=None)
    return (
        rows.filter(partner__isnull=not pairs).select_related("person", "partner").order_by("-ordinal", "pk")
    )


@dataclass(frozen=True)
class Strength:
    """The strength of a team: the mean rating of its players, and their number of rated matches."""

    team: models.Team
    ordinal: float
    matches: int


def strengths(tournament: models.Tournament) -> tuple[Strength, ...]:
    """Return the teams that are not absent, strongest first. Three queries.

    The strength is the mean of the players' ratings; a player without a rating counts as 0. Teams of new
    players come last, in order of entry.
    """
    teams = list(tournament.teams.exclude(presence="absent").prefetch_related("seats").order_by("number"))
    persons = {seat.person_id for team in teams for seat in team.seats.all()}
    rows = models.Rating.objects.filter(
        listing__card_game=tournament.card_game, partner=None, person__in=persons
    )
    rating_of = {row.person_id: row for row in rows}
    team_strengths = [
        _strength(team, [seat.person_id for seat in team.seats.all()], rating_of) for team in teams
    ]
    return tuple(sorted(team_strengths, key=lambda each: (not each.matches, -each.ordinal, each.team.number)))


def _strength(team: models.Team, persons: Sequence[UUID], ratings: dict[UUID, models.Rating]) -> Strength:
    rows: Iterable[models.Rating] = [ratings[person] for person in persons if person in ratings]
    total = sum(row.ordinal for row in rows)
    return Strength(team, total / max(1, len(persons)), sum(row.matches for row in rows))


def usual_seeds(teams: int) -> int:
    """Return the default number of seeds: the largest power of two up to 1/4 of the teams, but at least 2."""
    quarter = max(2, teams // 4)
    return 1 << (quarter.bit_length() - 1)
