"""What the hands of one side come to: the points it made hand by hand, the cards it turned, a game's course.

Folded sheets in, numbers out. What a card game does not have is left out: no count, no turned card.
Must not know matches, nor who sits on the side.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.game_parts.card_game import CardGame, count_field, turned_key
from scoring.game_parts.profile import Profile
from scoring.types import GameState, HandResult, Scores, SheetState

FEW_HANDS = 20
"""Fewer hands than these have no shape to be looked at."""

MOST_BARS = 14


class HandOfSide(NamedTuple):
    """What a hand says of one side; None where it says nothing."""

    points: int | None
    turned: int | None = None
    """What the card turned at its own deal was worth."""


def hands_of_side(
    card_game: CardGame,
    profile: Profile,
    games: Sequence[Sequence[Mapping[str, Any]]],
    state: SheetState,
    side: int,
) -> tuple[HandOfSide, ...]:
    """Return what each hand that counts says of a side; `games` are the hands of each game."""
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
    """The net of the hand where nets are what counts, else its count: not where the referee set it."""
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
    """MAR-TRI-2, MAN-TRI-1: a card that was turned where it could score, by what it scored."""
    key = turned_key(card_game)
    if profile.side(result.dealer) != side or not body.get(key):
        return None
    before = result.running[side] - result.score[side]
    best = max(profile.card_values.values())
    if not card_game.trionfo_points(best, before, game.target or 0):
        return None
    return result.parts[key][side]


class Bar(NamedTuple):
    """So many hands from `low` to `high`, and which way of the split they lie: -1, 0 or 1."""

    low: int
    high: int
    hands: int
    way: int


class Histogram(NamedTuple):
    """How the points of many hands lie: half of them from `half[0]` to `half[1]`."""

    bars: tuple[Bar, ...]
    split: int | None
    """The points that are worth nothing to either side; None where every point counts."""
    hands: int
    mean: Fraction
    half: tuple[int, int]


def histogram(card_game: CardGame, points: Sequence[int]) -> Histogram:
    """Count hands by their points: as many bars below the split as above, the split itself one of its own."""
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
    """Bars are as wide as people count: 1, 2, 5, 10, 20, 50 …"""
    power: int = 10 ** (len(str(width)) - 1)
    return next(step * power for step in (1, 2, 5, 10) if step * power >= width)


class Turned(NamedTuple):
    """The cards of one worth, and how often one of them was turned."""

    worth: int
    ranks: tuple[str, ...]
    times: int


class Luck(NamedTuple):
    """The cards turned at a side's own deals, against what a card is worth on average."""

    cards: tuple[Turned, ...]
    times: int
    mean: Fraction
    usual: Fraction


def luck(profile: Profile, turned: Sequence[int]) -> Luck:
    """Return how lucky the turned cards were: 1.5 is the average of forty cards worth 5, 4, 3, 2, 1."""
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
    """The ranks that are worth so much, from high to low."""
    return tuple(rank for rank in profile.ranks if profile.card_values[rank] == worth)


def race(game: GameState) -> tuple[Scores, ...]:
    """Return the score before the first hand and after each; nothing of a game whose hands are not known."""
    return tuple(_running(game)) if game.hands and all(game.hands) else ()


def _running(game: GameState) -> Iterator[Scores]:
    yield (0,) * len(game.score)
    yield from (hand.running for hand in game.hands if hand is not None)


def points_made(hands: Iterable[HandOfSide]) -> list[int]:
    """Return the points of the hands that have any to tell."""
    return [hand.points for hand in hands if hand.points is not None]


def cards_turned(hands: Iterable[HandOfSide]) -> list[int]:
    """Return what the cards turned were worth."""
    return [hand.turned for hand in hands if hand.turned is not None]
