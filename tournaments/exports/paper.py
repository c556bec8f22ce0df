"""A score sheet on paper (mock-up 07), drawn from its card game's definition; a blank one has no names."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from scoring.game_parts.card_game import CardGame
from scoring.game_parts.description import Face, faces
from scoring.sheet.rules.profile import Profile
from tournaments.exports.columns import (
    Columns,
    columns,
    count_total,
    counted_field,
    kept_apart,
    length_words,
    rows_of,
    trick_points,
)

ROLES = (pgettext_lazy("heading of a side", "Us"), pgettext_lazy("heading of a side", "Them"))
"""What the two pairs of a table are called over their columns."""


@dataclass(frozen=True)
class Seated:
    """What is known of one side: its name, and what its players are called."""

    name: str = ""
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class Heading:
    """What is known of the match a sheet is for; nothing at all on a blank one."""

    title: str = ""
    beside: str = ""
    place: str = ""
    seated: tuple[Seated, ...] = ()
    code: str = ""
    opens: str = ""
    """What the QR code says: the address that opens the table."""


@dataclass(frozen=True)
class PaperSide:
    """One side: its name and players where they are known, what stands over its columns, where it signs."""

    side: int
    name: str
    players: str
    role: str
    over: str


@dataclass(frozen=True)
class PaperGame:
    """One game: its heading, and how far it goes."""

    name: str
    target: str


@dataclass(frozen=True)
class Paper:
    """A sheet, ready to be drawn."""

    heading: Heading
    game_name: str
    targets: str
    first_dealer: str
    sides: tuple[PaperSide, ...]
    games: tuple[PaperGame, ...]
    columns: Columns
    numbers: range
    final: str
    worth: tuple[Face, ...]
    counted: str
    trick: int
    total: int | None


def paper(card_game: CardGame, profile: Profile, heading: Heading) -> Paper:
    """Draw the sheet of a match, or a blank one."""
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
    known = [*seated, *[Seated()] * profile.sides][: profile.sides]
    pairs = card_game.players_a_side > 1 and profile.sides == len(ROLES)
    return tuple(_side(side, each, str(ROLES[side]) if pairs else "") for side, each in enumerate(known))


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
    """How far each game goes: to 35, to 35, decider to 45; a game alone has it in its heading."""
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
