"""What a card game is made of: the mould every file in `games/` fills (games.md, section 10).

What differs between games is a table or a short function given here; what is the same is written
once in `fields.py`, `tricks.py` and `sheet/rules/`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, cast

from scoring.cards.packs import PACKS, Pack
from scoring.field_kinds.base import Field
from scoring.field_kinds.basic import CardOf, Shares
from scoring.game_parts.fields import COMMON_KEYS, Check, Hand, StateRule
from scoring.game_parts.profile import Option, OptionValue, Profile, choice, targets_option
from scoring.referee.play import CardByCard
from scoring.types import Finding, HandState, Scores, Step, _


@dataclass(frozen=True, eq=False)
class HandTable:
    """The results of so many hands, and all it takes to make them again."""

    name: str
    """The module of `games/hand_tables/` it stands in."""
    seed: int
    even: int
    """The count of either pair at which neither scores from play."""
    first_block: str
    """The digest of its first block of hands, so that a change of the play is noticed without all of it."""
    counts: Mapping[int, tuple[int, ...]]
    """By the value of the turned card: how many hands gave the dealer's pair 0, 1, 2 … card points."""

    @property
    def hands(self) -> int:
        """How many hands it holds."""
        return sum(map(sum, self.counts.values()))


class Reached(NamedTuple):
    """Where a hand left the game: the totals, those of every part, and how many hands were dealt."""

    running: Scores
    parts: Mapping[str, Scores]
    dealt: int


class Ended(NamedTuple):
    """The game is over; it has no winner when the best are equal and share."""

    winner: int | None


def at_the_target(_hand: Hand, moment: "Moment", reached: Reached) -> Ended | None:
    """COM-2: over when one side has reached the target with more than anybody else."""
    winner = ahead_at(reached.running, moment.target)
    return None if winner is None else Ended(winner)


def ahead_at(running: Scores, target: int) -> int | None:
    """Return the side that reached the target with more than anybody else."""
    return highest(running) if max(running) >= target else None


def highest(running: Scores) -> int | None:
    """Return the side that has more than anybody else."""
    best = max(running)
    return running.index(best) if running.count(best) == 1 else None


class Moment(NamedTuple):
    """Where a game stands when a hand is dealt: who has what, and how far it goes."""

    card_game: "CardGame"
    profile: Profile
    before: Scores
    target: int
    """0 when the game has none."""


class Preset(NamedTuple):
    """A way to play that clubs know by name, as a profile."""

    key: str
    name: str
    profile: Mapping[str, object]


class EntryStep(NamedTuple):
    """One screen of writing a hand: its name, and the fields on it.

    With a state it is the screen of a hand that ends this way, in place of those after it.
    """

    key: str
    label: str
    fields: tuple[str, ...]
    state: HandState | None = None


class FinalScore(NamedTuple):
    """COM-8: a game of which only the result was written."""

    score: Scores
    hand_count: int | None = None


class Pace(NamedTuple):
    """What a hand usually takes, and how many a game to the usual target (`game_hands`)."""

    hand_seconds: int = 240
    game_hands: int = 5
    counted_by: str = ""
    """The option that says how many hands a game has, where one does."""


USUAL_PACE = Pace()

ProfileCheck = Callable[[Profile], Finding | None]
"""What can only be said of several options together."""

Follows = Callable[[Mapping[str, OptionValue]], OptionValue]
"""A default that follows from the other options."""

MomentCheck = Callable[[Hand, Moment], Finding | None]
"""What can only be said with the score before the hand."""

FinalCheck = Callable[[FinalScore, int, Profile], Finding | None]
"""What can be said of a result without hands, given its target and what was played by."""

NetCheck = Callable[[FinalScore, Profile], Finding | None]
"""What can be said of nets without hands, given what was played by."""

