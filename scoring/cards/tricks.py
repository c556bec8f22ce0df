"""Trick play: which card wins a trick, and which cards a player may play (MAR-PLAY-1).

The duties of a card game are a table; each duty narrows the cards that a player may play. A card game without
duties has an empty table.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from scoring.cards.packs import Card
from scoring.field_kinds.declarations import Declaration
from scoring.types import Sentence, _, sentence


class Exchange(NamedTuple):
    """An exchange of the turned-up card: the player, and the card that he takes."""

    player: int
    card: Card

    def as_json(self) -> dict[str, object]:
        """Return the exchange in the JSON form that is part of a trick."""
        return {"player": self.player, "card": self.card.name}


class Trick(NamedTuple):
    """A recorded trick: its leader, its cards in the order of play, and its winner.

    `declared` contains the declarations made in the trick. `drawn_cards` contains the cards drawn after the
    trick, the winner's first. `exchanged` is the exchange of the turned-up card before the trick.
    """

    leader: int
    cards: tuple[Card, ...]
    winner: int | None = None
    declared: tuple[Declaration, ...] = ()
    drawn_cards: tuple[Card, ...] = ()
    exchanged: Exchange | None = None

    def as_json(self) -> dict[str, object]:
        """Return the trick as JSON; empty entries are omitted."""
        trick: dict[str, object] = {"leader": self.leader, "cards": [card.name for card in self.cards]}
        if self.winner is not None:
            trick["winner"] = self.winner
        if self.declared:
            trick["declared"] = [_as_spoken(each) for each in self.declared]
        if self.drawn_cards:
            trick["drawn"] = [card.name for card in self.drawn_cards]
        return {**trick, "exchanged": self.exchanged.as_json()} if self.exchanged else trick


def _as_spoken(declaration: Declaration) -> dict[str, object]:
    entries = declaration.as_json()
    return {key: value for key, value in entries.items() if key not in ("side", "trick")}


class Turn(NamedTuple):
    """The situation of a player who has to play: his hand, the cards of the trick so far, the trump suit."""

    hand_cards: Sequence[Card]
    trick: Sequence[Card]
    trump: str | None
    strength: Mapping[str, int]
    partner_wins: bool


class Duty(NamedTuple):
    """A duty of a player, such as to follow suit; `fulfilling` returns the cards that meet the duty."""

    code: str
    message: Sentence
    fulfilling: Callable[[Turn, Sequence[Card]], Sequence[Card]]


class TrickPlay(NamedTuple):
    """The rules of trick play in a card game: number of tricks, first leader, duties, and rule ids."""

    tricks: int
    # Number of seats from the dealer to the first leader
    leads_after_dealer: int
    trick_point: int
    duties: tuple[Duty, ...]
    # The rule id for a fault of `deal`, `pack`, `play`, `turned` or `count`.
    # `lead` is the rule id of the first lead, if that is not the rule of `play`.
    articles: Mapping[str, str]
    # Number of tricks after which all players draw from the stock; there are no duties in them
    drawing: int = 0
    # Points added to the cards of the last trick, if its bonus is part of the card points
    last_trick: int = 0


def beats(card: Card, best: Card, trump: str | None, strength: Mapping[str, int]) -> bool:
    """Return whether a card beats the best card played to the trick so far."""
    if card.suit == best.suit:
        return strength[card.rank] > strength[best.rank]
    return card.suit == trump


def best_place(trick: Sequence[Card], trump: str | None, strength: Mapping[str, int]) -> int:
    """Return the index of the card that wins the trick; the leader's card has index 0."""
    best = 0
    for place in range(1, len(trick)):
        if beats(trick[place], trick[best], trump, strength):
            best = place
    return best


def breach(turn: Turn, card: Card, duties: Sequence[Duty]) -> Duty | None:
    """Return the first duty that playing this card violates, or None if the card may be played."""
    allowed = turn.hand_cards
    for duty in duties:
        fulfilling = duty.fulfilling(turn, allowed)
        if fulfilling:
            if card not in fulfilling:
                return duty
            allowed = fulfilling
    return None


def following(turn: Turn, allowed: Sequence[Card]) -> Sequence[Card]:
    """Return the allowed cards that follow the suit led."""
    return [card for card in allowed if card.suit == turn.trick[0].suit] if turn.trick else ()


def beating(turn: Turn, allowed: Sequence[Card]) -> Sequence[Card]:
    """Return the allowed cards of the suit led that beat an opponent's winning card."""
    return _winning(turn, allowed) if turn.trick and allowed[0].suit == turn.trick[0].suit else ()


def trumping(turn: Turn, allowed: Sequence[Card]) -> Sequence[Card]:
    """Return the allowed trumps that beat an opponent's winning card, for a player who cannot follow suit."""
    return _winning(turn, allowed) if turn.trick and allowed[0].suit != turn.trick[0].suit else ()


def _winning(turn: Turn, allowed: Sequence[Card]) -> Sequence[Card]:
    if turn.partner_wins:
        return ()
    best = turn.trick[best_place(turn.trick, turn.trump, turn.strength)]
    return [card for card in allowed if beats(card, best, turn.trump, turn.strength)]


FOLLOW = Duty("revoke", sentence(_("This player holds the suit that was led and must follow it.")), following)
BEAT = Duty(
    "must_beat",
    sentence(_("An opponent is winning the trick: this player can beat that card and must.")),
    beating,
)
TRUMP = Duty(
    "must_trump",
    sentence(_("An opponent is winning the trick: this player can trump and must.")),
    trumping,
)
