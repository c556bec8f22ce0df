"""Tests of Botifarra: pack, play with and without trumps, doubling, and final scores (BOT)."""

from typing import Any

import pytest

from scoring.games.botifarra import BOTIFARRA, DOUBLINGS
from scoring.guides.rules.guide import PLAYERS
from scoring.sheet.rules.reader import read_profile
from tests.games.deals import final, messages, parts_of, problems_of

DEFAULT = read_profile(BOTIFARRA, {})


def a_hand(points: list[int], trump: str = "D", doubling: str = "plain", **more: Any) -> dict[str, Any]:
    """Return one hand dealt by the first player."""
    return {"dealer": 0, "trump": trump, "doubling": doubling, "card_points": points, **more}


def test_pack_has_48_cards_with_the_nine_as_the_highest() -> None:
    """BOT-CARD-1: the five highest cards are worth 5 to 1; with twelve tricks a hand is worth 72."""
    assert DEFAULT.ranks == ("9", "A", "K", "H", "J", "8", "7", "6", "5", "4", "3", "2")
    assert [*DEFAULT.card_values.values()] == [5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0]
    assert len(DEFAULT.pack.cards) == 48
    assert DEFAULT.card_words(DEFAULT.pack.cards["9S"]).english() == "Manilla of swords"
    assert sum(DEFAULT.card_values.values()) * 4 + 12 == 72


@pytest.mark.parametrize("doubling", DOUBLINGS)
@pytest.mark.parametrize(("trump", "times"), [("S", 1), ("none", 2)])
def test_hand_score_is_multiplied_for_doubling_and_for_play_without_trumps(
    doubling: str, trump: str, times: int
) -> None:
    """Only points above 36 score, times the multipliers (BOT-DBL-1, BOT-SCORE-2, BOT-TRUMP-1)."""
    parts = parts_of("botifarra", a_hand([31, 41], trump, doubling))
    assert parts == {"play": (0, 5 * times * DOUBLINGS[doubling])}


def test_doubling_higher_than_the_option_allows_is_refused_with_a_message() -> None:
    """Without the option, recontro is the highest doubling (BOT-DBL-2)."""
    hand = a_hand([40, 32], doubling="sant_vicenc")
    assert messages("botifarra", hand) == []
    assert messages("botifarra", hand, sant_vicenc=False) == [
        "Here one doubles up to recontro. Choose what was said before."
    ]


@pytest.mark.parametrize(
    ("score", "hands", "sant_vicenc", "problems"),
    [
        pytest.param((101, 100), None, True, [], id="BOT-VAL-3 the closest"),
        pytest.param((100, 0), None, True, ["final_score"], id="BOT-VAL-3 nobody has won"),
        pytest.param((120, 101), None, True, ["final_score"], id="BOT-VAL-3 both have won"),
        pytest.param((676, 0), None, True, [], id="BOT-VAL-3 the best hand from a hundred"),
        pytest.param((677, 0), None, True, ["final_score"], id="BOT-VAL-3 more than a hand"),
        pytest.param((388, 0), None, False, [], id="BOT-VAL-3 up to recontro"),
        pytest.param((389, 0), None, False, ["final_score"], id="BOT-VAL-3 more than with a recontro"),
        pytest.param((576, 0), 1, True, [], id="BOT-VAL-3 one hand"),
        pytest.param((577, 0), 1, True, ["too_few_hands"], id="BOT-VAL-3 two hands"),
        pytest.param((103, 100), 1, True, ["too_few_hands"], id="BOT-VAL-3 one pair scores in a hand"),
    ],
)
def test_final_score_without_hands_must_be_possible(
    score: tuple[int, int], hands: int | None, sant_vicenc: bool, problems: list[str]
) -> None:
    problem_keys = final("botifarra", *score, hands=hands, sant_vicenc=sant_vicenc)
    assert [code for code, _rule, _at in problem_keys] == problems


def a_trick(*cards: str, trump: str) -> list[tuple[str, str, str]]:
    """Return the problems of a hand with one trick, without the error that the hand is too short."""
    assert len(cards) == len(PLAYERS) - 1
    play = [{"leader": 1, "cards": [*cards]}]
    return [
        each
        for each in problems_of("botifarra", a_hand([40, 32], trump, play=play))
        if each[0] != "deal_not_whole"
    ]


def test_card_of_another_pack_is_refused() -> None:
    """BOT-CARD-1: the pack has neither Tens nor Queens."""
    assert [code for code, _rule, _at in a_trick("10D", "2D", "3D", "4D", trump="D")] == ["not_a_card"]
    assert a_trick("9D", "2D", "3D", "4D", trump="none") == []


def test_adjusted_hand_without_all_points_for_one_side_gets_a_warning() -> None:
    """COM-IRR-1: after a renuncio one side gets all 72 points."""
    ruled = a_hand([72, 0], state="adjusted")
    assert problems_of("botifarra", ruled) == []
    assert [code for code, _rule, _at in problems_of("botifarra", {**ruled, "card_points": [40, 32]})] == [
        "adjusted_otherwise"
    ]
