"""Tests of the statistics of a side's hands: points per hand, turned-up cards, running scores."""

from fractions import Fraction
from typing import Any

import pytest

from scoring.games import CARD_GAMES
from scoring.sheet.rules.figures import (
    Bar,
    HandOfSide,
    Turned,
    cards_turned,
    hands_of_side,
    histogram,
    luck,
    points_made,
    race,
)
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet

MARIGLIA = CARD_GAMES["mariglia"]
PLAIN = {"dealer": 0, "trionfo": "2C", "card_points": [41, 29]}
KING = {"dealer": 1, "trionfo": "KC", "card_points": [35, 35]}
ANNULLED = {"dealer": 1, "trionfo": "KC", "state": "annulled"}
ADJUSTED = {"dealer": 1, "trionfo": "KC", "state": "adjusted", "card_points": [70, 0]}
ALL_BUT_ONE = {"dealer": 0, "trionfo": "2C", "card_points": [69, 1]}
NEAR = {"dealer": 0, "trionfo": "2C", "card_points": [65, 5]}
OF_MARRIAGES = {"dealer": 0, "declarations": [], "card_points": [80, 40]}
DUEL = {"dealer": 0, "trump": "D", "declarations": [], "card_points": [70, 50]}
DECLARED = [{"side": 1, "suit": "S"}]
ELEVEN = {"dealer": 0, "declarations": [], "last_trick": 0, "card_points": [6, 5]}
CONTRO = {"dealer": 0, "trump": "none", "doubling": "contro", "card_points": [40, 32]}

FIGURES = [
    ("the points of each side", "mariglia", [[PLAIN]], 0, [HandOfSide(41, 0)]),
    ("the other deals", "mariglia", [[PLAIN]], 1, [HandOfSide(29, None)]),
    ("a card turned by the dealer", "mariglia", [[PLAIN, KING]], 1, [HandOfSide(29), HandOfSide(35, 3)]),
    ("a hand annulled says nothing", "mariglia", [[PLAIN, ANNULLED]], 1, [HandOfSide(29)]),
    ("the referee's points are not theirs, the card is", "mariglia", [[ADJUSTED]], 1, [HandOfSide(None, 3)]),
    (
        "a game won on the card has no points",
        "mariglia",
        [[ALL_BUT_ONE, {"dealer": 0, "trionfo": "7C", "state": "ended_on_trionfo"}]],
        0,
        [HandOfSide(69, 0), HandOfSide(None, 5)],
    ),
    (
        "MAN-TRI-1: near the target no card could have scored",
        "maniglia",
        [[NEAR, {"dealer": 2, "trionfo": "7C", "card_points": [35, 35]}]],
        0,
        [HandOfSide(65, 0), HandOfSide(35, None)],
    ),
    (
        "a result alone",
        "mariglia",
        [{"final": [35, 20]}],
        0,
        [],
    ),
    (
        "nets of those who play alone",
        "manni",
        [[{"dealer": 0, "cut": "7S", "tricks": [6, 4, 2]}]],
        2,
        [HandOfSide(-2)],
    ),
    (
        "nets of an auction",
        "maniglia_auction",
        [[{"dealer": 0, "bidder": 1, "bid": 36, "trump": "D", "card_points": [40, 30]}]],
        1,
        [HandOfSide(3)],
    ),
    ("marianna", "marianna", [[OF_MARRIAGES]], 1, [HandOfSide(40)]),
    ("cinquecento", "cinquecento", [[OF_MARRIAGES]], 0, [HandOfSide(80)]),
    ("briscola", "briscola_151", [[DUEL]], 1, [HandOfSide(50)]),
    ("mariaggia", "mariaggia", [[DUEL | {"declarations": DECLARED}]], 1, [HandOfSide(50)]),
    (
        "mariagio",
        "mariagio",
        [[DUEL | {"trump": "S", "last_trick": 0}]],
        0,
        [HandOfSide(70)],
    ),
    ("tressette", "tressette", [[ELEVEN]], 1, [HandOfSide(5)]),
    ("botifarra", "botifarra", [[CONTRO]], 0, [HandOfSide(40)]),
]  # fmt: skip


def figures_of(key: str, games: list[Any], side: int) -> list[HandOfSide]:
    """Return the statistics of one side for the hands of a valid sheet."""
    card_game = CARD_GAMES[key]
    sheet_games = [game if isinstance(game, dict) else {"hands": game} for game in games]
    verdict = check_sheet({"card_game": key, "profile": {}, "games": sheet_games})
    assert [problem for problem in verdict.problems if problem.level == "error"] == []
    hands = [game.get("hands", []) for game in sheet_games]
    return list(hands_of_side(card_game, read_profile(card_game, {}), hands, verdict.state, side))


