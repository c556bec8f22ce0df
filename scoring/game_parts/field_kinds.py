"""How a field of a hand is asked for on a screen: a closed set, so that no page needs to know the game."""

from collections.abc import Callable
from typing import NamedTuple

from scoring.game_parts.profile import Profile

Counted = Callable[[Profile], int]
"""A number that follows from what the competition plays by."""


class Dealer(NamedTuple):
    """One of the seats."""


class Side(NamedTuple):
    """One of the sides."""


class CardOf(NamedTuple):
    """A card of the pack."""


class Suit(NamedTuple):
    """A suit of the pack."""


class NumberKind(NamedTuple):
    """A whole number between two bounds."""

    lowest: Counted
    highest: Counted


class Shares(NamedTuple):
    """Numbers that make a fixed sum: one for each side, or for each of the owners named."""

    total: Counted
    owners: tuple[str, ...] = ()


class DeclarationKind(NamedTuple):
    """Something a player may declare; a kind without a key is the only one of its game."""

    key: str
    label: str
    needs_suit: bool = True


class Declarations(NamedTuple):
    """A list that grows while the hand is played; `captures` when one may also be taken in a trick."""

    kinds: tuple[DeclarationKind, ...]
    captures: Callable[[Profile], bool]


class ClaimKind(NamedTuple):
    """Who says to have won, and the card points counted so far, at most so many."""

    most: int


class Captured(NamedTuple):
    """Cards of value ticked one by one: with so much for each trick they make a number of `points`."""

    points: str
    trick_point: int


class NotAsked(NamedTuple):
    """Nothing a screen asks for: other programs may write it."""


NOT_ASKED = NotAsked()
FieldKind = (
    Dealer | Side | CardOf | Suit | NumberKind | Shares | Declarations | ClaimKind | Captured | NotAsked
)
