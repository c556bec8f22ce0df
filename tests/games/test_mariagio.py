"""Tests of Mariagio: seven cards each, marriages declared by the leader, and 20 points for the last trick
(MGO).
"""

# ruff: noqa: E501  (a table reads best one row a line)

from itertools import product
from typing import Any

import pytest

from scoring.games.mariagio import CARD_GAME, with_taken
from scoring.sheet.rules.reader import read_profile
from tests.games.deals import (
    JSON,
    ProblemKey,
    a_deal,
    a_declaration,
    a_hand_of_mariagio as a_hand,
    final,
    messages,
    parts_of,
    problems_of,
    verdict_on,
)

GAME = "mariagio"
DECLARED = "/0/declarations"
CAPTURED: JSON = {"captured": True}


@pytest.mark.parametrize(
    ("hand", "profile", "score"),
    [
        pytest.param(a_hand(), {}, [84, 56], id="MGO-LAST-1 twenty for the last trick"),
        pytest.param(a_deal(last_trick=1), {}, [64, 76], id="MGO-LAST-1 to the other player"),
        pytest.param(a_hand(declarations=[a_declaration(1, "D")]), {}, [84, 96], id="MGO-MARR-1 forty in trumps"),
        pytest.param(a_hand(declarations=[a_declaration(1, "H", 1), a_declaration(0, "S", 19)]), {}, [104, 76], id="MGO-MARR-1 from the first trick to the nineteenth"),
        pytest.param(a_hand(declarations=[a_declaration(0, "H", 4), a_declaration(0, "S", 4)]), {}, [124, 56], id="MGO-MARR-1 two before one lead"),
        pytest.param(a_hand(declarations=[a_declaration(0, suit) for suit in "DHSC"]), {}, [184, 56], id="MGO-MARR-1 a hundred in all"),
        pytest.param(a_hand(declarations=[a_declaration(1, "H", 20, captured=False)]), CAPTURED, None, id="MGO-MARR-1 not taken, so not in the last trick"),
        pytest.param(a_hand(declarations=[a_declaration(0, "D", 20, captured=True)]), CAPTURED, [124, 56], id="MGO-MARR-2 forty in trumps, in the last trick"),
        pytest.param(a_hand(declarations=[a_declaration(1, "H", 3), a_declaration(0, "S", 3, captured=True)]), CAPTURED, [104, 76], id="MGO-MARR-2 one declares on lead, the other takes"),
        pytest.param(a_hand(declarations=[a_declaration(1, "H", captured=True), a_declaration(0, "S", captured=True)]), CAPTURED, [104, 76], id="MGO-MARR-2 nobody wrote when"),
        pytest.param(a_hand(card_points=[7, 113], declarations=[a_declaration(0, "H", captured=True)]), CAPTURED, [47, 113], id="MGO-MARR-2 the King and the Queen alone"),
        pytest.param(a_deal(trump="B", last_trick=0), {"pack": "latin"}, [84, 56], id="MGO-CARD-1 with Latin cards"),
    ],
)  # fmt: skip
def test_hand_score_is_the_sum_of_cards_last_trick_and_declarations(
    hand: JSON, profile: JSON, score: list[int] | None
) -> None:
    verdict = verdict_on(GAME, hand, **profile)
    assert verdict["valid"] is (score is not None)
    assert verdict["games"][0]["hands"][0]["score"] == score


