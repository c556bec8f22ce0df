"""The turned card under the stock: who it goes to, and what may be exchanged for it (B51-DEAL-1, MGO-EXCH-1).

It is drawn last, by the one of two players who loses the last trick with drawing. A card given for it lies
in its place and is drawn there.
"""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from scoring.cards.packs import Card
from scoring.cards.stock import Shown, Swap
from scoring.cards.tricks import Exchange
from scoring.rules.profile import Profile
from scoring.rules.referee import Case
from scoring.sentences import _, sentence
from scoring.types import Finding


class ExchangeRule(NamedTuple):
    """Which trump may be given for the turned one, for which of them, when, and whether at all."""

    gives: str
    takes: Callable[[Profile], Collection[str]]
    only_on_lead: bool
    played: Callable[[Profile], bool]
    completes: Callable[[Profile, Card], Card] | None = None
    """The card that who takes another must hold beside it, where the exchange is to complete a pair."""


def exchange_fault(case: Case, rule: ExchangeRule) -> Finding | None:
    """Return what is wrong with the exchange of a hand."""
    made = [(number, trick.exchanged) for number, trick in enumerate(case.play) if trick.exchanged]
    if not made:
        return None
    if not rule.played(case.profile):
        return case.fault("exchange_not_played", "exchange", _NOT_PLAYED, _place(made[0][0]))
    if len(made) > 1:
        return case.fault("exchanged_twice", "exchange", _TWICE, _place(made[1][0]))
    number, exchange = made[0]
    return _at_the_wrong_time(case, rule, number, exchange) or _wrong_cards(case, rule, number, exchange)


def _at_the_wrong_time(case: Case, rule: ExchangeRule, number: int, exchange: Exchange) -> Finding | None:
    if number >= case.rules.drawing:
        return case.fault("exchanged_too_late", "exchange", _TOO_LATE, _place(number))
    if rule.only_on_lead and exchange.player != case.play[number].leader:
        return case.fault("exchanged_off_lead", "exchange", _OFF_LEAD, _place(number))
    return None


def _wrong_cards(case: Case, rule: ExchangeRule, number: int, exchange: Exchange) -> Finding | None:
    """The card taken is played by who took it, the card given by who drew it in its place."""
    trump, at = str(case.trumps[0]), _place(number)
    if exchange.card.suit != trump or exchange.card.rank not in rule.takes(case.profile):
        ranks = ", ".join(rule.takes(case.profile))
        return case.fault("not_for_this_card", "exchange", sentence(_FOR_WHICH, ranks=ranks), f"{at}/card")
    known = {card for _number, _place, _seat, card in case.cards_played()}
    played = case.whole or exchange.card in known
    if played and exchange.card not in _played(case, exchange.player, number):
        text = sentence(_NOT_TAKEN, card=case.profile.card_words(exchange.card))
        return case.fault("taken_by_another", "exchange", text, f"{at}/card")
    given = Card(rule.gives, trump)
    if case.whole and given not in _played(case, last_to_draw(case), case.rules.drawing):
        text = sentence(_NOT_GIVEN, card=case.profile.card_words(given))
        return case.fault("given_card_elsewhere", "exchange", text, at)
    return None


def swap_of(case: Case, rule: ExchangeRule) -> Swap | None:
    """Return the exchange of a hand, once it has no fault of its own."""
    for number, trick in enumerate(case.play):
        if trick.exchanged:
            player, card = trick.exchanged
            return Swap(player, number, Card(rule.gives, card.suit), card)
    return None


def held_for(case: Case, rule: ExchangeRule) -> list[Shown]:
    """What who exchanged must have held: the card that the one taken completes, where the rule asks it."""
    return [
        Shown(
            trick.exchanged.player,
            number,
            ((rule.completes(case.profile, trick.exchanged.card),),),
            _place(number),
            "exchange",
        )
        for number, trick in enumerate(case.play)
        if trick.exchanged and rule.completes
    ]


def turned_fault(case: Case, shown: Sequence[Shown], swap: Swap | None) -> Finding | None:
    """Return the last card drawn if it cannot be the turned one: a trump that nobody had shown before."""
    if not case.whole:
        return None
    player, drawing = last_to_draw(case), case.rules.drawing
    seen = {card for each in shown if each.trick < drawing for way in each.ways for card in way}
    kept = _played(case, player, drawing)
    lying = {swap.gives} if swap else {card for card in kept if card.suit == case.trumps[0]} - seen
    drawn = case.play[drawing - 1].drawn
    if lying & kept & set(drawn[-1:] or kept):
        return None
    return case.fault("turned_card_elsewhere", "turned", _TURNED, f"/play/{drawing - 1}")


def last_to_draw(case: Case) -> int:
    """Return who loses the last trick with drawing."""
    return (case.winner(case.rules.drawing - 1) + 1) % case.profile.seats


def _played(case: Case, seat: int, first: int) -> set[Card]:
    """What a seat plays from a trick on."""
    return {card for number, _place, who, card in case.cards_played() if who == seat and number >= first}


def _place(number: int) -> str:
    return f"/play/{number}/exchanged"


_NOT_PLAYED = sentence(_("Here nothing may be exchanged for the turned card. Take the exchange away."))
_TWICE = sentence(_("The turned card can be exchanged once. Take the other exchange away."))
_TOO_LATE = sentence(_("The turned card is gone with the stock. Look at when it was exchanged."))
_OFF_LEAD = sentence(_("Only the player on lead may exchange the turned card. Look at who took it."))
_FOR_WHICH = _("The turned card can be exchanged only if it is a trump of these ranks: %(ranks)s.")
_NOT_TAKEN = _("The %(card)s is not played later by who took it. Look at who exchanged which card.")
_NOT_GIVEN = _(
    "The %(card)s lies under the stock: who loses the last trick with drawing takes it and plays it later."
)
_TURNED = sentence(
    _("Who loses this trick draws the turned card, a trump. Look at the trump suit, and at who played what.")
)
