"""Statistics of one side's hands: points per hand, turned-up cards, and the running score of each game.

Computed from sheet states, without data on matches or players. Values that a card game does not have are
None.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.game_parts.card_game import CardGame, count_field, turned_key
from scoring.game_parts.profile import Profile
from scoring.types import GameState, HandResult, Scores, SheetState

# With fewer hands no distribution is shown.
FEW_HANDS = 20

MOST_BARS = 14


class HandOfSide(NamedTuple):
    """The statistics of one side in one hand; values that do not apply are None."""

    points: int | None
    # Points of the card turned at the side's own deal
    turned: int | None = None


def hands_of_side(
    card_game: CardGame,
    profile: Profile,
    games: Sequence[Sequence[Mapping[str, Any]]],
    state: SheetState,
    side: int,
) -> tuple[HandOfSide, ...]:
    """Return one side's statistics for each hand that scored; `games` has the hands of each game."""
    return tuple(
        HandOfSide(
            _points(card_game, body, result, side),
            _turned(card_game, profile, body, result, game, side),
        )
        for hands, game in zip(games, state.games, strict=False)
        for body, result in zip(hands, game.hands, strict=False)
        if result is not None and card_game.states[result.state].scores
    )


def _points(card_game: CardGame, body: Mapping[str, Any], result: HandResult, side: int) -> int | None:
    """Return the side's net score, or else its card points; None if the director set the points."""
    if card_game.by_net:
        return result.score[side]
    field = count_field(card_game)
    counted = body.get(field.key) if field else None
    return counted[side] if counted and not card_game.states[result.state].ruling else None


def _turned(
    card_game: CardGame,
    profile: Profile,
    body: Mapping[str, Any],
    result: HandResult,
    game: GameState,
    side: int,
) -> int | None:
    """Return the points of the card turned up when the side dealt, or None (MAR-TRI-2, MAN-TRI-1)."""
    key = turned_key(card_game)
    if profile.side(result.dealer) != side or not body.get(key):
        return None
    before = result.running[side] - result.score[side]
    best = max(profile.card_values.values())
    if not card_game.trionfo_points(best, before, game.target or 0):
        return None
    return result.parts[key][side]


class Bar(NamedTuple):
    """One bar of a histogram: the number of hands with `low` to `high` points.

    The split is the number of points that counts as zero for both sides. `way` is -1 for a bar below the
    split, 0 for a bar at the split, and 1 for a bar above the split.
    """

    low: int
    high: int
    hands: int
    way: int


class Histogram(NamedTuple):
    """The distribution of points over many hands; half of all hands lie in the range `half`."""

    bars: tuple[Bar, ...]
    # The points worth nothing to either side; None if every point counts
    split: int | None
    hands: int
    mean: Fraction
    half: tuple[int, int]


def histogram(card_game: CardGame, points: Sequence[int]) -> Histogram:
    """Return the distribution of points, with equally many bars below and above the split, if there is one.

    `points` must not be empty.
    """
    nets = card_game.by_net
    split = 0 if nets else card_game.even_split
    middle = split or 0
    reach = max(1, *map(abs, points)) if nets else (card_game.fixed_total or max(points)) - middle
    each_way = MOST_BARS // 2 if split is not None else MOST_BARS
    width = _round_width(-(-reach // each_way))
    above = range(middle + 1, middle + reach + 1, width)
    below = range(middle - 1, middle - reach - 1, -width) if split is not None else ()
    bounds = [
        *((max(high - width + 1, middle - reach), high, -1) for high in reversed(below)),
        (middle, middle, 0),
        *((low, min(low + width - 1, middle + reach), 1) for low in above),
    ]
    counted = Counter(points)
    ordered = sorted(points)
    quarter = len(points) // 4
    return Histogram(
        tuple(
            Bar(low, high, sum(counted[value] for value in range(low, high + 1)), way)
            for low, high, way in bounds
        ),
        split,
        len(points),
        Fraction(sum(points), len(points)),
        (ordered[quarter], ordered[-1 - quarter]),
    )


def _round_width(width: int) -> int:
    """Return the smallest number of 1, 2, 5, 10, 20, 50 … that is at least `width`."""
    power: int = 10 ** (len(str(width)) - 1)
    return next(step * power for step in (1, 2, 5, 10) if step * power >= width)


class Turned(NamedTuple):
    """A card value, its ranks, and how often a card of this value was turned up."""

    worth: int
    ranks: tuple[str, ...]
    times: int


class Luck(NamedTuple):
    """Statistics of the cards turned up when a side dealt, compared with the average card value."""

    cards: tuple[Turned, ...]
    times: int
    mean: Fraction
    usual: Fraction


def luck(profile: Profile, turned: Sequence[int]) -> Luck:
    """Return the statistics of the turned-up cards, and the average value of the pack's cards.

    `turned` contains the points of the turned-up cards, and must not be empty.
    """
    worths = sorted(set(profile.card_values.values()), reverse=True)
    times, values = Counter(turned), [profile.card_values[rank] for rank in profile.ranks]
    return Luck(
        tuple(
            Turned(
                worth,
                tuple(rank for rank in profile.ranks if profile.card_values[rank] == worth),
                times[worth],
            )
            for worth in worths
        ),
        len(turned),
        Fraction(sum(turned), len(turned)),
        Fraction(sum(values), len(values)),
    )


def _worth(profile: Profile, worth: int) -> tuple[str, ...]:
    """Return the ranks with the card value `worth`, from high to low."""
    return tuple(rank for rank in profile.ranks if profile.card_values[rank] == worth)


def race(game: GameState) -> tuple[Scores, ...]:
    """Return the running score from 0 to the end of a game.

    The result is empty if the game has no hands, or a hand without a score.
    """
    return tuple(_running(game)) if game.hands and all(game.hands) else ()


def _running(game: GameState) -> Iterator[Scores]:
    yield (0,) * len(game.score)
    yield from (hand.running for hand in game.hands if hand is not None)


def points_made(hands: Iterable[HandOfSide]) -> list[int]:
    """Return the points of each hand, leaving out hands without points."""
    return [hand.points for hand in hands if hand.points is not None]


def cards_turned(hands: Iterable[HandOfSide]) -> list[int]:
    """Return the points of the turned-up card in each hand, leaving out hands without one."""
    return [hand.turned for hand in hands if hand.turned is not None]
