"""Trick play: who wins a trick, and which cards a player may play to it (MAR-PLAY-1).

Knows no game: what a player owes is a table of duties, each narrowing the cards he may play. A game
without any has an empty table.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from scoring.cards.packs import Card
from scoring.field_kinds.declarations import Declaration
from scoring.types import Sentence, _, sentence


class Exchange(NamedTuple):
    """A card changed for the turned one: who did it, and the card taken."""

    player: int
    card: Card

    def as_json(self) -> dict[str, object]:
        """Write the exchange as a trick has it."""
        return {"player": self.player, "card": self.card.name}


class Trick(NamedTuple):
    """One trick as it was written: who led, the cards in the order played, and who is said to have won.

    `declared` was said in it; `drawn_cards` were drawn after it, the winner's first; `exchanged` is
    what was changed for the turned card before it.
    """

    leader: int
    cards: tuple[Card, ...]
    winner: int | None = None
    declared: tuple[Declaration, ...] = ()
    drawn_cards: tuple[Card, ...] = ()
    exchanged: Exchange | None = None

    def as_json(self) -> dict[str, object]:
        """Write the trick as the contract has it; what did not happen is left out."""
        trick: dict[str, object] = {"leader": self.leader, "cards": [card.name for card in self.cards]}
        if self.winner is not None:
            trick["winner"] = self.winner
        if self.declared:
            trick["declared"] = [_as_spoken(each) for each in self.declared]
        if self.drawn_cards:
            trick["drawn"] = [card.name for card in self.drawn_cards]
        return {**trick, "exchanged": self.exchanged.as_json()} if self.exchanged else trick


def _as_spoken(declaration: Declaration) -> dict[str, object]:
    """Within a trick a declaration is the player's, and its trick is known."""
    written = declaration.as_json()
    return {key: value for key, value in written.items() if key not in ("side", "trick")}


class Turn(NamedTuple):
    """A player about to play: the cards in his hand, those in the trick, whether his partner is winning."""

    hand_cards: Sequence[Card]
    trick: Sequence[Card]
    trump: str | None
    strength: Mapping[str, int]
    partner_wins: bool


class Duty(NamedTuple):
    """Something a player owes: among the cards he may still play, those that fulfil it, if he has any."""

    code: str
    message: Sentence
    fulfilling: Callable[[Turn, Sequence[Card]], Sequence[Card]]


class TrickPlay(NamedTuple):
    """How a game plays its tricks: how many, who leads first, what is owed, and the rules that say so."""

    tricks: int
    leads_after_dealer: int
    """How many seats after the dealer the first leader sits."""
    trick_point: int
    duties: tuple[Duty, ...]
    articles: Mapping[str, str]
    """The rule broken by a fault of the `deal`, the `pack`, the `play`, the card `turned`, the `count`.

    `lead` is the rule of the first lead, where that is not a rule of the `play`.
    """
    drawing: int = 0
    """The tricks after which everybody draws from the stock; until then nothing is owed."""
    last_trick: int = 0
    """What the last trick adds to the values of its cards, where its point is one of the card points."""


def beats(card: Card, best: Card, trump: str | None, strength: Mapping[str, int]) -> bool:
    """Whether a card played later takes the trick from the best one so far."""
    if card.suit == best.suit:
        return strength[card.rank] > strength[best.rank]
    return card.suit == trump


def best_place(trick: Sequence[Card], trump: str | None, strength: Mapping[str, int]) -> int:
    """Return the place in the trick, counted from its leader, of the card that wins it."""
    best = 0
    for place in range(1, len(trick)):
        if beats(trick[place], trick[best], trump, strength):
            best = place
    return best


def breach(turn: Turn, card: Card, duties: Sequence[Duty]) -> Duty | None:
    """Return the first duty this card fails, or None when it may be played."""
    allowed = turn.hand_cards
    for duty in duties:
        fulfilling = duty.fulfilling(turn, allowed)
        if fulfilling:
            if card not in fulfilling:
                return duty
            allowed = fulfilling
    return None


def following(turn: Turn, allowed: Sequence[Card]) -> Sequence[Card]:
    """Follow the suit that was led."""
    return [card for card in allowed if card.suit == turn.trick[0].suit] if turn.trick else ()


def beating(turn: Turn, allowed: Sequence[Card]) -> Sequence[Card]:
    """Following suit, beat an opponent's winning card."""
    return _winning(turn, allowed) if turn.trick and allowed[0].suit == turn.trick[0].suit else ()


def trumping(turn: Turn, allowed: Sequence[Card]) -> Sequence[Card]:
    """Void in the suit, trump an opponent's winning card if that beats it."""
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
