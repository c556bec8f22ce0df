"""Marriages (King and Queen of a suit) in two-player games (MGG-DECL-1), and exchanges of the turned-up card.

A marriage is worth 20, or 40 in trumps. Trumps are the suit of a card turned under the stock. Each game sets
who may declare a marriage, and when. In a pack with a Horse instead of the Queen, the Horse counts as Queen.
"""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

from scoring.cards.packs import Card
from scoring.cards.stock import CardShown, Swap, cards_declared, played_before, stock_fault
from scoring.cards.tricks import Exchange, Trick, TrickPlay
from scoring.field_kinds.base import Field
from scoring.field_kinds.claim import Claim
from scoring.field_kinds.declarations import Declaration, Declared
from scoring.game_parts.briscola_cards import marriage
from scoring.game_parts.declaration_limits import each
from scoring.game_parts.endings import claimed_otherwise
from scoring.game_parts.fields import Check, Hand, where_written
from scoring.game_parts.holdings import Holdings, HoldingWay, Leader, holdable
from scoring.game_parts.profile import Profile
from scoring.referee import play as hand_play
from scoring.referee.referee import LEADS, Case, Look, case_of, deal_fault, earliest, illegal_card, miscount
from scoring.types import Finding, Scores, _, sentence


class ExchangeRule(NamedTuple):
    """The rule for an exchange: which trump may be given for which turned-up card, and when."""

    gives: str
    takes: Callable[[Profile], Collection[str]]
    only_on_lead: bool
    played: Callable[[Profile], bool]
    # Returns the card that the player must hold beside the taken one, if the exchange must complete a pair
    completes: Callable[[Profile, Card], Card] | None = None


def exchange_fault(case: Case, rule: ExchangeRule) -> Finding | None:
    """Return a finding if the exchange in a hand violates the rule."""
    exchanges = [(number, trick.exchanged) for number, trick in enumerate(case.play) if trick.exchanged]
    if not exchanges:
        return None
    if not rule.played(case.profile):
        return case.fault("exchange_not_played", "exchange", _NOT_PLAYED, _place(exchanges[0][0]))
    if len(exchanges) > 1:
        return case.fault("exchanged_twice", "exchange", _TWICE, _place(exchanges[1][0]))
    number, exchange = exchanges[0]
    return _at_the_wrong_time(case, rule, number, exchange) or _wrong_cards(case, rule, number, exchange)


def _at_the_wrong_time(case: Case, rule: ExchangeRule, number: int, exchange: Exchange) -> Finding | None:
    if number >= case.rules.drawing:
        return case.fault("exchanged_too_late", "exchange", _TOO_LATE, _place(number))
    if rule.only_on_lead and exchange.player != case.play[number].leader:
        return case.fault("exchanged_off_lead", "exchange", _OFF_LEAD, _place(number))
    return None


def _wrong_cards(case: Case, rule: ExchangeRule, number: int, exchange: Exchange) -> Finding | None:
    """Return a finding if the exchange has a wrong card, or if the wrong player plays one of its cards."""
    trump, at = str(case.trumps[0]), _place(number)
    if exchange.card.suit != trump or exchange.card.rank not in rule.takes(case.profile):
        ranks = ", ".join(rule.takes(case.profile))
        return case.fault("not_for_this_card", "exchange", sentence(_FOR_WHICH, ranks=ranks), f"{at}/card")
    played_cards = {card for _number, _place, _seat, card in case.cards_played()}
    played = case.complete or exchange.card in played_cards
    if played and exchange.card not in _played(case, exchange.player, number):
        text = sentence(_NOT_TAKEN, card=case.profile.card_words(exchange.card))
        return case.fault("taken_by_another", "exchange", text, f"{at}/card")
    given_card = Card(rule.gives, trump)
    if case.complete and given_card not in _played(case, last_to_draw(case), case.rules.drawing):
        text = sentence(_NOT_GIVEN, card=case.profile.card_words(given_card))
        return case.fault("given_card_elsewhere", "exchange", text, at)
    return None


def swap_of(case: Case, rule: ExchangeRule) -> Swap | None:
    """Return the exchange of a hand whose exchanges have been checked, or None if nothing was exchanged."""
    for number, trick in enumerate(case.play):
        if trick.exchanged:
            player, card = trick.exchanged
            return Swap(player, number, Card(rule.gives, card.suit), card)
    return None


