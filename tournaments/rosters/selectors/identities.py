"""Lookup of the current person ids for the persons in roster changes.

Two persons can be merged after a roster change. A merge changes the persons of seats, but not the ids stored
in roster changes.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.db.models.fields.json import KeyTransform

from tournaments.competition.roster import SUBSTITUTE
from tournaments.models import RosterChange, RosterIdentity, TeamPlayer

# The persons in a substitution: the replaced player and the substitute.
WAYS = ("out", "in")


class Identities:
    """A mapping from the person ids in the roster changes of some tournaments to the current person ids."""

    def __init__(self, rows: Iterable[tuple[UUID, UUID, UUID]]) -> None:
        self._now = {(tournament, str(named)): str(person) for tournament, named, person in rows}

    def of(self, tournament_id: UUID, named: str) -> str:
        """Return the current id of a person whose stored id is `named`.

        `named` is an id in a roster change of the given tournament. The id of a person who was never merged
        is returned unchanged.
        """
        return self._now.get((tournament_id, named), named)


def identities(**which: Any) -> Identities:
    """Return a lookup of the current person ids in some tournaments, or in all tournaments. One query."""
    rows = RosterIdentity.objects.filter(**which)
    return Identities(rows.values_list("tournament", "named", "person"))


def substitutions_of(persons: Collection[UUID]) -> list[tuple[RosterChange, tuple[str, str]]]:
    """Return the substitutions that involve any of the given persons, with the ids of both players.

    The ids of the given persons are current. The id of another player may be outdated if that player was
    merged. The substitutions are in order, each with its team and tournament loaded. Two queries.
    """
    rows = list(
        RosterIdentity.objects.filter(Q(person__in=persons) | Q(named__in=persons)).values_list(
            "tournament", "named", "person"
        )
    )
    now, ids = Identities(rows), [*map(str, {*persons, *(named for _event, named, _person in rows)})]
    changes = RosterChange.objects.filter(kind=SUBSTITUTE).annotate(
        coming=KeyTransform("in", "body"), going=KeyTransform("out", "body")
    )
    substitutions = changes.filter(Q(coming__in=ids) | Q(going__in=ids)).select_related("team__tournament")
    return [(row, both_of(row, now)) for row in substitutions.order_by("made_at")]


def both_of(row: RosterChange, now: Identities) -> tuple[str, str]:
    """Return the current ids of the replaced player and the substitute."""
    event = row.team.tournament_id
    return now.of(event, row.body["out"]), now.of(event, row.body["in"])


def events_of(persons: Collection[UUID]) -> Mapping[UUID, set[UUID]]:
    """Return the tournaments in which each person is or was a player. Three queries."""
    events: dict[UUID, set[UUID]] = defaultdict(set)
    for person, tournament in TeamPlayer.objects.filter(person__in=persons).values_list(
        "person", "tournament"
    ):
        events[person].add(tournament)
    for row, both in substitutions_of(persons):
        for person in map(UUID, both):
            events[person].add(row.team.tournament_id)
    return {person: events[person] for person in persons}
