"""Step-by-step replay of a hand: the cards on the table after each action (MAR-PLAY-1).

An action (`Act`) is a card played, a declaration, an exchange of the turned-up card, or the draw of cards
after a trick. The referee (`referee.py`) checks whether an action is legal.
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

# The cards held by each seat.
Hands = tuple[tuple[Card, ...], ...]


class ActKind(StrEnum):
    """The kinds of actions in a hand; each value is the key of the action in a recorded trick."""

    PLAYED = "cards"
    DECLARED = "declared"
    EXCHANGED = "exchanged"
    DREW = "drawn"


class Act(NamedTuple):
    """One action in a hand: its trick, its index among the trick's actions of the same kind, and its seat.

    All players draw in one action, the winner of the trick first; `seat` is then the winner's seat.
    """

    kind: ActKind
    trick: int
    place: int
    seat: int
    cards: tuple[Card, ...] = ()
    declaration: Declaration | None = None

    @property
    def at(self) -> str:
        """The JSON Pointer of the action within a hand."""
        place = f"/{self.place}" if self.kind in (ActKind.PLAYED, ActKind.DECLARED) else ""
        return f"/play/{self.trick}/{self.kind.value}{place}"


class Position(NamedTuple):
    """The state of the table after a number of actions; `tricks` and `points` are given for each team."""

    trick: int
    leader: int
    # The seats and cards of the trick on the table
    lying: tuple[tuple[int, Card], ...]
    trump: str | None
    # The winner of the trick on the table, once it is complete
    winner: int | None
    # The seat that plays next, if the next act is a card
    turn: int | None
    tricks: Scores
    points: Scores
    # The cards of each seat; None if the record does not contain them
    hands: Hands | None
    declared: tuple[Declaration, ...]


class Replay(NamedTuple):
    """A hand that can be viewed step by step."""

    follows: CardByCard
    hand: Hand
    profile: Profile
    play: tuple[Trick, ...]
    case: Case
    acts: tuple[Act, ...]

    def position(self, count: int) -> Position:
        """Return the Position after the first `count` actions."""
        past_acts, coming = self.acts[:count], self.acts[count:]
        now = min(_trick_now(past_acts), len(self.play) - 1)
        complete_tricks = tuple(
            number for number, trick in enumerate(self.play) if self._is_whole(number, trick, past_acts)
        )
        cards = tuple(act for act in past_acts if act.kind is ActKind.PLAYED and act.trick == now)
        tricks, points = account(self.case, complete_tricks)
        following = next(iter(coming), None)
        return Position(
            trick=now,
            leader=self.play[now].leader,
            lying=tuple((act.seat, act.cards[0]) for act in cards),
            trump=self._trump(past_acts, opens=now in complete_tricks),
            winner=self.case.winner(now) if now in complete_tricks else None,
            turn=following.seat if following and following.kind is ActKind.PLAYED else None,
            tricks=tricks,
            points=points,
            hands=self._hands_before(coming),
            declared=tuple(act.declaration for act in past_acts if act.declaration),
        )

    def act_at(self, at: str) -> int | None:
        """Return the number (from 1) of the first action at or below a JSON Pointer, or None."""
        wanted = _steps(at)
        for count, act in enumerate(self.acts, start=1):
            steps = _steps(act.at)
            if steps[: len(wanted)] == wanted or wanted[: len(steps)] == steps:
                return count if len(wanted) > 1 else None
        return None

    def ends_of_tricks(self) -> tuple[int, ...]:
        """Return, for each trick, the number of actions up to and including its last card."""
        counts = {act.trick: count for count, act in enumerate(self.acts, 1) if act.kind is ActKind.PLAYED}
        return tuple(counts.values())

    def _is_whole(self, number: int, trick: Trick, acts: Sequence[Act]) -> bool:
        laid = sum(act.kind is ActKind.PLAYED and act.trick == number for act in acts)
        return laid >= self.profile.seats and laid == len(trick.cards)

    def _trump(self, acts: Sequence[Act], *, opens: bool) -> str | None:
        """Return the suit that is trumps in the current trick or, with `opens`, in the next trick."""
        tricks = [Trick(trick.leader, ()) for trick in self.play[: _trick_now(acts) + 1]]
        for act in acts:
            trick = tricks[act.trick]
            if act.kind is ActKind.PLAYED:
                tricks[act.trick] = trick._replace(cards=(*trick.cards, *act.cards))
            elif act.declaration:
                tricks[act.trick] = trick._replace(declared=(*trick.declared, act.declaration))
        played = (*tricks, *[Trick(tricks[-1].leader, ())] * opens)
        return self.follows.case(self.hand, self.profile, played).trumps[-1]

    def _hands_before(self, coming: Sequence[Act]) -> Hands | None:
        """Return the cards of each seat before the actions `coming`, the last actions of the hand.

        The function starts from empty hands and undoes these actions. Return None if the record is incomplete
        because of missing cards or draws.
        """
        rules = self.case.rules
        short = len(self.play) != rules.tricks or any(
            len(trick.cards) != self.profile.seats for trick in self.play
        )
        drawn_cards = [card for trick in self.play for card in trick.drawn_cards]
        undrawn = bool(rules.drawing) and not drawn_cards and any(act.trick < rules.drawing for act in coming)
        if short or undrawn:
            return None
        hands: list[set[Card]] = [set() for _seat in range(self.profile.seats)]
        for act in reversed(coming):
            for seat, gives, takes in _moves(act, self.profile.seats, drawn_cards):
                if not takes <= hands[seat]:
                    return None
                hands[seat] = (hands[seat] - takes) | gives
        return tuple(tuple(sorted(cards, key=self._order)) for cards in hands)

    def _order(self, card: Card) -> tuple[int, int]:
        return [*self.profile.pack.suits].index(card.suit), -self.case.strength[card.rank]


def replay_of(follows: CardByCard, hand: Hand, profile: Profile) -> Replay | None:
    """Return the Replay of a hand; None if its cards were not recorded."""
    play = hand.get(follows.play)
    if not play or not all(trick.cards or trick.declared for trick in play):
        return None
    case = follows.case(hand, profile, play)
    return Replay(follows, hand, profile, play, case, tuple(_acts(case, after=follows.declared_after)))


def _acts(case: Case, *, after: bool) -> Iterator[Act]:
    """Yield the actions of a hand in order; `after` means that players declare after winning a trick."""
    for number, trick in enumerate(case.play):
        if trick.exchanged:
            seat, card = trick.exchanged
            yield Act(ActKind.EXCHANGED, number, 0, seat, (card,))
        declarations = [
            Act(ActKind.DECLARED, number, place, declaration.seat, declaration=declaration)
            for place, declaration in enumerate(trick.declared)
        ]
        waiting = [act for act in declarations if not _waits(act, after=after)]
        for place, card in enumerate(trick.cards):
            seat = (trick.leader + place) % case.profile.seats
            due = max((count for count, act in enumerate(waiting, 1) if act.seat == seat), default=0)
            yield from waiting[:due]
            del waiting[:due]
            yield Act(ActKind.PLAYED, number, place, seat, (card,))
        yield from waiting
        yield from (act for act in declarations if _waits(act, after=False))
        if trick.drawn_cards:
            yield Act(ActKind.DREW, number, 0, case.winner(number), trick.drawn_cards)
        if after:
            yield from (act for act in declarations if not _waits(act, after=False))


def _waits(act: Act, *, after: bool) -> bool:
    """Return whether a declaration is made only after its trick is complete.

    A captured King and Queen are always declared after their trick.
    """
    return after or bool(act.declaration and act.declaration.captured)


def _trick_now(acts: Sequence[Act]) -> int:
    """Return the index of the trick on the table; after a draw, the index of the next trick."""
    if not acts:
        return 0
    last = max(act.trick for act in acts)
    return last + any(act.kind is ActKind.DREW and act.trick == last for act in acts)


def _moves(act: Act, seats: int, cards: Sequence[Card]) -> Iterator[tuple[int, set[Card], set[Card]]]:
    """Yield (seat, cards it gives away, cards it takes) for each seat whose cards an action changes."""
    if act.kind is ActKind.PLAYED:
        yield act.seat, {*act.cards}, set()
    elif act.kind is ActKind.DREW:
        for place, card in enumerate(act.cards):
            yield (act.seat + place) % seats, set(), {card}
    elif act.kind is ActKind.EXCHANGED:
        # The card given takes the place of the turned card and is drawn last.
        yield act.seat, {*cards[-1:]}, {*act.cards}


def _steps(at: str) -> list[str]:
    return [step for step in at.split("/") if step]