def held_for(case: Case, rule: ExchangeRule) -> list[CardShown]:
    """Return the cards that a player must hold for an exchange, if the rule requires a pair."""
    return [
        CardShown(
            trick.exchanged.player,
            number,
            ((rule.completes(case.profile, trick.exchanged.card),),),
            _place(number),
            "exchange",
        )
        for number, trick in enumerate(case.play)
        if trick.exchanged and rule.completes
    ]


def turned_fault(case: Case, cards_shown: Sequence[CardShown], swap: Swap | None) -> Finding | None:
    """Return a finding if the last card drawn cannot be the turned-up card."""
    if not case.complete:
        return None
    player, drawing = last_to_draw(case), case.rules.drawing
    shown_cards = {card for each in cards_shown if each.trick < drawing for way in each.ways for card in way}
    last_cards = _played(case, player, drawing)
    lying = (
        {swap.gives} if swap else {card for card in last_cards if card.suit == case.trumps[0]} - shown_cards
    )
    last_draw = case.play[drawing - 1].drawn_cards
    if lying & last_cards & set(last_draw[-1:] or last_cards):
        return None
    return case.fault("turned_card_elsewhere", "turned", _TURNED, f"/play/{drawing - 1}")


def last_to_draw(case: Case) -> int:
    """Return the seat that draws last: the loser of the last trick after which cards are drawn."""
    return (case.winner(case.rules.drawing - 1) + 1) % case.profile.seats


def _played(case: Case, seat: int, first: int) -> set[Card]:
    """Return the cards that a seat plays in the tricks from index `first` on."""
    return {
        card for number, _place, player, card in case.cards_played() if player == seat and number >= first
    }


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


IN_TRUMPS, IN_ANOTHER = 40, 20


class MarriageFields(NamedTuple):
    """The fields of the sheet that the referee compares with the recorded tricks."""

    trump: Field[str]
    declarations: Declared
    card_points: Field[Scores]
    play: hand_play.Play
    claim: Field[Claim] | None = None


# A check by the referee that compares the play with the sheet.
HandLook = Callable[[Case, Hand], Finding | None]


class MarriagePlay(NamedTuple):
    """The rules of trick play in a two-player game with marriages, and the checks of its referee."""

    rules: TrickPlay
    dealt: int
    # 0 if a marriage is declared before its trick is played, 1 if after it
    shown_after: int
    exchange: ExchangeRule | None
    looks: tuple[Look, ...]
    # Checks of the declarations on a sheet, repeated if the play shows when they were made
    limits: tuple[Check, ...]
    counts: tuple[HandLook, ...] = ()


def most_declared(suits: int) -> int:
    """Return the highest total of declared points in a hand: the points of all marriages."""
    return IN_TRUMPS + (suits - 1) * IN_ANOTHER


def marriage_points(declarations: tuple[Declaration, ...], trump: str) -> Scores:
    """Return the points that each player has declared."""
    points = [0, 0]
    for declaration in declarations:
        points[declaration.side] += IN_TRUMPS if declaration.suit == trump else IN_ANOTHER
    return tuple(points)


def by_one_in_a_trick(field: Declared, rule: str) -> Check:
    """Return the check that at most one player declares in each trick.

    Captured marriages are not checked.
    """

    def check(hand: Hand, _profile: Profile) -> Finding | None:
        sides_by_trick: dict[int, int] = {}
        for at, declaration in each(hand, field):
            if (
                declaration.trick
                and not declaration.captured
                and sides_by_trick.setdefault(declaration.trick, declaration.side) != declaration.side
            ):
                return Finding("declared_by_both", rule, _BOTH, at)
        return None

    return check


def can_be_held(
    manner: MarriagePlay,
    declarations: Declared,
    leads_later: int | None,
    last: int,
    checks: tuple[Check, ...],
) -> Check:
    """Return the check that the players can have held the cards of every marriage (COM-HELD-1).

    `leads_later` is the number of tricks from a declaration to the trick which the declaring player leads.
    None means that any player may declare. `last` is the last trick in which players declare. A hand that one
    of `checks` refuses is not checked.
    """

    def leaders(declaration: Declaration, player: int, _profile: Profile) -> tuple[Leader, ...]:
        if declaration.captured:
            return (Leader(1, (player,)),)
        return () if leads_later is None else (Leader(leads_later, (player,)),)

    holdings = Holdings(
        declarations,
        manner.rules,
        manner.dealt,
        showings=_shown_by,
        leaders=leaders,
        last=lambda declaration, _profile: manner.rules.tricks if declaration.captured else last,
        shown_after=manner.shown_after,
    )
    return holdable(holdings, checks)


