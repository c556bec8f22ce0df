"""Circuits, as the API reads them and as it says them."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from scoring.sheet.serializers import (
    FLAG,
    NUMBER,
    TEXT,
    StrictSerializer,
    Text,
    WholeNumber,
    Word,
    listed,
    record,
)
from tournaments.models import Circuit, Tournament
from tournaments.people.names import LONGEST
from tournaments.rules.circuit import MOST_EVENTS, MOST_PLACES, Counted, Sharing
from tournaments.selectors.circuits import LineNow
from tournaments.web.api.answers import number_answer
from tournaments.web.api.shapes import EXACT, ID, MAYBE_INSTANT, words

CIRCUIT = record(
    id=ID,
    slug=TEXT,
    name=TEXT,
    counted=words(*Counted),
    points=listed(NUMBER),
    beyond=NUMBER,
    sharing=words(*Sharing),
    best=NUMBER,
    tournaments=listed(TEXT),
    computed_at=MAYBE_INSTANT,
)
CIRCUIT_STANDINGS = record(
    rows=listed(
        record(
            place=NUMBER,
            players=listed(record(id=ID, name=TEXT)),
            points=EXACT,
            results=listed(record(tournament=TEXT, place=NUMBER, points=EXACT, counts=FLAG)),
        )
    ),
    computed_at=MAYBE_INSTANT,
    up_to_date=FLAG,
)


class CircuitIn(StrictSerializer):
    """A circuit: its name, the points of the places in order, and what else it counts by."""

    name = Text(max_length=LONGEST)
    points = serializers.ListField(child=WholeNumber(), max_length=MOST_PLACES)
    counted = Word(choices=tuple(Counted), required=False)
    beyond = WholeNumber(required=False)
    sharing = Word(choices=tuple(Sharing), required=False)
    best = WholeNumber(required=False)
    tournaments = serializers.ListField(child=Text(max_length=90), required=False, max_length=MOST_EVENTS)


def circuit_answer(circuit: Circuit, tournaments: Iterable[Tournament]) -> dict[str, Any]:
    """One circuit, with those of its tournaments that are found."""
    return {
        "id": str(circuit.pk),
        "slug": circuit.slug,
        "name": circuit.name,
        "counted": circuit.counted,
        "points": circuit.points,
        "beyond": circuit.beyond,
        "sharing": circuit.sharing,
        "best": circuit.best,
        "tournaments": [each.slug for each in tournaments],
        "computed_at": circuit.computed_at and circuit.computed_at.isoformat(),
    }


def circuit_line_answer(line: LineNow) -> dict[str, Any]:
    """One line of a circuit's standings, the results in the order in which they count."""
    return {
        "place": line.place,
        "players": [{"id": str(person.pk), "name": person.name} for person in line.people],
        "points": number_answer(line.total),
        "results": [
            {
                "tournament": result.tournament.slug,
                "place": result.place,
                "points": number_answer(result.points),
                "counts": result.counts,
            }
            for result in line.results.values()
        ],
    }
