"""King and Queen of a suit, declared by one of two players for twenty, or forty in trumps (MGG-DECL-1).

The trumps of the hand are the suit of a card turned under the stock. When a marriage may be declared, and by
whom, is the game's; where a Horse takes the Queen's place, it does here too.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from scoring.cards.stock import Shown, played_before, stock_fault
from scoring.cards.tricks import Trick, TrickPlay
from scoring.rules.briscola_cards import marriage
from scoring.rules.card_by_card import CardByCard, CaseOf
from scoring.rules.card_game import Check
from scoring.rules.claims import Claim, claimed_otherwise
from scoring.rules.declarations import Declaration, Declared, each
from scoring.rules.exchange import ExchangeRule, exchange_fault, held_for, swap_of, turned_fault
from scoring.rules.hand import Field, Hand
from scoring.rules.holdings import Holdings, Leader, Showing, holdable
from scoring.rules.play import Play
from scoring.rules.profile import Profile
from scoring.rules.referee import LEADS, Case, Look, case_of, deal_fault, earliest, illegal_card, miscount
from scoring.rules.spoken import beyond_a_limit, not_as_spoken, spoken
from scoring.sentences import _, sentence
from scoring.types import Finding, Scores

IN_TRUMPS, IN_ANOTHER = 40, 20


class Sheet(NamedTuple):
    """The fields the referee compares the play with."""

    trump: Field[str]
    declarations: Declared
    card_points: Field[Scores]
    play: Play
    claim: Field[Claim] | None = None


HandLook = Callable[[Case, Hand], Finding | None]
"""One thing the referee looks at that stands on the sheet."""


class Manner(NamedTuple):
    """How one of these games is played, and what its referee looks at."""

    rules: TrickPlay
    dealt: int
    shown_after: int
    """0 when a marriage is shown before its trick is played, 1 when after it."""
    exchange: ExchangeRule | None
    looks: tuple[Look, ...]
    limits: tuple[Check, ...]
    """What is asked of the declarations of a sheet, and again when the play tells when they were made."""
    counts: tuple[HandLook, ...] = ()


def most_declared(suits: int) -> int:
    """Return what all the marriages of a hand are worth."""
    return IN_TRUMPS + (suits - 1) * IN_ANOTHER


def marriage_points(declarations: tuple[Declaration, ...], trump: str) -> Scores:
    """Return what both players declared."""
    points = [0, 0]
    for declaration in declarations:
        points[declaration.side] += IN_TRUMPS if declaration.suit == trump else IN_ANOTHER
    return tuple(points)


def by_one_in_a_trick(field: Declared, rule: str) -> Check:
    """Make the check that in a trick only one of the two declares, where nobody else may."""

    def check(hand: Hand, _profile: Profile) -> Finding | None:
        who: dict[int, int] = {}
        for at, said in each(hand, field):
            if said.trick and not said.captured and who.setdefault(said.trick, said.side) != said.side:
                return Finding("declared_by_both", rule, _BOTH, at)
        return None

    return check


def can_be_held(
    manner: Manner, declarations: Declared, leads_later: int | None, last: int, others: tuple[Check, ...]
) -> Check:
    """Make the check that the marriages of a hand can have been held together (COM-HELD-1).

    Who declares leads the trick that comes so many later; None where anybody may declare.
    """

    def leaders(said: Declaration, player: int, _profile: Profile) -> tuple[Leader, ...]:
        if said.captured:
            return (Leader(1, (player,)),)
        return () if leads_later is None else (Leader(leads_later, (player,)),)

    holdings = Holdings(
        declarations,
        manner.rules,
        manner.dealt,
        showings=_shown_by,
        leaders=leaders,
        last=lambda said, _profile: manner.rules.tricks if said.captured else last,
        shown_after=manner.shown_after,
    )
    return holdable(holdings, others)


def _shown_by(said: Declaration, player: int, profile: Profile) -> tuple[Showing, ...]:
    """King and Queen in one hand; of a marriage that is taken each plays one of them to the trick."""
    king, queen = marriage(profile, str(said.suit))
    if said.captured:
        other = (player + 1) % profile.seats
        return (Showing(((player, king), (other, queen)), spent=True),)
    return (Showing(((player, king), (player, queen))),)


def declared_only_by(player: Callable[[Case, int], int], message: str) -> Look:
    """Make the look that marriages are declared by one player of each trick."""

    def look(case: Case) -> Finding | None:
        for number, trick in enumerate(case.play):
            for place, said in enumerate(trick.declared):
                if not said.captured and said.player != player(case, number):
                    at = f"/play/{number}/declared/{place}"
                    return case.fault("declared_by_another", "declare", sentence(message), at)
        return None

    return look


def followed(manner: Manner, sheet: Sheet) -> CardByCard:
    """Say how one of these games is followed: the trumps are known before the first card."""

    def case(hand: Hand, profile: Profile, play: tuple[Trick, ...]) -> Case:
        return case_of(profile, manner.rules, play, hand.dealer, trumps=hand[sheet.trump])

    return CardByCard(
        sheet.play,
        case,
        _refereed(manner, sheet, case),
        declared_after=bool(manner.shown_after),
        looks=(*manner.looks, lambda case: played_before(case, _shown(case, manner))),
        limits=manner.limits,
    )


def _refereed(manner: Manner, sheet: Sheet, case_in: CaseOf) -> Check:
    """Make the check that the referee finds no fault in the play, and counts what was written."""

    looks: tuple[Look, ...] = (illegal_card, *manner.looks, partial(_stock_fault, manner=manner))

    def check(hand: Hand, profile: Profile) -> Finding | None:
        play = hand.get(sheet.play)
        if play is None:
            return None
        case, said = case_in(hand, profile, play), spoken(play)
        return (
            deal_fault(case, early=hand.rule.early)
            or earliest(case, LEADS)
            or not_as_spoken(case, hand[sheet.declarations], said)
            or beyond_a_limit(hand, profile, sheet.declarations, said, manner.limits)
            or earliest(case, looks)
            or _counted_otherwise(case, hand)
        )

    def _counted_otherwise(case: Case, hand: Hand) -> Finding | None:
        if hand.rule.early:
            return claimed_otherwise(case, hand.get(sheet.claim) if sheet.claim else None)
        counts = next((fault for look in manner.counts if (fault := look(case, hand))), None)
        return counts or miscount(case, None, hand[sheet.card_points])

    return check


def _stock_fault(case: Case, manner: Manner) -> Finding | None:
    rule = manner.exchange
    if rule and (fault := exchange_fault(case, rule)):
        return fault
    swap = swap_of(case, rule) if rule else None
    shown = _shown(case, manner)
    needed = held_for(case, rule) if rule else []
    return stock_fault(case, manner.dealt, [*needed, *shown], swap) or turned_fault(case, shown, swap)


def _shown(case: Case, manner: Manner) -> list[Shown]:
    """The King and the Queen that every declaration shows; what is taken in a trick is seen there."""
    return [
        Shown(
            said.side,
            number + manner.shown_after,
            (marriage(case.profile, str(said.suit)),),
            f"/play/{number}/declared/{place}",
        )
        for number, trick in enumerate(case.play)
        for place, said in enumerate(trick.declared)
        if not said.captured
    ]


_BOTH = sentence(_("In a trick only one of you may declare. Look at who declared, and when."))
