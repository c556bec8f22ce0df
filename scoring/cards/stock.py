"""Checks for games with a stock: whether each player can have held a card when he played or showed it.

A card that is played belongs to its player. The trick after which the player drew the card is known only if
the drawn cards were recorded. The card game defines the cards of each declaration (`CardsOf`).
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from scoring.cards.packs import Card
from scoring.field_kinds.declarations import Declaration
from scoring.game_parts.profile import Profile
from scoring.referee.referee import Case
from scoring.types import Finding, _, sentence

Cards = tuple[Card, ...]
# The cards that a player must hold for a declaration.
CardsOf = Callable[[Declaration, Profile], Cards]


class CardShown(NamedTuple):
    """Cards that a player must hold before the trick with index `trick`, for example cards of a declaration.

    `ways` are alternative sets of cards; the player must hold all cards of one set. `at` is the JSON Pointer
    of the declaration. `article` is the key of the rule for the declaration.
    """

    player: int
    trick: int
    ways: tuple[Cards, ...]
    at: str
    article: str = "declare"


class Swap(NamedTuple):
    """An exchange before trick `trick`: a player gives a card and takes the turned-up card.

    The card given is then drawn last from the stock.
    """

    player: int
    trick: int
    gives: Card
    takes: Card


class CardStay(NamedTuple):
    """A card in a player's hand, from trick `since` to the trick `until` in which he gives it up."""

    seat: int
    card: Card
    since: int
    until: int
    # Whether the card came by an exchange, not from the deal or the stock
    swapped: bool = False


def stock_fault(
    case: Case, dealt: int, cards_shown: Sequence[CardShown] = (), swap: Swap | None = None
) -> Finding | None:
    """Check the draws and the shown cards of a hand; return the first finding, or None.

    `dealt` is the number of cards that each player is dealt.
    """
    return _misdrawn(case) or _drawn_by_another(case, swap) or _not_held(case, dealt, cards_shown, swap)


def cards_declared(case: Case, cards_of: CardsOf, shown_after: int = 0) -> list[CardShown]:
    """Return the cards of each declaration, except declarations of a King and Queen captured in a trick.

    `shown_after` is 0 if a player declares before playing to a trick, and 1 if a player declares after
    winning a trick.
    """
    return [
        CardShown(
            declaration.seat,
            number + shown_after,
            (cards_of(declaration, case.profile),),
            f"/play/{number}/declared/{place}",
        )
        for number, trick in enumerate(case.play)
        for place, declaration in enumerate(trick.declared)
        if not declaration.captured
    ]


def played_before(case: Case, cards_shown: Sequence[CardShown]) -> Finding | None:
    """Return a finding if a card that a player must hold was played in an earlier trick."""
    for each in cards_shown:
        earlier_cards = {card for number, _place, _seat, card in case.cards_played() if number < each.trick}
        if all(earlier_cards & set(way) for way in each.ways):
            return case.fault("not_held", each.article, _NOT_HELD, each.at)
    return None


def _misdrawn(case: Case) -> Finding | None:
    """Return a finding if a trick does not have one drawn card for each player while the stock lasts.

    A hand without any recorded draws has no finding.
    """
    if not any(trick.drawn_cards for trick in case.play):
        return None
    for number, trick in enumerate(case.play):
        wanted = case.profile.seats if number < case.rules.drawing else 0
        ended = number == len(case.play) - 1 and not case.complete
        if len(trick.drawn_cards) != wanted and not (ended and not trick.drawn_cards):
            text = sentence(_DRAW_COUNT, tricks=case.rules.drawing, cards=case.profile.seats)
            return case.fault("cards_not_drawn", "stock", text, f"/play/{number}/drawn")
    return None


