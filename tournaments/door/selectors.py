"""Queries of the check-in page: its link, its rows, and the check-ins made on it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from scoring.sheet.devices import hashed
from tournaments.competition.names import Showing
from tournaments.door.rules import LOOK_BACK, PLACE, DoorPair, door_name
from tournaments.models import DoorPage, JournalEntry, Team, Tournament
from tournaments.rosters.selectors.roster import with_seats


def door_page_of(secret: UUID) -> DoorPage | None:
    """Return the open or closed check-in page with this secret, or None. One query."""
    pages = DoorPage.objects.select_related("tournament")
    return pages.filter(token_hash=hashed(str(secret))).first()


def open_door_page(tournament: Tournament) -> DoorPage | None:
    """Return the open check-in page of a tournament, or None. One query."""
    return tournament.door_pages.filter(closed_at=None).first()


@dataclass(frozen=True)
class DoorRow:
    """The row of a team on the check-in page."""

    team: Team
    pair: DoorPair

    @property
    def present(self) -> bool:
        """True if the team is checked in."""
        return self.team.presence == "present"


def door_rows(tournament: Tournament) -> list[DoorRow]:
    """Return the rows of all teams, ordered by the first player's surname. Two queries."""
    teams = tournament.teams.prefetch_related(with_seats())
    rows = [DoorRow(team, pair_of(team)) for team in teams]
    return sorted(rows, key=lambda row: row.pair.place(""))


def pair_of(team: Team) -> DoorPair:
    """Return the names of a team for the check-in page. The team's seats must be prefetched."""
    persons = [seat.person for seat in team.seats.all()]
    names = [door_name(person.name, in_full=person.showing == Showing.FULL) for person in persons]
    return DoorPair(names, team.name, [person.name for person in persons])


def said_at_door(tournament: Tournament, since: datetime) -> QuerySet[JournalEntry]:
    """Return the journal entries, later than `since`, that the check-in page made about presence.

    A check-in that was undone on the page has two entries.
    """
    marked = JournalEntry.objects.filter(tournament=tournament, kind="presence_marked", at__gt=since)
    return marked.filter(body__place=PLACE)


def said_lately(tournament: Tournament, at: datetime) -> dict[UUID, str]:
    """Return the recently checked-in teams: a mapping of team ids to the presence before the check-in.

    Only check-ins on the check-in page within LOOK_BACK before `at` count. A team is omitted if it is no
    longer present, or if the desk has marked it individually since. Two queries; one if there is no such
    check-in.
    """
    marked: Any = JournalEntry.objects.filter(tournament=tournament, kind="presence_marked")
    lines = marked.filter(at__gt=at - LOOK_BACK, body__has_key="team").order_by("at")
    last = {UUID(line.body["team"]): line.body for line in lines}
    before = {
        team: body["before"]
        for team, body in last.items()
        if body.get("place") == PLACE and body["presence"] == "present"
    }
    if not before:
        return {}
    standing = tournament.teams.filter(pk__in=before, presence="present").values_list("pk", flat=True)
    return {team: before[team] for team in standing}
