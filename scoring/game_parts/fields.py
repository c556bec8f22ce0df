"""Recorded hands (COM-4): their states and field values, and fields that several games share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from scoring.cards.packs import Card
from scoring.field_kinds.base import Counted, Field
from scoring.field_kinds.basic import CardOf, Dealer, Shares, Side, Suit
from scoring.field_kinds.number import Number
from scoring.game_parts.profile import Profile
from scoring.strict_json import as_written
from scoring.types import Finding, HandState, Scores, Step, _

T = TypeVar("T")

COMMON_KEYS = frozenset({"state", "note"})


class Effect(Enum):
    """The effect of a hand on the game, which depends on the state of the hand."""

    SCORES = "scores"
    # Scores nothing, and the same dealer deals again
    AGAIN = "again"
    # Scores nothing, and the deal passes on
    PASSES = "passes"
    # Scores nothing, because it was written after the end of the game
    LATE = "late"


@dataclass(frozen=True, slots=True)
class StateRule:
    """The rule for a hand state: the steps whose fields are required, and those whose fields are refused."""

    label: str
    needs: frozenset[Step] = frozenset({Step.DEAL})
    refuses: frozenset[Step] = frozenset()
    rule: str = "COM-4"
    # A hand that does not score is stored without checks
    effect: Effect = Effect.SCORES
    # Whether the card limits are checked; if not, the director's entry is accepted as it is (COM-4)
    ranges: bool = True
    # Whether only the director may write a hand in this state (COM-4)
    ruling: bool = False

    @property
    def scores(self) -> bool:
        """Whether a hand in this state scores."""
        return self.effect is Effect.SCORES

    @property
    def early(self) -> bool:
        """Whether a hand in this state may end before its last card is played."""
        return Step.COUNT in self.refuses


EVERY_STEP = frozenset(Step)

# The states that all card games have; a game adds its own for hands that end early.
COMMON_STATES: Mapping[HandState, StateRule] = {
    HandState.PLAYED: StateRule(_("Played"), needs=EVERY_STEP),
    HandState.ADJUSTED: StateRule(_("Adjusted by the referee"), needs=EVERY_STEP, ranges=False, ruling=True),
    HandState.ANNULLED: StateRule(_("Annulled"), effect=Effect.AGAIN),
    HandState.VOID: StateRule(_("Void"), effect=Effect.LATE, rule="COM-5", ruling=True),
}


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand in which all fields are valid; `hand[field]` is the value of a field."""

    state: HandState
    rule: StateRule
    dealer: int
    values: Mapping[str, Any]
    note: str = ""

    def __getitem__(self, field: Field[T]) -> T:
        value: T = self.values[field.key]
        return value

    def get(self, field: Field[T]) -> T | None:
        """Return the value of a field, or None if the hand does not have it."""
        return self.values.get(field.key)

    def as_json(self) -> dict[str, object]:
        """Return the hand in canonical form: with derived values, without the state `played`."""
        body = {key: as_written(value) for key, value in self.values.items()}
        if self.state is not HandState.PLAYED:
            body["state"] = self.state.value
        return {**body, "note": self.note} if self.note else body


# A check of one hand by itself.
Check = Callable[[Hand, Profile], Finding | None]


def where_written(field: Field[Any], check: Check) -> Check:
    """Return a check that runs only on hands that contain this optional field."""
    return lambda hand, profile: check(hand, profile) if field.key in hand.values else None


def dealer_field(rule: str, seats: int = 4) -> Field[int]:
    """Return the field for the dealer's seat; `seats` is the largest number of seats in any profile."""
    return Field("dealer", _("Dealer"), Step.DEAL, rule, Dealer(seats))


def side_field(key: str, label: str, step: Step, rule: str, sides: int = 2) -> Field[int]:
    """Return a field for one of the sides; `sides` is the largest number of sides in any profile."""
    return Field(key, label, step, rule, Side(sides))


def card_field(key: str, label: str, step: Step, rule: str) -> Field[Card]:
    """Return a field for one card of the pack."""
    return Field(key, label, step, rule, CardOf())


def suit_field(
    key: str, label: str, rule: str, *, step: Step = Step.BEFORE, required: bool = True, no_suit: str = ""
) -> Field[str]:
    """Return a field for a suit; `no_suit`, if given, is the label of the choice to play without a suit."""
    return Field(key, label, step, rule, Suit(no_suit), required)


def number_field(
    key: str, label: str, step: Step, rule: str, lowest: Counted, highest: Counted, *, most: int
) -> Field[int]:
    """Return a field for a number between bounds; `most` is the highest bound in any profile."""
    return Field(key, label, step, rule, Number(lowest, highest, most))


def shared_field(
    key: str,
    label: str,
    rule: str,
    total: int | Counted,
    *,
    owners: tuple[str, ...] = (),
    sides: int = 2,
    required: bool = True,
) -> Field[Scores]:
    """Return a field for numbers with a fixed sum, one for each side or for each of the `owners` (COM-6)."""
    counted: Callable[[Profile], int] = total if callable(total) else lambda _profile: total
    kind = Shares(counted, owners, sides, None if callable(total) else total)
    return Field(key, label, Step.COUNT, rule, kind, required)
