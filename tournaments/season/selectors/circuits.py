"""Queries for circuits: compute or read the standings in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from tournaments import models
from tournaments.competition.standings.final_places import final_places
from tournaments.competition.types import Counted, EntrantId, Points, Sharing
from tournaments.matches.selectors.matches import settled_now
from tournaments.permissions import counting
from tournaments.season import rules
from tournaments.season.rules import CircuitRow, Earned, PersonIds, PointScale
from tournaments.standings.selectors import StandingsNow, held_now, places_that_count, standings_of

PAIR = 2


def scale_of(circuit: models.Circuit) -> PointScale:
    """Return the scale of points of a circuit."""
    return PointScale(tuple(circuit.points), circuit.beyond, Sharing(circuit.sharing), circuit.best)


def computed(circuit: models.Circuit, identities: Mapping[str, str] | None = None) -> tuple[CircuitRow, ...]:
    """Compute the standings of a circuit from its public tournaments that are over. Five to seven queries.

    Tournaments with withheld standings are left out. `identities` maps the ids of persons to other ids; it is
    used to preview a merge.
    """
    tournaments = list(counting().filter(circuits=circuit, state="over"))
    places = _places(tournaments)
    over = [tournament for tournament in tournaments if tournament.pk in places]
    players = _players(over, identities or {})
    events = {
        str(tournament.pk): _earned(circuit, places[tournament.pk], players[tournament.pk])
        for tournament in over
    }
    return rules.circuit_standings(events, scale_of(circuit))


# The number of circuits in the preview of a merge, newest first: each is computed twice.
MOST_TOLD = 4


class MergedTotal(NamedTuple):
    """A person's total in a circuit of single players, before and after a merge with another person."""

    circuit: models.Circuit
    before: Points
    after: Points


def totals_if_merged(person: models.Person, into: models.Person) -> Iterator[MergedTotal]:
    """Yield the total of the person `into` before and after a merge, for circuits played by `person`.

    Only the four newest circuits of single players are included. Ten to fourteen queries per circuit.
    """
    played = {"tournaments__teams__seats__person": person, "counted": Counted.PLAYERS}
    for circuit in models.Circuit.objects.filter(**played).distinct()[:MOST_TOLD]:
        before, after = computed(circuit), computed(circuit, {str(person.pk): str(into.pk)})
        yield MergedTotal(circuit, _total_of(before, into), _total_of(after, into))


def _total_of(rows: Iterable[CircuitRow], person: models.Person) -> Points:
    return next((row.total for row in rows if row.persons == (str(person.pk),)), Points(0))


def _places(tournaments: Sequence[models.Tournament]) -> dict[UUID, dict[EntrantId, int]]:
    """Return the final places in several tournaments, without disqualified entrants.

    Tournaments with withheld standings are left out.
    """
    stages = list(
        models.Stage.objects.filter(tournament__in=tournaments)
        .select_related("tournament")
        .order_by("number")
    )
    standings = standings_of(stages)
    of_each: dict[UUID, list[StandingsNow]] = defaultdict(list)
    for stage in stages:
        of_each[stage.tournament_id].append(standings[stage.pk])
    return {
        tournament: final_places([places_that_count(now) for now in each])
        for tournament, each in of_each.items()
        if all(now.withheld_after is None for now in each)
    }


def held_until(circuit: models.Circuit) -> datetime | None:
    """Return the earliest time when withheld standings become official; None if no standings are withheld."""
    held_tournaments = counting().filter(circuits=circuit, state="over", standings_until__isnull=False)
    stages = models.Stage.objects.filter(tournament__in=held_tournaments).select_related("tournament")
    at = timezone.now()
    waited = (settled_now(stage, at) for stage in stages if held_now(stage))
    return min((each.official_at for each in waited if each.official_at), default=None)


def _players(
    tournaments: Sequence[models.Tournament], identities: Mapping[str, str]
) -> Mapping[UUID, Mapping[EntrantId, PersonIds]]:
    """Return the players of each team at the end of its tournament; replaced players get no points."""
    players: dict[UUID, dict[EntrantId, PersonIds]] = defaultdict(dict)
    seats = models.TeamPlayer.objects.filter(tournament__in=tournaments).order_by("team", "position")
    for tournament, team, person in seats.values_list("tournament", "team", "person"):
        entrant = EntrantId(str(team))
        player = identities.get(str(person), str(person))
        players[tournament][entrant] = (*players[tournament].get(entrant, ()), player)
    return players


