"""Queries about name retention: persons, their last tournaments, and the days of erasure.

Circuits and ratings are not queried, because they are computed from the same tournaments.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Max, QuerySet
from django.utils import timezone

from tournaments.competition.roster import SUBSTITUTE
from tournaments.models import Club, ClubMove, Person, RosterChange, TeamPlayer, Tournament
from tournaments.retention.rules import PersonFacts, RetentionTerms, due_on, years_after
from tournaments.rosters.selectors.identities import WAYS, identities

LATEST = 12


@dataclass(frozen=True)
class Due:
    """A person whose name is due for erasure, and the day of the erasure."""

    person: Person
    day: date


def terms_now() -> RetentionTerms | None:
    """Return the retention period; None if names are never erased. One query."""
    club = Club.objects.first()
    if club is None or club.forget_after is None or club.forget_since is None:
        return None
    return RetentionTerms(club.forget_after, club.forget_since)


def due_by(day: date, *, only: Person | None = None) -> list[Due]:
    """Return the names that are due for erasure by the given day, earliest first. Six queries.

    If names are never erased, return an empty list after one query. With `only`, check only this person.
    """
    terms = terms_now()
    if terms is None:
        return []
    over, entered = _days_over(), _entered(only)
    persons = Person.objects.filter(erased_at=None, stays_since=None, merged_into=None)
    due = []
    for person in persons.filter(pk=only.pk) if only else persons:
        facts = PersonFacts(
            entered_on=timezone.localdate(person.written_at),
            over=[over[tournament] for tournament in entered[person.pk]],
        )
        last = due_on(facts, terms)
        if last is not None and last <= day:
            due.append(Due(person, last))
    return sorted(due, key=lambda each: (each.day, each.person.written_name, each.person.pk))


def _days_over() -> dict[UUID, date | None]:
    """Return the last day of each tournament; None for a tournament that is not over. One query."""
    rows = Tournament.objects.annotate(last=Max("stages__over_at"))
    return {row.pk: _day_of(row, row.last) if row.state == "over" else None for row in rows}


def _day_of(tournament: Tournament, last: object = None) -> date:
    return timezone.localdate(last or tournament.starts_at or tournament.made_at)  # type: ignore[arg-type]


def _entered(only: Person | None) -> Mapping[UUID, set[UUID]]:
    """Return each person's tournaments, also tournaments in which the person was replaced. Three queries."""
    tournaments_by_person: dict[UUID, set[UUID]] = defaultdict(set)
    seats = TeamPlayer.objects.filter(person=only) if only else TeamPlayer.objects.all()
    for person, tournament in seats.values_list("person", "tournament"):
        tournaments_by_person[person].add(tournament)
    now = identities()
    changes = RosterChange.objects.filter(kind=SUBSTITUTE)
    for tournament, body in changes.values_list("stage__tournament", "body"):
        for way in WAYS:
            tournaments_by_person[UUID(now.of(tournament, body[way]))].add(tournament)
    return tournaments_by_person


def who_stays() -> QuerySet[Person]:
    """Return the persons who asked that their names be kept."""
    stay = Person.objects.filter(erased_at=None, merged_into=None, stays_since__isnull=False)
    return stay.order_by("written_name")


def never_over(terms: RetentionTerms, today: date) -> Sequence[Tournament]:
    """Return unfinished tournaments older than the period; the names of their players cannot be erased."""
    rows = Tournament.objects.exclude(state="over").order_by("made_at")
    return [row for row in rows if years_after(_day_of(row), terms.years) <= today]


def latest_club_moves(kinds: Iterable[str]) -> Sequence[ClubMove]:
    """Return the club's latest journal entries (at most 12) of the given kinds, newest first. One query."""
    rows = ClubMove.objects.filter(kind__in=list(kinds)).select_related("user")
    return list(rows.order_by("-at")[:LATEST])
