"""The director's inbox: hands that came too late for their sheet, each looked at once and put away."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from scoring.game_parts.card_game import CardGame
from scoring.models import LateHand
from tournaments.models import Tournament
from tournaments.pages.desk.access import author_of, desk, match_of
from tournaments.pages.desk.hand_words import hand_score
from tournaments.pages.public.words import clock
from tournaments.pages.sheet_view import turned_card
from tournaments.services.late_hands import put_late_hand_away


def late_views(card_game: CardGame, late: Iterable[LateHand]) -> list[dict[str, Any]]:
    """Return late hands as the desk reads them: where they belong, what they say, when they came."""
    return [
        {
            "id": each.pk,
            "game": each.game,
            "hand": each.hand,
            "score": hand_score(card_game, each.body),
            "card": turned_card(card_game, each.body),
            "clock": clock(each.received_at),
        }
        for each in late
    ]


@desk("put_away", "POST")
def put_away(request: HttpRequest, tournament: Tournament, match_id: UUID, late_id: UUID) -> HttpResponse:
    """The director has looked at a late hand: it is in the journal from now on."""
    match = match_of(tournament, match_id)
    put_late_hand_away(match.pk, late_id, author=author_of(request), at=timezone.now())
    return redirect("desk_match", tournament.slug, match.pk)
