"""Pages that record a hand card by card: illegal cards are refused, and the score is computed.

The cards and declarations so far are in the URL, so that reloading the page loses nothing. Actions against
the rules are ignored.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.cards.packs import Card
from scoring.field_kinds.base import suits_shown
from scoring.field_kinds.declarations import Declaration
from scoring.referee import live_hand
from scoring.templatetags.suits import card_name, suit_name
from tournaments.phone.access import AtTable, at_table
from tournaments.phone.draft import Draft, body_of
from tournaments.phone.entry import address, as_sent, draft_of, goes_on, opened, step_address
from tournaments.phone.fields import chosen_dealer
from tournaments.phone.preview import Opening, Preview, preview
from tournaments.web.hand_chips import declared_words


@at_table("write_hand")
def table_cards(request: HttpRequest, table: AtTable, game: int, hand: int) -> HttpResponse:
    """Render the page that asks for the dealer or the next card.

    Redirect to the step with missing values, or to the confirmation page after the last card.
    """
    start = opened(table, (game, hand), request.GET)
    if start is None or start.card_game.card_by_card is None:
        return redirect("table", table.id)
    draft = draft_of(start, as_sent(request.GET)).saying(None)
    draft = draft.with_acts(draft.acts or "")
    if chosen_dealer(start, draft) is None:
        # the dealer is chosen before the first hand
        seats = [(seat, _name(table, seat)) for seat in range(start.profile.seats)]
        dealers = [(name, f"?{draft.with_value('dealer', str(seat)).query()}") for seat, name in seats]
        context = {"here": table, "place": start.place, "dealers": dealers}
        return render(request, "phone/cards.html", context)
    hand_preview = preview(start, draft)
    if hand_preview.ended:
        return goes_on(address("table_confirm", table, draft), draft)
    before = live_hand.begun(start.card_game, start.profile, body_of(start.card_game, start.profile, draft))
    if before is None:
        return goes_on(step_address(table, draft, _step_missing(start, hand_preview)), draft)
    recording, accepted_acts, refusal = live_hand.taken_down(before, draft.acts or "")
    if recording.over and not refusal and not hand_preview.errors:
        return goes_on(address("table_confirm", table, draft), draft)
    page = _Moment(table, start, draft.with_acts(accepted_acts), recording, refusal)
    return render(request, "phone/cards.html", page.context(hand_preview))


def _step_missing(start: Opening, preview: Preview) -> str:
    keys = {field.key for field in live_hand.needed(start.card_game)}
    steps = [step for step in start.card_game.entry_steps if keys & {*step.fields}]
    open_steps = [step for step in steps if any(key not in preview.body for key in keys & {*step.fields})]
    return (open_steps or steps)[0].key


def _name(table: AtTable, seat: int) -> str:
    return table.view.names.get(seat) or str(seat + 1)


@dataclass(frozen=True)
class _Moment:
    """The current state of a hand that is recorded card by card."""

    table: AtTable
    start: Opening
    draft: Draft
    recording: live_hand.Recording
    refusal: live_hand.RefusedAct | None

    def context(self, preview: Preview) -> dict[str, Any]:
        """Return the template context of the page on which the next card is chosen."""
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
            "suits": [] if recording.over else [*self._suits()],
            "sayings": [
                (self._declared(declaration), self._tap(live_hand.word_of(declaration)))
                for declaration in recording.may_be_declared()
            ],
            "undo": f"?{self.draft.with_acts(acts.rpartition(live_hand.BETWEEN)[0]).query()}" if acts else "",
            "undone": self._words(acts.rpartition(live_hand.BETWEEN)[2]) if acts else "",
            "finding": self.refusal.finding if self.refusal else None,
            "at": self._place_of(self.refusal.finding.at) if self.refusal else "",
            "errors": preview.errors if recording.over else [],
        }

    def _lying(self) -> Iterator[tuple[str, Card, bool]]:
        recording, trick = self.recording, self.recording.play[-1]
        winner = recording.case.winner(len(recording.play) - 1) if recording.between_tricks else None
        for place, card in enumerate(trick.cards):
            seat = (trick.leader + place) % recording.profile.seats
            yield _name(self.table, seat), card, seat == winner

    def _suits(self) -> Iterator[tuple[str, list[tuple[Card, str]]]]:
        profile, played = self.recording.profile, self.recording.played
        for suit in suits_shown(profile.pack.suits):
            cards = [Card(rank, suit) for rank in profile.ranks]
            taps = [(card, "" if card in played else self._tap(card.name)) for card in cards]
            yield suit_name(suit, profile), taps

    def _tap(self, word: str) -> str:
        acts = live_hand.BETWEEN.join(filter(None, (self.draft.acts, word)))
        return f"?{self.draft.with_acts(acts).query()}"

    def _declared(self, declaration: Declaration) -> str:
        words = declared_words(self.start.card_game, self.recording.profile, declaration.as_json())
        return _("%(name)s: %(card)s") % {"name": _name(self.table, declaration.player or 0), "card": words}

    def _words(self, word: str) -> str:
        if word in self.recording.profile.pack.cards:
            return card_name(word, self.recording.profile)
        declarations = [declaration for trick in self.recording.play for declaration in trick.declared]
        return next(
            (
                self._declared(declaration)
                for declaration in declarations[::-1]
                if live_hand.word_of(declaration) == word
            ),
            "",
        )

    def _place_of(self, at: str) -> str:
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