@pytest.mark.parametrize(
    ("hand", "profile", "expected"),
    [
        pytest.param(a_hand(card_points=[70, 60]), {}, [("card_points_sum", "MGO-SCORE-1", "/0/card_points")], id="MGO-SCORE-1 a hand of 150"),
        pytest.param(a_hand(card_points=[84, 56]), {}, [("card_points_sum", "MGO-SCORE-1", "/0/card_points")], id="MGO-SCORE-1 the last trick among the cards"),
        pytest.param(a_hand(card_points=[1, 119]), {}, [("card_points_impossible", "MGO-SCORE-1", "/0/card_points")], id="MGO-SCORE-1 one"),
        pytest.param(a_hand(card_points=[119, 1]), {}, [("card_points_impossible", "MGO-SCORE-1", "/0/card_points")], id="MGO-SCORE-1 119"),
        pytest.param(a_deal(), {}, [("missing_field", "MGO-LAST-1", "/0/last_trick")], id="MGO-LAST-1 nobody took it"),
        pytest.param(a_deal(last_trick=[0, 1]), {}, [("bad_side", "MGO-LAST-1", "/0/last_trick")], id="MGO-LAST-1 both took it"),
        pytest.param(a_deal(last_trick=2), {}, [("bad_side", "MGO-LAST-1", "/0/last_trick")], id="MGO-LAST-1 a third player took it"),
        pytest.param(a_hand(dealer=-1), {}, [("bad_dealer", "MGO-DEAL-1", "/0/dealer")], id="MGO-DEAL-1 no such dealer"),
        pytest.param(a_hand(trump="B"), {}, [("not_a_suit", "MGO-DEAL-1", "/0/trump")], id="MGO-DEAL-1 batons with French cards"),
        pytest.param(a_hand(declarations=[a_declaration(0, "H"), a_declaration(1, "H")]), {}, [("suit_declared_twice", "MGO-MARR-1", f"{DECLARED}/1")], id="MGO-MARR-1 a suit twice"),
        pytest.param(a_hand(declarations=[a_declaration(0, "H"), a_declaration(1, "H", captured=True)]), CAPTURED, [("suit_declared_twice", "MGO-MARR-1", f"{DECLARED}/1")], id="MGO-MARR-2 shown and then taken"),
        pytest.param(a_hand(declarations=[a_declaration(0, "H", 20)]), {}, [("declared_too_late_or_early", "MGO-MARR-1", f"{DECLARED}/0/trick")], id="MGO-MARR-1 in the last trick"),
        pytest.param(a_hand(declarations=[a_declaration(0, "H", 0)]), {}, [("bad_trick", "MGO-MARR-1", f"{DECLARED}/0/trick")], id="MGO-MARR-1 before the first"),
        pytest.param(a_hand(declarations=[a_declaration(0, "H", 4), a_declaration(1, "S", 4)]), {}, [("declared_by_both", "MGO-MARR-1", f"{DECLARED}/1")], id="MGO-MARR-1 both led one trick"),
        pytest.param(a_hand(declarations=[a_declaration(0, "H", 4), a_declaration(1, "S", 3)]), {}, [("declarations_out_of_order", "MGO-MARR-1", f"{DECLARED}/1")], id="MGO-MARR-1 out of order"),
        pytest.param(a_hand(declarations=[a_declaration(0, "H", captured=True)]), {}, [("captured_not_played", "MGO-MARR-2", f"{DECLARED}/0/captured")], id="MGO-MARR-2 the club does not count it"),
        pytest.param(a_hand(declarations=[a_declaration(0, "H", captured=1)]), CAPTURED, [("bad_captured", "MGO-MARR-2", f"{DECLARED}/0/captured")], id="MGO-MARR-2 neither yes nor no"),
        pytest.param(a_hand(declarations=[a_declaration(0, "H", 4, captured=True), a_declaration(0, "S", 4, captured=True)]), CAPTURED, [("captured_twice", "MGO-MARR-2", f"{DECLARED}/1")], id="MGO-MARR-2 four cards in one trick"),
        pytest.param(a_hand(declarations=[a_declaration(1, "H", 20, captured=True)]), CAPTURED, [("last_trick_of_another", "MGO-LAST-1", DECLARED + "/0")], id="MGO-LAST-1 who takes there wins it"),
        pytest.param(a_hand(card_points=[6, 114], declarations=[a_declaration(0, "H", captured=True)]), CAPTURED, [("captured_not_counted", "MGO-MARR-2", "/0/card_points")], id="MGO-MARR-2 less than a King and a Queen"),
        pytest.param(a_hand(card_points=[113, 7], declarations=[a_declaration(1, "H", captured=True), a_declaration(1, "S", captured=True)]), CAPTURED, [("captured_not_counted", "MGO-MARR-2", "/0/card_points")], id="MGO-MARR-2 less than two of each"),
        pytest.param(a_hand(card_points=[1, 119], declarations=[a_declaration(0, "H", captured=True)]), CAPTURED, [("card_points_impossible", "MGO-SCORE-1", "/0/card_points")], id="MGO-SCORE-1 told once"),
        pytest.param(a_hand(claim={"side": 0, "card_points": 30}), {}, [("unknown_field", "COM-3", "/0/claim")], id="COM-3 nobody claims here"),
        pytest.param(a_hand(state="claimed"), {}, [("state_not_in_this_game", "COM-4", "/0/state")], id="COM-4 nor ends a hand by it"),
    ],
)  # fmt: skip
def test_impossible_hand_is_refused_with_the_broken_rule_and_a_json_pointer(
    hand: JSON, profile: JSON, expected: list[ProblemKey]
) -> None:
    assert problems_of(GAME, hand, **profile) == expected


