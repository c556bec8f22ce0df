"""Requests and answers of the API about entry requests from home."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import CharField, DateTimeField, IntegerField, UUIDField

from scoring.api.fields import Text
from scoring.api.serializers import Answer, StrictSerializer
from tournaments.competition.names import LONGEST
from tournaments.requests.services import requests as services

DIGITS = 6


@extend_schema_field({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string"}]})
class VersionField(serializers.Field[Any, Any, Any, Any]):
    """The version of the privacy text that was agreed to, a number or its digits."""

    default_error_messages = {"invalid": _("Write the number of the privacy text that was agreed to.")}

    def to_internal_value(self, data: Any) -> int:
        """Return the number."""
        text = str(data) if isinstance(data, int | str) and not isinstance(data, bool) else ""
        if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
            self.fail("invalid")
        return int(text)


class RequestPlayerIn(StrictSerializer):
    """Who wants to play."""

    name = Text(max_length=LONGEST)


class ContactIn(StrictSerializer):
    """Where the club may reach them: a telephone or an address for mail."""

    phone = Text(max_length=40, required=False, allow_blank=True)
    mail = Text(max_length=160, required=False, allow_blank=True)


class RequestIn(StrictSerializer):
    """Who wants to play; null for the second: a partner is looked for."""

    players: "serializers.ListSerializer[Any]" = serializers.ListSerializer(
        child=RequestPlayerIn(allow_null=True), allow_empty=False, max_length=20
    )
    contact = ContactIn()
    consent = VersionField()
    code = Text(max_length=40, required=False, allow_blank=True)


class SentenceIn(StrictSerializer):
    """What is said to who is refused."""

    sentence = Text(max_length=services.LONGEST_ANSWER, required=False, allow_blank=True)


class MeantIn(StrictSerializer):
    """Who is meant by a player, counted from 1: a person of the register, or null for nobody of it.

    Needed where several have a name (400 `which_person`), or where a shortened one may be somebody's: “Piras
    G.” is refused while the register has a Gavino Piras, until it is said that it is he, or another.
    """

    persons = serializers.DictField(child=UUIDField(allow_null=True), required=False)

    def validate_persons(self, value: Mapping[str, UUID | None]) -> dict[int, UUID | None]:
        """Return it by the places as the services count them."""
        if not all(each.isascii() and each.isdigit() and 1 <= len(each) <= 2 and int(each) for each in value):
            raise serializers.ValidationError(_("Count the players from 1."))
        return {int(place) - 1: person for place, person in value.items()}


class RequestAnswer(Answer):
    """Where a request stands: its place among those who are in, or among those who wait."""

    id = UUIDField()
    state = CharField()
    position = IntegerField(allow_null=True)


class SentRequestAnswer(RequestAnswer):
    """The same, with the personal link: it is the only key, and told this once."""

    link = CharField()


class RequestPlayerAnswer(Answer):
    """A name as it was sent."""

    name = CharField(source="*")


class DeskContactAnswer(Answer):
    """Where the club reaches them; nothing once its time is over."""

    phone = CharField()
    mail = CharField()


class DeskRequestAnswer(RequestAnswer):
    """A request as the desk reads it."""

    number = IntegerField()
    players = RequestPlayerAnswer(many=True)
    contact = DeskContactAnswer()
    seeks_partner = serializers.BooleanField()
    joined_to = UUIDField(allow_null=True)
    team = UUIDField(allow_null=True)
    answer = CharField()
    consent = IntegerField()
    made_at = DateTimeField()
    moved_up_at = DateTimeField(allow_null=True)
