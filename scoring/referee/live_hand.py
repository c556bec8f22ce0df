"""A hand taken down while it is played, act by act: whose turn it is, and what the referee says at once.

Of a hand in play only the cards that lie there are known. So a card that somebody should have played before
is found when he plays it: what is found then stays a fault, whatever comes later. The cards drawn from a
stock are not taken down, nor what is exchanged for the turned card.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scoring.cards.packs import Card
from scoring.cards.tricks import Trick
from scoring.field_kinds.base import Field
from scoring.field_kinds.basic import Suit
from scoring.field_kinds.declarations import Declaration, Declarations
from scoring.game_parts.card_game import CardGame
from scoring.game_parts.fields import Hand
from scoring.game_parts.profile import Profile
from scoring.referee.play import CardByCard
from scoring.referee.referee import Case, account, earliest, illegal_card, turned_elsewhere
from scoring.strict_json import as_written
from scoring.types import Finding, HandState, Step, Unreadable

BEFORE = (Step.DEAL, Step.BEFORE)
BETWEEN, WITHIN = "-", "."
"""What stands between two acts of a line, and within the word of a declaration."""


@dataclass(frozen=True)
class Recording:
    """A hand as far as it was taken down."""

    card_game: CardGame
    follows: CardByCard
    profile: Profile
    hand: Hand
    """What is known before the first card."""
    play: tuple[Trick, ...] = ()

    @property
    def case(self) -> Case:
        """What the referee is shown of it."""
        return self.follows.case(self.hand, self.profile, self.play)

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """What was declared so far and counts."""
        return self.follows.counting(self.case)

    @property
    def between_tricks(self) -> bool:
        """Whether the last trick is whole, and the next one not begun."""
        return bool(self.play) and len(self.play[-1].cards) == self.profile.seats

    @property
    def over(self) -> bool:
        """Whether every card was played."""
        return self.between_tricks and len(self.play) == self.case.rules.tricks

    @property
    def turn(self) -> int:
        """The seat that plays next; after the last card, of who won it."""
        if self.play and not self.between_tricks:
            return (self.play[-1].leader + len(self.play[-1].cards)) % self.profile.seats
        return self.case.leader(len(self.play))

    @property
    def trump(self) -> str | None:
        """The trumps of the trick that is played to now."""
        return replace(self, play=self.play if self.over else self._open()).case.trumps[-1]

    @property
    def played(self) -> frozenset[Card]:
        """The cards that are out."""
        return frozenset(card for trick in self.play for card in trick.cards)

    def with_card(self, card: Card) -> "Recording":
        """Return the recording with one card more."""
        *before, last = self._open()
        return replace(self, play=(*before, last._replace(cards=(*last.cards, card))))

    def with_declared(self, declaration: Declaration) -> "Recording":
        """Return the recording with one declaration more, in the trick it says."""
        *before, last = self.play if declaration.trick == len(self.play) else self._open()
        return replace(self, play=(*before, last._replace(declared=(*last.declared, declaration))))

    def _open(self) -> tuple[Trick, ...]:
        if self.play and not self.between_tricks:
            return self.play
        return (*self.play, Trick(self.turn, ()))

    def may_be_declared(self) -> list[Declaration]:
        """Return everything that can be declared now, as far as the referee can know."""
        return [said for said in self._sayable() if self.with_declared(said).fault() is None]

    def _sayable(self) -> Iterator[Declaration]:
        """What there is to declare, by whoever may: who plays next, or who has just won a trick."""
        field = declared_field(self.card_game)
        if field is None or not isinstance(field.kind, Declarations):
            return
        won = len(self.play) if self.between_tricks else 0
        if self.follows.declared_after:
            moments = [(self.turn, won, False)] * bool(won)
        else:
            moments = [] if self.over else [(self.turn, won + 1 if won else max(len(self.play), 1), False)]
        if won and field.kind.captures(self.profile):
            moments.append((self.case.winner(won - 1), won, True))
        for seat, trick, captured in moments:
            for kind in field.kind.kinds:
                for suit in self.profile.pack.suits if kind.needs_suit else (None,):
                    yield Declaration(self.profile.side(seat), kind.key, suit, seat, trick, captured)

    def fault(self) -> Finding | None:
        """Return the first illegal act that can be seen by now."""
        case = self.case
        return earliest(case, (illegal_card, turned_elsewhere, *self.follows.looks)) or self._undeclarable()

    def _undeclarable(self) -> Finding | None:
        field = declared_field(self.card_game)
        if field is None:
            return None
        values = {**self.hand.values, field.key: self.declarations, **(self._sums() if self.over else {})}
        known = replace(self.hand, values=values)
        for check in (*self.card_game.checks, *self.follows.limits):
            found = check(known, self.profile)
            if found and found.level == "error" and found.at.startswith(f"/{field.key}"):
                return found
        return None

    def written_fields(self) -> dict[str, Any]:
        """Return the fields of the hand as a sheet has them; its counts only once it is over."""
        field = declared_field(self.card_game)
        said = {field.key: [each.as_json() for each in self.declarations]} if field else {}
        tricks = {self.follows.play.key: [trick.as_json() for trick in self.play]} if self.play else {}
        sums = {key: as_written(value) for key, value in self._sums().items()} if self.over else {}
        return {**said, **sums, **tricks}

    def _sums(self) -> Mapping[str, Any]:
        """What is counted from the cards, by the fields the game has for it."""
        case = self.case
        tricks, points = account(case)
        last = self.profile.side(case.winner(len(self.play) - 1))
        counted = {"card_points": points, "tricks": tricks, "last_trick": last}
        keys = {field.key for field in self.card_game.fields}
        return {key: value for key, value in counted.items() if key in keys}


class RefusedAct(NamedTuple):
    """An act that was not taken: its word in the line, and what the referee says."""

    word: str
    finding: Finding


def declared_field(card_game: CardGame) -> Field[Any] | None:
    """Return the field of what is declared, where the game has one."""
    return next((each for each in card_game.fields if isinstance(each.kind, Declarations)), None)


def needed(card_game: CardGame) -> list[Field[Any]]:
    """Return what must be known before the first card: a suit too that a sheet may leave out."""
    fields = [field for field in card_game.fields if field.step in BEFORE]
    return [field for field in fields if field.required or isinstance(field.kind, Suit)]


def begun(card_game: CardGame, profile: Profile, body: Mapping[str, Any]) -> Recording | None:
    """Return a recording without a card, or None while something is missing that comes before."""
    follows, values = card_game.card_by_card, {}
    if follows is None:
        return None
    for field in needed(card_game):
        try:
            values[field.key] = field.read(body.get(field.key), profile)
        except Unreadable:
            return None
    rule = card_game.states[HandState.PLAYED]
    hand = Hand(HandState.PLAYED, rule, values["dealer"], values)
    return Recording(card_game, follows, profile, hand)


def taken_down(start: Recording, line: str) -> tuple[Recording, str, RefusedAct | None]:
    """Read a line of acts as far as it is right: the recording, that much of the line, what was refused.

    A word that says nothing ends it too, without a refusal: it was never tapped.
    """
    recording = start
    kept: list[str] = []
    for word in filter(None, line.split(BETWEEN)):
        following = _with(recording, word)
        if following is None:
            break
        if fault := following.fault():
            return recording, BETWEEN.join(kept), RefusedAct(word, fault)
        recording = following
        kept.append(word)
    return recording, BETWEEN.join(kept), None


def _with(recording: Recording, word: str) -> Recording | None:
    """Return the recording with the act of one word; None when it says nothing that can be done now."""
    if WITHIN in word:
        said = next((each for each in recording._sayable() if word_of(each) == word), None)
        return recording.with_declared(said) if said else None
    card = recording.profile.pack.cards.get(word)
    there = card is not None and card.rank in recording.profile.strength and card not in recording.played
    return recording.with_card(card) if card and there and not recording.over else None


def word_of(declaration: Declaration) -> str:
    """Return the word of a declaration in a line: `marianna.H`, `.S`; with `.c` one that was taken."""
    return f"{declaration.kind}{WITHIN}{declaration.suit or ''}" + (
        f"{WITHIN}c" if declaration.captured else ""
    )
