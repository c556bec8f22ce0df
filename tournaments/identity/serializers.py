"""Serializers of the API requests and responses about the club: name, contact, colours, logo."""

from rest_framework.serializers import CharField, IntegerField

from scoring.api.fields import Text, WholeNumber
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.web.addresses import logo_url


class ClubAnswer(Answer):
    """The data of the club. The IBAN is only for organisers and is null for other users."""

    name = CharField()
    town = CharField()
    address = CharField()
    contact = CharField()
    privacy_contact = CharField()
    iban = CharField(allow_null=True)
    ground_colour = CharField()
    text_colour = CharField()
    logo = FunctionField(CharField(), logo_url)
    version = IntegerField()


class ClubIn(StrictSerializer):
    """The fields to change; a missing field keeps its value. `version` is the version that was edited."""

    name = Text(required=False)
    town = Text(required=False, allow_blank=True)
    address = Text(required=False, allow_blank=True)
    contact = Text(required=False, allow_blank=True)
    privacy_contact = Text(required=False, allow_blank=True)
    iban = Text(required=False, allow_blank=True, max_length=60)
    ground_colour = Text(required=False, allow_blank=True, max_length=7)
    text_colour = Text(required=False, allow_blank=True, max_length=7)
    version = WholeNumber(min_value=0, required=False)
