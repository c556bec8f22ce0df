"""Services that open and close the check-in page and check in teams.

The secret in the link is derived from the id of the page and the secret key of the site, so that the desk can
show the link again. Only a hash of the secret is stored.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.crypto import salted_hmac

from scoring.sheet.devices import hashed
from scoring.sheet.services.log import Author
from scoring.types import NotNow, Sentence, _
from tournaments.door import rules, selectors
from tournaments.entries.services.entries import mark_presence
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_entries
from tournaments.lifecycle.services.undo import too_late
from tournaments.models import DoorPage, JournalEntry, Team, Tournament

# Check-ins on the check-in page are made without an account.
NOBODY = Author()


def door_secret(page: DoorPage) -> UUID:
    """Return the secret in the link of the check-in page."""
    return UUID(hex=salted_hmac("door", str(page.pk), algorithm="sha256").hexdigest()[:32])


def open_door(tournament: Tournament, *, author: Author, at: datetime) -> DoorPage:
    """Open the check-in page with a new link, or return the page that is already open.

    Raise NotNow after the draw.
    """
    with transaction.atomic():
        locked = lock_entries(tournament)
        standing = selectors.open_door_page(locked)
        if standing is not None:
            return standing
        page = DoorPage(tournament=locked, made_by_id=author.user_id, made_at=at)
        page.token_hash = hashed(str(door_secret(page)))
        page.save(force_insert=True)
        _note(locked, author, at, is_open=True)
    return page


def close_door(tournament: Tournament, *, author: Author, at: datetime) -> None:
    """Close the check-in page and invalidate its link. Does nothing if no check-in page is open."""
    with transaction.atomic():
        if tournament.door_pages.filter(closed_at=None).update(closed_at=at):
            _note(tournament, author, at, is_open=False)


def _note(tournament: Tournament, author: Author, at: datetime, *, is_open: bool) -> None:
    body = {"open": is_open, "before": not is_open}
    note_move(tournament.pk, "door_page", author=author, at=at, body=body)
    note_change(tournament.pk, "entries")


def undo_door(entry: JournalEntry, _reason: str, author: Author, at: datetime) -> None:
    """Undo the opening or closing of the check-in page; raise NotNow if the page has changed since then.

    If a closing is undone, the page gets a new link. After the draw, a closing cannot be undone, and NotNow
    is raised.
    """
    tournament = Tournament.objects.get(pk=entry.tournament_id)
    is_open = selectors.open_door_page(tournament) is not None
    if is_open != entry.body["open"]:
        raise too_late()
    if is_open:
        close_door(tournament, author=author, at=at)
    else:
        open_door(tournament, author=author, at=at)


def arrive(page: DoorPage, team_id: UUID, *, at: datetime) -> str:
    """Check in a team on the check-in page, and return the presence that it had before.

    A repeated check-in is stored once. Raise NotNow if the page is closed, if the draw is made, if the team
    is no longer entered, or if there are too many check-ins in a minute.
    """
    with transaction.atomic():
        tournament, team = _team_at(page, team_id)
        before = team.presence
        if before != "present":
            if selectors.said_at_door(tournament, at - rules.A_MINUTE).count() >= rules.MOST_A_MINUTE:
                raise NotNow("too_many_arrivals", Sentence(_TOO_MANY))
            _mark(tournament, team, "present", at)
    return before


def take_back(page: DoorPage, team_id: UUID, before: str, *, at: datetime) -> None:
    """Undo a mistaken check-in: restore the presence `before`, unless the team is no longer present.

    Raise NotNow if the page is closed, if the draw is made, or if the team is no longer entered.
    """
    with transaction.atomic():
        tournament, team = _team_at(page, team_id)
        if team.presence == "present":
            _mark(tournament, team, before, at)


def _team_at(page: DoorPage, team_id: UUID) -> tuple[Tournament, Team]:
    tournament = lock_entries(page.tournament)
    if not tournament.door_pages.filter(pk=page.pk, closed_at=None).exists():
        raise NotNow("door_closed", Sentence(_("This page is closed. Ask at the desk.")))
    team = tournament.teams.filter(pk=team_id).first()
    if team is None:
        raise NotNow("team_gone", Sentence(_("You are not on the list any more. Ask at the desk.")))
    return tournament, team


def _mark(tournament: Tournament, team: Team, word: str, at: datetime) -> None:
    mark_presence(tournament, {team.pk: word}, author=NOBODY, at=at, place=rules.PLACE)


_TOO_MANY = _(
    "Too many names were touched within a minute. Wait a minute, or say at the desk that you are here."
)


def take_back_lately(tournament: Tournament, *, author: Author, at: datetime) -> int:
    """Undo the recent check-ins (`said_lately`) of all teams that are still present; return their number.

    Raise NotNow after the draw.
    """
    with transaction.atomic():
        locked = lock_entries(tournament)
        before = selectors.said_lately(locked, at)
        if before:
            mark_presence(locked, before, author=author, at=at)
    return len(before)
