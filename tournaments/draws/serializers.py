"""Requests to the API about draws and lots."""

from rest_framework import serializers

from scoring.sheet.serializers import StrictSerializer, Text, WholeNumber, WordField
from tournaments.competition.roster import MOST_TEAMS
from tournaments.draws.services.draws import BY


class DrawIn(StrictSerializer):
    """Which stage to draw, and how."""

    stage = WholeNumber(default=1, min_value=1)
    by = WordField(choices=BY)
    lot = Text(required=False, allow_blank=True, trim_whitespace=False)


class PromiseIn(StrictSerializer):
    """Which stage will be drawn."""

    stage = WholeNumber(default=1, min_value=1)


class TakeBackIn(PromiseIn):
    """Which draw is taken back, and why."""

    reason = Text(max_length=500)


class LotBetweenIn(StrictSerializer):
    """A stage, and those who are level in it, by their ids."""

    stage = WholeNumber(default=1, min_value=1)
    teams = serializers.ListField(child=Text(max_length=40), min_length=2, max_length=MOST_TEAMS)


class LotIn(LotBetweenIn):
    """The lot that was drawn; by hand the teams stand in the order it gave."""

    by = WordField(choices=("lots", "hand"))
    lot = Text(required=False, allow_blank=True, trim_whitespace=False)
    reason = Text(required=False, max_length=200)
