"""Rosters: teams that have left, substitutes, and the players of a team at an earlier time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Prefetch, Q, QuerySet

from tournaments.competition.names import Showing, name_key
from tournaments.competition.roster import LEAVING, RETURN, SUBSTITUTE
from tournaments.models import Person, RosterChange, Team, TeamPlayer, Tournament
from tournaments.rosters.selectors.identities import WAYS, identities


def with_seats(of: str = "seats") -> "Prefetch[Any]":
    """Return a Prefetch of seats with their persons; `of` is the lookup path to the seats.

    The persons are joined to their seats, because SQLite limits the number of ids in a query.
    """
    return Prefetch(of, TeamPlayer.objects.select_related("person").order_by("position"))


def teams_gone(tournament: Tournament) -> dict[UUID, str]:
    """Return the kind of withdrawal of each team that has left, by team id."""
    rows = RosterChange.objects.filter(stage__tournament=tournament, kind__in=(*LEAVING, RETURN))
    latest = dict(rows.order_by("stage__number", "seq").values_list("team", "kind"))
    return {team: kind for team, kind in latest.items() if kind in LEAVING}


@dataclass(frozen=True)
class Substitution:
    """A substitution: its time, seat, both players and reason."""

    at: datetime
    team_id: UUID
    position: int
    replaced: Person
    coming: str
    reason: str

    @property
    def out(self) -> str:
        """The name of the replaced player."""
        return self.replaced.name


def substitutions(*teams: Team) -> list[Substitution]:
    """Return the substitutions of the given teams, oldest first. Three queries."""
    rows = list(RosterChange.objects.filter(team__in=teams, kind=SUBSTITUTE).order_by("made_at"))
    events = {team.pk: team.tournament_id for team in teams}
    now = identities(tournament__in=set(events.values()))
    both = [[now.of(events[row.team_id], row.body[way]) for way in WAYS] for row in rows]
    named = {key for pair in both for key in pair}
    persons = {str(person.pk): person for person in Person.objects.filter(pk__in=named)}
    return [
        Substitution(
            row.made_at,
            row.team_id,
            row.body["position"],
            persons[out],
            persons[coming].name,
            row.reason,
        )
        for row, (out, coming) in zip(rows, both, strict=True)
    ]


def with_substitutes(teams: Iterable[Team]) -> dict[UUID, list[tuple[Person, str]]]:
    """Return the players of each team, each with the name of the player that he or she replaced.

    The name is empty for an original player. The seats must be prefetched with their persons. Three queries
    if a player was replaced, else none.
    """
    teams = list(teams)
    changed = [team for team in teams if any(seat.since for seat in team.seats.all())]
    replaced = (
        {(each.team_id, each.position): each.out for each in substitutions(*changed)} if changed else {}
    )
    return {
        team.pk: [(seat.person, replaced.get((team.pk, seat.position), "")) for seat in team.seats.all()]
        for team in teams
    }


def who_played(rows: Iterable[TeamPlayer], until: datetime | None) -> dict[tuple[UUID, int], str]:
    """Return the names of the players in the given seats, by team id and position, at the time `until`.

    `until` is the end of a match; None means now. Four queries at most, if the seats have their persons.
    """
    rows = list(rows)
    later = {row.team_id for row in rows if until and row.since and row.since > until}
    changes = substitutions(*Team.objects.filter(pk__in=later)) if later else []
    return {seat: person.name for seat, person in seated_until(rows, changes, until).items()}


def seated_until(
    rows: Iterable[TeamPlayer], changes: Sequence[Substitution], until: datetime | None
) -> dict[tuple[UUID, int], Person]:
    """Return the persons in the given seats at the end of a match, ignoring later substitutions.

    `changes` are the substitutions of the teams, oldest first.
    """
    persons = {(row.team_id, row.position): row.person for row in rows}
    for each in reversed(changes):
        if until and each.at > until and (each.team_id, each.position) in persons:
            persons[each.team_id, each.position] = each.replaced
    return persons


def who_entered(teams: Sequence[Team]) -> list[list[Person]]:
    """Return the original players of each team; the team is named after them.

    The seats must be prefetched with their persons. Three queries if a player was replaced, else none.
    """
    changed = {team.pk: team.tournament_id for team in teams if any(seat.since for seat in team.seats.all())}
    if not changed:
        return [[seat.person for seat in team.seats.all()] for team in teams]
    rows = RosterChange.objects.filter(team__in=changed, kind=SUBSTITUTE)
    newest_first = rows.order_by("-stage__number", "-seq")
    now = identities(tournament__in=set(changed.values()))
    first = {
        (row.team_id, row.body["position"]): now.of(changed[row.team_id], row.body["out"])
        for row in newest_first
    }
    persons = {str(person.pk): person for person in Person.objects.filter(pk__in=first.values())}
    return [
        [persons.get(first.get((team.pk, seat.position), ""), seat.person) for seat in team.seats.all()]
        for team in teams
    ]


def teams_named(tournament: Tournament, search: str) -> QuerySet[Team]:
    """Return the teams whose name, or the name of one of their players, contains the text `search`.

    Names of players are searched only if the player is shown by full name. An empty text returns all teams.
    """
    teams = tournament.teams.all()
    key = name_key(search.strip())
    if not key:
        return teams
    by_name = Q(name_key__contains=key, name=F("written_name")) | Q(name__icontains=search.strip())
    in_full = tournament.teams.filter(players__name_key__contains=key, players__showing=Showing.FULL)
    return teams.filter(by_name | Q(pk__in=in_full.values("pk")))
