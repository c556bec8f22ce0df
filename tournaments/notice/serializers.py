"""Serializers of the API requests and responses about the notice of a tournament."""

from rest_framework.serializers import CharField, IntegerField

from scoring.api.fields import Instant, Text, WholeNumber, WordField
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.notice.rules import LONGEST
from tournaments.notice.selectors import privacy_version
from tournaments.values.requests import MOST_FEE, MOST_PLACES, Accepts


def _text(key: str) -> Text:
    return Text(max_length=LONGEST[key], required=False, allow_blank=True)


def _moment() -> Instant:
    return Instant(required=False, allow_null=True)


class NoticeIn(StrictSerializer):
    """The fields of a notice; a change may contain only some of them. `fee` is in cents per team."""

    place = _text("place")
    address = _text("address")
    directions = _text("directions")
    doors_at = _moment()
    contact = _text("contact")
    fee = WholeNumber(min_value=0, max_value=MOST_FEE, required=False)
    fee_includes = _text("fee_includes")
    prizes = _text("prizes")
    text = _text("text")
    places = WholeNumber(min_value=1, max_value=MOST_PLACES, required=False, allow_null=True)
    opens_at = _moment()
    closes_at = _moment()
    accepts = WordField(choices=tuple(Accepts), required=False)
    code = _text("code")


class NoticeAnswer(Answer):
    """A notice. The entry code is null unless the user works at the desk.

    `privacy_version` is the version of the privacy text that an entry request has to accept.
    """

    place = CharField()
    address = CharField()
    directions = CharField()
    doors_at = Instant(allow_null=True)
    contact = CharField()
    fee = IntegerField()
    fee_includes = CharField()
    prizes = CharField()
    text = CharField()
    places = IntegerField(allow_null=True)
    opens_at = Instant(allow_null=True)
    closes_at = Instant(allow_null=True)
    accepts = WordField(choices=tuple(Accepts))
    code = FunctionField(CharField(allow_null=True), lambda _notice: None)
    privacy_version = FunctionField(IntegerField(), lambda _notice: privacy_version())
