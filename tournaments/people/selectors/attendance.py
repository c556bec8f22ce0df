"""Attendance of persons at the tournaments of a year."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from tournaments.models import Person, TeamPlayer, Tournament
from tournaments.people.selectors.register import moment_of


@dataclass(frozen=True)
class AttendanceRow:
    """One person, and whether the person attended each tournament of the year."""

    person: Person
    presences: Sequence[bool]

    @property
    def count(self) -> int:
        """The number of tournaments the person attended."""
        return sum(self.presences)


@dataclass(frozen=True)
class Attendance:
    """The tournaments of a year, earliest first, and the persons, sorted by number of tournaments."""

    tournaments: Sequence[Tournament]
    rows: Sequence[AttendanceRow]


def years_played() -> list[int]:
    """Return the years with tournaments, latest first. One query."""
    moments = Tournament.objects.filter(trial=False).values_list("starts_at", "made_at")
    return sorted({_year(starts or made_at) for starts, made_at in moments}, reverse=True)


def _year(moment: datetime) -> int:
    return timezone.localtime(moment).year


def attendance_of(year: int) -> Attendance:
    """Return the attendance of persons at the tournaments of a year. Two queries.

    Absent teams, erased names, trial tournaments and tournaments before the draw do not count.
    """
    counting = Tournament.objects.exclude(state="entries").filter(trial=False)
    every = [each for each in counting if _year(moment_of(each)) == year]
    tournaments = sorted(every, key=moment_of)
    seats = TeamPlayer.objects.filter(tournament__in=tournaments, person__erased_at=None)
    tournaments_of: dict[Person, set[UUID]] = defaultdict(set)
    for seat in seats.exclude(team__presence="absent").select_related("person"):
        tournaments_of[seat.person].add(seat.tournament_id)
    rows = [
        AttendanceRow(person, [each.pk in events for each in tournaments])
        for person, events in tournaments_of.items()
    ]
    ordered = sorted(rows, key=lambda row: (-row.count, row.person.name_key, str(row.person.pk)))
    return Attendance(tournaments, ordered)