def test_parts_of_the_score_are_cards_last_trick_and_declarations() -> None:
    """The parts of the score of a hand are card points, last trick and declarations (MGO-SCORE-1,
    MGO-LAST-1).
    """
    hand = a_hand(declarations=[a_declaration(0, "D"), a_declaration(1, "C")])
    assert parts_of(GAME, hand) == {"cards": (64, 56), "last_trick": (20, 0), "declarations": (40, 20)}


def test_message_about_a_late_declaration_lists_the_possible_tricks() -> None:
    """MGO-MARR-1: a marriage needs two cards, so the last trick is excluded."""
    [message] = messages(GAME, a_hand(declarations=[a_declaration(0, "H", 20)]))
    assert message.startswith("One may declare in tricks 1 to 19.")


@pytest.mark.parametrize(("mine", "other"), [(0, 0), (1, 0), (0, 2), (2, 2), (3, 1), (4, 0)])
def test_possible_points_with_captured_marriages_equal_an_enumeration(mine: int, other: int) -> None:
    """MGO-MARR-2: the test enumerates all divisions of the cards by rank."""
    ranks = [(11, 4), (10, 4), (4, 4 - mine - other), (3, 4 - mine - other), (2, 4), (0, 20)]
    shares = product(*(range(count + 1) for _value, count in ranks))
    totals = {
        sum(value * part for (value, _count), part in zip(ranks, share, strict=True)) + 7 * mine
        for share in shares
        if sum(share) % 2 == 0
    }
    assert with_taken(mine, other) == totals


@pytest.mark.parametrize(
    ("before", "hand", "score", "winner"),
    [
        pytest.param([60, 60], a_hand(dealer=1, declarations=[a_declaration(0, "D")]), [204, 116], 0, id="MGO-GAME-1 one reaches 200"),
        pytest.param([60, 60], a_hand(dealer=1), [164, 116], None, id="MGO-GAME-1 nobody has 200"),
        pytest.param([80, 40], a_hand(dealer=1, card_points=[80, 40], declarations=[a_declaration(1, suit) for suit in "DHSC"]), [200, 180], 0, id="MGO-GAME-1 the target and nothing over"),
        pytest.param([90, 30], a_hand(dealer=1, card_points=[70, 50], declarations=[a_declaration(1, "H")]), [200, 100], 0, id="MGO-GAME-1 winning the hand is not scored"),
    ],
)  # fmt: skip
def test_game_is_won_at_the_target_by_the_higher_total(
    before: list[int], hand: JSON, score: list[int], winner: int | None
) -> None:
    verdict = verdict_on(GAME, a_hand(card_points=before), hand)
    assert verdict["problems"] == []
    assert (verdict["games"][0]["score"], verdict["winner"]) == (score, winner)


