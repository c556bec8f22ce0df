"""Circuits: what they count by, and how they stand."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.sheet import serializers as sheet_api
from scoring.sheet.calls import Call
from scoring.sheet.services.log import Author
from scoring.types import BadSetup, Problem, Sentence, _
from tournaments.models import Circuit, Tournament
from tournaments.people.names import LONGEST
from tournaments.permissions import found_by
from tournaments.season.rules import MOST_EVENTS, MOST_PLACES, Counted, Sharing
from tournaments.season.selectors import circuits
from tournaments.season.services import change_circuit, create_circuit
from tournaments.web.api import shapes
from tournaments.web.api.answers import number_answer
from tournaments.web.api.requests import read
from tournaments.web.api.schema import PAGED, answers
from tournaments.web.api.shapes import EXACT, ID, MAYBE_INSTANT, words

CIRCUIT = sheet_api.record(
    id=ID,
    slug=sheet_api.TEXT,
    name=sheet_api.TEXT,
    counted=words(*Counted),
    points=sheet_api.listed(sheet_api.NUMBER),
    beyond=sheet_api.NUMBER,
    sharing=words(*Sharing),
    best=sheet_api.NUMBER,
    tournaments=sheet_api.listed(sheet_api.TEXT),
    computed_at=MAYBE_INSTANT,
)
CIRCUIT_STANDINGS = sheet_api.record(
    rows=sheet_api.listed(
        sheet_api.record(
            place=sheet_api.NUMBER,
            players=sheet_api.listed(sheet_api.record(id=ID, name=sheet_api.TEXT)),
            points=EXACT,
            results=sheet_api.listed(
                sheet_api.record(
                    tournament=sheet_api.TEXT, place=sheet_api.NUMBER, points=EXACT, counts=sheet_api.FLAG
                )
            ),
        )
    ),
    computed_at=MAYBE_INSTANT,
    up_to_date=sheet_api.FLAG,
)


class CircuitIn(sheet_api.StrictSerializer):
    """A circuit: its name, the points of the places in order, and what else it counts by."""

    name = sheet_api.Text(max_length=LONGEST)
    points = serializers.ListField(child=sheet_api.WholeNumber(), max_length=MOST_PLACES)
    counted = sheet_api.WordField(choices=tuple(Counted), required=False)
    beyond = sheet_api.WholeNumber(required=False)
    sharing = sheet_api.WordField(choices=tuple(Sharing), required=False)
    best = sheet_api.WholeNumber(required=False)
    tournaments = serializers.ListField(
        child=sheet_api.Text(max_length=90), required=False, max_length=MOST_EVENTS
    )


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


def circuit_line_answer(line: circuits.LineNow) -> dict[str, Any]:
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


class Circuits(Call, GenericAPIView[Circuit]):
    """All circuits of the club."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "change_circuit"}
    ordering = ("-made_at", "slug")

    @extend_schema(operation_id="circuits", parameters=PAGED, responses=answers(shapes.page(CIRCUIT)))
    def get(self, request: Request) -> Response:
        """The circuits, newest first."""
        page = self.paginate_queryset(circuits.with_tournaments(found_by(request.user)))
        found = [circuit_answer(each, each.tournaments.all()) for each in page or ()]
        return self.get_paginated_response(found)

    @extend_schema(operation_id="create_circuit", request=CircuitIn, responses=answers(CIRCUIT, 201))
    def post(self, request: Request) -> Response:
        """Make a circuit; its standings are computed by a job."""
        asked = read(CircuitIn, request.data)
        asked["tournaments"] = _by_address(asked.get("tournaments", ()), request)
        circuit = create_circuit(**asked, author=Author(request.user.pk), at=timezone.now())
        return Response(_answer(circuit, request), status=201)


class OneCircuit(Call):
    """One circuit."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "PATCH": "change_circuit"}

    @extend_schema(operation_id="circuit", responses=answers(CIRCUIT))
    def get(self, request: Request, circuit: str) -> Response:
        """What a circuit counts by, and its tournaments, as far as the caller finds them."""
        return Response(_answer(_visible(circuit), request))

    @extend_schema(operation_id="change_circuit", request=CircuitIn, responses=answers(CIRCUIT))
    def patch(self, request: Request, circuit: str) -> Response:
        """Change it; what is left out stays, and tournaments that the caller does not find stay in it."""
        found = _visible(circuit)
        asked = read(CircuitIn, request.data, partial=True)
        if "tournaments" in asked:
            hidden = found.tournaments.exclude(pk__in=found_by(request.user).values("pk"))
            asked["tournaments"] = [*_by_address(asked["tournaments"], request), *hidden]
        changed = change_circuit(found, **asked, author=Author(request.user.pk), at=timezone.now())
        return Response(_answer(changed, request))


class CircuitStandings(Call):
    """The standings of a circuit."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}

    @extend_schema(operation_id="circuit_standings", responses=answers(CIRCUIT_STANDINGS))
    def get(self, request: Request, circuit: str) -> Response:
        """The standings as they were last computed, of the tournaments that everybody finds."""
        found = _visible(circuit)
        lines = circuits.lines_now(list(circuits.lines_of(found)), circuits.tournaments_of(found))
        answer = {
            "rows": [circuit_line_answer(line) for line in lines],
            "computed_at": found.computed_at and found.computed_at.isoformat(),
            "up_to_date": circuits.is_up_to_date(found),
        }
        return Response(answer)


def _visible(slug: str) -> Circuit:
    circuit = circuits.found_circuit(slug)
    if circuit is None:
        raise Http404
    return circuit


def _answer(circuit: Circuit, request: Request) -> dict[str, Any]:
    return circuit_answer(circuit, circuits.tournaments_of(circuit, found_by(request.user)))


def _by_address(slugs: Sequence[str], request: Request) -> list[Tournament]:
    """Return the tournaments of these addresses, or raise BadSetup with the place of each not found."""
    found = {each.slug: each for each in found_by(request.user).filter(slug__in=slugs)}
    sentence = Sentence(_("There is no tournament with this address."))
    problems = [
        Problem("unknown_tournament", "", "error", f"/tournaments/{at}", sentence)
        for at, slug in enumerate(slugs)
        if slug not in found
    ]
    if problems:
        raise BadSetup("unknown_tournament", sentence, tuple(problems))
    return [found[slug] for slug in dict.fromkeys(slugs)]
