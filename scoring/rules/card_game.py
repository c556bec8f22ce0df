"""What a card game is made of: the mould every file in `card_games/` fills (games.md, section 10).

What differs between games is a table or a short function given here; what is the same is written
once in `hand.py`, `game.py`, `match.py` and `tricks.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring.rules.cards import PACKS, Pack
from scoring.rules.hand import COMMON_KEYS, Field, Hand, StateRule
from scoring.rules.options import Option, choice, targets_option
from scoring.rules.types import Finding, HandState, Scores
from scoring.rules.words import _

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


class EntryStep(NamedTuple):
    """One screen of writing a hand: its name, and the fields on it."""

    key: str
    label: str
    fields: tuple[str, ...]


class FinalScore(NamedTuple):
    """COM-8: a game of which only the result was written."""

    score: Scores
    hand_count: int | None = None


Check = Callable[[Hand, "Profile"], Finding | None]
"""What can be said of a hand alone."""

MomentCheck = Callable[[Hand, Moment], Finding | None]
"""What can only be said with the score before the hand."""

FinalCheck = Callable[[FinalScore, int], Finding | None]
"""What can be said of a result without hands, given its target."""


TrionfoPoints = Callable[[int, int, int], int]
"""What the turned card scores, by its value, the dealer's score before the deal, and the target."""


def nothing_turned(_value: int, _before: int, _target: int) -> int:
    """A game that turns no card scores none."""
    return 0


@dataclass(frozen=True, eq=False, kw_only=True)
class CardGame:
    """One card game: its cards, its fields and options, what a hand scores and which hands are impossible."""

    key: str
    name: str
    seats: int = 4
    sides: int = 2
    rules: Mapping[str, str]
    """The article that states what every game has: `deal`, `misdeal`, `courts`, `targets`, `long`."""

    pack: Pack
    court_orders: Mapping[tuple[str, str], tuple[str, ...]]
    """Ranks from high to low, by pack and court order; the first of a pack is its default."""
    order_names: Mapping[str, str]
    card_values: tuple[int, ...]
    """Values by place in that order."""
    fixed_total: int | None = None
    even_split: int | None = None

    targets: tuple[int, ...]
    presets: tuple[Preset, ...] = ()
    options: tuple[Option, ...] = ()
    """What there is beside targets, pack and court order."""

    fields: tuple[Field[Any], ...]
    states: Mapping[HandState, StateRule]
    refused_states: Mapping[HandState, str] = field(default_factory=dict)
    """The rule that keeps a state out of this game, where it is not COM-4."""
    entry_steps: tuple[EntryStep, ...]
    checks: tuple[Check, ...] = ()
    range_checks: tuple[Check, ...] = ()
    """What the cards allow: left out when the director adjusted the hand (COM-4)."""
    moment_checks: tuple[MomentCheck, ...] = ()
    final_checks: tuple[FinalCheck, ...] = ()

    parts: Mapping[str, str]
    """The names of what a hand's score is added up from."""
    score: Callable[[Hand, Moment], Mapping[str, Scores]]
    trionfo_points: TrionfoPoints = nothing_turned
    long_game: Mapping[int, int] = field(default_factory=dict)
    """The hands a game to this target hardly ever takes."""

    @property
    def players_a_side(self) -> int:
        """How many people sit on one side."""
        return self.seats // self.sides

    @property
    def turns_a_card(self) -> bool:
        """Whether a turned card can score in this game."""
        return self.trionfo_points is not nothing_turned

    def side(self, seat: int) -> int:
        """The side a seat plays for."""
        return seat % self.sides

    @cached_property
    def hand_keys(self) -> frozenset[str]:
        """Every key a hand of this game may have."""
        return COMMON_KEYS | {field.key for field in self.fields}

    @cached_property
    def all_checks(self) -> tuple[Check, ...]:
        """The checks of a hand that was played as the cards allow."""
        return (*self.checks, *self.range_checks)

    @cached_property
    def all_options(self) -> tuple[Option, ...]:
        """Targets, pack and court order where there is a choice, then the game's own."""
        packs = {pack: PACKS[pack].name for pack, _order in self.court_orders}
        orders = {order: self.order_names[order] for _pack, order in self.court_orders}
        common = [targets_option(self.targets, self.rules["targets"])]
        if len(packs) > 1:
            common.append(choice("pack", _("Pack"), self.rules["courts"], packs, self.pack.key))
        if len(orders) > 1:
            common.append(choice("court_order", _("Order of the court cards"), self.rules["courts"], orders))
        return (*common, *self.options)

    @cached_property
    def options_by_key(self) -> Mapping[str, Option]:
        """The options, to be found by their key."""
        return {option.key: option for option in self.all_options}
