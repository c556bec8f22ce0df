"""Which matches are taken down card by card: a final, a training table."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.errors import NotNow
from scoring.games import CARD_GAMES
from scoring.sentences import Sentence, _
from scoring.sheet.services.log import Author
from tournaments.journal import note_move
from tournaments.lifecycle.rules import AT_A_TABLE
from tournaments.lifecycle.services import lock_tournament
from tournaments.models import Match


def follow_cards(match: Match, *, follow: bool, author: Author, at: datetime) -> None:
    """Say whether the hands of an open match are taken down card by card; said again, nothing changes."""
    with transaction.atomic():
        lock_tournament(match.tournament_id)
        if CARD_GAMES[match.tournament.card_game].card_by_card is None:
            raise NotNow("no_cards_followed", Sentence(_NOT_FOLLOWED))
        if not Match.objects.filter(pk=match.pk, state__in=AT_A_TABLE).exists():
            raise NotNow("match_not_open", Sentence(_NOT_OPEN))
        if Match.objects.filter(pk=match.pk).exclude(by_cards=follow).update(by_cards=follow):
            kind = "cards_followed" if follow else "cards_not_followed"
            note_move(match.tournament_id, kind, author=author, at=at, match_id=UUID(str(match.pk)))


_NOT_FOLLOWED = _("Nobody follows this game card by card. Write its hands as always.")
_NOT_OPEN = _("Only a match that is ready or being played can be taken down card by card.")
