"""The register over the API: who is in it, and the acts that put it right, each with its undo."""

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
    """A call about the register."""

    @property
    def writer(self) -> dict[str, Any]:
        """Return who writes, and when: now."""
        return {"author": Author(self.request.user.pk), "at": timezone.now()}

    def person(self) -> Person:
        """Return the person of the address, or 404."""
        return get_object_or_404(Person, pk=self.kwargs["person_id"])

    def other(self, serializer: type[Any], field: str) -> Person:
        """Return the other person that was sent; raise BadEntry for one whom nobody knows."""
        person = Person.objects.filter(pk=read(serializer, self.request.data)[field]).first()
        if person is None:
            sentence = Sentence(_("Nobody of the register has this id. Look the person up again."))
            problem = Problem("unknown_person", "", "error", f"/{field}", sentence)
            raise BadEntry("unknown_person", sentence, (problem,))
        return person


def _answer_of(person: Person) -> dict[str, Any]:
    return RegisteredPersonAnswer(with_events([person])[0]).data


class Persons(RegisterCall, GenericAPIView[Person]):
    """Everybody of the register."""

    acts: ClassVar[dict[str, str]] = {"GET": "see_persons", "POST": "change_persons"}
    ordering = ("name_key", "pk")

    @extend_schema(
        operation_id="persons",
        parameters=[*PAGED, OpenApiParameter("q", str, description="Part of a name or note; a number.")],
        responses=answers(page(RegisteredPersonAnswer)),
    )
    def get(self, request: Request) -> Response:
        """The people of the club, by name."""
        rows = self.paginate_queryset(search(request.query_params.get("q", "")))
        people = with_events(rows or ())
        return self.get_paginated_response(RegisteredPersonAnswer(people, many=True).data)

    @extend_schema(
        operation_id="add_person", request=NewPersonIn, responses=answers(RegisteredPersonAnswer, 201)
    )
    def post(self, request: Request) -> Response:
        """Write somebody into the register who has not entered yet."""
        move = register.add_person(**read(NewPersonIn, request.data), **self.writer)
        return Response(_answer_of(move.person), status=201)


class OnePerson(RegisterCall):
    """One person of the register."""

    acts: ClassVar[dict[str, str]] = {"GET": "see_persons", "PATCH": "change_persons"}

    @extend_schema(operation_id="person", responses=answers(RegisteredPersonAnswer))
    def get(self, request: Request, person_id: UUID) -> Response:
        """What the register says of one person."""
        return Response(_answer_of(self.person()))

    @extend_schema(operation_id="change_person", request=PersonIn, responses=answers(RegisteredPersonAnswer))
    def patch(self, request: Request, person_id: UUID) -> Response:
        """Rename a person everywhere, or write what tells them apart."""
        person = self.person()
        register.change_person(person, **read(PersonIn, request.data, partial=True), **self.writer)
        return Response(_answer_of(person))


class MergePreviewCall(RegisterCall):
    """What a merge would move."""

    acts: ClassVar[dict[str, str]] = {"POST": "change_persons"}

    @extend_schema(operation_id="preview_merge", request=MergeIn, responses=answers(MergePreviewAnswer))
    def post(self, request: Request, person_id: UUID) -> Response:
        """Preview a merge of two people without saving it."""
        return Response(MergePreviewAnswer(preview_merge(self.person(), self.other(MergeIn, "into"))).data)


class Merge(RegisterCall):
    """Two who are one person."""

    acts: ClassVar[dict[str, str]] = {"POST": "change_persons"}

    @extend_schema(operation_id="merge_persons", request=MergeIn, responses=answers(PersonActAnswer))
    def post(self, request: Request, person_id: UUID) -> Response:
        """Let all that a person played stand under another from now on."""
        move = register.merge_persons(self.person(), self.other(MergeIn, "into"), **self.writer)
        return Response(PersonActAnswer(move).data)


class Split(RegisterCall):
    """One who is two people."""

    acts: ClassVar[dict[str, str]] = {"POST": "change_persons"}

    @extend_schema(operation_id="split_person", request=SplitIn, responses=answers(PersonActAnswer))
    def post(self, request: Request, person_id: UUID) -> Response:
        """Say that some tournaments were somebody else's; `person` is who that is."""
        sent, person = read(SplitIn, request.data), self.person()
        events = _by_address(sent["tournaments"])
        words = {key: sent.get(key, "") for key in ("name", "note")}
        return Response(PersonActAnswer(register.split_person(person, events, **words, **self.writer)).data)


class TellApart(RegisterCall):
    """Two who are two people."""

    acts: ClassVar[dict[str, str]] = {"POST": "change_persons"}

    @extend_schema(operation_id="tell_apart", request=OtherPersonIn, responses=answers(PersonActAnswer))
    def post(self, request: Request, person_id: UUID) -> Response:
        """Say that two whose names are alike are two people."""
        return Response(
            PersonActAnswer(
                register.tell_apart(self.person(), self.other(OtherPersonIn, "other"), **self.writer)
            ).data
        )


class KeepTogether(RegisterCall):
    """One whose evenings are all theirs."""

    acts: ClassVar[dict[str, str]] = {"POST": "change_persons"}

    @extend_schema(operation_id="keep_together", request=NothingIn, responses=answers(RegisteredPersonAnswer))
    def post(self, request: Request, person_id: UUID) -> Response:
        """Say that all that stands under this name is one person's: nobody is asked again."""
        read(NothingIn, request.data)
        person = self.person()
        register.keep_together([person], **self.writer)
        return Response(_answer_of(person))


class PersonActs(RegisterCall, GenericAPIView[PersonMove]):
    """The acts that can be undone."""

    acts: ClassVar[dict[str, str]] = {"GET": "see_persons"}
    ordering = ("-at", "pk")

    @extend_schema(operation_id="person_acts", parameters=PAGED, responses=answers(page(StandingActAnswer)))
    def get(self, request: Request) -> Response:
        """The acts upon the register that stand, the newest first."""
        rows = self.paginate_queryset(standing_moves())
        return self.get_paginated_response(StandingActAnswer(rows or (), many=True).data)


class UndoPersonAct(RegisterCall):
    """An act that is taken back."""

    acts: ClassVar[dict[str, str]] = {"POST": "change_persons"}

    @extend_schema(operation_id="undo_person_act", request=NothingIn, responses=answers(PersonActAnswer))
    def post(self, request: Request, act_id: UUID) -> Response:
        """Take an act back: what it moved goes back."""
        read(NothingIn, request.data)
        move = get_object_or_404(PersonMove.objects.select_related("person", "other"), pk=act_id)
        return Response(PersonActAnswer(undo_move(move, **self.writer)).data)


def _by_address(slugs: list[str]) -> list[UUID]:
    """Return the tournaments of these addresses, or raise BadEntry with the place of each unknown one."""
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
