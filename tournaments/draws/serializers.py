"""Requests to the API about draws and lots."""

from rest_framework import serializers

from scoring.sheet import serializers as sheet_api
from tournaments.competition.roster import MOST_TEAMS
from tournaments.draws.services.draws import BY


class DrawIn(sheet_api.StrictSerializer):
    """Which stage to draw, and how."""

    stage = sheet_api.WholeNumber(default=1, min_value=1)
    by = sheet_api.WordField(choices=BY)
    lot = sheet_api.Text(required=False, allow_blank=True, trim_whitespace=False)


class PromiseIn(sheet_api.StrictSerializer):
    """Which stage will be drawn."""

    stage = sheet_api.WholeNumber(default=1, min_value=1)


class TakeBackIn(PromiseIn):
    """Which draw is taken back, and why."""

    reason = sheet_api.Text(max_length=500)


class LotBetweenIn(sheet_api.StrictSerializer):
    """A stage, and those who are level in it, by their ids."""

    stage = sheet_api.WholeNumber(default=1, min_value=1)
    teams = serializers.ListField(child=sheet_api.Text(max_length=40), min_length=2, max_length=MOST_TEAMS)


class LotIn(LotBetweenIn):
    """The lot that was drawn; by hand the teams stand in the order it gave."""

    by = sheet_api.WordField(choices=("lots", "hand"))
    lot = sheet_api.Text(required=False, allow_blank=True, trim_whitespace=False)
    reason = sheet_api.Text(required=False, max_length=200)
