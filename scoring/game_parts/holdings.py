"""Whether the declarations of a written hand can have been made together (COM-HELD-1).

A card that was dealt or drawn stays with its player, a hand has so many cards, and it is known who leads the
first trick. Where a sheet does not say who declared, or in which trick, every player of the side and every
trick there was are tried: what is refused here cannot have happened. Of a hand that was written card by card
the referee knows more, and looks himself (`stock.py`).
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.cards.packs import Card
from scoring.cards.stock import CardsOf
from scoring.cards.tricks import TrickPlay
from scoring.field_kinds.declarations import Declaration, Declared
from scoring.game_parts.declaration_limits import each
from scoring.game_parts.fields import Check, Hand
from scoring.game_parts.profile import Profile
from scoring.types import Finding, _, sentence

RULE = "COM-HELD-1"


class HoldingWay(NamedTuple):
    """One way of making a declaration: the cards it needs, each with the seat that holds it.

    `spent` is set when the cards are played to the trick in which it is made.
    """

    cards: tuple[tuple[int, Card], ...]
    spent: bool = False


class Leader(NamedTuple):
    """What a declaration says of who leads: the trick, counted from its own, and who it can be."""

    tricks_later: int
    seats: tuple[int, ...]


class Holdings(NamedTuple):
    """How one game deals, draws and declares."""

    declarations: Declared
    rules: TrickPlay
    dealt: int
    showings: Callable[[Declaration, int, Profile], tuple[HoldingWay, ...]]
    """The ways in which a player can have made a declaration."""
    leaders: Callable[[Declaration, int, Profile], tuple[Leader, ...]]
    """What follows from it about who leads."""
    last: Callable[[Declaration, Profile], int]
    """The last trick in which it can be made."""
    shown_after: int = 0
    """0 when one declares before playing to the trick, 1 when after the trick is won."""
    once_a_trick: bool = False
    """Whether a player makes one declaration of a kind in a trick."""
    in_turn: bool = False
    """Whether the players of a trick declare in the order they play."""


def in_one_hand(cards_of: CardsOf) -> Callable[[Declaration, int, Profile], tuple[HoldingWay, ...]]:
    """Say that who declares holds all the cards of it."""

    def showings(declaration: Declaration, player: int, profile: Profile) -> tuple[HoldingWay, ...]:
        return (HoldingWay(tuple((player, card) for card in cards_of(declaration, profile))),)

    return showings


class Placed(NamedTuple):
    """A declaration with the player, the way and the first and the last trick that are being tried."""

    player: int
    declaration: Declaration
    showing: HoldingWay
    first: int
    last: int


class HeldCard(NamedTuple):
    """A card in a hand: when it was there at the latest, until when at least, when it was played at most."""

    seat: int
    since: int
    until: int
    spent: int


Fits = Callable[[tuple[Placed, ...]], bool]


def holdable(holdings: Holdings, checks: Sequence[Check]) -> Check:
    """Make the check that all declarations of a hand can have been made, once no other check finds fault."""

    def check(hand: Hand, profile: Profile) -> Finding | None:
        declared = [said for _at, said in each(hand, holdings.declarations)]
        followed = "play" in hand.values and not hand.rule.early
        if not declared or followed or any(other(hand, profile) for other in checks):
            return None
        table = _Table(holdings, profile, hand.dealer)
        tries = table.tries(declared)
        fitting = table.longest((), tries, table.fits)
        if fitting == len(tries):
            return None
        possible = table.longest((), tries, table.hands_can_hold)
        code, text = (
            ("declared_out_of_turn", _NOT_LED) if possible == len(tries) else ("not_held_together", _NOT_HELD)
        )
        place = fitting if possible == len(tries) else possible
        return Finding(code, RULE, text, f"/{holdings.declarations.key}/{place}")

    return check


class _Table(NamedTuple):
    """A hand of which only the declarations are known."""

    holdings: Holdings
    profile: Profile
    dealer: int

    def tries(self, declared: Sequence[Declaration]) -> list[list[Placed]]:
        """Return for each declaration everything it can have been: by whom, of which cards, when."""
        return [
            [
                Placed(player, said, showing, first, last)
                for player in self._players(said)
                for showing in self.holdings.showings(said, player, self.profile)
            ]
            for said, (first, last) in zip(declared, self._moments(declared), strict=True)
        ]

    def _players(self, declaration: Declaration) -> Sequence[int]:
        if declaration.player is not None:
            return [declaration.player]
        return [seat for seat in range(self.profile.seats) if self.profile.side(seat) == declaration.side]

    def _moments(self, declared: Sequence[Declaration]) -> list[tuple[int, int]]:
        """The first and the last trick of each declaration; a hand's declarations stand in order."""
        moments: list[tuple[int, int]] = []
        for place, said in enumerate(declared):
            before = max((one.trick or 1 for one in declared[:place]), default=1)
            after = [one.trick for one in declared[place + 1 :] if one.trick]
            last = min([self.holdings.last(said, self.profile), *after])
            moments.append((said.trick, said.trick) if said.trick else (before, max(before, last)))
        return moments

    def longest(self, placed: tuple[Placed, ...], tries: Sequence[Sequence[Placed]], fits: Fits) -> int:
        """Return how many declarations, from the first on, can have been made together."""
        best = len(placed)
        if best == len(tries):
            return best
        for one in tries[len(placed)]:
            more = (*placed, one)
            if fits(more):
                best = max(best, self.longest(more, tries, fits))
                if best == len(tries):
                    return best
        return best

    def fits(self, placed: tuple[Placed, ...]) -> bool:
        """Return whether these can have been made: by their cards, by who led, and in this order."""
        return self.hands_can_hold(placed) and self._led(placed)

    def hands_can_hold(self, placed: tuple[Placed, ...]) -> bool:
        """Return whether the hands can have held the cards of all these declarations together.

        Those before the last are known to be possible.
        """
        stays: dict[Card, HeldCard] = {}
        for one in placed:
            since, until = one.last + self.holdings.shown_after, one.first + self.holdings.shown_after
            spent = since if one.showing.spent else self.holdings.rules.tricks
            for seat, card in one.showing.cards:
                stay = stays.get(card, HeldCard(seat, since, until, spent))
                if stay.seat != seat:
                    return False
                stays[card] = HeldCard(
                    seat, min(stay.since, since), max(stay.until, until), min(stay.spent, spent)
                )
        if any(stay.until > stay.spent for stay in stays.values()):
            return False
        seats = {seat for seat, _card in placed[-1].showing.cards}
        return all(self._has_room([stay for stay in stays.values() if stay.seat == seat]) for seat in seats)

    def _has_room(self, stays: Sequence[HeldCard]) -> bool:
        """Whether a player was dealt and drew them in time, could keep them so long, and then play them."""
        rules, dealt = self.holdings.rules, self.holdings.dealt
        for trick in {stay.since for stay in stays}:
            came = [stay for stay in stays if stay.since <= trick]
            kept = sum(stay.until > trick for stay in came)
            shown = sum(stay.until >= trick for stay in came)
            hand = min(dealt, rules.tricks - trick + 1)
            if len(came) > dealt + min(trick - 1, rules.drawing) or shown > hand or kept > hand - 1:
                return False
        return all(
            sum(stay.until >= trick for stay in stays) <= rules.tricks - trick + 1
            for trick in {stay.until for stay in stays}
        )

    def _led(self, placed: tuple[Placed, ...]) -> bool:
        """Whether somebody can have led every trick; only declarations whose trick is known say who."""
        every, first = range(self.profile.seats), (self.dealer + self.holdings.rules.leads_after_dealer)
        leaders = {1: {first % self.profile.seats}}
        declared: dict[int, list[tuple[int, str]]] = {}
        for one in placed:
            if one.first == one.last:
                for later, seats in self.holdings.leaders(one.declaration, one.player, self.profile):
                    trick = one.first + later
                    leaders[trick] = {seat for seat in leaders.get(trick, every) if seat in seats}
                declared.setdefault(one.first, []).append((one.player, one.declaration.kind))
        return all(leaders.values()) and all(
            (not self.holdings.once_a_trick or len(set(made)) == len(made))
            and any(self._in_turn(made, leader) for leader in leaders.get(trick, every))
            for trick, made in declared.items()
        )

    def _in_turn(self, calls: Sequence[tuple[int, str]], leader: int) -> bool:
        """Whether these declarations follow each other in a trick of this leader."""
        places = [(player - leader) % self.profile.seats for player, _kind in calls]
        return not self.holdings.in_turn or all(before <= later for before, later in pairwise(places))


_NOT_HELD = sentence(
    _("Nobody can have held all that was declared up to here. Look at who declared what, and when.")
)
_NOT_LED = sentence(
    _("It was another player’s turn to declare. Look at who led the trick, and who declared first.")
)
