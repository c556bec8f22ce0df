"""Requests to the API about the wall screen."""

from scoring.sheet import serializers as sheet_api
from tournaments.competition.types import Scene


class WallIn(sheet_api.StrictSerializer):
    """What the wall is to show."""

    scene = sheet_api.WordField(choices=tuple(Scene))
