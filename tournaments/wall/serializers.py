"""Serializers of the API requests and responses about the wall screen."""

from scoring.api.fields import WordField
from scoring.api.serializers import Answer, StrictSerializer
from tournaments.competition.types import Scene


class WallIn(StrictSerializer):
    """The new view for the wall screens."""

    scene = WordField(choices=tuple(Scene))


class WallAnswer(Answer):
    """The current view on the wall screens."""

    scene = WordField(choices=tuple(Scene))
