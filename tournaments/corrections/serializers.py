"""Requests and responses of the API about corrections."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField, UUIDField

from scoring.api.fields import AnyObject, Text, WholeNumber, WordField, YesNo
from scoring.api.serializers import Answer, StrictSerializer
from scoring.sheet.services.corrections import HandChange
from tournaments.competition.correction_policies import CorrectionEffect, Following, FollowUp
from tournaments.corrections.services import Correction

MOST_CHANGES = 200


class HandChangeIn(StrictSerializer):
    """A corrected hand, and the version that it replaces (0 for a new hand). Null removes the hand."""

    game = WholeNumber(min_value=1)
    number = WholeNumber(min_value=1)
    version = WholeNumber(min_value=0)
    hand = AnyObject(allow_null=True)


class CorrectionIn(StrictSerializer):
    """The corrected hands, or an outcome without play and its winner.

    `stays` is the director's decision that the next match keeps its team, regardless of the winner.
    """

    hands: "serializers.ListSerializer[Any]" = serializers.ListSerializer(
        child=HandChangeIn(), required=False, max_length=MOST_CHANGES
    )
    outcome = Text(max_length=40, required=False)
    winner = WholeNumber(min_value=0, required=False, allow_null=True)
    stays = YesNo(required=False)


class CorrectIn(CorrectionIn):
    """A correction and its reason. With a `seal`, it is refused if the preview has changed."""

    reason = Text(max_length=500)
    seal = Text(max_length=40, required=False)


def correction_of(sent: Mapping[str, Any]) -> Correction:
    """Return the submitted data as a `Correction`."""
    hands = [
        HandChange((change["game"], change["number"]), change["version"], change["hand"])
        for change in sent.get("hands", ())
    ]
    fields = {key: sent[key] for key in ("outcome", "winner", "stays") if key in sent}
    return Correction(hands=hands, **fields)


class SlotChangeAnswer(Answer):
    """A side of a match that gets another team or becomes empty."""

    label_ = CharField()
    side = IntegerField()
    from_ = UUIDField(source="before", allow_null=True)
    to = UUIDField(source="after", allow_null=True)


class SlotMoveAnswer(SlotChangeAnswer):
    """A side of a match that gets another team or becomes empty, and whether the match was already played."""

    played = BooleanField()


class PlaceChangeAnswer(Answer):
    """A team that gets another place in the standings."""

    team = UUIDField(source="entrant")
    from_ = IntegerField(source="before")
    to = IntegerField(source="after")


class CorrectionAnswer(Answer):
    """The effects of a correction: changed matches, changed places, and sheets that may be printed already.

    A correction sent with this `seal` is refused if something changed since the preview.
    """

    seal = CharField()
    change = WordField(choices=tuple(CorrectionEffect))
    following = WordField(choices=tuple(Following))
    verdict = WordField(choices=tuple(FollowUp))
    stays = BooleanField()
    matches = SlotMoveAnswer(source="slots", many=True)
    standings = PlaceChangeAnswer(source="places", many=True)
    sheets = ListField(child=CharField())
