"""API views of the register of persons, and of its actions, which can be undone."""

from typing import Any, ClassVar
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.calls import Call
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, Problem, Sentence, _
from tournaments.models import Person, PersonMove, Tournament
from tournaments.people.selectors.preview import preview_merge
from tournaments.people.selectors.register import search, standing_moves, with_events
from tournaments.people.serializers import (
    MergeIn,
    MergePreviewAnswer,
    NewPersonIn,
    OtherPersonIn,
    PersonActAnswer,
    PersonIn,
    RegisteredPersonAnswer,
    SplitIn,
    StandingActAnswer,
)
from tournaments.people.services import register
from tournaments.people.services.undoing import undo_move
from tournaments.web.api.requests import read
from tournaments.web.api.schema import PAGED, answers, page
from tournaments.web.api.serializers import NothingIn


class RegisterCall(Call):
    """Base class of the API views about the register."""

    @property
    def writer(self) -> dict[str, Any]:
        """The keyword arguments `author` and `at` (the current time) for a service call."""
        return {"author": Author(self.request.user.pk), "at": timezone.now()}

    def person(self) -> Person:
        """Return the person whose id is in the URL; raise Http404 if the person is unknown."""
        return get_object_or_404(Person, pk=self.kwargs["person_id"])

    def other(self, serializer: type[Any], field: str) -> Person:
        """Return the person whose id is in the request body; raise BadEntry if unknown."""
        person = Person.objects.filter(pk=read(serializer, self.request.data)[field]).first()
        if person is None:
            sentence = Sentence(_("Nobody of the register has this id. Look the person up again."))
            problem = Problem("unknown_person", "", "error", f"/{field}", sentence)
            raise BadEntry("unknown_person", sentence, (problem,))
        return person


def _answer_of(person: Person) -> dict[str, Any]:
    return RegisteredPersonAnswer(with_events([person])[0]).data


class Persons(RegisterCall, GenericAPIView[Person]):
    """API view of the persons of the register."""

    acts: ClassVar[dict[str, str]] = {"GET": "see_persons", "POST": "change_persons"}
    ordering = ("name_key", "pk")

    @extend_schema(
        operation_id="persons",
        parameters=[*PAGED, OpenApiParameter("q", str, description="Part of a name or note; a number.")],
        responses=answers(page(RegisteredPersonAnswer)),
    )
    def get(self, request: Request) -> Response:
        """Return the persons of the register, ordered by name."""
        rows = self.paginate_queryset(search(request.query_params.get("q", "")))
        people = with_events(rows or ())
        return self.get_paginated_response(RegisteredPersonAnswer(people, many=True).data)

    @extend_schema(
        operation_id="add_person", request=NewPersonIn, responses=answers(RegisteredPersonAnswer, 201)
    )
    def post(self, request: Request) -> Response:
        """Add a person to the register before the person enters a tournament."""
        move = register.add_person(**read(NewPersonIn, request.data), **self.writer)
        return Response(_answer_of(move.person), status=201)


class OnePerson(RegisterCall):
    """API view of one person of the register."""

    acts: ClassVar[dict[str, str]] = {"GET": "see_persons", "PATCH": "change_persons"}

    @extend_schema(operation_id="person", responses=answers(RegisteredPersonAnswer))
    def get(self, request: Request, person_id: UUID) -> Response:
        """Return one person of the register."""
        return Response(_answer_of(self.person()))

    @extend_schema(operation_id="change_person", request=PersonIn, responses=answers(RegisteredPersonAnswer))
    def patch(self, request: Request, person_id: UUID) -> Response:
        """Change a person's name in all tournaments, or the details that distinguish namesakes."""
        person = self.person()
        register.change_person(person, **read(PersonIn, request.data, partial=True), **self.writer)
        return Response(_answer_of(person))


class MergePreviewCall(RegisterCall):
    """API view that previews a merge of the records of two persons."""

    acts: ClassVar[dict[str, str]] = {"POST": "change_persons"}

    @extend_schema(operation_id="preview_merge", request=MergeIn, responses=answers(MergePreviewAnswer))
    def post(self, request: Request, person_id: UUID) -> Response:
        """Preview the effects of merging two persons; nothing is changed."""
        return Response(MergePreviewAnswer(preview_merge(self.person(), self.other(MergeIn, "into"))).data)


