"""What is done about a phone at a table that is about no hand: it is given a name, it takes the pen."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.models import Device, Grant
from scoring.rules.errors import BadEntry
from scoring.rules.words import Sentence, _
from tournaments.live import note_change
from tournaments.models import Match
from tournaments.rules.names import clean_name

LONGEST = 40


def name_phone(grant: Grant, text: str) -> None:
    """Say whose phone this is, at every table where it is let in; an empty name takes the old one away."""
    name = clean_name(text) if text.strip() else ""
    if len(name) > LONGEST:
        raise BadEntry(
            "name_too_long", Sentence(_("Names have at most %(most)s letters."), {"most": LONGEST})
        )
    with transaction.atomic():
        Device.objects.filter(pk=grant.device_id).update(name=name)
        note_change(_tournament_of(grant.sheet_id), "match", grant.sheet_id)


def take_pen(grant: Grant, *, at: datetime) -> None:
    """This phone is the one that writes from now on; what others have under way is kept all the same."""
    with transaction.atomic():
        Grant.objects.filter(pk=grant.pk).update(pen_at=at)
        note_change(_tournament_of(grant.sheet_id), "match", grant.sheet_id)


def _tournament_of(sheet_id: UUID) -> UUID:
    return Match.objects.values_list("tournament_id", flat=True).get(pk=sheet_id)
