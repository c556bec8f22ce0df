"""Fields of a hand, and the base class of the field kinds that read, render and display their values.

Pages use this interface only. A new kind of field needs a module in this package and a template for its
input.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from scoring.game_parts.profile import Profile
from scoring.types import Problem, Say, Sentence, Step

T = TypeVar("T")

# A number that depends on the game profile.
Counted = Callable[[Profile], int]

MOST_SEATS = 5

LONGEST_NUMBER = 4


class PaperPlace(Enum):
    """The position of a field on a printed sheet."""

    NOWHERE = "nowhere"
    # A column of the hand; of a side if the field scores by itself
    BEFORE_PLAY = "before play"
    LIST = "list"
    COUNT = "count"


@dataclass(frozen=True, eq=False)
class Field(Generic[T]):
    """One field of a hand: its label, the step at which it is entered, its kind, and its rule id."""

    key: str
    label: str
    step: Step
    rule: str
    kind: "FieldKind[T]"
    required: bool = True

    def read(self, raw: object, profile: Profile) -> T:
        """Return the value of a raw entry; raise Unreadable if the entry is invalid."""
        return self.kind.read(self, raw, profile)

    @property
    def schema(self) -> Mapping[str, object]:
        """The JSON Schema of the field."""
        return self.kind.schema


@dataclass(frozen=True)
class Names:
    """The names of cards, seats and sides in the display of a hand; `say` translates a sentence.

    The sides are in display order.
    """

    profile: Profile
    say: Say
    sides: Mapping[int, str]
    players: Mapping[int, str]

    def label(self, field: Field[Any]) -> str:
        """Return the translated label of a field."""
        return self.say(Sentence(field.label))

    def card(self, card: str) -> str:
        """Return the name of a card, for example "King of hearts"."""
        return self.say(self.profile.card_words(self.profile.pack.cards[card]))

    def suit(self, letter: str) -> str:
        """Return the name of a suit, for example "hearts" or "coins"."""
        return self.say(Sentence(self.profile.pack.suits[letter]))


class FieldFact(NamedTuple):
    """One item in the display of a hand: a label with a value, which may belong to one side."""

    label: str
    value: str = ""
    side: int | None = None
    card: str = ""
    suit: str = ""
    # Text shown in a row of the sheet if there is neither a card nor a suit
    sign: str = ""
    # Text for screen readers, beside a card, suit or sign that does not explain itself
    aloud: str = ""
    # Index of the entry in a list whose entries score separately
    entry: int | None = None
    # Whether the side claims to have won the game
    claims: bool = False


# Values with their texts, or names of groups with their values.
Choices = tuple[tuple[str, Any], ...]


class FormInput(NamedTuple):
    """One form input: a number to type, or a choice of labelled values, which may be grouped."""

    label: str
    choices: Choices | None = None


@dataclass(frozen=True)
class Asking:
    """The data needed to render the input of a field: names, errors, and the values entered so far.

    `sides` contains the sides as shown on the screen. `worth` returns the points of each entry of a list, and
    `refused` returns whether the rules refuse the last entry of a list.
    """

    field: Field[Any]
    names: Names
    typed: Callable[[str], str]
    sides: Sequence[Any]
    errors: Sequence[Problem]
    dealer: int | None = None
    # Whether the field is the card turned before play, which scores at once
    turned: bool = False
    # Returns the points of each side, if it deals, for a turned card of this rank
    points: Callable[[str], Sequence[int]] = lambda _rank: ()
    # Returns what a card of this rank means for the hand, with {suit} if its suit matters; empty if nothing
    means: Callable[[str], str] = str
    worth: Callable[[], Sequence[int]] = tuple
    refused: Callable[[str], bool] = bool
    # The count at which neither of two sides scores
    even: int | None = None

    @property
    def profile(self) -> Profile:
        """The game profile of the match."""
        return self.names.profile

    @property
    def inputs(self) -> list[str]:
        """The names of the form inputs of the field."""
        return input_names(self.field, self.profile)

    def side_choices(self, name: str) -> list[dict[str, Any]]:
        """Return the name of each side, and whether the side is chosen in the input `name`."""
        return [{"words": words, "checked": str(words.side) == self.typed(name)} for words in self.sides]

    def suit_choices(self, chosen: str) -> list[dict[str, Any]]:
        """Return each suit's letter and name, and whether the suit is chosen."""
        return [
            {"letter": letter, "name": self.names.suit(letter), "checked": letter == chosen}
            for letter in suits_shown(self.profile.pack.suits)
        ]


