"""A hand as it is written (COM-4): its fields, states and values; and the fields that several games share.

The shared ones are the dealer, a card, a suit, numbers that make a fixed sum (COM-6).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from scoring.cards.packs import Card, Pack
from scoring.game_parts import field_kinds
from scoring.game_parts.field_kinds import NOT_ASKED, FieldKind
from scoring.game_parts.profile import Profile
from scoring.strict_json import as_written
from scoring.types import Finding, HandState, Scores, Sentence, Step, Unreadable, _, sentence

T = TypeVar("T")

COMMON_KEYS = frozenset({"state", "note"})


@dataclass(frozen=True, eq=False)
class Field(Generic[T]):
    """One field of a hand: when it is entered, how it is read and asked for, and the rule behind it."""

    key: str
    label: str
    step: Step
    rule: str
    read: Callable[[object, Profile], T]
    schema: Mapping[str, object]
    required: bool = True
    input_kind: FieldKind = NOT_ASKED


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


CARD_PATTERN = "^(10|[2-9AKQJHM])[SHDCB]$"
MOST_SEATS = 5


def whole_number(raw: object, lowest: int, highest: int) -> bool:
    """Whether this is a whole number in the range; true, 1.0 and "1" are not."""
    return type(raw) is int and lowest <= raw <= highest


def dealer_field(rule: str, seats: int = 4) -> Field[int]:
    """The seat that dealt; `seats` is the most there can be."""

    def read(raw: object, profile: Profile) -> int:
        if type(raw) is not int or not 0 <= raw < profile.seats:
            text = sentence(
                _("The dealer is a seat from 0 to %(last)d, in the order of play."), last=profile.seats - 1
            )
            raise Unreadable("bad_dealer", rule, text)
        return raw

    schema = {"type": "integer", "minimum": 0, "maximum": seats - 1}
    return Field("dealer", _("Dealer"), Step.DEAL, rule, read, schema, input_kind=field_kinds.Dealer())


def side_field(key: str, label: str, step: Step, rule: str, sides: int = 2) -> Field[int]:
    """One of the sides; `sides` is the most there can be."""

    def read(raw: object, profile: Profile) -> int:
        return read_side(raw, profile, rule)

    schema = {"type": "integer", "minimum": 0, "maximum": sides - 1}
    return Field(key, label, step, rule, read, schema, input_kind=field_kinds.Side())


def read_side(raw: object, profile: Profile, rule: str, at: str = "") -> int:
    """Read one side of the match, by its number."""
    if type(raw) is not int or not 0 <= raw < profile.sides:
        text = sentence(_("A side is a number from 0 to %(last)d."), last=profile.sides - 1)
        raise Unreadable("bad_side", rule, text, at)
    return raw


def card_field(key: str, label: str, step: Step, rule: str) -> Field[Card]:
    """One card of the pack."""

    def read(raw: object, profile: Profile) -> Card:
        return profile.read_card(raw, rule)

    return Field(
        key,
        label,
        step,
        rule,
        read,
        {"type": "string", "pattern": CARD_PATTERN},
        input_kind=field_kinds.CardOf(),
    )


def suit_field(
    key: str, label: str, rule: str, *, step: Step = Step.BEFORE, required: bool = True
) -> Field[str]:
    """One suit of the pack."""

    def read(raw: object, profile: Profile) -> str:
        return read_suit(raw, profile.pack, rule)

    schema = {"type": "string", "enum": list("SHDCB")}
    return Field(key, label, step, rule, read, schema, required, field_kinds.Suit())


def read_suit(raw: object, pack: Pack, rule: str, at: str = "") -> str:
    """Read one suit of a pack."""
    if type(raw) is not str or raw not in pack.suits:
        text = sentence(_("A suit is one of: %(suits)s."), suits=" ".join(pack.suits))
        raise Unreadable("not_a_suit", rule, text, at)
    return raw


def number_field(
    key: str,
    label: str,
    step: Step,
    rule: str,
    lowest: field_kinds.Counted,
    highest: field_kinds.Counted,
    *,
    most: int,
) -> Field[int]:
    """A whole number between two bounds that follow from the profile; `most` is the highest there can be."""

    def read(raw: object, profile: Profile) -> int:
        least, top = lowest(profile), highest(profile)
        if type(raw) is not int or not least <= raw <= top:
            text = sentence(
                _("%(field)s: write a whole number from %(lowest)d to %(highest)d."),
                field=Sentence(label),
                lowest=least,
                highest=top,
            )
            raise Unreadable(f"{key}_range", rule, text)
        return raw

    schema = {"type": "integer", "minimum": 0, "maximum": most}
    return Field(key, label, step, rule, read, schema, input_kind=field_kinds.NumberKind(lowest, highest))


def shared_field(
    key: str,
    label: str,
    rule: str,
    total: int | field_kinds.Counted,
    *,
    owners: tuple[str, ...] = (),
    sides: int = 2,
    required: bool = True,
) -> Field[Scores]:
    """COM-6: numbers that make a fixed sum; one of them may be null and is derived.

    There is one for each side, or for each of the `owners`.
    """
    counted: Callable[[Profile], int] = total if callable(total) else lambda _profile: total

    def read(raw: object, profile: Profile) -> Scores:
        wanted, numbers = counted(profile), len(owners) or profile.sides
        text = sentence(_SHARES if numbers == 2 else _MORE_SHARES, field=Sentence(label), total=wanted)
        if type(raw) is not list or len(raw) != numbers:
            raise Unreadable(f"{key}_range", rule, text)
        given = [number for number in raw if number is not None]
        if not all(whole_number(number, 0, wanted) for number in given):
            raise Unreadable(f"{key}_range", rule, text)
        if len(given) < numbers - 1:
            raise Unreadable(f"{key}_missing", "COM-6", text)
        left = wanted - sum(given)
        if left < 0 or (len(given) == numbers and left):
            raise Unreadable(f"{key}_sum", rule, _wrong_sum(label, sum(given), wanted))
        return tuple(left if number is None else number for number in raw)

    number = {"type": ["integer", "null"], "minimum": 0}
    if not callable(total):
        number["maximum"] = total
    schema = {"type": "array", "items": number, "minItems": sides, "maxItems": sides}
    return Field(key, label, Step.COUNT, rule, read, schema, required, field_kinds.Shares(counted, owners))


def _wrong_sum(label: str, reached: int, total: int) -> Sentence:
    text = _("%(field)s: together they make %(sum)d, not %(total)d. Count again before the cards are mixed.")
    return sentence(text, field=Sentence(label), sum=reached, total=total)


_SHARES = _("%(field)s: write two whole numbers from 0 to %(total)d, or one and leave the other empty.")
_MORE_SHARES = _(
    "%(field)s: write a whole number from 0 to %(total)d for each; one of them may be left empty."
)
