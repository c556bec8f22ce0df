"""The columns of a printed sheet, read off a card game's definition.

Every column follows from how a field is asked for and from the parts a score is added up from.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game_parts import field_kinds as asked
from scoring.game_parts.card_game import CardGame
from scoring.sheet.rules.hand import Field
from scoring.sheet.rules.profile import Profile

BEFORE_PLAY = (asked.Side, asked.Number, asked.Suit, asked.CardOf)
LENGTHS = ("deals", "length")
"""The options that say how many hands a game has."""
USUAL_ROWS, MOST_ROWS, ROWS_OF_TWO_STOREYS = 13, 18, 6
GAMES_ABREAST = 3


class Kind(StrEnum):
    """How wide a column is."""

    FIELD = "field"
    STRIP = "strip"
    LIST = "list"
    COUNT = "count"
    TOTAL = "total"


@dataclass(frozen=True)
class Column:
    """One column: its whole name, what stands over it, how wide it is."""

    kind: Kind
    label: str
    over: str


@dataclass(frozen=True)
class Columns:
    """What is written for a hand: once for all, and for each side from the outside to the spine."""

    hand: tuple[Column, ...]
    side: tuple[Column, ...]

    @property
    def explained(self) -> tuple[Column, ...]:
        """The columns that only have an initial over them, for the legend."""
        return tuple(column for column in (*self.hand, *self.side) if column.over not in ("", column.label))


def columns(card_game: CardGame, profile: Profile) -> Columns:
    """Return the columns of one game: with their initials alone where several games stand abreast."""
    narrow = profile.games > 1
    return Columns(
        hand=tuple(_column(Kind.FIELD, field.label, narrow=narrow) for field in _of_the_hand(card_game)),
        side=(*_of_a_side(card_game, narrow=narrow), *_totals(card_game, narrow=narrow)),
    )


def _column(kind: Kind, label: str, *, narrow: bool) -> Column:
    words = _(label)
    return Column(kind, words, words[:1] if narrow else words)


def _of_the_hand(card_game: CardGame) -> Iterator[Field[Any]]:
    """What is settled before play and belongs to no side, and the count where it is not one for each."""
    for field in card_game.fields:
        before = isinstance(field.asked, BEFORE_PLAY) and field.key not in card_game.parts
        shares = _counted(field)
        if before or (shares and shares.owners):
            yield field


def _counted(field: Field[Any]) -> asked.Shares | None:
    """Return how numbers are shared that are always counted and make a fixed sum; None for other fields."""
    return field.asked if isinstance(field.asked, asked.Shares) and field.required else None


def _of_a_side(card_game: CardGame, *, narrow: bool) -> Iterator[Column]:
    """What scores by itself, and what is counted for each side where there is room for it."""
    for field in card_game.fields:
        if isinstance(field.asked, asked.Declarations):
            yield _column(Kind.LIST, field.label, narrow=narrow)
        elif isinstance(field.asked, BEFORE_PLAY) and field.key in card_game.parts:
            yield _column(Kind.STRIP, field.label, narrow=narrow)
        elif (shares := _counted(field)) and not shares.owners and not narrow:
            yield _column(Kind.COUNT, field.label, narrow=narrow)


def _totals(card_game: CardGame, *, narrow: bool) -> Iterator[Column]:
    """The running total; where nets count, the parts that are kept apart until the end."""
    apart = kept_apart(card_game)
    for label in apart:
        yield Column(Kind.COUNT, _(label), _(label))
    if not apart:
        total = pgettext("column of a score sheet", "Total")
        yield Column(Kind.TOTAL, total, "" if narrow else total)


def kept_apart(card_game: CardGame) -> tuple[str, ...]:
    """Return the labels of the parts that are added up apart, where there are such."""
    return tuple(card_game.parts.values()) if card_game.by_net and len(card_game.parts) > 1 else ()


def rows_of(profile: Profile) -> int:
    """Return how many hands a sheet has room for."""
    if profile.games > GAMES_ABREAST:
        return ROWS_OF_TWO_STOREYS
    fixed = [value for key in LENGTHS if isinstance(value := profile.options.get(key), int)]
    return min(max(USUAL_ROWS, *fixed), MOST_ROWS) if fixed else USUAL_ROWS


def counted_field(card_game: CardGame) -> Field[Any] | None:
    """Return the field of what is always counted after a hand."""
    return next(filter(_counted, card_game.fields), None)


def count_total(card_game: CardGame, profile: Profile) -> int | None:
    """Return what the numbers counted after a hand make together."""
    field = counted_field(card_game)
    shares = _counted(field) if field else None
    return shares.total(profile) if shares else None


def length_words(card_game: CardGame, profile: Profile) -> str:
    """Return how long a game without a target is, in the words of its option."""
    for key in LENGTHS:
        if key in profile.options:
            option, value = card_game.options_by_key[key], profile.options[key]
            name = option.choices.get(str(value))
            return _(name) if name else f"{_(option.label)}: {value}"
    return ""


def trick_points(card_game: CardGame, profile: Profile) -> int:
    """Return what a trick adds to the cards in it: what the count has above the values of the cards."""
    suits = len(profile.pack.suits)
    cards = suits * sum(profile.card_values.values())
    tricks = suits * len(profile.ranks) // profile.seats
    more = (count_total(card_game, profile) or cards) - cards
    return more // tricks if cards and more > 0 else 0
