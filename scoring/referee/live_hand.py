"""A hand that is recorded during play: its cards and declarations, the next player, and refused entries.

Only the cards played so far are known. A card that should have been played earlier is therefore detected only
when it is played, and the finding remains even if all later cards are legal. Cards drawn from a stock and
exchanges of the turned-up card are not recorded.
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
# Separators between two acts of a line, and within the code of a declaration.
BETWEEN, WITHIN = "-", "."


@dataclass(frozen=True)
class Recording:
    """The part of a hand that has been recorded so far."""

    card_game: CardGame
    follows: CardByCard
    profile: Profile
    # The fields known before the first card
    hand: Hand
    play: tuple[Trick, ...] = ()

    @property
    def case(self) -> Case:
        """The recorded part of the hand in the form that the referee checks."""
        return self.follows.case(self.hand, self.profile, self.play)

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """The declarations made so far that count."""
        return self.follows.counting(self.case)

    @property
    def between_tricks(self) -> bool:
        """Whether a trick has just been completed and the next one has not begun."""
        return bool(self.play) and len(self.play[-1].cards) == self.profile.seats

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return self.between_tricks and len(self.play) == self.case.rules.tricks

    @property
    def turn(self) -> int:
        """The seat that plays the next card; after the last card, the winner of the last trick."""
        if self.play and not self.between_tricks:
            return (self.play[-1].leader + len(self.play[-1].cards)) % self.profile.seats
        return self.case.leader(len(self.play))

    @property
    def trump(self) -> str | None:
        """The suit that is trumps in the current trick."""
        return replace(self, play=self.play if self.over else self._open()).case.trumps[-1]

    @property
    def played(self) -> frozenset[Card]:
        """The cards played so far in this hand."""
        return frozenset(card for trick in self.play for card in trick.cards)

    def with_card(self, card: Card) -> "Recording":
        """Return the recording with one card added."""
        *before, last = self._open()
        return replace(self, play=(*before, last._replace(cards=(*last.cards, card))))

    def with_declared(self, declaration: Declaration) -> "Recording":
        """Return the recording with one declaration added to its trick."""
        *before, last = self.play if declaration.trick == len(self.play) else self._open()
        return replace(self, play=(*before, last._replace(declared=(*last.declared, declaration))))

    def _open(self) -> tuple[Trick, ...]:
        if self.play and not self.between_tricks:
            return self.play
        return (*self.play, Trick(self.turn, ()))

    def may_be_declared(self) -> list[Declaration]:
        """Return all declarations that the referee would accept now."""
        return [
            declaration for declaration in self._sayable() if self.with_declared(declaration).fault() is None
        ]

    def _sayable(self) -> Iterator[Declaration]:
        """Yield every declaration that the next player or the winner of the last trick could try."""
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
        """Return the first card or declaration that is already known to be illegal, or None."""
        case = self.case
        return earliest(case, (illegal_card, turned_elsewhere, *self.follows.looks)) or self._undeclarable()

    def _undeclarable(self) -> Finding | None:
        field = declared_field(self.card_game)
        if field is None:
            return None
        values = {**self.hand.values, field.key: self.declarations, **(self._sums() if self.over else {})}
        hand = replace(self.hand, values=values)
        for check in (*self.card_game.checks, *self.follows.limits):
            finding = check(hand, self.profile)
            if finding and finding.level == "error" and finding.at.startswith(f"/{field.key}"):
                return finding
        return None

    def written_fields(self) -> dict[str, Any]:
        """Return the fields of the hand as on a score sheet, with the counts once all cards are played."""
        field = declared_field(self.card_game)
        declarations = {field.key: [each.as_json() for each in self.declarations]} if field else {}
        tricks = {self.follows.play.key: [trick.as_json() for trick in self.play]} if self.play else {}
        sums = {key: as_written(value) for key, value in self._sums().items()} if self.over else {}
        return {**declarations, **sums, **tricks}

    def _sums(self) -> Mapping[str, Any]:
        """Return the tricks, the points and the winner of the last trick, by field key."""
        case = self.case
        tricks, points = account(case)
        last = self.profile.side(case.winner(len(self.play) - 1))
        counted = {"card_points": points, "tricks": tricks, "last_trick": last}
        keys = {field.key for field in self.card_game.fields}
        return {key: value for key, value in counted.items() if key in keys}


class RefusedAct(NamedTuple):
    """A refused card or declaration: its code, and the referee's finding."""

    word: str
    finding: Finding


def declared_field(card_game: CardGame) -> Field[Any] | None:
    """Return the field of the declarations; None if the card game has none."""
    return next((each for each in card_game.fields if isinstance(each.kind, Declarations)), None)


def needed(card_game: CardGame) -> list[Field[Any]]:
    """Return the fields required before the first card, including suits that are optional on a sheet."""
    fields = [field for field in card_game.fields if field.step in BEFORE]
    return [field for field in fields if field.required or isinstance(field.kind, Suit)]


def begun(card_game: CardGame, profile: Profile, body: Mapping[str, Any]) -> Recording | None:
    """Return a recording that has no cards yet; None if a required field is missing or invalid.

    Also return None if hands of the card game cannot be recorded card by card.
    """
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
    """Read action codes up to the first wrong one; return (recording, accepted codes, refused action).

    Reading also ends at an unreadable code, but without a refused action, because no button sends such a
    code.
    """
    recording = start
    accepted_words: list[str] = []
    for word in filter(None, line.split(BETWEEN)):
        following = _with(recording, word)
        if following is None:
            break
        if fault := following.fault():
            return recording, BETWEEN.join(accepted_words), RefusedAct(word, fault)
        recording = following
        accepted_words.append(word)
    return recording, BETWEEN.join(accepted_words), None


def _with(recording: Recording, word: str) -> Recording | None:
    """Return the recording with one action added; None if its code is unreadable or impossible now."""
    if WITHIN in word:
        declaration = next((each for each in recording._sayable() if word_of(each) == word), None)
        return recording.with_declared(declaration) if declaration else None
    card = recording.profile.pack.cards.get(word)
    is_playable = (
        card is not None and card.rank in recording.profile.strength and card not in recording.played
    )
    return recording.with_card(card) if card and is_playable and not recording.over else None


def word_of(declaration: Declaration) -> str:
    """Return the code of a declaration, such as `marianna.H` or `.S`; `.c` at the end means captured."""
    return f"{declaration.kind}{WITHIN}{declaration.suit or ''}" + (
        f"{WITHIN}c" if declaration.captured else ""
    )
