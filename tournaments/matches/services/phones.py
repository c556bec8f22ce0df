"""Services for a phone at a table: set its name, give the right to record, admit it to the next match."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.models import Device, Grant
from scoring.sheet.devices import choose_side, open_for_known
from scoring.types import BadEntry, NotNow, Sentence, _
from tournaments.competition.names import clean_name
from tournaments.lifecycle.services.changes import note_change
from tournaments.matches.selectors.phones import next_match
from tournaments.models import Match, Slot

MAX_NAME_LENGTH = 40


def name_phone(grant: Grant, text: str) -> None:
    """Set or remove the name of a phone at all its tables; raise BadEntry if the name is too long."""
    name = clean_name(text) if text.strip() else ""
    if len(name) > MAX_NAME_LENGTH:
        raise BadEntry(
            "name_too_long", Sentence(_("Names have at most %(most)s letters."), {"most": MAX_NAME_LENGTH})
        )
    with transaction.atomic():
        Device.objects.filter(pk=grant.device_id).update(name=name)
        note_change(_tournament_of(grant.sheet_id), "match", grant.sheet_id)


def take_pen(grant: Grant, *, at: datetime) -> None:
    """Give a phone the right to record. Hands that other phones have already sent are still accepted."""
    with transaction.atomic():
        Grant.objects.filter(pk=grant.pk).update(pen_at=at)
        note_change(_tournament_of(grant.sheet_id), "match", grant.sheet_id)


def open_next_match(grant: Grant, *, at: datetime) -> Grant:
    """Admit the phone to the next match of its team, on the side of the team; raise NotNow without one."""
    with transaction.atomic():
        match = next_match(grant)
        if match is None or grant.side is None:
            text = _("Your next match is not ready yet. The page says so as soon as it is.")
            raise NotNow("no_next_match", Sentence(text))
        team = Slot.objects.get(match_id=grant.sheet_id, side=grant.side).team_id
        next_grant = open_for_known(grant.device, match.sheet_id, at=at)
        choose_side(next_grant, next(slot.side for slot in match.slots.all() if slot.team_id == team))
    return next_grant


def _tournament_of(sheet_id: UUID) -> UUID:
    return Match.objects.values_list("tournament_id", flat=True).get(pk=sheet_id)
