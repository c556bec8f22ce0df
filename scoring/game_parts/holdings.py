"""The check that the players can have held the cards of all declarations in a hand (COM-HELD-1).

A card that was dealt or drawn stays with its player, the size of a hand is fixed, and the leader of the first
trick is known. If the sheet does not name the player or the trick, all players of the side and all tricks are
tried, so every hand refused here is impossible. A hand written card by card is checked by the referee instead
(`stock.py`).
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
    """A possible distribution of the declared cards: each card, with the seat that holds it.

    `spent` is set if the cards are played to the trick in which the declaration is made.
    """

    cards: tuple[tuple[int, Card], ...]
    spent: bool = False


class Leader(NamedTuple):
    """The seats that can lead a trick; `tricks_later` is the number of tricks from the declaration to it."""

    tricks_later: int
    seats: tuple[int, ...]


class Holdings(NamedTuple):
    """The rules of a card game for dealing, drawing and declaring, in the form that `holdable` needs."""

    declarations: Declared
    rules: TrickPlay
    dealt: int
    # Returns the ways in which a player can have made a declaration
    showings: Callable[[Declaration, int, Profile], tuple[HoldingWay, ...]]
    # Returns what a declaration implies about the leaders of tricks
    leaders: Callable[[Declaration, int, Profile], tuple[Leader, ...]]
    # Returns the last trick in which a declaration can be made
    last: Callable[[Declaration, Profile], int]
    # 0 if players declare before they play to the trick, 1 if after they won it
    shown_after: int = 0
    # Whether a player makes at most one declaration of a kind in a trick
    once_a_trick: bool = False
    # Whether the players declare in the order in which they play to the trick
    in_turn: bool = False


def in_one_hand(cards_of: CardsOf) -> Callable[[Declaration, int, Profile], tuple[HoldingWay, ...]]:
    """Return the `showings` function for games in which one player holds all cards he declares."""

    def showings(declaration: Declaration, player: int, profile: Profile) -> tuple[HoldingWay, ...]:
        return (HoldingWay(tuple((player, card) for card in cards_of(declaration, profile))),)

    return showings


class Placed(NamedTuple):
    """A possible way in which a declaration was made: player, card holders, first and last trick."""

    player: int
    declaration: Declaration
    showing: HoldingWay
    first: int
    last: int


class HeldCard(NamedTuple):
    """A card in a hand: the latest trick in which it arrives, and the tricks in which it may be played."""

    seat: int
    since: int
    until: int
    spent: int


Fits = Callable[[tuple[Placed, ...]], bool]


def holdable(holdings: Holdings, checks: Sequence[Check]) -> Check:
    """Return the check that the players can have held all declared cards; skipped if another check fails."""

    def check(hand: Hand, profile: Profile) -> Finding | None:
        declared = [declaration for _at, declaration in each(hand, holdings.declarations)]
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
    """A hand whose declarations are known but whose tricks are not."""

    holdings: Holdings
    profile: Profile
    dealer: int

    def tries(self, declared: Sequence[Declaration]) -> list[list[Placed]]:
        """Return all possible ways in which each declaration may have been made."""
        return [
            [
                Placed(player, declaration, showing, first, last)
                for player in self._players(declaration)
                for showing in self.holdings.showings(declaration, player, self.profile)
            ]
            for declaration, (first, last) in zip(declared, self._moments(declared), strict=True)
        ]

    def _players(self, declaration: Declaration) -> Sequence[int]:
        if declaration.player is not None:
            return [declaration.player]
        return [seat for seat in range(self.profile.seats) if self.profile.side(seat) == declaration.side]

    def _moments(self, declared: Sequence[Declaration]) -> list[tuple[int, int]]:
        """Return the first and the last possible trick of each declaration."""
        moments: list[tuple[int, int]] = []
        for place, declaration in enumerate(declared):
            before = max((one.trick or 1 for one in declared[:place]), default=1)
            after = [one.trick for one in declared[place + 1 :] if one.trick]
            last = min([self.holdings.last(declaration, self.profile), *after])
            moments.append(
                (declaration.trick, declaration.trick) if declaration.trick else (before, max(before, last))
            )
        return moments

    def longest(self, placed: tuple[Placed, ...], tries: Sequence[Sequence[Placed]], fits: Fits) -> int:
        """Return how many declarations, from the start of the list, are possible together."""
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
        """Return whether the declarations are possible together: cards, leaders of tricks, and order."""
        return self.hands_can_hold(placed) and self._led(placed)

    def hands_can_hold(self, placed: tuple[Placed, ...]) -> bool:
        """Return whether the players can have held the cards of all declarations in `placed`.

        All but the last declaration are already known to be possible.
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
        """Return whether a player can hold these cards without exceeding the size of a hand in any trick."""
        rules, dealt = self.holdings.rules, self.holdings.dealt
        for trick in {stay.since for stay in stays}:
            earlier_stays = [stay for stay in stays if stay.since <= trick]
            count_after = sum(stay.until > trick for stay in earlier_stays)
            count_at = sum(stay.until >= trick for stay in earlier_stays)
            hand = min(dealt, rules.tricks - trick + 1)
            if (
                len(earlier_stays) > dealt + min(trick - 1, rules.drawing)
                or count_at > hand
                or count_after > hand - 1
            ):
                return False
        return all(
            sum(stay.until >= trick for stay in stays) <= rules.tricks - trick + 1
            for trick in {stay.until for stay in stays}
        )

    def _led(self, placed: tuple[Placed, ...]) -> bool:
        """Return whether every trick has a possible leader, given the declarations made in the tricks."""
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
            (not self.holdings.once_a_trick or len(set(turns)) == len(turns))
            and any(self._in_turn(turns, leader) for leader in leaders.get(trick, every))
            for trick, turns in declared.items()
        )

    def _in_turn(self, calls: Sequence[tuple[int, str]], leader: int) -> bool:
        """Return whether the players declared in the order of play, from the leader of the trick on."""
        places = [(player - leader) % self.profile.seats for player, _kind in calls]
        return not self.holdings.in_turn or all(before <= later for before, later in pairwise(places))


_NOT_HELD = sentence(
    _("Nobody can have held all that was declared up to here. Look at who declared what, and when.")
)
_NOT_LED = sentence(
    _("It was another player’s turn to declare. Look at who led the trick, and who declared first.")
)
