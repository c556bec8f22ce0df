"""A field of a hand, and what every kind of field answers: how it is read, asked for, and said.

Pages draw what a kind answers and know no kind: a new one is a file here and the template that asks for it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from scoring.game_parts.profile import Profile
from scoring.types import Problem, Say, Sentence, Step

T = TypeVar("T")

Counted = Callable[[Profile], int]
"""A number that follows from what the competition plays by."""

MOST_SEATS = 5

LONGEST_NUMBER = 4


class PaperPlace(Enum):
    """Where a printed sheet has room for a field."""

    NOWHERE = "nowhere"
    BEFORE_PLAY = "before play"
    """A column of the hand; of a side where the field scores by itself."""
    LIST = "list"
    COUNT = "count"


@dataclass(frozen=True, eq=False)
class Field(Generic[T]):
    """One field of a hand: when it is entered, the kind that reads and shows it, and the rule behind it."""

    key: str
    label: str
    step: Step
    rule: str
    kind: "FieldKind[T]"
    required: bool = True

    def read(self, raw: object, profile: Profile) -> T:
        """Return the value of what was written; raise Unreadable with the reason."""
        return self.kind.read(self, raw, profile)

    @property
    def schema(self) -> Mapping[str, object]:
        """The field as JSON Schema."""
        return self.kind.schema


@dataclass(frozen=True)
class Names:
    """What cards, seats and sides are called where a hand is shown; `say` puts a sentence into words.

    The sides stand in the order they are shown in.
    """

    profile: Profile
    say: Say
    sides: Mapping[int, str]
    players: Mapping[int, str]

    def label(self, field: Field[Any]) -> str:
        """Return what a field is called."""
        return self.say(Sentence(field.label))

    def card(self, card: str) -> str:
        """Return what a card is called: King of hearts."""
        return self.say(self.profile.card_words(self.profile.pack.cards[card]))

    def suit(self, letter: str) -> str:
        """Return what a suit is called: hearts, coins."""
        return self.say(Sentence(self.profile.pack.suits[letter]))


class FieldFact(NamedTuple):
    """One thing that a field says of a hand: what it is, its value, and whose it is."""

    label: str
    value: str = ""
    side: int | None = None
    card: str = ""
    suit: str = ""
    sign: str = ""
    """What stands for it in a row of the sheet, where neither a card nor a suit does."""
    aloud: str = ""
    """What is read aloud beside a card, a suit or a sign that does not say what it is."""
    entry: int | None = None
    """Its place in a list each entry of which scores by itself."""
    claims: bool = False
    """Whether whoever it is of says to have won the game."""


Choices = tuple[tuple[str, Any], ...]
"""Values with their words; or the name of a group with its values."""


class FormInput(NamedTuple):
    """One input of a form: a number that is typed, or a choice of values with their words, also in groups."""

    label: str
    choices: Choices | None = None


@dataclass(frozen=True)
class Asking:
    """A field as it is asked for on a screen: what was typed so far, and what the rules say of more.

    `sides` are the words of the sides as the screen has them; `worth` gives what each entry of a list scored,
    `refused` whether the rules refuse the last entry of a list that was typed like this.
    """

    field: Field[Any]
    names: Names
    typed: Callable[[str], str]
    sides: Sequence[Any]
    errors: Sequence[Problem]
    dealer: int | None = None
    turned: bool = False
    """Whether it is the card turned before play, that scores at once."""
    points: Callable[[str], Sequence[int]] = lambda _rank: ()
    """What a turned card of this rank would give to each side that deals."""
    means: Callable[[str], str] = str
    """What a card of this rank makes the hand, with {suit} where its suit matters; empty where nothing."""
    worth: Callable[[], Sequence[int]] = tuple
    refused: Callable[[str], bool] = bool
    even: int | None = None
    """The count of either of two sides at which neither scores."""

    @property
    def profile(self) -> Profile:
        """What is played by."""
        return self.names.profile

    @property
    def inputs(self) -> list[str]:
        """The names of the inputs that make the field."""
        return input_names(self.field, self.profile)

    def side_choices(self, name: str) -> list[dict[str, Any]]:
        """Return the words of each side, and whether it was chosen in this input."""
        return [{"words": words, "checked": str(words.side) == self.typed(name)} for words in self.sides]

    def suit_choices(self, chosen: str) -> list[dict[str, Any]]:
        """Return each suit's letter, its name, and whether it is the one chosen."""
        return [
            {"letter": letter, "name": self.names.suit(letter), "checked": letter == chosen}
            for letter in suits_shown(self.profile.pack.suits)
        ]


