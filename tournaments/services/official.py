"""An event is frozen once its results are official; opening it again is an act of its owner, told to all."""

from datetime import datetime

from django.db import transaction

from scoring.errors import BadEntry, NotNow
from scoring.sentences import Sentence, _
from scoring.sheet.services.log import Author
from tournaments.journal import note_move
from tournaments.live import note_change
from tournaments.models import Tournament
from tournaments.selectors.official import is_frozen


def reopen_event(tournament: Tournament, reason: str, *, author: Author, at: datetime) -> Tournament:
    """Let results be put right for another correction period; raise NotNow while they still can be.

    They were official, so everybody has seen them: nothing is held back any more.
    """
    if not reason.strip():
        raise BadEntry("reason_missing", Sentence(_("Write why the event is opened again.")))
    with transaction.atomic():
        note_change(tournament.pk, "standings")
        tournament.refresh_from_db()
        if not is_frozen(tournament, at):
            text = _(
                "The results are not official yet: they can be corrected without opening the event again."
            )
            raise NotNow("not_frozen", Sentence(text))
        Tournament.objects.filter(pk=tournament.pk).update(reopened_at=at, standings_until=None)
        note_move(tournament.pk, "event_reopened", author=author, at=at, reason=reason.strip())
    tournament.refresh_from_db()
    return tournament


def refuse_frozen(tournament: Tournament, at: datetime) -> None:
    """Raise NotNow when the results are official: then its owner has to open the event again first."""
    if is_frozen(tournament, at):
        text = _("The results are official. Who owns the tournament can open it again, with a reason.")
        raise NotNow("event_frozen", Sentence(text))
