"""The public page that replays a hand, one action (a card or a declaration) at a time.

The rules (`scoring/referee/replay.py`) provide the actions and find a forbidden action. A hand with a
forbidden action is on a score sheet only if the director adjusted the hand.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.field_kinds.base import Names
from scoring.referee.replay import Act, ActKind, Position, Replay, replay_of
from scoring.sheet.rules.reader import read_hand
from scoring.templatetags.suits import card_name, suit_name
from scoring.translation import say
from scoring.types import Finding, Step
from tournaments.competition.formats import FORMATS
from tournaments.matches.public.match_pages import find_match
from tournaments.matches.public.sheet import game_title
from tournaments.matches.sheet_view import SheetView, sheet_view
from tournaments.models import Tournament
from tournaments.web.frame import frame, number_asked
from tournaments.web.hand_chips import declared_words
from tournaments.web.page_cache import cached_page


@cached_page
def cards_page(
    request: HttpRequest, tournament: Tournament, match_id: UUID, game: int, hand: int
) -> HttpResponse:
    """Show one hand card by card; the query parameter `atto` is the number of actions to show.

    Raise Http404 if the hand does not exist, does not count, or was not written card by card.
    """
    match = find_match(tournament, match_id)
    sheet, log = sheet_view(match), match.match.sheet.standing.log
    hand_view = _hand_view(sheet, log.hands[game, hand].body if (game, hand) in log.hands else {})
    if hand_view is None:
        raise Http404
    page_name = "tournament" if FORMATS[match.match.stage.format].bracket else "rounds"
    context = frame(match.match.stage, page_name) | hand_view.page(number_asked(request, "atto") or 0)
    context |= {
        "match": match,
        "sheet": sheet,
        "hand": hand,
        "title": game_title(sheet, sheet.games[game - 1]),
    }
    return render(request, "replayed_hands/hand.html", context)


def _hand_view(sheet: SheetView, body: Mapping[str, Any]) -> "_ReplayedHand | None":
    follows = sheet.card_game.card_by_card
    if follows is None or not body:
        return None
    hand, _problems = read_hand(sheet.card_game, sheet.profile, body)
    if hand is None or not hand.rule.scores:
        return None
    replay = replay_of(follows, hand, sheet.profile)
    if replay is None:
        return None
    fault = follows.fault(hand, sheet.profile)
    return _ReplayedHand(sheet, body, replay, fault if fault and fault.at.startswith("/play") else None)


@dataclass(frozen=True)
class _ReplayedHand:
    """A hand to replay: its sheet, its recorded values, its actions and the rule violation, if any."""

    sheet: SheetView
    body: Mapping[str, Any]
    replay: Replay
    fault: Finding | None

    def page(self, count: int) -> dict[str, Any]:
        """Return the template context after the first `count` actions."""
        acts = self.replay.acts
        count = min(count, len(acts))
        now = self.replay.position(count)
        return {
            "count": count,
            "acts": len(acts),
            "words": self._words(count, now),
            "now": now,
            "more": self._after(count, now),
            "seats": [self._seat(seat, now) for seat in self._order()],
            "teams": [self._team(team, now) for team in range(len(now.tricks))],
            "counts_points": any(self.sheet.profile.card_values.values()),
            "before": [*self._before()],
            "declared": [self._declaration_row(declaration) for declaration in now.declared],
            "jumps": [*enumerate(self.replay.ends_of_tricks(), start=1)],
            "fault": self._fault(count),
        }

    def _order(self) -> Iterator[int]:
        """Yield the seats in the order of play of the first trick."""
        first, seats = self.replay.play[0].leader, self.sheet.profile.seats
        yield from ((first + step) % seats for step in range(seats))

    def _name(self, seat: int) -> str:
        return self.sheet.names.get(seat) or str(seat + 1)

    def _card(self, card: object) -> str:
        return card_name(card, self.sheet.profile)

    def _words(self, count: int, now: Position) -> str:
        """Return the last action as a sentence."""
        if count == 0:
            return _("The cards are dealt. %(name)s leads.") % {"name": self._name(now.leader)}
        act = self.replay.acts[count - 1]
        return _WORDS[act.kind](self, act)

    def _played(self, act: Act) -> str:
        words = _("%(name)s leads: %(card)s") if act.place == 0 else _("%(name)s plays: %(card)s")
        return words % {"name": self._name(act.seat), "card": self._card(act.cards[0])}

    def _declared(self, act: Act) -> str:
        return _("%(name)s declares: %(what)s") % {
            "name": self._name(act.seat),
            "what": self._declaration_name(act.declaration),
        }

    def _exchanged(self, act: Act) -> str:
        values = {"name": self._name(act.seat), "card": self._card(act.cards[0])}
        return _("%(name)s takes the turned card: %(card)s") % values

    def _stock_words(self, act: Act) -> str:
        seats = self.sheet.profile.seats
        card_texts = [
            _("%(name)s: %(card)s")
            % {"name": self._name((act.seat + place) % seats), "card": self._card(card)}
            for place, card in enumerate(act.cards)
        ]
        return _("From the stock: %(cards)s") % {"cards": ", ".join(card_texts)}

    def _declaration_name(self, declaration: Any) -> str:
        """Return the name of a declaration, such as "Marianna of hearts"."""
        return declared_words(self.sheet.card_game, self.sheet.profile, declaration.as_json())

    def _declaration_row(self, declaration: Any) -> dict[str, Any]:
        seat = declaration.side if declaration.player is None else declaration.player
        return {
            "side": self.sheet.profile.side(seat),
            "name": self._name(seat),
            "what": self._declaration_name(declaration),
        }

    def _after(self, count: int, now: Position) -> tuple[str, ...]:
        """Return the effects of the last action: new trumps, the winner of the trick."""
        if count == 0:
            return ()
        more = []
        if now.trump and now.trump != self.replay.position(count - 1).trump:
            more.append(_("Now trumps are: %(suit)s.") % {"suit": suit_name(now.trump, self.sheet.profile)})
        if now.winner is not None:
            more.append(_("%(name)s takes the trick.") % {"name": self._name(now.winner)})
        return tuple(more)

    def _seat(self, seat: int, now: Position) -> dict[str, Any]:
        """Return the data of one player: the card on the table, and the cards in hand."""
        lying = dict(now.lying)
        return {
            "name": self._name(seat),
            "side": self.sheet.profile.side(seat),
            "dealt": seat == self.replay.hand.dealer,
            "leads": seat == now.leader,
            "wins": seat == now.winner,
            "turn": seat == now.turn and now.winner is None,
            "card": lying.get(seat),
            "held": now.hands[seat] if now.hands else None,
        }

    def _team(self, team: int, now: Position) -> dict[str, Any]:
        """Return the data of one team: its members, and its tricks and points so far."""
        seats = [seat for seat, seat_team in enumerate(self.replay.case.teams) if seat_team == team]
        return {
            "members": [(self.sheet.profile.side(seat), self._name(seat)) for seat in seats],
            "tricks": now.tricks[team],
            "points": now.points[team],
        }

    def _before(self) -> Iterator[dict[str, Any]]:
        """Yield the values that were recorded before the first card, except suits."""
        for field in self.sheet.card_game.fields:
            value = self.body.get(field.key)
            if field.step is not Step.BEFORE or value is None or not field.kind.is_asked:
                continue
            for fact in field.kind.facts(field, value, self._names()):
                if not fact.suit:
                    yield {"label": fact.label, "text": fact.value, "card": fact.card}

    def _names(self) -> Names:
        sides = {side: self._name(side) for side in range(self.sheet.profile.sides)}
        return Names(self.sheet.profile, say, sides, self.sheet.names)

    def _fault(self, count: int) -> dict[str, Any] | None:
        """Return the rule violation and the action that caused it; None if there is no violation."""
        if self.fault is None:
            return None
        at = self.replay.act_at(self.fault.at)
        words = say(self.fault.message)
        return {"words": words, "rule": self.fault.rule, "at": at, "here": at in (None, count)}


_WORDS: Mapping[ActKind, Callable[[_ReplayedHand, Act], str]] = {
    ActKind.PLAYED: _ReplayedHand._played,
    ActKind.DECLARED: _ReplayedHand._declared,
    ActKind.EXCHANGED: _ReplayedHand._exchanged,
    ActKind.DREW: _ReplayedHand._stock_words,
}
