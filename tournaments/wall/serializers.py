"""Requests and answers of the API about the wall screen."""

from scoring.api.fields import WordField
from scoring.api.serializers import Answer, StrictSerializer
from tournaments.competition.types import Scene


class WallIn(StrictSerializer):
    """The scene for the wall screen."""

    scene = WordField(choices=tuple(Scene))


class WallAnswer(Answer):
    """The scene on the wall screen."""

    scene = WordField(choices=tuple(Scene))