class FieldKind(ABC, Generic[T]):
    """Base class of field kinds; its default methods suit a field with a single input."""

    # Name of the kind in the script of phones without a network, and of the template of its input
    name: ClassVar[str]
    longest: ClassVar[int] = 12
    # Whether the field is written even if nothing was typed, as for lists without entries
    always: ClassVar[bool] = False
    is_list: ClassVar[bool] = False
    # Whether a screen has an input for it; other programs may write fields that no screen has
    is_asked: ClassVar[bool] = True
    # Whether the director's form has an input for it
    at_the_desk: ClassVar[bool] = True
    # Whether a card is typed as letters when a whole sheet is copied from paper
    in_letters: ClassVar[bool] = False
    # Whether its text needs no label before it
    says_what_it_is: ClassVar[bool] = False
    paper: ClassVar[PaperPlace] = PaperPlace.NOWHERE

    @abstractmethod
    def read(self, field: Field[T], raw: object, profile: Profile) -> T:
        """Return the value of a raw entry; raise Unreadable if the entry is invalid."""

    @property
    @abstractmethod
    def schema(self) -> Mapping[str, object]:
        """The JSON Schema of the value."""

    def input_parts(self, _profile: Profile) -> Sequence[str]:
        """Return the suffixes of the input names; with an empty suffix, the name is the field's key."""
        return ("",)

    def typed_value(self, parts: Sequence[str]) -> Any:
        """Return the entered value in the form stored in a hand; an invalid value is returned as text."""
        return whole_number_or_text(parts[0])

    def filler(self, _profile: Profile) -> Any:
        """Return a valid value to use in checks while the field is empty; None if there is none."""
        return None

    def widget(self, asking: Asking) -> dict[str, Any]:
        """Return the template context of the input."""
        return {"name": asking.field.key, "value": asking.typed(asking.field.key)}

    def half_typed(self, _parts: Sequence[str]) -> bool:
        """Return whether the entered value is still incomplete, so that it cannot be checked yet."""
        return False

    def typed_words(self, _parts: Sequence[str], _names: Names) -> str:
        """Return the entered value as text for the next screen; empty if it is incomplete."""
        return ""

    def words(self, _field: Field[T], _value: Any, _names: Names) -> list[str]:
        """Return a stored value as a list of texts, such as ["Us 4", "Them 6"]."""
        return []

    def facts(self, field: Field[T], value: Any, names: Names) -> Iterator[FieldFact]:
        """Yield the items that the field adds to the display of a hand.

        A field that affects no score adds no items.
        """
        yield FieldFact(names.label(field), ", ".join(self.words(field, value, names)))

    def legend(self, _field: Field[T], _names: Names) -> FieldFact | None:
        """Return an example of the field's sign for the legend of the sheet; None if none is needed."""
        return None

    def form_inputs(self, field: Field[T], names: Names, _parts: Sequence[str]) -> dict[str, FormInput]:
        """Return the inputs of the field in the form for a whole hand, as a dictionary by name suffix.

        `parts` contains the current values of the inputs.
        """
        return {"": FormInput(names.label(field), self.choices(names))}

    def choices(self, _names: Names) -> Choices | None:
        """Return the choices of a field with a single input; None if its value is typed."""
        return None

    def form_parts(self, value: Any) -> list[str]:
        """Return the values of the form inputs for a stored value of the field."""
        return [str(value)]

    def form_value(self, parts: Sequence[str], _standing: Any) -> Any:
        """Return the entered value in the form stored in a hand; None if all inputs are empty.

        `standing` is the value stored before.
        """
        return self.typed_value(parts) if self.always or any(parts) else None


@dataclass(frozen=True)
class NotAsked(FieldKind[T]):
    """The kind of a field without an input: only API clients send the value, which `reader` reads."""

    name = "notasked"
    is_asked = False
    at_the_desk = False

    reader: Callable[[object, Profile], T]
    written_as: Mapping[str, object]

    def read(self, _field: Field[T], raw: object, profile: Profile) -> T:
        return self.reader(raw, profile)

    @property
    def schema(self) -> Mapping[str, object]:
        return self.written_as

    def facts(self, _field: Field[T], _value: Any, _names: Names) -> Iterator[FieldFact]:
        return iter(())


def input_names(field: Field[Any], profile: Profile) -> list[str]:
    """Return the names of all form inputs of a field."""
    return [f"{field.key}_{part}" if part else field.key for part in field.kind.input_parts(profile)]


def whole_number_or_text(text: str) -> int | str | None:
    """Return up to four digits as an int, an empty text as None, and any other text unchanged."""
    if not text:
        return None
    digits = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if digits else text


def suits_shown(suits: Mapping[str, str]) -> list[str]:
    """Return the suits in display order; French suits begin with the red suits."""
    return list(suits) if "B" in suits else sorted(suits, key="HDCS".find)
