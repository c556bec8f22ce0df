"""What a card game is made of: the mould every file in `card_games/` fills (games.md, section 10).

What differs between games is a table or a short function given here; what is the same is written
once in `hand.py`, `game.py`, `match.py` and `tricks.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scoring.rules.cards import Pack
from scoring.rules.hand import COMMON_KEYS, Field, Hand, StateRule
from scoring.rules.options import Option
from scoring.rules.types import Finding, HandState, Scores

if TYPE_CHECKING:
    from scoring.rules.profile import Profile


class Moment(NamedTuple):
    """Where a game stands when a hand is dealt: who has what, and how far it goes."""

    card_game: "CardGame"
    profile: "Profile"
    before: Scores
    target: int


class Preset(NamedTuple):
    """A way to play that clubs know by name, as a profile."""

    key: str
    name: str
    profile: Mapping[str, object]


class FinalScore(NamedTuple):
    """COM-8: a game of which only the result was written."""

    score: Scores
    winner: int
    hand_count: int | None


Check = Callable[[Hand, "Profile"], Finding | None]
"""What can be said of a hand alone."""

MomentCheck = Callable[[Hand, Moment], Finding | None]
"""What can only be said with the score before the hand."""


@dataclass(frozen=True, eq=False, kw_only=True)
class CardGame:
    """One card game: its cards, its fields and options, what a hand scores and which hands are impossible."""

    key: str
    name: str
    seats: int = 4
    sides: int = 2

    pack: Pack
    court_orders: Mapping[tuple[str, str], tuple[str, ...]]
    """Ranks from high to low, by pack and court order; the first of a pack is its default."""
    card_values: tuple[int, ...]
    """Values by place in that order."""
    trick_point: int = 0
    fixed_total: int | None = None
    even_split: int | None = None

    targets: tuple[int, ...] = ()
    presets: tuple[Preset, ...] = ()
    options: tuple[Option, ...]

    fields: tuple[Field[object], ...]
    states: Mapping[HandState, StateRule]
    refused_states: Mapping[HandState, str]
    checks: tuple[Check, ...] = ()
    moment_checks: tuple[MomentCheck, ...] = ()

    parts: Mapping[str, str]
    """The names of what a hand's score is added up from."""
    score: Callable[[Hand, Moment], Mapping[str, Scores]]
    trionfo_points: Callable[[int, int, int], int] | None = None
    """Its value, the dealer's score before the deal, the target: what the turned card scores."""
    final_checks: tuple[Callable[[FinalScore, int], Finding | None], ...] = ()
    count_checks: tuple[Callable[[int, int], Finding | None], ...] = ()

    @cached_property
    def hand_keys(self) -> frozenset[str]:
        """Every key a hand of this game may have."""
        return COMMON_KEYS | {field.key for field in self.fields}
