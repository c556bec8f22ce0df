"""The phones of a table as the desk reads them: name, side, what was written last, for whom it signed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.game_parts.card_game import CardGame
from scoring.models import LateHand, SheetEvent
from scoring.sheet.rules.log import EventKind
from tournaments.models import Tournament
from tournaments.phone.selectors import PhoneNow, phones_of
from tournaments.results.selectors.matches import MatchNow
from tournaments.tables.services.tables import put_late_hand_away
from tournaments.web.desk_frame import author_of, desk, match_of
from tournaments.web.hand_words import hand_score
from tournaments.web.sheet_view import turned_card
from tournaments.web.words import clock


@dataclass(frozen=True)
class PhoneView:
    """One phone as the desk reads it; `off` says since when it has been off the table."""

    id: int
    name: str
    side: str
    since: str
    last: str
    signed: tuple[str, ...]
    off: str


def phone_views(matches: Iterable[MatchNow]) -> dict[UUID, list[PhoneView]]:
    """Return the phones of each of these matches: two queries."""
    by_id = {match.match.pk: match for match in matches}
    phones = phones_of({pk: match.match.sheet.summary.get("signed", ()) for pk, match in by_id.items()})
    return {pk: [_view(by_id[pk], phone) for phone in each] for pk, each in phones.items()}


def _view(match: MatchNow, phone: PhoneNow) -> PhoneView:
    names = {side.side: side.name for side in match.sides}
    own = phone.grant.side
    return PhoneView(
        id=phone.grant.pk,
        name=phone.grant.device.name,
        side=names.get(own, "") if own is not None else "",
        since=clock(phone.grant.made_at),
        last=_last(phone.last) if phone.last else "",
        signed=tuple(_signed(names[side], by_itself=side == own) for side in phone.signed),
        off=clock(phone.grant.revoked_at),
    )


def _last(event: SheetEvent) -> str:
    """Return what a phone wrote last, and when."""
    told = {"game": event.game, "hand": event.hand, "time": clock(event.recorded_at)}
    if event.kind == EventKind.STRIKE:
        return _("struck hand %(hand)s of game %(game)s at %(time)s") % told
    return _("wrote hand %(hand)s of game %(game)s at %(time)s") % told


def _signed(team: str, *, by_itself: bool) -> str:
    """Return for whom a phone signed: its own side, or another that it was handed to."""
    words = _("signed for %(team)s") if by_itself else _("handed over, signed for %(team)s")
    return words % {"team": team}


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
