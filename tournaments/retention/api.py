"""Names that are forgotten after a time: the time, who is due, who stays, and one forgotten at once."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.sheet import serializers as sheet_api
from scoring.sheet.calls import Call
from scoring.sheet.services.log import Author
from tournaments.models import Person
from tournaments.people.services import erase_person
from tournaments.retention.rules import NOTICE, RetentionTerms
from tournaments.retention.selectors import Due, due_by, terms_now, who_stays
from tournaments.retention.services import let_stay, set_retention
from tournaments.web.api.requests import read
from tournaments.web.api.schema import answers
from tournaments.web.api.shapes import DATE, ID

RETENTION = sheet_api.record(
    years=sheet_api.MAYBE_NUMBER,
    due=sheet_api.listed(sheet_api.record(id=ID, name=sheet_api.TEXT, on=DATE)),
    staying=sheet_api.listed(sheet_api.record(id=ID, name=sheet_api.TEXT)),
)
STAYING = sheet_api.record(id=ID, name=sheet_api.TEXT, stays=sheet_api.FLAG)


class RetentionIn(sheet_api.StrictSerializer):
    """After how many years names are forgotten; null for never."""

    years: serializers.IntegerField = sheet_api.WholeNumber(allow_null=True)


class StayIn(sheet_api.StrictSerializer):
    """Whether the owner of a name has asked that it stays."""

    stays = sheet_api.YesNo()


def retention_answer(
    terms: RetentionTerms | None, due: Sequence[Due], staying: Sequence[Person]
) -> dict[str, Any]:
    """The time, who is due within a month, and who has asked to stay: the names as they were written."""
    return {
        "years": terms and terms.years,
        "due": [
            {"id": str(each.person.pk), "name": each.person.written_name, "on": each.day.isoformat()}
            for each in due
        ],
        "staying": [{"id": str(person.pk), "name": person.written_name} for person in staying],
    }


def staying_answer(person: Person) -> dict[str, Any]:
    """One person: whether their name stays."""
    return {"id": str(person.pk), "name": person.written_name, "stays": bool(person.stays_since)}


class Retention(Call):
    """Names of the past."""

    acts: ClassVar[dict[str, str]] = {"GET": "forget_names", "PATCH": "forget_names"}

    @extend_schema(operation_id="retention", responses=answers(RETENTION))
    def get(self, request: Request) -> Response:
        """After how many years names are forgotten, whose within 30 days, and who has asked to stay."""
        return self._answer()

    @extend_schema(operation_id="set_retention", request=RetentionIn, responses=answers(RETENTION))
    def patch(self, request: Request) -> Response:
        """Forget names after so many years, or never; for 30 days after a change nobody is forgotten."""
        asked = read(RetentionIn, request.data)
        set_retention(asked["years"], author=Author(request.user.pk), at=timezone.now())
        return self._answer()

    def _answer(self) -> Response:
        due = due_by(timezone.localdate() + NOTICE)
        return Response(retention_answer(terms_now(), due, list(who_stays())))


class OneName(Call):
    """The name of one person."""

    acts: ClassVar[dict[str, str]] = {"PATCH": "forget_names", "DELETE": "forget_names"}

    @extend_schema(operation_id="let_name_stay", request=StayIn, responses=answers(STAYING))
    def patch(self, request: Request, person_id: str) -> Response:
        """Keep a name because its owner has asked for it, or no longer."""
        stays = read(StayIn, request.data)["stays"]
        person = get_object_or_404(Person, pk=person_id)
        let_stay(person, stays=stays, author=Author(request.user.pk), at=timezone.now())
        return Response(staying_answer(person))

    @extend_schema(operation_id="forget_name", responses={204: None})
    def delete(self, request: Request, person_id: str) -> Response:
        """Forget a name at once and for good, in every tournament; what was played stays."""
        erase_person(
            get_object_or_404(Person, pk=person_id), author=Author(request.user.pk), at=timezone.now()
        )
        return Response(status=204)