@pytest.mark.parametrize(
    ("profile", "ranks"),
    [
        pytest.param({}, "A7KQJ65432", id="MGO-CARD-1 the Seven"),
        pytest.param({"ten_card": "three"}, "A3KQJ76542", id="MGO-CARD-1 the Three"),
        pytest.param({"pack": "latin"}, "A7KHJ65432", id="MGO-CARD-1 the Seven of Latin cards"),
        pytest.param({"pack": "latin", "ten_card": "three"}, "A3KHJ76542", id="MGO-CARD-1 the Three of Latin cards"),
    ],
)  # fmt: skip
def test_option_ten_card_determines_the_rank_that_is_worth_ten_points(profile: JSON, ranks: str) -> None:
    read = read_profile(CARD_GAME, profile)
    assert "".join(read.ranks) == ranks
    assert [read.card_values[rank] for rank in ranks] == [11, 10, 4, 3, 2, 0, 0, 0, 0, 0]


def test_profile_has_the_options_of_the_rules() -> None:
    """The options are those of MGO-CARD-1, MGO-MARR-2, MGO-GAME-1 and COM-7."""
    profile = read_profile(CARD_GAME, {}).as_json()
    assert profile == {
        "targets": [200],
        "pack": "french",
        "ten_card": "seven",
        "captured": False,
        "renuncio": "all_points",
        "time_unfinished": "leader",
    }
    refused = verdict_on(GAME, ten_card="four")["problems"]
    assert [(p["code"], p["rule"], p["where"]) for p in refused] == [
        ("bad_option", "MGO-CARD-1", "/profile/ten_card")
    ]


@pytest.mark.parametrize(
    ("score", "hands", "expected"),
    [
        pytest.param((240, 0), None, [], id="COM-8 all in one hand"),
        pytest.param((200, 40), 1, [], id="COM-8 and MGO-SCORE-1 240 in one hand"),
        pytest.param((200, 60), None, [("final_sum", "MGO-GAME-1", "/final")], id="MGO-SCORE-1 260 is too much for one hand and too little for two"),
        pytest.param((200, 70), None, [("final_sum", "MGO-GAME-1", "/final")], id="MGO-SCORE-1 no multiple of twenty"),
        pytest.param((200, 80), None, [], id="MGO-SCORE-1 280 in two hands"),
        pytest.param((200, 80), 1, [("final_hands", "MGO-GAME-1", "/hand_count")], id="MGO-SCORE-1 280 in one hand"),
        pytest.param((200, 80), 3, [("final_hands", "MGO-GAME-1", "/hand_count")], id="MGO-SCORE-1 280 in three hands"),
        pytest.param((439, 181), None, [], id="MGO-GAME-1 the most from 199"),
        pytest.param((440, 180), None, [("final_score", "MGO-GAME-1", "/final")], id="MGO-GAME-1 the game was won before"),
    ],
)  # fmt: skip
def test_final_score_without_hands_must_be_possible(
    score: tuple[int, int], hands: int | None, expected: list[ProblemKey]
) -> None:
    assert final(GAME, *score, hands=hands) == expected


def test_dealer_out_of_turn_and_second_annulled_hand_get_warnings() -> None:
    """Neither irregularity is an error (MGO-DEAL-1, COM-IRR-1)."""
    twice: list[Any] = [{"dealer": 0, "state": "annulled"}] * 2
    assert problems_of(GAME, a_hand(), a_hand()) == [("dealer_out_of_turn", "MGO-DEAL-1", "/1/dealer")]
    assert problems_of(GAME, *twice) == [("annulled_again", "COM-IRR-1", "/1/state")]


def test_hand_is_entered_in_three_steps_with_the_last_trick_in_the_points_step() -> None:
    """The winner of the last trick is entered together with the points (MGO-LAST-1)."""
    assert [(step.key, step.fields) for step in CARD_GAME.entry_steps] == [
        ("trump", ("dealer", "trump")),
        ("declarations", ("declarations",)),
        ("points", ("card_points", "last_trick", "taken")),
    ]
