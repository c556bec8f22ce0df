"""Requests to the API about the wall screen."""

from scoring.sheet.serializers import StrictSerializer, WordField
from tournaments.competition.types import Scene


class WallIn(StrictSerializer):
    """What the wall is to show."""

    scene = WordField(choices=tuple(Scene))
