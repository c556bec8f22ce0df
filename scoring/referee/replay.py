"""A hand act by act, as it was played: what lies on the table after each of them (MAR-PLAY-1).

An act is a card played, something declared, the turned card exchanged, or the cards drawn after a trick.
Must not know whether an act was allowed: that is the referee's (`referee.py`).
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from scoring.cards.packs import Card
from scoring.cards.tricks import Trick
from scoring.field_kinds.declarations import Declaration
from scoring.game_parts.fields import Hand
from scoring.game_parts.profile import Profile
from scoring.referee.play import CardByCard
from scoring.referee.referee import Case, account
from scoring.types import Scores

Held = tuple[tuple[Card, ...], ...]
"""What every seat holds."""


class ActKind(StrEnum):
    """What there is to do in a hand; the values are where it stands in a written trick."""

    PLAYED = "cards"
    DECLARED = "declared"
    EXCHANGED = "exchanged"
    DREW = "drawn"


class Act(NamedTuple):
    """One act: in which trick, counted from 0, at which place among its like, and whose.

    Cards are drawn all at once, the winner's first: `seat` is his.
    """

    kind: ActKind
    trick: int
    place: int
    seat: int
    cards: tuple[Card, ...] = ()
    declaration: Declaration | None = None

    @property
    def at(self) -> str:
        """Where it stands in a written hand, as a JSON Pointer."""
        place = f"/{self.place}" if self.kind in (ActKind.PLAYED, ActKind.DECLARED) else ""
        return f"/play/{self.trick}/{self.kind.value}{place}"


class Position(NamedTuple):
    """How a hand stands after so many acts; the trick is counted from 0, what is counted is by team."""

    trick: int
    leader: int
    lying: tuple[tuple[int, Card], ...]
    """The trick on the table: who played which card."""
    trump: str | None
    winner: int | None
    """Who took the trick on the table, once it is whole."""
    turn: int | None
    """Who plays next, where the next act is a card."""
    tricks: Scores
    points: Scores
    hands: Held | None
    """The cards of each seat; None where the record does not tell them."""
    declared: tuple[Declaration, ...]


class Replay(NamedTuple):
    """A hand that was played, ready to be looked at act by act."""

    follows: CardByCard
    hand: Hand
    profile: Profile
    play: tuple[Trick, ...]
    case: Case
    acts: tuple[Act, ...]

    def position(self, count: int) -> Position:
        """Return how the hand stood after so many acts."""
        done, coming = self.acts[:count], self.acts[count:]
        now = min(_trick_now(done), len(self.play) - 1)
        whole = tuple(number for number, trick in enumerate(self.play) if self._is_whole(number, trick, done))
        cards = tuple(act for act in done if act.kind is ActKind.PLAYED and act.trick == now)
        tricks, points = account(self.case, whole)
        following = next(iter(coming), None)
        return Position(
            trick=now,
            leader=self.play[now].leader,
            lying=tuple((act.seat, act.cards[0]) for act in cards),
            trump=self._trump(done, opens=now in whole),
            winner=self.case.winner(now) if now in whole else None,
            turn=following.seat if following and following.kind is ActKind.PLAYED else None,
            tricks=tricks,
            points=points,
            hands=self._hands_before(coming),
            declared=tuple(act.declaration for act in done if act.declaration),
        )

    def act_at(self, at: str) -> int | None:
        """Return which act, counted from 1, is the one a finding names; None when it names no single one."""
        wanted = _steps(at)
        for count, act in enumerate(self.acts, start=1):
            own = _steps(act.at)
            if own[: len(wanted)] == wanted or wanted[: len(own)] == own:
                return count if len(wanted) > 1 else None
        return None

    def ends_of_tricks(self) -> tuple[int, ...]:
        """Return after how many acts each trick lies whole on the table."""
        counts = {act.trick: count for count, act in enumerate(self.acts, 1) if act.kind is ActKind.PLAYED}
        return tuple(counts.values())

    def _is_whole(self, number: int, trick: Trick, acts: Sequence[Act]) -> bool:
        laid = sum(act.kind is ActKind.PLAYED and act.trick == number for act in acts)
        return laid >= self.profile.seats and laid == len(trick.cards)

    def _trump(self, acts: Sequence[Act], *, opens: bool) -> str | None:
        """Return the trumps of the trick on the table; of the next one when that is taken."""
        tricks = [Trick(trick.leader, ()) for trick in self.play[: _trick_now(acts) + 1]]
        for act in acts:
            trick = tricks[act.trick]
            if act.kind is ActKind.PLAYED:
                tricks[act.trick] = trick._replace(cards=(*trick.cards, *act.cards))
            elif act.declaration:
                tricks[act.trick] = trick._replace(declared=(*trick.declared, act.declaration))
        played = (*tricks, *[Trick(tricks[-1].leader, ())] * opens)
        return self.follows.case(self.hand, self.profile, played).trumps[-1]

    def _hands_before(self, coming: Sequence[Act]) -> Held | None:
        """Return the hand of each seat before the acts to come, found by taking these back one by one.

        None where the record does not tell: cards are missing from it, or what was drawn.
        """
        rules = self.case.rules
        short = len(self.play) != rules.tricks or any(
            len(trick.cards) != self.profile.seats for trick in self.play
        )
        drawn = [card for trick in self.play for card in trick.drawn_cards]
        undrawn = bool(rules.drawing) and not drawn and any(act.trick < rules.drawing for act in coming)
        if short or undrawn:
            return None
        hands: list[set[Card]] = [set() for _seat in range(self.profile.seats)]
        for act in reversed(coming):
            for seat, gives, takes in _moves(act, self.profile.seats, drawn):
                if not takes <= hands[seat]:
                    return None
                hands[seat] = (hands[seat] - takes) | gives
        return tuple(tuple(sorted(cards, key=self._order)) for cards in hands)

    def _order(self, card: Card) -> tuple[int, int]:
        return [*self.profile.pack.suits].index(card.suit), -self.case.strength[card.rank]


def replay_of(follows: CardByCard, hand: Hand, profile: Profile) -> Replay | None:
    """Return a hand ready to be looked at again; None when its cards were not written."""
    play = hand.get(follows.play)
    if not play or not all(trick.cards or trick.declared for trick in play):
        return None
    case = follows.case(hand, profile, play)
    return Replay(follows, hand, profile, play, case, tuple(_acts(case, after=follows.declared_after)))


def _acts(case: Case, *, after: bool) -> Iterator[Act]:
    """Put the acts of a hand in order: a player declares in his turn, or `after` a trick was won."""
    for number, trick in enumerate(case.play):
        if trick.exchanged:
            seat, card = trick.exchanged
            yield Act(ActKind.EXCHANGED, number, 0, seat, (card,))
        said = [
            Act(ActKind.DECLARED, number, place, declaration.seat, declaration=declaration)
            for place, declaration in enumerate(trick.declared)
        ]
        waiting = [act for act in said if not _waits(act, after=after)]
        for place, card in enumerate(trick.cards):
            seat = (trick.leader + place) % case.profile.seats
            due = max((count for count, act in enumerate(waiting, 1) if act.seat == seat), default=0)
            yield from waiting[:due]
            del waiting[:due]
            yield Act(ActKind.PLAYED, number, place, seat, (card,))
        yield from waiting
        yield from (act for act in said if _waits(act, after=False))
        if trick.drawn_cards:
            yield Act(ActKind.DREW, number, 0, case.winner(number), trick.drawn_cards)
        if after:
            yield from (act for act in said if not _waits(act, after=False))


def _waits(act: Act, *, after: bool) -> bool:
    """Whether it was declared once the trick lay there: what is taken in it always is."""
    return after or bool(act.declaration and act.declaration.captured)


def _trick_now(acts: Sequence[Act]) -> int:
    """Return the trick on the table: the last one played to; the next one when cards were drawn since."""
    if not acts:
        return 0
    last = max(act.trick for act in acts)
    return last + any(act.kind is ActKind.DREW and act.trick == last for act in acts)


def _moves(act: Act, seats: int, cards: Sequence[Card]) -> Iterator[tuple[int, set[Card], set[Card]]]:
    """What an act changes in the hands: whose, the cards that leave it, the cards that come."""
    if act.kind is ActKind.PLAYED:
        yield act.seat, {*act.cards}, set()
    elif act.kind is ActKind.DREW:
        for place, card in enumerate(act.cards):
            yield (act.seat + place) % seats, set(), {card}
    elif act.kind is ActKind.EXCHANGED:
        # What is given for the turned card takes its place, and is drawn last.
        yield act.seat, {*cards[-1:]}, {*act.cards}


def _steps(at: str) -> list[str]:
    return [step for step in at.split("/") if step]
