"""The class `CardGame`; every module in `games/` defines an instance of it (games.md, section 10).

The definition of a card game consists of tables and short functions. Rules that several games share are in
`fields.py`, `tricks.py` and `sheet/rules/`.
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
    """The counted results of simulated hands, and the seed with which the simulation can be repeated."""

    # The module of `games/hand_tables/` with the results
    name: str
    seed: int
    # The card points at which neither pair scores from play
    even: int
    # Digest of the first block of hands; a test compares it to detect changes of the play
    first_block: str
    # The number of hands in which the dealer's pair made 0, 1, 2 … card points, by value of the turned card
    counts: Mapping[int, tuple[int, ...]]

    @property
    def hands(self) -> int:
        """The number of simulated hands in the table."""
        return sum(map(sum, self.counts.values()))


class Reached(NamedTuple):
    """The state of a game after a hand: totals by side, totals by kind of points, number of hands dealt.

    `dealt` includes hands in which all players passed, but not annulled hands.
    """

    running: Scores
    parts: Mapping[str, Scores]
    dealt: int


class Ended(NamedTuple):
    """A game that is over; `winner` is None if the best sides are tied."""

    winner: int | None


def at_the_target(_hand: Hand, moment: "Moment", reached: Reached) -> Ended | None:
    """End the game if a side has reached the target and is ahead of all others (COM-2)."""
    winner = ahead_at(reached.running, moment.target)
    return None if winner is None else Ended(winner)


def ahead_at(running: Scores, target: int) -> int | None:
    """Return the side that has reached the target and is ahead of all others, or None."""
    return highest(running) if max(running) >= target else None


def highest(running: Scores) -> int | None:
    """Return the side with the highest score, or None if several sides share it."""
    best = max(running)
    return running.index(best) if running.count(best) == 1 else None


class Moment(NamedTuple):
    """The state of a game before a hand is dealt: profile, scores and target."""

    card_game: "CardGame"
    profile: Profile
    before: Scores
    # 0 if the game has no target
    target: int


class Preset(NamedTuple):
    """A named game profile with rules that are used in many clubs."""

    key: str
    name: str
    profile: Mapping[str, object]


class EntryStep(NamedTuple):
    """One screen for entering a hand: its name and its fields.

    A screen with a `state` is shown only for a hand that ended in this state. It replaces all later screens.
    """

    key: str
    label: str
    fields: tuple[str, ...]
    state: HandState | None = None


class FinalScore(NamedTuple):
    """The final score of a game that is entered without its hands (COM-8)."""

    score: Scores
    hand_count: int | None = None


class Pace(NamedTuple):
    """The usual duration of a hand in seconds, and the usual number of hands in a game."""

    hand_seconds: int = 240
    game_hands: int = 5
    # Key of the option with the number of hands in a game, if the card game has one
    counted_by: str = ""


USUAL_PACE = Pace()

# A check of several options together.
ProfileCheck = Callable[[Profile], Finding | None]

# A default that depends on the other options.
Follows = Callable[[Mapping[str, OptionValue]], OptionValue]

# A check of a hand that needs the scores before it.
MomentCheck = Callable[[Hand, Moment], Finding | None]

# A check of a result without hands, given its target and profile.
FinalCheck = Callable[[FinalScore, int, Profile], Finding | None]

# A check of net scores without hands, given the profile.
NetCheck = Callable[[FinalScore, Profile], Finding | None]

# Decides after a hand whether the game is over, and who has won it.
Ending = Callable[[Hand, Moment, Reached], Ended | None]

# Returns the points of the turned card from its value, the dealer's score before the deal, and the target.
TrionfoPoints = Callable[[int, int, int], int]


def nothing_turned(_value: int, _before: int, _target: int) -> int:
    """Return 0, for games in which no turned-up card scores."""
    return 0


@dataclass(frozen=True, eq=False, kw_only=True)
class CardGame:
    """The definition of a card game: cards, fields, options, scoring and checks."""

    key: str
    name: str
    # The usual number of players; an option called `players` may set another
    seats: int = 4
    players_a_side: int = 2
    # Whether the result is each player's net: scores may be negative, and their sum is 0
    by_net: bool = False
    # Rule ids of the common rules: `deal`, `misdeal`, `courts`, `targets`, `long`, `nets`
    rules: Mapping[str, str]

    pack: Pack
    # Ranks from high to low, by pack and order; the first order of a pack is its default
    court_orders: Mapping[tuple[str, str], tuple[str, ...]]
    # Label of each order in the option, for any pack
    order_names: Mapping[str, str]
    # Label of an order in one pack, if its court cards have other names
    deck_names: Mapping[tuple[str, str], str] = field(default_factory=dict)
    # Key and label of the option for the order, if there is a choice
    order_option: tuple[str, str] = ("court_order", _("Order of the court cards"))
    # Card values by place in that order
    card_values: tuple[int, ...]
    # How many of these values make one point; a remainder counts nothing
    card_unit: int = 1
    # Names of ranks that differ from the pack's
    rank_names: Mapping[str, str] = field(default_factory=dict)
    # Ranks removed from the pack, by number of players
    ranks_left_out: Mapping[int, frozenset[str]] = field(default_factory=dict)
    fixed_total: int | None = None
    even_split: int | None = None

    # The usual target of each game; empty if a game ends otherwise
    targets: tuple[int, ...] = ()
    target_range: range = range(10, 201)
    presets: tuple[Preset, ...] = ()
    # How the first dealer is determined, for the printed sheet
    first_dealer: str = _("drawn by lot")
    # Options besides targets, pack and order of the court cards
    options: tuple[Option, ...] = ()
    # Former options, each with its default of that time.
    # A profile written then may still contain them; they have no effect.
    former_options: Mapping[str, OptionValue] = field(default_factory=dict)
    # Defaults that depend on the other options
    defaults: Mapping[str, Follows] = field(default_factory=dict)
    # Checks of several options together; each finding is placed at one of them
    profile_checks: tuple[ProfileCheck, ...] = ()

    fields: tuple[Field[Any], ...]
    states: Mapping[HandState, StateRule]
    # Rule ids of the states that this game does not have, if the rule is not COM-4
    refused_states: Mapping[HandState, str] = field(default_factory=dict)
    entry_steps: tuple[EntryStep, ...]
    checks: tuple[Check, ...] = ()
    # Checks of what the cards allow; skipped if the director adjusted the hand (COM-4)
    range_checks: tuple[Check, ...] = ()
    moment_checks: tuple[MomentCheck, ...] = ()
    final_checks: tuple[FinalCheck, ...] = ()
    net_checks: tuple[NetCheck, ...] = ()

    # How the referee follows a hand; None if hands cannot be written card by card
    card_by_card: CardByCard | None = None
    # Returns what a card of this rank, turned or cut before play, means for the hand: a text with `suit` if
    # the suit matters. For games in which the card itself scores nothing.
    card_means: Callable[[str, Profile], str] | None = None
    # Names of the parts of a hand's score
    parts: Mapping[str, str]
    score: Callable[[Hand, Moment], Mapping[str, Scores]]
    trionfo_points: TrionfoPoints = nothing_turned
    ending: Ending = at_the_target
    # The number of hands that a game to this target rarely exceeds
    long_game: Mapping[int, int] = field(default_factory=dict)
    pace: Pace = USUAL_PACE
    # Simulated results of hands, if the odds of a match can be computed from them (`scoring/odds`)
    hand_table: HandTable | None = None

    @property
    def sides(self) -> int:
        """The usual number of sides; a profile may set another number."""
        return self.seats // self.players_a_side

    def order_name(self, pack: str, order: str) -> str:
        """Return the untranslated name of an order of the court cards; `pack` and `order` are keys."""
        return self.deck_names.get((pack, order)) or self.order_names[order]

    @property
    def turns_a_card(self) -> bool:
        """Whether the game has a turned-up card that can score."""
        return self.trionfo_points is not nothing_turned

    def is_ruling(self, body: Any) -> bool:
        """Return whether the hand `body` has a state that only the director may enter (COM-4)."""
        state = body.get("state") if isinstance(body, Mapping) else None
        return any(key == state and rule.ruling for key, rule in self.states.items())

    @cached_property
    def hand_keys(self) -> frozenset[str]:
        """All keys that a hand of this game may contain."""
        return COMMON_KEYS | {field.key for field in self.fields}

    @cached_property
    def all_checks(self) -> tuple[Check, ...]:
        """All checks of a hand; if the director has adjusted the hand, only `checks` apply."""
        return (*self.checks, *self.range_checks)

    @cached_property
    def all_options(self) -> tuple[Option, ...]:
        """All options: targets, pack, order of the court cards, and then the game's own options."""
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
        """All packs by key: the shared packs and the game's own pack.

        The keys of `court_orders` name the packs with which the game is played.
        """
        return {**PACKS, self.pack.key: self.pack}

    @cached_property
    def options_by_key(self) -> Mapping[str, Option]:
        """All options of the game, by key."""
        return {option.key: option for option in self.all_options}


