"""Serializers of the API requests and responses about the clubs of a site."""

from rest_framework.serializers import CharField

from scoring.api.fields import Text
from scoring.api.serializers import Answer, StrictSerializer
from tournaments.clubs.rules import LONGEST_HOST, LONGEST_SLUG
from tournaments.competition.names import LONGEST


class HostedClubAnswer(Answer):
    """A club other than the first one, and the host name of its site."""

    slug = CharField()
    name = CharField()
    host = CharField()


class NewClubAnswer(HostedClubAnswer):
    """A new club. `setup` is the path of a one-time link for its first organiser, which is shown once."""

    setup = CharField()


class HostedClubIn(StrictSerializer):
    """A request to add a club."""

    slug = Text(max_length=LONGEST_SLUG)
    name = Text(max_length=LONGEST)
    host = Text(max_length=LONGEST_HOST)