def _shown_by(declaration: Declaration, player: int, profile: Profile) -> tuple[HoldingWay, ...]:
    """Return the possible holders of King and Queen: one player, or both players for a captured marriage."""
    king, queen = marriage(profile, str(declaration.suit))
    if declaration.captured:
        other = (player + 1) % profile.seats
        return (HoldingWay(((player, king), (other, queen)), spent=True),)
    return (HoldingWay(((player, king), (player, queen))),)


def declared_only_by(player: Callable[[Case, int], int], message: str) -> Look:
    """Return the check that in each trick only the player given by `player` declares a marriage.

    `player` returns the seat for a trick index (from 0). Captured marriages are not checked.
    """

    def look(case: Case) -> Finding | None:
        for number, trick in enumerate(case.play):
            for place, declaration in enumerate(trick.declared):
                if not declaration.captured and declaration.player != player(case, number):
                    at = f"/play/{number}/declared/{place}"
                    return case.fault("declared_by_another", "declare", sentence(message), at)
        return None

    return look


def followed(manner: MarriagePlay, sheet: MarriageFields) -> hand_play.CardByCard:
    """Return the referee for games in which trumps are known before the first card."""

    def case(hand: Hand, profile: Profile, play: tuple[Trick, ...]) -> Case:
        return case_of(profile, manner.rules, play, hand.dealer, trumps=hand[sheet.trump])

    return hand_play.CardByCard(
        sheet.play,
        case,
        _refereed(manner, sheet, case),
        declared_after=bool(manner.shown_after),
        looks=(*manner.looks, lambda case: played_before(case, _cards_of(case, manner))),
        limits=manner.limits,
    )


def _refereed(manner: MarriagePlay, sheet: MarriageFields, case_in: hand_play.CaseOf) -> Check:
    """Return the check that the recorded tricks are legal and agree with the counts."""

    looks: tuple[Look, ...] = (illegal_card, *manner.looks, partial(_stock_fault, manner=manner))

    def check(hand: Hand, profile: Profile) -> Finding | None:
        play = hand[sheet.play]
        case, declarations = case_in(hand, profile, play), hand_play.declarations_in_play(play)
        return (
            deal_fault(case, early=hand.rule.early)
            or earliest(case, LEADS)
            or hand_play.not_as_in_play(case, hand[sheet.declarations], declarations)
            or hand_play.beyond_a_limit(hand, profile, sheet.declarations, declarations, manner.limits)
            or earliest(case, looks)
            or _counted_otherwise(case, hand)
        )

    def _counted_otherwise(case: Case, hand: Hand) -> Finding | None:
        if hand.rule.early:
            return claimed_otherwise(case, hand.get(sheet.claim) if sheet.claim else None)
        counts = next((fault for look in manner.counts if (fault := look(case, hand))), None)
        return counts or miscount(case, None, hand[sheet.card_points])

    return where_written(sheet.play, check)


def _stock_fault(case: Case, manner: MarriagePlay) -> Finding | None:
    rule = manner.exchange
    if rule and (fault := exchange_fault(case, rule)):
        return fault
    swap = swap_of(case, rule) if rule else None
    cards_shown = _cards_of(case, manner)
    needed = held_for(case, rule) if rule else []
    return stock_fault(case, manner.dealt, [*needed, *cards_shown], swap) or turned_fault(
        case, cards_shown, swap
    )


def _cards_of(case: Case, manner: MarriagePlay) -> list[CardShown]:
    """Return the King and the Queen of each declared marriage."""
    return cards_declared(case, king_and_queen, manner.shown_after)


def king_and_queen(declaration: Declaration, profile: Profile) -> tuple[Card, ...]:
    """Return the two cards of a marriage: the King and the Queen."""
    return marriage(profile, str(declaration.suit))


_BOTH = sentence(_("In a trick only one of you may declare. Look at who declared, and when."))