def _earned(
    circuit: models.Circuit, places: Mapping[EntrantId, int], players: Mapping[EntrantId, PersonIds]
) -> dict[PersonIds, Earned]:
    """Return the result of each player, or of each pair in a circuit of pairs, in one tournament."""
    earned = rules.award(places, scale_of(circuit))
    if circuit.counted == Counted.PAIRS:
        pairs = {entrant: persons for entrant, persons in players.items() if len(persons) == PAIR}
        return {tuple(sorted(pairs[entrant])): earned[entrant] for entrant in earned if entrant in pairs}
    return {(person,): earned[entrant] for entrant in earned for person in players.get(entrant, ())}


@dataclass(frozen=True)
class CircuitResult:
    """The result of an entrant in one tournament of a circuit."""

    tournament: models.Tournament
    place: int
    points: Points
    counts: bool


@dataclass(frozen=True)
class LineNow:
    """A row of the stored standings: place, persons, total, and the results by tournament id."""

    place: int
    people: tuple[models.Person, ...]
    total: Points
    results: Mapping[UUID, CircuitResult]


def found_circuit(slug: str) -> models.Circuit | None:
    """Return the circuit with this slug, or None. One query."""
    return models.Circuit.objects.filter(slug=slug).first()


def circuits_shown() -> list[models.Circuit]:
    """Return the circuits with a public tournament, newest first. One query."""
    return list(models.Circuit.objects.filter(tournaments__in=counting()).distinct())


def tournaments_of(
    circuit: models.Circuit, tournaments: QuerySet[models.Tournament] | None = None
) -> list[models.Tournament]:
    """Return a circuit's tournaments in the given query set, by default the public ones. One query."""
    rows = counting() if tournaments is None else tournaments
    return list(rows.filter(circuits=circuit).order_by("starts_at", "made_at"))


def lines_of(circuit: models.Circuit) -> QuerySet[models.CircuitLine]:
    """Return the stored rows of a circuit's standings in order, with their persons."""
    return circuit.lines.select_related("person", "partner")


def lines_now(
    lines: Iterable[models.CircuitLine], tournaments: Sequence[models.Tournament]
) -> tuple[LineNow, ...]:
    """Return the stored rows as `LineNow` objects, with their results in the given tournaments only."""
    tournaments_by_id = {str(tournament.pk): tournament for tournament in tournaments}
    return tuple(
        LineNow(
            line.place,
            people_of(line),
            Fraction(line.total),
            {result.tournament.pk: result for result in _results(line.results, tournaments_by_id)},
        )
        for line in lines
    )


def people_of(row: models.CircuitLine | models.Rating) -> tuple[models.Person, ...]:
    """Return the persons in a row; the two persons of a pair are sorted by name."""
    people = (person for person in (row.person, row.partner) if person)
    return tuple(sorted(people, key=lambda person: (person.name, str(person.pk))))


def _results(
    stored: Sequence[Sequence[Any]], tournaments: Mapping[str, models.Tournament]
) -> Iterator[CircuitResult]:
    for key, place, points, counts in stored:
        if key in tournaments:
            yield CircuitResult(tournaments[key], place, Fraction(points), counts)


def is_up_to_date(circuit: models.Circuit) -> bool:
    """Return True if no job to compute the standings of the circuit is due. One query."""
    waiting = models.Job.objects.filter(kind="circuit", subject=circuit.pk, state__in=("queued", "running"))
    return not waiting.filter(due_at__lte=timezone.now()).exists()


def latest_changes(circuit: models.Circuit, many: int = 20) -> list[models.CircuitMove]:
    """Return the newest changes of a circuit with the users who made them. One query."""
    return list(circuit.journal.select_related("user").order_by("-at")[:many])


def with_tournaments(tournaments: QuerySet[models.Tournament]) -> QuerySet[models.Circuit]:
    """Return all circuits, with their tournaments prefetched from the given query set, earliest first."""
    return models.Circuit.objects.prefetch_related(
        Prefetch("tournaments", queryset=tournaments.order_by("starts_at", "made_at"))
    )