Ending = Callable[[Hand, Moment, Reached], Ended | None]
"""Whether the game is over after a hand, and who has won it."""

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
    """The usual number of players; an option called `players` may say otherwise."""
    players_a_side: int = 2
    by_net: bool = False
    """Whether what counts in the end is each player's net: scores may be negative and make 0 together."""
    rules: Mapping[str, str]
    """The article that states what every game has: `deal`, `misdeal`, `courts`, `targets`, `long`, `nets`."""

    pack: Pack
    court_orders: Mapping[tuple[str, str], tuple[str, ...]]
    """Ranks from high to low, by pack and order; the first of a pack is its default."""
    order_names: Mapping[str, str]
    """What the option calls each order, whatever the pack."""
    deck_names: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """What an order is called in one pack, where its courts have names of their own."""
    order_option: tuple[str, str] = ("court_order", _("Order of the court cards"))
    """The option that chooses the order, where there is a choice, and its label."""
    card_values: tuple[int, ...]
    """Values by place in that order."""
    card_unit: int = 1
    """How many of those values make one point; what a side has left over counts nothing."""
    rank_names: Mapping[str, str] = field(default_factory=dict)
    """What this game calls a rank, where the pack has another name for it."""
    ranks_left_out: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """The ranks that are laid aside, by number of players."""
    fixed_total: int | None = None
    even_split: int | None = None

    targets: tuple[int, ...] = ()
    """The usual target of each game; empty where a game ends by something else."""
    target_range: range = range(10, 201)
    presets: tuple[Preset, ...] = ()
    first_dealer: str = _("drawn by lot")
    """How who deals first is found; on the sheet of paper."""
    options: tuple[Option, ...] = ()
    """What there is beside targets, pack and court order."""
    former_options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Options that this game had once, each with its default of then.

    A profile written then may still name them, to no effect.
    """
    defaults: Mapping[str, Follows] = field(default_factory=dict)
    """The defaults that follow from the other options."""
    profile_checks: tuple[ProfileCheck, ...] = ()
    """What options must be together; each finding is placed at one of them."""

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
    net_checks: tuple[NetCheck, ...] = ()

    card_by_card: CardByCard | None = None
    """How the referee follows a hand, where the game may be written with every card."""
    card_means: Callable[[str, Profile], str] | None = None
    """What a card of this rank, turned or cut before play, makes the hand: its words, with `suit` where the
    suit matters; for a game in which the card scores nothing by itself."""
    parts: Mapping[str, str]
    """The names of what a hand's score is added up from."""
    score: Callable[[Hand, Moment], Mapping[str, Scores]]
    trionfo_points: TrionfoPoints = nothing_turned
    ending: Ending = at_the_target
    long_game: Mapping[int, int] = field(default_factory=dict)
    """The hands a game to this target hardly ever takes."""
    pace: Pace = USUAL_PACE
    hand_table: HandTable | None = None
    """Simulated results of hands, where the chances of a match can be worked out from them (`odds.py`)."""

    @property
    def sides(self) -> int:
        """The usual number of sides; a profile knows its own."""
        return self.seats // self.players_a_side

    def order_name(self, pack: str, order: str) -> str:
        """Return what the order of a pack is called, to be translated."""
        return self.deck_names.get((pack, order)) or self.order_names[order]

    @property
    def turns_a_card(self) -> bool:
        """Whether a turned card can score in this game."""
        return self.trionfo_points is not nothing_turned

    def is_ruling(self, body: Any) -> bool:
        """Return whether a hand, as it was sent, ended in a way that only the referee writes (COM-4)."""
        state = body.get("state") if isinstance(body, Mapping) else None
        return any(known == state and rule.ruling for known, rule in self.states.items())

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
        packs = {pack: self.packs[pack].name for pack, _order in self.court_orders}
        orders = {order: self.order_names[order] for _pack, order in self.court_orders}
        courts, common = self.rules["courts"], []
        if self.targets:
            common.append(targets_option(self.targets, self.rules["targets"], self.target_range))
        if len(packs) > 1:
            common.append(choice("pack", _("Pack"), courts, packs, self.pack.key))
        if len(orders) > 1:
            common.append(choice(*self.order_option, courts, orders))
        return (*common, *self.options)

    @cached_property
    def packs(self) -> Mapping[str, Pack]:
        """The packs it may be played with, by key: the common ones, and its own where it comes with one."""
        return {**PACKS, self.pack.key: self.pack}

    @cached_property
    def options_by_key(self) -> Mapping[str, Option]:
        """The options, to be found by their key."""
        return {option.key: option for option in self.all_options}


def fields_asked(card_game: CardGame, kind: type) -> list[Field[Any]]:
    """Return the fields that are asked for in one way."""
    return [field for field in card_game.fields if isinstance(field.kind, kind)]


def count_field(card_game: CardGame) -> Field[Any] | None:
    """Return the field of the count: the numbers every hand must have, one for each side."""
    shares = [field for field in fields_asked(card_game, Shares) if field.required]
    return next((field for field in shares if not cast(Shares, field.kind).owners), None)


def turned_key(card_game: CardGame) -> str:
    """Return the key of the field that holds the card turned before play; empty when the game has none."""
    cards = fields_asked(card_game, CardOf)
    keys = [field.key for field in cards if field.step is Step.BEFORE and field.key in card_game.parts]
    return keys[0] if keys else ""


def game_hands(card_game: CardGame, profile: Profile, number: int) -> int:
    """Return how many hands game `number`, from 0, usually takes: as many as its target is far."""
    pace = card_game.pace
    said = profile.options.get(pace.counted_by)
    if type(said) is int:
        return said
    target = profile.target(number)
    if target is None:
        return pace.game_hands
    usual = card_game.targets[0]
    return max(1, (2 * pace.game_hands * target + usual) // (2 * usual))
