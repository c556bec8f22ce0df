"""Serializers of the API requests and responses about entry requests."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import CharField, DateTimeField, IntegerField, UUIDField

from scoring.api.fields import Text
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.competition.names import LONGEST
from tournaments.requests.selectors import names_of
from tournaments.requests.services import requests as services

DIGITS = 6


@extend_schema_field({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string"}]})
class VersionField(serializers.Field[Any, Any, Any, Any]):
    """The accepted version of the privacy text: a number, or a string of digits."""

    default_error_messages = {"invalid": _("Write the number of the privacy text that was agreed to.")}

    def to_internal_value(self, data: Any) -> int:
        """Return the version of the privacy text as a number."""
        text = str(data) if isinstance(data, int | str) and not isinstance(data, bool) else ""
        if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
            self.fail("invalid")
        return int(text)


class RequestPlayerIn(StrictSerializer):
    """A player in an entry request."""

    name = Text(max_length=LONGEST)


class ContactIn(StrictSerializer):
    """A telephone number or an email address at which the club can reach the players."""

    phone = Text(max_length=40, required=False, allow_blank=True)
    mail = Text(max_length=160, required=False, allow_blank=True)


class RequestIn(StrictSerializer):
    """An entry request. The second player is null if the first player is looking for a partner."""

    players: "serializers.ListSerializer[Any]" = serializers.ListSerializer(
        child=RequestPlayerIn(allow_null=True), allow_empty=False, max_length=20
    )
    contact = ContactIn()
    consent = VersionField()
    code = Text(max_length=40, required=False, allow_blank=True)


class SentenceIn(StrictSerializer):
    """A message to the players whose request is refused."""

    sentence = Text(max_length=services.LONGEST_ANSWER, required=False, allow_blank=True)


class MeantIn(StrictSerializer):
    """The person that each player's name means: an id of the register, or null for a new person.

    The choice is needed if several persons have the name (400 `which_person`). It is also needed if a
    shortened name may be a person of the register: “Piras G.” is refused while the register has a Gavino
    Piras.
    """

    persons = serializers.DictField(child=UUIDField(allow_null=True), required=False)

    def validate_persons(self, value: Mapping[str, UUID | None]) -> dict[int, UUID | None]:
        """Return the persons by player index, counted from 0."""
        if not all(each.isascii() and each.isdigit() and 1 <= len(each) <= 2 and int(each) for each in value):
            raise serializers.ValidationError(_("Count the players from 1."))
        return {int(place) - 1: person for place, person in value.items()}


class RequestAnswer(Answer):
    """The state of a request, and its position among the entrants or the waiting requests."""

    id = UUIDField(source="request.pk")
    state = CharField(source="request.state")
    position = IntegerField(allow_null=True)


class SentRequestAnswer(RequestAnswer):
    """A stored request with its personal link, which is returned only once."""

    link = CharField()


class RequestPlayerAnswer(Answer):
    """A player's name, exactly as it was entered."""

    name = CharField(source="*")


class DeskContactAnswer(Answer):
    """The telephone number and the email address of the players; both are empty after deletion."""

    phone = CharField()
    mail = CharField()


NO_CONTACT = {"phone": "", "mail": ""}


class DeskRequestAnswer(RequestAnswer):
    """A request with its private data, for the desk."""

    number = IntegerField(source="request.number")
    players = FunctionField(RequestPlayerAnswer(many=True), lambda row: names_of(row["request"]))
    contact = FunctionField(DeskContactAnswer(), lambda row: row["details"] or NO_CONTACT)
    seeks_partner = serializers.BooleanField(source="request.seeks_partner")
    joined_to = UUIDField(source="request.joined_to_id", allow_null=True)
    team = UUIDField(source="request.team_id", allow_null=True)
    answer = FunctionField(CharField(), lambda row: row["details"].answer if row["details"] else "")
    consent = IntegerField(source="request.privacy_version")
    made_at = DateTimeField(source="request.made_at")
    moved_up_at = DateTimeField(source="request.moved_up_at", allow_null=True)
