"""Services for a phone at a table: set its name, give the right to record, admit it to the next match."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.models import Device, Grant
from scoring.sheet.devices import choose_side, open_for_known
from scoring.types import BadEntry, NotNow, Sentence, _
from tournaments.competition.names import clean_name
from tournaments.lifecycle.services.changes import note_change
from tournaments.matches.selectors.matches import one_match
from tournaments.matches.selectors.phones import next_slots
from tournaments.models import Match

MAX_NAME_LENGTH = 40


def name_phone(grant: Grant, text: str) -> None:
    """Set the name of a phone at all its tables; an empty `text` removes the name.

    Raise BadEntry if the name is too long or contains invisible characters.
    """
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


def open_next_match(grant: Grant, team: str = "", *, at: datetime) -> Grant:
    """Admit the phone to the next match of its team, on the side of the team, and return the new grant.

    `team` is the id of the team. It may be empty, unless the phone belongs to partners who entered alone and
    both have a next match.

    Raise NotNow if there is no such match (`no_next_match`), or if the phone was removed from its table.
    """
    with transaction.atomic():
        slots = [slot for slot in next_slots(grant) if team in ("", str(slot.team_id))]
        if len(slots) != 1:
            text = _("Your next match is not ready yet. The page says so as soon as it is.")
            raise NotNow("no_next_match", Sentence(text))
        slot = slots[0]
        next_grant = open_for_known(grant.device, slot.match_id, at=at)
        sides = one_match(slot.match_id).sides
        choose_side(next_grant, next(side.side for side in sides if slot in side.slots))
    return next_grant


def _tournament_of(sheet_id: UUID) -> UUID:
    return Match.objects.values_list("tournament_id", flat=True).get(pk=sheet_id)