class Merge(RegisterCall):
    """API view that merges the records of two persons."""

    acts: ClassVar[dict[str, str]] = {"POST": "change_persons"}

    @extend_schema(operation_id="merge_persons", request=MergeIn, responses=answers(PersonActAnswer))
    def post(self, request: Request, person_id: UUID) -> Response:
        """Merge the person in the URL into another person. All tournaments go to the other person."""
        move = register.merge_persons(self.person(), self.other(MergeIn, "into"), **self.writer)
        return Response(PersonActAnswer(move).data)


class Split(RegisterCall):
    """API view that splits the record of a person into the records of two persons."""

    acts: ClassVar[dict[str, str]] = {"POST": "change_persons"}

    @extend_schema(operation_id="split_person", request=SplitIn, responses=answers(PersonActAnswer))
    def post(self, request: Request, person_id: UUID) -> Response:
        """Move some tournaments of a person to a new person, whose id is returned as `person`."""
        sent, person = read(SplitIn, request.data), self.person()
        events = _by_address(sent["tournaments"])
        words = {key: sent.get(key, "") for key in ("name", "note")}
        return Response(PersonActAnswer(register.split_person(person, events, **words, **self.writer)).data)


class TellApart(RegisterCall):
    """API view that marks two persons with similar names as different."""

    acts: ClassVar[dict[str, str]] = {"POST": "change_persons"}

    @extend_schema(operation_id="tell_apart", request=OtherPersonIn, responses=answers(PersonActAnswer))
    def post(self, request: Request, person_id: UUID) -> Response:
        """Record that two persons with similar names are different persons."""
        return Response(
            PersonActAnswer(
                register.tell_apart(self.person(), self.other(OtherPersonIn, "other"), **self.writer)
            ).data
        )


class KeepTogether(RegisterCall):
    """API view that confirms that all tournaments of a person belong to one and the same person."""

    acts: ClassVar[dict[str, str]] = {"POST": "change_persons"}

    @extend_schema(operation_id="keep_together", request=NothingIn, responses=answers(RegisteredPersonAnswer))
    def post(self, request: Request, person_id: UUID) -> Response:
        """Record that all tournaments of a person belong to one person. No split is proposed again."""
        read(NothingIn, request.data)
        person = self.person()
        register.keep_together([person], **self.writer)
        return Response(_answer_of(person))


class PersonActs(RegisterCall, GenericAPIView[PersonMove]):
    """API view of the register actions that can be undone."""

    acts: ClassVar[dict[str, str]] = {"GET": "see_persons"}
    ordering = ("-at", "pk")

    @extend_schema(operation_id="person_acts", parameters=PAGED, responses=answers(page(StandingActAnswer)))
    def get(self, request: Request) -> Response:
        """Return the register actions that were not undone, newest first."""
        rows = self.paginate_queryset(standing_moves())
        return self.get_paginated_response(StandingActAnswer(rows or (), many=True).data)


class UndoPersonAct(RegisterCall):
    """API view that undoes an action on the register."""

    acts: ClassVar[dict[str, str]] = {"POST": "change_persons"}

    @extend_schema(operation_id="undo_person_act", request=NothingIn, responses=answers(PersonActAnswer))
    def post(self, request: Request, act_id: UUID) -> Response:
        """Undo an action on the register. Tournaments that the action moved are moved back."""
        read(NothingIn, request.data)
        move = get_object_or_404(PersonMove.objects.select_related("person", "other"), pk=act_id)
        return Response(PersonActAnswer(undo_move(move, **self.writer)).data)


def _by_address(slugs: list[str]) -> list[UUID]:
    tournament_ids = dict(Tournament.objects.filter(slug__in=slugs).values_list("slug", "pk"))
    sentence = Sentence(_("They did not play in this tournament. Choose among those they played."))
    problems = [
        Problem("event_not_theirs", "", "error", f"/tournaments/{place}", sentence)
        for place, slug in enumerate(slugs)
        if slug not in tournament_ids
    ]
    if problems:
        raise BadEntry("event_not_theirs", sentence, tuple(problems))
    return [tournament_ids[slug] for slug in dict.fromkeys(slugs)]