def fields_asked(card_game: CardGame, kind: type) -> list[Field[Any]]:
    """Return the fields of a card game whose kind is an instance of `kind`."""
    return [field for field in card_game.fields if isinstance(field.kind, kind)]


def count_field(card_game: CardGame) -> Field[Any] | None:
    """Return the first required field with a number for each side: card points, or tricks in Manni.

    Return None if the card game has no such field.
    """
    shares = [field for field in fields_asked(card_game, Shares) if field.required]
    return next((field for field in shares if not cast(Shares, field.kind).owners), None)


def turned_key(card_game: CardGame) -> str:
    """Return the key of the field for the turned-up card that scores; empty if the game has none."""
    cards = fields_asked(card_game, CardOf)
    keys = [field.key for field in cards if field.step is Step.BEFORE and field.key in card_game.parts]
    return keys[0] if keys else ""


def game_hands(card_game: CardGame, profile: Profile, number: int) -> int:
    """Return the usual number of hands in game `number` (from 0), proportional to its target, at least 1.

    If an option sets the number of hands, return the value of the option.
    """
    pace = card_game.pace
    hand_count = profile.options.get(pace.counted_by)
    if type(hand_count) is int:
        return hand_count
    target = profile.target(number)
    if target is None:
        return pace.game_hands
    usual = card_game.targets[0]
    return max(1, (2 * pace.game_hands * target + usual) // (2 * usual))