def _drawn_by_another(case: Case, swap: Swap | None) -> Finding | None:
    """Return a finding if a player drew a card that he neither played nor exchanged."""
    stays = [stay for stay in _stays(case, swap) if not stay.swapped]
    arrivals = {(stay.since, stay.seat, stay.card) for stay in stays}
    for number, place, seat, card in _draws(case):
        begins = swap.trick + 1 if swap and card == swap.gives and number >= swap.trick else 0
        has_record = case.complete or any(stay.card == card and stay.until >= begins for stay in stays)
        if has_record and (number + 1, seat, card) not in arrivals:
            text = sentence(_NOT_HIS, card=case.profile.card_words(card))
            return case.fault("drawn_by_another", "stock", text, f"/play/{number}/drawn/{place}")
    return None


def _not_held(case: Case, dealt: int, cards_shown: Sequence[CardShown], swap: Swap | None) -> Finding | None:
    """Return a finding if a player cannot have held the cards he showed together with his other cards."""
    stays = [*_stays(case, swap)]
    for count, latest in enumerate(cards_shown, start=1):
        shown_cards = cards_shown[:count]
        ways = product(*(each.ways for each in shown_cards))
        if not any(_possible(case, dealt, stays, [*zip(shown_cards, way, strict=True)]) for way in ways):
            return case.fault("not_held", latest.article, _NOT_HELD, latest.at)
    return None


def _possible(
    case: Case, dealt: int, stays: Sequence[CardStay], claims: Sequence[tuple[CardShown, Cards]]
) -> bool:
    """Return whether the players can have held the shown cards, given the number of cards dealt and drawn."""
    due = [stay.until for stay in stays]
    for card_shown, cards in claims:
        for card in cards:
            place = _in_hand(stays, card_shown, card)
            if place is not None:
                due[place] = min(due[place], card_shown.trick)
            elif case.complete or any(stay.card == card for stay in stays):
                return False
    return all(
        sum(
            stay.seat == seat and not stay.swapped and due[place] <= trick for place, stay in enumerate(stays)
        )
        <= dealt + min(trick, case.rules.drawing)
        for seat in {card_shown.player for card_shown, _cards in claims}
        for trick in range(len(case.play))
    )


def _in_hand(stays: Sequence[CardStay], play: CardShown, card: Card) -> int | None:
    for place, stay in enumerate(stays):
        if stay[:2] == (play.player, card) and stay.since <= play.trick <= stay.until:
            return place
    return None


def _stays(case: Case, swap: Swap | None) -> Iterator[CardStay]:
    """Yield a CardStay for every card of a player, including the card given in an exchange."""
    draws = [(number + 1, seat, card) for number, _place, seat, card in _draws(case)]

    def since(seat: int, card: Card, until: int) -> int:
        return max(
            (start for start, *seat_and_card in draws if seat_and_card == [seat, card] and start <= until),
            default=0,
        )

    for number, _place, seat, card in case.cards_played():
        if swap and card == swap.takes:
            yield CardStay(seat, card, swap.trick, number, swapped=True)
        elif swap and card == swap.gives:
            yield CardStay(seat, card, case.rules.drawing, number)
        else:
            yield CardStay(seat, card, since(seat, card, number), number)
    if swap:
        arrival = since(swap.player, swap.gives, swap.trick)
        yield CardStay(swap.player, swap.gives, arrival, swap.trick)


def _draws(case: Case) -> Iterator[tuple[int, int, int, Card]]:
    """Yield (trick index, position among the draws of the trick, seat, card) for every draw."""
    for number, trick in enumerate(case.play):
        for place, card in enumerate(trick.drawn_cards):
            yield number, place, (case.winner(number) + place) % case.profile.seats, card


_DRAW_COUNT = _(
    "After each of the first %(tricks)d tricks %(cards)d cards are drawn, one by each player. "
    "Write all of them or none."
)
_NOT_HIS = _("The %(card)s is not played later by who drew it here. Look at who drew which card.")
_NOT_HELD = sentence(
    _("This player cannot have held these cards in this trick. Look at who declared what, and when.")
)
