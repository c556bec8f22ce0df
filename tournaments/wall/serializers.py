"""Requests and answers of the API about the wall screen."""

from scoring.api.fields import WordField
from scoring.api.serializers import Answer, StrictSerializer
from tournaments.competition.types import Scene


class WallIn(StrictSerializer):
    """What the wall is to show."""

    scene = WordField(choices=tuple(Scene))


class WallAnswer(Answer):
    """What is shown."""

    scene = WordField(choices=tuple(Scene))
