"""Ratings as they are read: the list of a card game, somebody's curve, and what seeds they would give."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max, QuerySet

from tournaments.models import Person, Rating, RatingList, Team, Tournament
from tournaments.selectors.circuits import people_of
from tournaments.visibility.selectors import published


class Stop(NamedTuple):
    """How somebody was rated after a tournament, and from how many matches."""

    tournament: Tournament
    matches: int
    ordinal: float


@dataclass(frozen=True)
class RatingCurve:
    """One rating with how it came about: the tournaments that everybody finds, the oldest first."""

    card_game: str
    people: tuple[Person, ...]
    ordinal: float
    matches: int
    stops: tuple[Stop, ...]


def rating_curve(person: Person) -> tuple[RatingCurve, ...]:
    """Return the curves of a person, one for each card game they were rated in: two queries."""
    return curves_of(Rating.objects.filter(person=person, partner=None).order_by("-matches"))


def curves_of(ratings: QuerySet[Rating]) -> tuple[RatingCurve, ...]:
    """Return these ratings with their tournaments: two queries."""
    rows = list(ratings.select_related("listing", "person", "partner"))
    ids = {stop[0] for row in rows for stop in row.course}
    known = {str(each.pk): each for each in published().filter(pk__in=ids)} if ids else {}
    return tuple(
        RatingCurve(
            row.listing.card_game,
            people_of(row),
            row.ordinal,
            row.matches,
            tuple(Stop(known[key], matches, ordinal) for key, matches, ordinal in row.course if key in known),
        )
        for row in rows
    )


def found_list(card_game: str) -> RatingList | None:
    """Return the ratings of a card game, once they were computed: one query."""
    return RatingList.objects.filter(card_game=card_game).first()


def rated_games() -> list[str]:
    """Return the card games that somebody is rated in: one query."""
    return list(
        RatingList.objects.filter(matches__gt=0).order_by("card_game").values_list("card_game", flat=True)
    )


def computed_last() -> datetime | None:
    """Return when ratings of any card game were computed last: one query."""
    found: datetime | None = RatingList.objects.aggregate(last=Max("computed_at"))["last"]
    return found


def versions_of(card_game: str) -> tuple[tuple[UUID, int], ...]:
    """Return the versions of the tournaments whose names, and people's names, its ratings show: one query."""
    played = published().filter(card_game=card_game).order_by("pk")
    return tuple(played.values_list("pk", "version"))


def ratings_in(listing: RatingList, *, pairs: bool) -> QuerySet[Rating]:
    """Return the ratings of a list, the strongest first; whose name was erased is not listed."""
    rows = listing.ratings.filter(person__erased_at=None, partner__erased_at=None)
    return (
        rows.filter(partner__isnull=not pairs).select_related("person", "partner").order_by("-ordinal", "pk")
    )


@dataclass(frozen=True)
class Strength:
    """A team by its players' ratings: their mean, and how many matches it comes from."""

    team: Team
    ordinal: float
    matches: int


def strengths(tournament: Tournament) -> tuple[Strength, ...]:
    """Return the teams that may be drawn, the strongest first: three queries.

    A team is worth the mean of its players; who was never rated in this card game counts as the library's
    newcomer, 0. Those whose players are all new come last, in the order they entered.
    """
    teams = list(tournament.teams.exclude(presence="absent").prefetch_related("seats").order_by("number"))
    persons = {seat.person_id for team in teams for seat in team.seats.all()}
    rows = Rating.objects.filter(listing__card_game=tournament.card_game, partner=None, person__in=persons)
    rated = {row.person_id: row for row in rows}
    found = [_strength(team, [seat.person_id for seat in team.seats.all()], rated) for team in teams]
    return tuple(sorted(found, key=lambda each: (not each.matches, -each.ordinal, each.team.number)))


def _strength(team: Team, persons: Sequence[UUID], rated: dict[UUID, Rating]) -> Strength:
    known: Iterable[Rating] = [rated[person] for person in persons if person in rated]
    total = sum(row.ordinal for row in known)
    return Strength(team, total / max(1, len(persons)), sum(row.matches for row in known))


def usual_seeds(teams: int) -> int:
    """Return how many seeds are usual: the largest power of two in a quarter of the teams, at least two."""
    quarter = max(2, teams // 4)
    return 1 << (quarter.bit_length() - 1)
