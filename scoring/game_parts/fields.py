"""The fields that hands of several games share: the dealer, a card, a suit, a fixed sum (COM-6)."""

from collections.abc import Callable
from typing import Any

from scoring.cards.packs import Card, Pack
from scoring.game_parts import field_kinds
from scoring.game_parts.card_game import CardGame
from scoring.game_parts.field_kinds import CardOf, Shares
from scoring.sentences import Sentence, _, sentence
from scoring.sheet.rules.hand import Field
from scoring.sheet.rules.profile import Profile
from scoring.types import Scores, Step, Unreadable

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


def fields_asked(card_game: CardGame, kind: type) -> list[Field[Any]]:
    """Return the fields that are asked for in one way."""
    return [field for field in card_game.fields if isinstance(field.input_kind, kind)]


def count_field(card_game: CardGame) -> Field[Any] | None:
    """Return the field of the count: the numbers every hand must have, one for each side."""
    shares = fields_asked(card_game, Shares)
    return next((field for field in shares if field.required and not field.input_kind.owners), None)  # type: ignore[union-attr]


def turned_key(card_game: CardGame) -> str:
    """Return the key of the field that holds the card turned before play; empty when the game has none."""
    cards = fields_asked(card_game, CardOf)
    keys = [field.key for field in cards if field.step is Step.BEFORE and field.key in card_game.parts]
    return keys[0] if keys else ""
