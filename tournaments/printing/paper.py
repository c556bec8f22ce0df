"""The columns of a printed score sheet, derived from the definition of the card game.

The columns are the fields of a hand and the parts of its score.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _, pgettext, pgettext_lazy

from scoring.field_kinds.base import Field, PaperPlace
from scoring.field_kinds.basic import Shares
from scoring.game_parts.card_game import CardGame
from scoring.game_parts.description import Face, faces
from scoring.game_parts.profile import Profile

# The options that set the number of hands of a game.
LENGTHS = ("deals", "length")
USUAL_ROWS, MOST_ROWS, ROWS_OF_TWO_STOREYS = 13, 18, 6
GAMES_ABREAST = 3


class ColumnWidth(StrEnum):
    """The width classes of the columns on a printed score sheet."""

    FIELD = "field"
    STRIP = "strip"
    LIST = "list"
    COUNT = "count"
    TOTAL = "total"


@dataclass(frozen=True)
class PaperColumn:
    """A column of a printed score sheet: its width class, its full label, and its printed heading."""

    kind: ColumnWidth
    label: str
    over: str


@dataclass(frozen=True)
class PaperColumns:
    """The columns for a hand: first the columns shared by all sides, then those of one side.

    The columns of a side are listed from the outer edge of the sheet inwards.
    """

    hand: tuple[PaperColumn, ...]
    side: tuple[PaperColumn, ...]

    @property
    def explained(self) -> tuple[PaperColumn, ...]:
        """The columns with an abbreviated heading, which the legend of the sheet explains."""
        return tuple(column for column in (*self.hand, *self.side) if column.over not in ("", column.label))


def columns(card_game: CardGame, profile: Profile) -> PaperColumns:
    """Return the columns of one game.

    If several games are printed side by side, the headings are initials.
    """
    narrow = profile.games > 1
    return PaperColumns(
        hand=tuple(
            _column(ColumnWidth.FIELD, field.label, narrow=narrow) for field in _of_the_hand(card_game)
        ),
        side=(*_of_a_side(card_game, narrow=narrow), *_totals(card_game, narrow=narrow)),
    )


def _column(kind: ColumnWidth, label: str, *, narrow: bool) -> PaperColumn:
    words = _(label)
    return PaperColumn(kind, words, words[:1] if narrow else words)


def _of_the_hand(card_game: CardGame) -> Iterator[Field[Any]]:
    for field in card_game.fields:
        before = field.kind.paper is PaperPlace.BEFORE_PLAY and field.key not in card_game.parts
        shares = _counted(field)
        if before or (shares and shares.owners):
            yield field


def _counted(field: Field[Any]) -> Shares | None:
    return field.kind if isinstance(field.kind, Shares) and field.required else None


def _of_a_side(card_game: CardGame, *, narrow: bool) -> Iterator[PaperColumn]:
    for field in card_game.fields:
        if field.kind.paper is PaperPlace.LIST:
            yield _column(ColumnWidth.LIST, field.label, narrow=narrow)
        elif field.kind.paper is PaperPlace.BEFORE_PLAY and field.key in card_game.parts:
            yield _column(ColumnWidth.STRIP, field.label, narrow=narrow)
        elif (shares := _counted(field)) and not shares.owners and not narrow:
            yield _column(ColumnWidth.COUNT, field.label, narrow=narrow)


def _totals(card_game: CardGame, *, narrow: bool) -> Iterator[PaperColumn]:
    apart = kept_apart(card_game)
    for label in apart:
        yield PaperColumn(ColumnWidth.COUNT, _(label), _(label))
    if not apart:
        total = pgettext("column of a score sheet", "Total")
        yield PaperColumn(ColumnWidth.TOTAL, total, "" if narrow else total)


def kept_apart(card_game: CardGame) -> tuple[str, ...]:
    """Return the labels of the score parts that are totalled separately; empty if all parts share a total."""
    return tuple(card_game.parts.values()) if card_game.by_net and len(card_game.parts) > 1 else ()


def rows_of(profile: Profile) -> int:
    """Return the number of rows for hands on the sheet."""
    if profile.games > GAMES_ABREAST:
        return ROWS_OF_TWO_STOREYS
    fixed = [value for key in LENGTHS if isinstance(value := profile.options.get(key), int)]
    return min(max(USUAL_ROWS, *fixed), MOST_ROWS) if fixed else USUAL_ROWS


def counted_field(card_game: CardGame) -> Field[Any] | None:
    """Return the field whose numbers are counted after each hand; None if nothing is counted."""
    return next(filter(_counted, card_game.fields), None)


def count_total(card_game: CardGame, profile: Profile) -> int | None:
    """Return the fixed sum of the numbers counted after a hand; None if nothing is counted."""
    field = counted_field(card_game)
    shares = _counted(field) if field else None
    return shares.total(profile) if shares else None


def length_words(card_game: CardGame, profile: Profile) -> str:
    """Return the length of a game without a target score as text, taken from the game's options."""
    for key in LENGTHS:
        if key in profile.options:
            option, value = card_game.options_by_key[key], profile.options[key]
            name = option.choices.get(str(value))
            return _(name) if name else f"{_(option.label)}: {value}"
    return ""


