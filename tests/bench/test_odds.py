"""Tests with a short run of `python -m bench odds`: the computed odds agree with simulated games."""

from dataclasses import replace

import pytest

from bench import odds as bench
from scoring.game_parts.card_game import HandTable
from scoring.games import CARD_GAMES

pytestmark = pytest.mark.sweep

GAMES, MATCHES, WORKERS = 1_000, 150, 2


def furthest(compared: list[bench.Compared]) -> float:
    """Return the largest difference between the odds and the simulation, in standard errors."""
    return max(abs(each.errors) for each in compared)


def test_odds_differ_from_simulated_games_by_less_than_three_standard_errors() -> None:
    compared = list(bench.compare(GAMES, MATCHES, WORKERS))
    offered = [game for game in CARD_GAMES.values() if game.hand_table]
    assert len(compared) == len(offered) * (len(bench.STARTS) + len(bench.MATCH_STARTS)) > 40
    assert furthest(compared) < 3


@pytest.mark.control
def test_odds_from_a_wrong_hand_table_differ_from_simulated_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for key, card_game in CARD_GAMES.items():
        table = card_game.hand_table
        if table:
            monkeypatch.setitem(CARD_GAMES, key, replace(card_game, hand_table=three_more(table)))
    assert furthest(list(bench.compare(GAMES, MATCHES, WORKERS))) > 5


def three_more(table: HandTable) -> HandTable:
    """Return the hand table with three more card points for the dealer's pair in every hand."""
    counts = {value: (0, 0, 0, *row[:-4], sum(row[-4:])) for value, row in table.counts.items()}
    return replace(table, counts=counts)


@pytest.mark.timing
def test_lookup_of_the_odds_takes_less_than_a_millisecond() -> None:
    answers = [figure.product for figure in bench.times() if "an answer" in figure.name]
    assert answers
    assert max(answers) < 1
