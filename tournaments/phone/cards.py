"""A hand taken down card by card: a tap for each, the referee following; the sums come by themselves.

Every act so far is in the address, so a reload loses nothing. An act that the referee refuses is not taken.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.cards.packs import Card
from scoring.field_kinds.base import suits_shown
from scoring.field_kinds.declarations import Declaration
from scoring.referee import live_hand
from scoring.templatetags.suits import card_name, suit_name
from scoring.translation import say
from tournaments.phone.access import AtTable, at_table
from tournaments.phone.draft import Draft, body_of
from tournaments.phone.entry import address, as_sent, draft_of, opened
from tournaments.phone.fields import chosen_dealer
from tournaments.phone.preview import Opening, Preview, preview
from tournaments.web.hand_chips import declared_words


@never_cache
@require_safe
@at_table("write_hand")
def table_cards(request: HttpRequest, table: AtTable, game: int, hand: int) -> HttpResponse:
    """Ask who deals and what comes before play, then one card after the other, then the hand is read out."""
    start = opened(table, (game, hand), request.GET)
    if start is None or start.card_game.card_by_card is None:
        return redirect("table", table.id)
    draft = draft_of(start, as_sent(request.GET)).saying(None)
    draft = draft.with_acts(draft.acts or "")
    if chosen_dealer(start, draft) is None:
        return render(request, "phone/cards.html", _who_deals(table, start, draft))
    seen = preview(start, draft)
    if seen.ended:
        return redirect(f"{address('table_confirm', table, draft)}?{draft.query()}")
    before = live_hand.begun(start.card_game, start.profile, body_of(start.card_game, start.profile, draft))
    if before is None:
        step = _step_missing(start, seen)
        return redirect(f"{address('table_step', table, draft, step=step)}?{draft.query()}")
    recording, kept, refusal = live_hand.taken_down(before, draft.acts or "")
    if recording.over and not refusal and not seen.errors:
        return redirect(f"{address('table_confirm', table, draft)}?{draft.query()}")
    page = _Moment(table, start, draft.with_acts(kept), recording, refusal)
    return render(request, "phone/cards.html", page.context(seen))


def _who_deals(table: AtTable, start: Opening, draft: Draft) -> dict[str, Any]:
    """The first hand asks who deals."""
    seats = range(start.profile.seats)
    dealers = [(_name(table, seat), f"?{draft.with_value('dealer', str(seat)).query()}") for seat in seats]
    return {"here": table, "place": start.place, "dealers": dealers}


def _step_missing(start: Opening, preview: Preview) -> str:
    """Return the step that asks what must be known before the first card."""
    keys = {field.key for field in live_hand.needed(start.card_game)}
    steps = [step for step in start.card_game.entry_steps if keys & {*step.fields}]
    open_steps = [step for step in steps if any(key not in preview.body for key in keys & {*step.fields})]
    return (open_steps or steps)[0].key


def _name(table: AtTable, seat: int) -> str:
    return table.view.names.get(seat) or str(seat + 1)


@dataclass(frozen=True)
class _Moment:
    """One moment of a hand that is taken down."""

    table: AtTable
    start: Opening
    draft: Draft
    recording: live_hand.Recording
    refusal: live_hand.RefusedAct | None

    def context(self, preview: Preview) -> dict[str, Any]:
        """Return what the page is drawn from."""
        recording, acts = self.recording, self.draft.acts or ""
        trick = recording.play[-1] if recording.play else None
        return {
            "here": self.table,
            "place": self.start.place,
            "deck": recording.profile,
            "turn": "" if recording.over else _name(self.table, recording.turn),
            "turn_side": recording.profile.side(recording.turn),
            "trick": len(recording.play) + (recording.between_tricks and not recording.over) or 1,
            "tricks": recording.case.rules.tricks,
            "trump": recording.trump,
            "lying": [*self._lying()] if trick else [],
            "taken": recording.between_tricks,
            "suits": [] if recording.over else [*self._suits()],
            "sayings": [self._saying(said) for said in recording.may_be_declared()],
            "undo": f"?{self.draft.with_acts(acts.rpartition(live_hand.BETWEEN)[0]).query()}" if acts else "",
            "undone": self._words(acts.rpartition(live_hand.BETWEEN)[2]) if acts else "",
            "refusal": self._refused(),
            "errors": [say(problem.message) for problem in preview.errors] if recording.over else [],
        }

    def _lying(self) -> Iterator[dict[str, Any]]:
        """The trick on the table, in the order played; once it is whole, with who takes it."""
        recording, trick = self.recording, self.recording.play[-1]
        winner = recording.case.winner(len(recording.play) - 1) if recording.between_tricks else None
        for place, card in enumerate(trick.cards):
            seat = (trick.leader + place) % recording.profile.seats
            yield {"name": _name(self.table, seat), "card": card, "wins": seat == winner}

    def _suits(self) -> Iterator[dict[str, Any]]:
        """The cards still out, suit by suit, each with the address that its tap leads to."""
        profile, played = self.recording.profile, self.recording.played
        for suit in suits_shown(profile.pack.suits):
            cards = [Card(rank, suit) for rank in profile.ranks]
            yield {
                "letter": suit,
                "name": suit_name(suit, profile),
                "cards": [(card, "" if card in played else self._tap(card.name)) for card in cards],
            }

    def _tap(self, word: str) -> str:
        acts = live_hand.BETWEEN.join(filter(None, (self.draft.acts, word)))
        return f"?{self.draft.with_acts(acts).query()}"

    def _saying(self, declaration: Declaration) -> dict[str, str]:
        return {"words": self._declared(declaration), "url": self._tap(live_hand.word_of(declaration))}

    def _declared(self, declaration: Declaration) -> str:
        words = declared_words(self.start.card_game, self.recording.profile, declaration.as_json())
        return _("%(name)s: %(card)s") % {"name": _name(self.table, declaration.player or 0), "card": words}

    def _words(self, word: str) -> str:
        """Say an act by its word in the line."""
        if word in self.recording.profile.pack.cards:
            return card_name(word, self.recording.profile)
        said = [
            said
            for trick in self.recording.play
            for said in trick.declared
            if live_hand.word_of(said) == word
        ]
        return self._declared(said[-1]) if said else ""

    def _refused(self) -> dict[str, str] | None:
        """What the referee says, of which act, by which rule."""
        if self.refusal is None:
            return None
        finding = self.refusal.finding
        at = self._place_of(finding.at)
        return {"at": at, "words": say(finding.message), "rule": finding.rule}

    def _place_of(self, at: str) -> str:
        """Say which card of which trick a finding is about, where it is one that lies on the table."""
        steps = at.split("/")
        if steps[1:2] != ["play"] or steps[3:4] != ["cards"]:
            return ""
        number, place = int(steps[2]), int(steps[4])
        if number >= len(self.recording.play) or place >= len(self.recording.play[number].cards):
            return ""
        trick = self.recording.play[number]
        return _("Trick %(trick)d, %(name)s, %(card)s:") % {
            "trick": number + 1,
            "name": _name(self.table, (trick.leader + place) % self.recording.profile.seats),
            "card": card_name(trick.cards[place], self.recording.profile),
        }