def trick_points(card_game: CardGame, profile: Profile) -> int:
    """Return the points per trick that are counted in addition to the card values."""
    suits = len(profile.pack.suits)
    cards = suits * sum(profile.card_values.values())
    tricks = suits * len(profile.ranks) // profile.seats
    more = (count_total(card_game, profile) or cards) - cards
    return more // tricks if cards and more > 0 else 0


# The headings of the two pairs of a table.
ROLES = (pgettext_lazy("heading of a side", "Us"), pgettext_lazy("heading of a side", "Them"))


@dataclass(frozen=True)
class Seated:
    """A side on a printed score sheet: its name and the names of its players."""

    name: str = ""
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class Heading:
    """The heading of a score sheet with the data of its match; all fields are empty on a blank sheet."""

    title: str = ""
    beside: str = ""
    place: str = ""
    seated: tuple[Seated, ...] = ()
    code: str = ""
    # The content of the QR code: the address that opens the table.
    opens: str = ""


@dataclass(frozen=True)
class PaperSide:
    """A side of a printed sheet: its names (empty if unknown), and the heading of its columns."""

    side: int
    name: str
    players: str
    role: str
    over: str


@dataclass(frozen=True)
class PaperGame:
    """A game on a printed score sheet: its heading and its target score."""

    name: str
    target: str


@dataclass(frozen=True)
class Paper:
    """A printed score sheet, as data for the template."""

    heading: Heading
    game_name: str
    targets: str
    first_dealer: str
    sides: tuple[PaperSide, ...]
    games: tuple[PaperGame, ...]
    columns: PaperColumns
    numbers: range
    final: str
    worth: tuple[Face, ...]
    counted: str
    trick: int
    total: int | None


def paper(card_game: CardGame, profile: Profile, heading: Heading) -> Paper:
    """Return a printed score sheet, with a heading of empty fields if the sheet is blank."""
    worth = tuple(face for face in faces(profile) if face.value)
    counted = counted_field(card_game)
    return Paper(
        heading=heading,
        game_name=_(card_game.name),
        targets=capfirst(", ".join(_targets(profile))),
        first_dealer=_("First dealer: %(found)s") % {"found": _(card_game.first_dealer)},
        sides=_sides(card_game, profile, heading.seated),
        games=tuple(_game(card_game, profile, number) for number in range(1, profile.games + 1)),
        columns=columns(card_game, profile),
        numbers=range(1, rows_of(profile) + 1),
        final=_final(card_game),
        worth=worth,
        counted=_(counted.label) if counted and not worth else "",
        trick=trick_points(card_game, profile),
        total=count_total(card_game, profile),
    )


def _final(card_game: CardGame) -> str:
    if kept_apart(card_game):
        return pgettext("foot of a score sheet", "net")
    return pgettext("foot of a score sheet", "final")


def _sides(card_game: CardGame, profile: Profile, seated: Sequence[Seated]) -> tuple[PaperSide, ...]:
    seats = [*seated, *[Seated()] * profile.sides][: profile.sides]
    pairs = card_game.players_a_side > 1 and profile.sides == len(ROLES)
    return tuple(_side(side, each, str(ROLES[side]) if pairs else "") for side, each in enumerate(seats))


def _side(side: int, seated: Seated, role: str) -> PaperSide:
    alone = len(seated.players) == 1
    return PaperSide(
        side=side,
        name=seated.name,
        players="" if alone else ", ".join(seated.players),
        role=role,
        over=role or (seated.players[0] if alone else seated.name),
    )


def _targets(profile: Profile) -> list[str]:
    """Return the target score of each game as text; empty for one game, whose target is in the heading."""
    numbers = range(1, profile.games + 1) if len(profile.targets) > 1 else ()
    return [_target(profile, number, _("decider to %(target)s")) for number in numbers]


def _target(profile: Profile, number: int, last: str) -> str:
    target = profile.target(number - 1)
    words = last if number == profile.games > 1 else _("to %(target)s")
    return words % {"target": target} if target else ""


def _game(card_game: CardGame, profile: Profile, number: int) -> PaperGame:
    if number == profile.games > 1:
        name = _("Decider")
    else:
        name = _("Game %(number)s") % {"number": number} if profile.games > 1 else _("The game")
    return PaperGame(name, _target(profile, number, _("to %(target)s")) or length_words(card_game, profile))
