"""Serializers of the API requests and responses about prizes."""

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, IntegerField, UUIDField

from scoring.api.fields import Instant, Text, WholeNumber, WordField, YesNo
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.competition.standings.prize_kinds import PrizeFor
from tournaments.prizes.rules import LAST_PLACE, MOST_PRIZES, MOST_VALUE, PrizeState
from tournaments.prizes.words import impossible_words


class HolderAnswer(Answer):
    """A team that won or received a prize or a share of it; `due` is false for a former winner."""

    team = UUIDField(source="team.pk")
    cents = IntegerField(allow_null=True)
    handed_over = BooleanField()
    due = BooleanField()


class PrizeAnswer(Answer):
    """A prize; `reason` explains why the prize can never be won, or is null."""

    id = UUIDField(source="prize.pk")
    number = IntegerField(source="prize.number")
    given_for = WordField(source="prize.given_for", choices=tuple(PrizeFor))
    place = IntegerField(source="prize.place", allow_null=True)
    group = CharField(source="prize.group")
    category = CharField(source="prize.category")
    text = CharField(source="prize.text")
    is_money = BooleanField(source="prize.is_money")
    value = IntegerField(source="prize.value", allow_null=True)
    state = WordField(choices=tuple(PrizeState))
    reason = FunctionField(CharField(allow_null=True), lambda now: impossible_words(now) or None)
    holders = HolderAnswer(many=True)


class PrizesAnswer(Answer):
    """All prizes in order; they are assigned when the standings are official."""

    official = BooleanField()
    official_at = Instant(source="settled.official_at", allow_null=True)
    prizes = PrizeAnswer(many=True)


class PrizeIn(StrictSerializer):
    """A prize and its place, group or category; `value` is the cost or the amount of money, in cents."""

    text = Text()
    given_for = WordField(choices=[each.value for each in PrizeFor], required=False)
    place: serializers.IntegerField = WholeNumber(
        min_value=1, max_value=LAST_PLACE, allow_null=True, required=False
    )
    group = Text(allow_blank=True, required=False)
    category = Text(allow_blank=True, required=False)
    is_money = YesNo(required=False)
    value: serializers.IntegerField = WholeNumber(
        min_value=1, max_value=MOST_VALUE, allow_null=True, required=False
    )


class PrizeChangeIn(PrizeIn):
    """A change of a prize, its position, or a category's winner; missing fields keep their values."""

    number: serializers.IntegerField = WholeNumber(min_value=1, max_value=MOST_PRIZES, required=False)
    team = UUIDField(allow_null=True, required=False)


class HandedIn(StrictSerializer):
    """The team that receives its share of a prize; without a team, all winners receive their shares."""

    team = UUIDField(allow_null=True, required=False)