@pytest.mark.parametrize(
    ("key", "games", "side", "hands"), [pytest.param(*row[1:], id=row[0]) for row in FIGURES]
)
def test_statistics_of_each_hand_are_computed_for_one_side(
    key: str, games: Any, side: int, hands: list[HandOfSide]
) -> None:
    assert figures_of(key, games, side) == hands


def test_statistics_are_tested_for_every_card_game() -> None:
    assert {row[1] for row in FIGURES} == set(CARD_GAMES)


def test_histogram_of_card_points_has_a_separate_bar_for_exactly_half_of_the_points() -> None:
    chart = histogram(MARIGLIA, [0, 34, 35, 35, 36, 40, 41, 70])
    assert [bar[:2] for bar in chart.bars] == [
        (0, 4), (5, 9), (10, 14), (15, 19), (20, 24), (25, 29), (30, 34), (35, 35),
        (36, 40), (41, 45), (46, 50), (51, 55), (56, 60), (61, 65), (66, 70),
    ]  # fmt: skip
    assert [bar.hands for bar in chart.bars if bar.hands] == [1, 1, 2, 2, 1, 1]
    assert [bar.way for bar in chart.bars] == [-1] * 7 + [0] + [1] * 7
    assert (chart.split, chart.hands, chart.mean) == (35, 8, Fraction(291, 8))
    assert chart.half == (35, 40)


ONES = [(net, net) for net in range(-3, 4)]
TENS = [(-40, -31), (-30, -21), (-20, -11), (-10, -1), (0, 0), (1, 10), (11, 20), (21, 30), (31, 40)]
TWELVE = [(0, 0), *((low, low + 9) for low in range(1, 121, 10))]


@pytest.mark.parametrize(
    ("key", "points", "bars", "split"),
    [
        pytest.param("manni", [-2, 3], ONES, 0, id="nets"),
        pytest.param("manni", [0], [(-1, -1), (0, 0), (1, 1)], 0, id="a net of nothing"),
        pytest.param("manni", [-40, 9], TENS, 0, id="large nets"),
        pytest.param("briscola_151", [60, 120], TWELVE, None, id="no split"),
    ],
)
def test_histogram_bars_cover_the_expected_ranges_of_points(
    key: str, points: list[int], bars: list[tuple[int, int]], split: int | None
) -> None:
    chart = histogram(CARD_GAMES[key], points)
    assert [bar[:2] for bar in chart.bars] == bars
    assert chart.split == split


@pytest.mark.parametrize("key", sorted(CARD_GAMES))
def test_every_possible_score_is_in_a_histogram_bar(key: str) -> None:
    card_game = CARD_GAMES[key]
    points = [-7, -1, 0, 3, 90] if card_game.by_net else [*range((card_game.fixed_total or 0) + 1)]
    chart = histogram(card_game, points)
    assert sum(bar.hands for bar in chart.bars) == len(points)
    assert len(chart.bars) <= 15
    assert all(isinstance(bar, Bar) for bar in chart.bars)


def test_turned_up_cards_are_compared_with_the_average_card_value() -> None:
    figures = luck(read_profile(MARIGLIA, {}), [5, 0, 3, 0])
    assert (figures.times, figures.mean, figures.usual) == (4, Fraction(2), Fraction(3, 2))
    assert figures.cards == (
        Turned(5, ("7",), 1),
        Turned(4, ("A",), 0),
        Turned(3, ("K",), 1),
        Turned(2, ("J",), 0),
        Turned(1, ("Q",), 0),
        Turned(0, ("6", "5", "4", "3", "2"), 2),
    )


def test_running_score_of_a_game_begins_at_zero() -> None:
    state = check_sheet({"card_game": "mariglia", "profile": {}, "games": [{"hands": [PLAIN, KING]}]}).state
    assert race(state.games[0]) == ((0, 0), (6, 0), (6, 3))


def test_game_with_only_a_final_score_has_no_running_score() -> None:
    state = check_sheet({"card_game": "mariglia", "profile": {}, "games": [{"final": [35, 20]}]}).state
    assert race(state.games[0]) == ()


def test_hands_without_points_or_turned_up_card_are_ignored() -> None:
    hands = [HandOfSide(41, 0), HandOfSide(None, 5), HandOfSide(3)]
    assert points_made(hands) == [41, 3]
    assert cards_turned(hands) == [0, 5]
