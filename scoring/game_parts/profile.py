"""The game profile of a match: the values of the card game's options ("opt" in games.md)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.cards.packs import Card, Pack
from scoring.strict_json import as_written
from scoring.types import Sentence, Unreadable, _, read_each, sentence

OptionValue = bool | int | str | tuple[int, ...]

NUMBERS_OF_GAMES = (1, 3, 5)
THIRDS = {1: "⅓", 2: "⅔"}


@dataclass(frozen=True, eq=False)
class Option:
    """One option of a card game: its default, its reader, its JSON Schema, and its choices."""

    key: str
    label: str
    rule: str
    default: OptionValue
    read: Callable[[object], OptionValue]
    schema: Mapping[str, object]
    choices: Mapping[str, str]
    # Explanation for organisers, in one sentence
    about: str = ""
    # Meaning of 0, if it is not a number of anything; forms show an empty field
    zero: str = ""
    # Former values that may still be stored, each with the value that replaced it
    former: Mapping[str, str] = field(default_factory=dict)

    def present(self, value: Any) -> Any:
        """Return the current name of a value that was renamed; return other values unchanged."""
        return self.former.get(value, value) if type(value) is str else value


def choice(
    key: str,
    label: str,
    rule: str,
    choices: Mapping[str, str],
    default: str = "",
    *,
    about: str = "",
    former: Mapping[str, str] | None = None,
) -> Option:
    """Return an option with a few named values; the first is the default unless another is given.

    `former` contains renamed values that may still be stored, each with its present name.
    """
    former = former or {}

    def read(raw: object) -> str:
        raw = former.get(raw, raw) if type(raw) is str else raw
        if type(raw) is not str or raw not in choices:
            text = sentence(_("Choose one of: %(choices)s."), choices=", ".join(choices))
            raise Unreadable("bad_option", rule, text)
        return raw

    default = default or next(iter(choices))
    schema = {"type": "string", "enum": list(choices)}
    return Option(key, label, rule, default, read, schema, choices, about, former=former)


def switch(key: str, label: str, rule: str, *, default: bool = False, about: str = "") -> Option:
    """Return an option that can be on or off."""

    def read(raw: object) -> bool:
        if type(raw) is not bool:
            raise Unreadable("bad_option", rule, sentence(_("Write true or false.")))
        return raw

    return Option(key, label, rule, default, read, {"type": "boolean"}, {}, about)


def number(
    key: str, label: str, rule: str, default: int, bounds: range, *, about: str = "", zero: str = ""
) -> Option:
    """Return an option for a whole number within bounds; `zero` is a text that explains the value 0."""
    text = (
        _("Write a whole number from %(lowest)d to %(highest)d.")
        if bounds.step == 1
        else _("Write a multiple of %(step)d from %(lowest)d to %(highest)d.")
    )
    refusal = sentence(text, lowest=bounds[0], highest=bounds[-1], step=bounds.step)

    def read(raw: object) -> int:
        if type(raw) is not int or raw not in bounds:
            raise Unreadable("bad_option", rule, refusal)
        return raw

    schema = {"type": "integer", "minimum": bounds[0], "maximum": bounds[-1], "multipleOf": bounds.step}
    return Option(key, label, rule, default, read, schema, {}, about, zero)


def targets_option(default: tuple[int, ...], rule: str, bounds: range) -> Option:
    """Return the option for the targets of a match, one target per game (COM-MATCH-1)."""
    refusal = sentence(
        _("A target is a whole number from %(lowest)d to %(highest)d."), lowest=bounds[0], highest=bounds[-1]
    )

    def read(raw: object) -> tuple[int, ...]:
        if type(raw) is not list or len(raw) not in NUMBERS_OF_GAMES:
            text = sentence(_("A match is the best of 1, 3 or 5 games. Write one target for each of them."))
            raise Unreadable("bad_targets", "COM-MATCH-1", text)
        return read_each(raw, read_target)

    def read_target(place: int, raw: object) -> int:
        if type(raw) is not int or raw not in bounds:
            raise Unreadable("bad_target", rule, refusal, f"/{place}")
        return raw

    target = {"type": "integer", "minimum": bounds[0], "maximum": bounds[-1]}
    lists = [{"type": "array", "items": target, "minItems": n, "maxItems": n} for n in NUMBERS_OF_GAMES]
    return Option("targets", _("Targets of the games"), rule, default, read, {"oneOf": lists}, {})


def next_dealer(rule: str) -> Option:
    """Return the option that decides who deals first in every game after the first."""
    words = {
        "continue": _("The deal goes on in turn"),
        "redraw": _("Drawn again for every game"),
        "redraw_for_third": _("Drawn again for the third game"),
    }
    return choice("next_dealer", _("First dealer of the later games"), rule, words)


TIME_UNFINISHED = choice(
    "time_unfinished",
    _("When the time is up"),
    "COM-TIME-2",
    {"leader": _("The side ahead wins"), "void": _("The game does not count")},
)


@dataclass(frozen=True)
class Profile:
    """The game profile of a stage: the values of all options, with the pack and card values they imply."""

    options: Mapping[str, OptionValue]
    # Empty if the game has no targets
    targets: tuple[int, ...]
    seats: int
    sides: int
    pack: Pack
    # From high to low
    ranks: tuple[str, ...]
    card_values: Mapping[str, int]
    strength: Mapping[str, int]
    rank_names: Mapping[str, str]
    # How many card values make one point
    card_unit: int = 1

    @property
    def games(self) -> int:
        """The maximum number of games in a match."""
        return len(self.targets) or 1

    @property
    def games_to_win(self) -> int:
        """The number of games that a side needs to win the match (COM-MATCH-1)."""
        return self.games // 2 + 1

    def target(self, number: int) -> int | None:
        """Return the target of game `number` (from 0); None if the game has no target."""
        return self.targets[number] if number < len(self.targets) else None

    def played_to(self, number: int) -> int | None:
        """Return the target of game `number` (from 0); None if the game has no target.

        A deciding hand after the last game uses the last target.
        """
        return self.target(min(number, self.games - 1))

    def side(self, seat: int) -> int:
        """Return the side to which a seat belongs."""
        return seat % self.sides

    def read_card(self, raw: object, rule: str, at: str = "") -> Card:
        """Return a card with which this profile is played; raise Unreadable for any other value."""
        card = self.pack.read(raw, rule, at)
        if card.rank not in self.strength:
            text = sentence(_("The %(card)s is not played with here."), card=self.card_words(card))
            raise Unreadable("card_left_out", rule, text, at)
        return card

    def rank_name(self, rank: str) -> str:
        """Return the name that this card game gives to a rank, to be translated."""
        return self.rank_names.get(rank) or self.pack.ranks[rank]

    def in_points(self, value: int) -> str:
        """Return a card value as text in points, such as 1, ⅓ or 2⅔."""
        points, rest = divmod(value, self.card_unit)
        return f"{points or ''}{THIRDS[rest]}" if rest else str(points)

    def card_words(self, card: Card) -> Sentence:
        """Return the name of a card as a Sentence, to be translated."""
        rank, suit = Sentence(self.rank_name(card.rank)), Sentence(self.pack.suits[card.suit])
        return sentence(_("%(rank)s of %(suit)s"), rank=rank, suit=suit)

    def as_json(self) -> dict[str, object]:
        """Return the values of all options, including defaults; `read_profile` reads them back."""
        return {key: as_written(value) for key, value in self.options.items()}
