"""Serializers of the API requests and responses about the wall screen."""

from scoring.api.fields import WordField
from scoring.api.serializers import Answer, StrictSerializer
from tournaments.competition.types import Scene


class WallIn(StrictSerializer):
    """The new scene for the wall screen."""

    scene = WordField(choices=tuple(Scene))


class WallAnswer(Answer):
    """The current scene on the wall screen."""

    scene = WordField(choices=tuple(Scene))
