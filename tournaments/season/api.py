"""API views of circuits: their rules, their tournaments and their standings."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.calls import Call
from scoring.sheet.services.log import Author
from scoring.types import BadSetup, Problem, Sentence, _
from tournaments.models import Circuit, Tournament
from tournaments.permissions import found_by
from tournaments.season.selectors import circuits
from tournaments.season.serializers import CircuitAnswer, CircuitIn, CircuitStandingsAnswer
from tournaments.season.services import change_circuit, create_circuit
from tournaments.web.api.requests import read
from tournaments.web.api.schema import PAGED, answers, page


class Circuits(Call, GenericAPIView[Circuit]):
    """API views of all circuits of the club."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "change_circuit"}
    ordering = ("-made_at", "slug")

    @extend_schema(operation_id="circuits", parameters=PAGED, responses=answers(page(CircuitAnswer)))
    def get(self, request: Request) -> Response:
        """Return the circuits, newest first."""
        rows = self.paginate_queryset(circuits.with_tournaments(found_by(request.user)))
        circuit_rows = [{"circuit": each, "tournaments": each.tournaments.all()} for each in rows or ()]
        return self.get_paginated_response(CircuitAnswer(circuit_rows, many=True).data)

    @extend_schema(operation_id="create_circuit", request=CircuitIn, responses=answers(CircuitAnswer, 201))
    def post(self, request: Request) -> Response:
        """Create a circuit. A background job computes its standings."""
        fields = read(CircuitIn, request.data)
        fields["tournaments"] = _by_address(fields.get("tournaments", ()), request)
        circuit = create_circuit(**fields, author=Author(request.user.pk), at=timezone.now())
        return Response(_answer(circuit, request), status=201)


class OneCircuit(Call):
    """API views of one circuit."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "PATCH": "change_circuit"}

    @extend_schema(operation_id="circuit", responses=answers(CircuitAnswer))
    def get(self, request: Request, circuit: str) -> Response:
        """Return the rules of a circuit, and the tournaments in it that the user may see."""
        return Response(_answer(_visible(circuit), request))

    @extend_schema(operation_id="change_circuit", request=CircuitIn, responses=answers(CircuitAnswer))
    def patch(self, request: Request, circuit: str) -> Response:
        """Change a circuit. A missing field keeps its value."""
        chosen_circuit = _visible(circuit)
        fields = read(CircuitIn, request.data, partial=True)
        if "tournaments" in fields:
            fields["tournaments"] = _by_address(fields["tournaments"], request)
        changed = change_circuit(chosen_circuit, **fields, author=Author(request.user.pk), at=timezone.now())
        return Response(_answer(changed, request))


class CircuitStandings(Call):
    """API view of the standings of a circuit."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}

    @extend_schema(operation_id="circuit_standings", responses=answers(CircuitStandingsAnswer))
    def get(self, request: Request, circuit: str) -> Response:
        """Return the latest standings, which are based on the public tournaments of the circuit."""
        chosen_circuit = _visible(circuit)
        lines = circuits.lines_now(
            list(circuits.lines_of(chosen_circuit)), circuits.tournaments_of(chosen_circuit)
        )
        standings = {
            "rows": lines,
            "circuit": chosen_circuit,
            "up_to_date": circuits.is_up_to_date(chosen_circuit),
        }
        return Response(CircuitStandingsAnswer(standings).data)


def _visible(slug: str) -> Circuit:
    circuit = circuits.found_circuit(slug)
    if circuit is None:
        raise Http404
    return circuit


def _answer(circuit: Circuit, request: Request) -> dict[str, Any]:
    tournaments = circuits.tournaments_of(circuit, found_by(request.user))
    return CircuitAnswer({"circuit": circuit, "tournaments": tournaments}).data


def _by_address(slugs: Sequence[str], request: Request) -> list[Tournament]:
    """Return the tournaments with the given slugs; raise BadSetup with the index of each unknown slug."""
    tournaments = {each.slug: each for each in found_by(request.user).filter(slug__in=slugs)}
    sentence = Sentence(_("There is no tournament with this address."))
    problems = [
        Problem("unknown_tournament", "", "error", f"/tournaments/{at}", sentence)
        for at, slug in enumerate(slugs)
        if slug not in tournaments
    ]
    if problems:
        raise BadSetup("unknown_tournament", sentence, tuple(problems))
    return [tournaments[slug] for slug in dict.fromkeys(slugs)]
