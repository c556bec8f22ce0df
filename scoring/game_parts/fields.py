"""A hand as it is written (COM-4): its states, its values by their fields, and fields several games share."""

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
    """What a hand of one state does to the game."""

    SCORES = "scores"
    AGAIN = "again"
    """Nothing, and the same dealer deals again."""
    PASSES = "passes"
    """Nothing, and the deal passes on."""
    LATE = "late"
    """Nothing: it was written after the end."""


@dataclass(frozen=True, slots=True)
class StateRule:
    """The steps whose fields a hand of one state must hold, and those it may not hold."""

    label: str
    needs: frozenset[Step] = frozenset({Step.DEAL})
    refuses: frozenset[Step] = frozenset()
    rule: str = "COM-4"
    effect: Effect = Effect.SCORES
    """A hand that does not score is not checked either; it is only kept."""
    ranges: bool = True
    """Whether what the cards allow is checked, or the director's word stands (COM-4)."""
    ruling: bool = False
    """Whether only the director writes such a hand (COM-4)."""

    @property
    def scores(self) -> bool:
        """Whether the hand counts."""
        return self.effect is Effect.SCORES

    @property
    def early(self) -> bool:
        """Whether the hand may have ended before its last card."""
        return Step.COUNT in self.refuses


EVERY_STEP = frozenset(Step)

COMMON_STATES: Mapping[HandState, StateRule] = {
    HandState.PLAYED: StateRule(_("Played"), needs=EVERY_STEP),
    HandState.ADJUSTED: StateRule(_("Adjusted by the referee"), needs=EVERY_STEP, ranges=False, ruling=True),
    HandState.ANNULLED: StateRule(_("Annulled"), effect=Effect.AGAIN),
    HandState.VOID: StateRule(_("Void"), effect=Effect.LATE, rule="COM-5", ruling=True),
}
"""The states every card game has; a game adds its own ways to end a hand early."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that could be read; its fields are asked for by their `Field`."""

    state: HandState
    rule: StateRule
    dealer: int
    values: Mapping[str, Any]
    note: str = ""

    def __getitem__(self, field: Field[T]) -> T:
        value: T = self.values[field.key]
        return value

    def get(self, field: Field[T]) -> T | None:
        """Return the field, or None when it was not written."""
        return self.values.get(field.key)

    def as_json(self) -> dict[str, object]:
        """Write the hand in its one form: everything derived is filled in, nothing empty is kept."""
        written = {key: as_written(value) for key, value in self.values.items()}
        if self.state is not HandState.PLAYED:
            written["state"] = self.state.value
        return {**written, "note": self.note} if self.note else written


Check = Callable[[Hand, Profile], Finding | None]
"""What can be said of a hand alone."""


def where_written(field: Field[Any], check: Check) -> Check:
    """Make a check of a field that may be left out: nothing is said of a hand without it."""
    return lambda hand, profile: check(hand, profile) if field.key in hand.values else None


def dealer_field(rule: str, seats: int = 4) -> Field[int]:
    """The seat that dealt; `seats` is the most there can be."""
    return Field("dealer", _("Dealer"), Step.DEAL, rule, Dealer(seats))


def side_field(key: str, label: str, step: Step, rule: str, sides: int = 2) -> Field[int]:
    """One of the sides; `sides` is the most there can be."""
    return Field(key, label, step, rule, Side(sides))


def card_field(key: str, label: str, step: Step, rule: str) -> Field[Card]:
    """One card of the pack."""
    return Field(key, label, step, rule, CardOf())


def suit_field(
    key: str, label: str, rule: str, *, step: Step = Step.BEFORE, required: bool = True, no_suit: str = ""
) -> Field[str]:
    """One suit of the pack; `no_suit` are the words for a hand without one, where that is played."""
    return Field(key, label, step, rule, Suit(no_suit), required)


def number_field(
    key: str, label: str, step: Step, rule: str, lowest: Counted, highest: Counted, *, most: int
) -> Field[int]:
    """A whole number between two bounds that follow from the profile; `most` is the highest there can be."""
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
    """COM-6: numbers that make a fixed sum, one for each side, or for each of the `owners`."""
    counted: Callable[[Profile], int] = total if callable(total) else lambda _profile: total
    kind = Shares(counted, owners, sides, None if callable(total) else total)
    return Field(key, label, Step.COUNT, rule, kind, required)
