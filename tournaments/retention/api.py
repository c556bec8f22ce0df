"""API views of the erasure of names after a period."""

from typing import ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.calls import Call
from scoring.sheet.services.log import Author
from tournaments.models import Person
from tournaments.people.services.names import erase_person
from tournaments.retention.rules import NOTICE
from tournaments.retention.selectors import due_by, terms_now, who_stays
from tournaments.retention.serializers import RetentionAnswer, RetentionIn, StayIn, StayingAnswer
from tournaments.retention.services import let_stay, set_retention
from tournaments.web.api.requests import read
from tournaments.web.api.schema import answers


class Retention(Call):
    """API view of the period after which names are erased."""

    acts: ClassVar[dict[str, str]] = {"GET": "forget_names", "PATCH": "forget_names"}

    @extend_schema(operation_id="retention", responses=answers(RetentionAnswer))
    def get(self, request: Request) -> Response:
        """Return the period in years, the names due for erasure within 30 days, and the names to keep."""
        return self._answer()

    @extend_schema(operation_id="set_retention", request=RetentionIn, responses=answers(RetentionAnswer))
    def patch(self, request: Request) -> Response:
        """Set the period in years (null means never). No name is erased for 30 days after a change."""
        fields = read(RetentionIn, request.data)
        set_retention(fields["years"], author=Author(request.user.pk), at=timezone.now())
        return self._answer()

    def _answer(self) -> Response:
        due = due_by(timezone.localdate() + NOTICE)
        retention = {"terms": terms_now(), "due": due, "staying": who_stays()}
        return Response(RetentionAnswer(retention).data)


class OneName(Call):
    """API view of the name of a person."""

    acts: ClassVar[dict[str, str]] = {"PATCH": "forget_names", "DELETE": "forget_names"}

    @extend_schema(operation_id="let_name_stay", request=StayIn, responses=answers(StayingAnswer))
    def patch(self, request: Request, person_id: str) -> Response:
        """Mark a name to be kept at the person's request, or remove the mark."""
        stays = read(StayIn, request.data)["stays"]
        person = get_object_or_404(Person, pk=person_id)
        let_stay(person, stays=stays, author=Author(request.user.pk), at=timezone.now())
        return Response(StayingAnswer(person).data)

    @extend_schema(operation_id="forget_name", responses={204: None})
    def delete(self, request: Request, person_id: str) -> Response:
        """Erase a name permanently in all tournaments; the results are kept."""
        erase_person(
            get_object_or_404(Person, pk=person_id), author=Author(request.user.pk), at=timezone.now()
        )
        return Response(status=204)