class FieldKind(ABC, Generic[T]):
    """How one kind of field is read, asked for and said; the usual answers are those of a single input."""

    name: ClassVar[str]
    """What the script of a phone without a network calls it, and the template that asks for it."""
    longest: ClassVar[int] = 12
    always: ClassVar[bool] = False
    """Whether it is written even when nothing was typed: a list may have no entries."""
    is_list: ClassVar[bool] = False
    is_asked: ClassVar[bool] = True
    """Whether a screen asks for it; other programs may write what none asks for."""
    at_the_desk: ClassVar[bool] = True
    """Whether the director's form asks for it too."""
    in_letters: ClassVar[bool] = False
    """Whether a card is typed in letters where a whole sheet is copied from paper."""
    says_what_it_is: ClassVar[bool] = False
    """Whether its words need no label before them."""
    paper: ClassVar[PaperPlace] = PaperPlace.NOWHERE

    @abstractmethod
    def read(self, field: Field[T], raw: object, profile: Profile) -> T:
        """Return the value of what was written; raise Unreadable with the reason."""

    @property
    @abstractmethod
    def schema(self) -> Mapping[str, object]:
        """The value as JSON Schema."""

    def input_parts(self, _profile: Profile) -> Sequence[str]:
        """Return what the names of its inputs end in; one that is the field's own key ends in nothing."""
        return ("",)

    def typed_value(self, parts: Sequence[str]) -> Any:
        """Return what was typed as a hand has it; what cannot be read is left for the rules to refuse."""
        return whole_number_or_text(parts[0])

    def filler(self, _profile: Profile) -> Any:
        """Return something possible that stands in while the field is not written; None for nothing."""
        return None

    def widget(self, asking: Asking) -> dict[str, Any]:
        """Return what the template needs that asks for it."""
        return {"name": asking.field.key, "value": asking.typed(asking.field.key)}

    def half_typed(self, _parts: Sequence[str]) -> bool:
        """Whether what was typed cannot be judged yet."""
        return False

    def typed_words(self, _parts: Sequence[str], _names: Names) -> str:
        """Return what was typed in words, for a line above the next step; empty where it says too little."""
        return ""

    def words(self, _field: Field[T], _value: Any, _names: Names) -> list[str]:
        """Return a written value in words, part by part."""
        return []

    def facts(self, field: Field[T], value: Any, names: Names) -> Iterator[FieldFact]:
        """Return what a written value says, each thing by itself; nothing where it explains no score."""
        yield FieldFact(names.label(field), ", ".join(self.words(field, value, names)))

    def legend(self, _field: Field[T], _names: Names) -> FieldFact | None:
        """Return an example of its sign in a row of the sheet; None where the sign says itself."""
        return None

    def form_inputs(self, field: Field[T], names: Names, _parts: Sequence[str]) -> dict[str, FormInput]:
        """Return the inputs of a form that asks for a whole hand at once, by what their names end in.

        `parts` is what stands in them.
        """
        return {"": FormInput(names.label(field), self.choices(names))}

    def choices(self, _names: Names) -> Choices | None:
        """Return what a form offers for a field of one input; None where something is typed."""
        return None

    def form_parts(self, value: Any) -> list[str]:
        """Return what stands in those inputs for a written value."""
        return [str(value)]

    def form_value(self, parts: Sequence[str], _standing: Any) -> Any:
        """Return what was typed into those inputs as it is written; None where nothing was.

        `standing` is what was written there before.
        """
        return self.typed_value(parts) if self.always or any(parts) else None


@dataclass(frozen=True)
class NotAsked(FieldKind[T]):
    """Nothing that a screen asks for: other programs may write it, and `reader` reads it."""

    name = "notasked"
    is_asked = False
    at_the_desk = False

    reader: Callable[[object, Profile], T]
    written_as: Mapping[str, object]

    def read(self, _field: Field[T], raw: object, profile: Profile) -> T:
        """Read what was written."""
        return self.reader(raw, profile)

    @property
    def schema(self) -> Mapping[str, object]:
        """The value as JSON Schema."""
        return self.written_as

    def facts(self, _field: Field[T], _value: Any, _names: Names) -> Iterator[FieldFact]:
        """Say nothing."""
        return iter(())


def input_names(field: Field[Any], profile: Profile) -> list[str]:
    """Return the names of the inputs that make a field."""
    return [f"{field.key}_{part}" if part else field.key for part in field.kind.input_parts(profile)]


def whole_number_or_text(text: str) -> int | str | None:
    """Read a number; anything else is handed on as it is, and nothing is None."""
    if not text:
        return None
    digits = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if digits else text


def suits_shown(suits: Mapping[str, str]) -> list[str]:
    """Return the suits in the order the buttons stand: red, red, black, black where there are colours."""
    return list(suits) if "B" in suits else sorted(suits, key="HDCS".find)
