"""API responses about the archive of a tournament and about an uploaded archive."""

from typing import get_args

from rest_framework.serializers import BooleanField, CharField, FloatField, IntegerField, UUIDField

from scoring.api.fields import Instant, WordField
from scoring.api.serializers import Answer, FunctionField
from scoring.translation import say
from tournaments.archive.selectors.archive_list import State
from tournaments.archive.services.archives import free_address
from tournaments.values.visibility import Visibility


class ArchiveAnswer(Answer):
    """The state of the archive of a tournament; `progress` is null while no job writes the archive."""

    made_at = Instant(allow_null=True)
    up_to_date = FunctionField(BooleanField(), lambda now: now.made_at is not None and not now.stale)
    bytes = IntegerField(source="size")
    digest = CharField()
    progress = FunctionField(
        FloatField(min_value=0, max_value=1, allow_null=True),
        lambda now: None if now.percent is None else now.percent / 100,
    )
    failed = BooleanField()
    refused = FunctionField(CharField(allow_null=True), lambda now: now.refused and say(now.refused))


class ArrivalAnswer(Answer):
    """An uploaded archive and its state.

    `slug` is the slug of the tournament on its old site, and `address` its slug on this site. `tournament`
    equals `address` after the import and is null before.
    """

    id = UUIDField(source="arrival.pk")
    state = WordField(choices=get_args(State))
    progress = FunctionField(
        FloatField(min_value=0, max_value=1, allow_null=True),
        lambda now: now.percent / 100 if now.state == "coming" else None,
    )
    name = CharField(source="summary.name")
    card_game = CharField(source="summary.card_game")
    starts_at = Instant(allow_null=True)
    visibility = WordField(source="summary.visibility", choices=tuple(Visibility))
    teams = IntegerField(source="summary.teams")
    matches = IntegerField(source="summary.matches")
    persons = IntegerField(source="summary.persons")
    known = IntegerField(source="summary.known")
    slug = CharField(source="summary.slug")
    digest = CharField(source="arrival.digest")
    address = FunctionField(
        CharField(),
        lambda now: (
            now.arrival.tournament.slug if now.arrival.tournament else free_address(now.summary["slug"])
        ),
    )
    tournament = CharField(source="arrival.tournament.slug", allow_null=True)
    refused = FunctionField(CharField(allow_null=True), lambda now: now.refused and say(now.refused))
