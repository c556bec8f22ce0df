"""Tests of Briscola 151: two players, marriages declared while the stock lasts, and a target of 151 (B51)."""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import pytest

from scoring.games.briscola_151 import CARD_GAME
from scoring.sheet.rules.reader import read_profile
from tests.games.deals import JSON, ProblemKey, a_deal, a_declaration, final, problems_of, verdict_on

GAME = "briscola_151"
DECLARED = "/0/declarations"
TO_THE_END = {"finish": "end_of_deal"}


def a_claim(side: int, points: int, **more: Any) -> JSON:
    """Return a hand in which a player claims to have won the game."""
    return a_deal(state="claimed", card_points=None, claim={"side": side, "card_points": points}, **more)


def test_all_declarations_in_forbidden_tricks_are_reported_together() -> None:
    """B51-DECL-1: one declaration is before the second trick, and one is after the last draw."""
    hand = a_deal(
        declarations=[a_declaration(0, "D", 1), a_declaration(1, "C", 2), a_declaration(1, "B", 16)]
    )
    told_of = [
        ("declared_too_late_or_early", "B51-DECL-1", f"/0/declarations/{place}/trick") for place in (0, 2)
    ]
    assert problems_of(GAME, hand) == told_of


@pytest.mark.parametrize(
    ("hand", "score"),
    [
        pytest.param(a_deal(declarations=[a_declaration(0, "D", 2), a_declaration(1, "C", 15)]), [104, 76], id="B51-DECL-1 forty in trumps, twenty in another suit"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", 4), a_declaration(1, "C", 4)]), [104, 76], id="B51-DECL-1 each at his turn in the same trick"),
        pytest.param(a_deal(declarations=[a_declaration(0, suit) for suit in "DCBS"]), [164, 56], id="B51-DECL-1 a hundred in all"),
        pytest.param(a_claim(1, 40, declarations=[a_declaration(0, "D"), a_declaration(1, "C")]), [40, 60], id="B51-GAME-1 and MGG-CLAIM-1 a claim is the usual way"),
    ],
)  # fmt: skip
def test_hand_score_is_the_sum_of_cards_and_declarations(hand: JSON, score: list[int]) -> None:
    verdict = verdict_on(GAME, hand)
    assert verdict["problems"] == []
    assert verdict["games"][0]["hands"][0]["score"] == score


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param(a_deal(card_points=[64, 55]), [("card_points_sum", "MGG-SCORE-1", "/0/card_points")], id="MGG-SCORE-1 119"),
        pytest.param(a_deal(card_points=[119, 1]), [("card_points_impossible", "MGG-SCORE-1", "/0/card_points")], id="MNA-CARD-2 and MGG-SCORE-1 one"),
        pytest.param(a_deal(dealer="0"), [("bad_dealer", "B51-DEAL-1", "/0/dealer")], id="B51-DEAL-1 a dealer in words"),
        pytest.param(a_deal(trump="KD"), [("not_a_suit", "B51-DEAL-1", "/0/trump")], id="B51-DEAL-1 the card for its suit"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", 1)]), [("declared_too_late_or_early", "B51-DECL-1", f"{DECLARED}/0/trick")], id="B51-DECL-1 in the first trick"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", 16)]), [("declared_too_late_or_early", "B51-DECL-1", f"{DECLARED}/0/trick")], id="B51-DECL-1 the last cards are drawn"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D"), a_declaration(0, "D")]), [("suit_declared_twice", "B51-DECL-1", f"{DECLARED}/1")], id="B51-DECL-1 a suit twice"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", 4), a_declaration(0, "C", 3)]), [("declarations_out_of_order", "B51-DECL-1", f"{DECLARED}/1")], id="B51-DECL-1 out of order"),
        pytest.param(a_deal(declarations=[{"side": 0}]), [("not_a_suit", "B51-DECL-1", f"{DECLARED}/0/suit")], id="B51-DECL-1 no suit"),
        pytest.param(a_deal(trionfo="KD"), [("unknown_field", "COM-3", "/0/trionfo")], id="COM-3 a field of another game"),
        pytest.param(a_claim(0, 119), [("card_points_impossible", "MGG-CLAIM-2", "/0/claim/card_points")], id="MGG-CLAIM-2 119"),
        pytest.param(a_deal(claim={"side": 0, "card_points": 40}), [("claim_not_marked", "MGG-CLAIM-2", "/0/state")], id="MGG-CLAIM-2 a claim in a hand that was played out"),
        pytest.param(a_deal(state="claimed", card_points=None), [("missing_field", "MGG-CLAIM-2", "/0/claim")], id="MGG-CLAIM-2 nobody claimed"),
    ],
)  # fmt: skip
def test_impossible_hand_is_refused_with_the_broken_rule_and_a_json_pointer(
    hand: JSON, expected: list[ProblemKey]
) -> None:
    assert problems_of(GAME, hand) == expected


BEFORE = a_deal(card_points=[70, 50], declarations=[a_declaration(0, "D")])


@pytest.mark.parametrize(
    ("hand", "profile", "score", "winner"),
    [
        pytest.param(a_claim(0, 41, dealer=1), {}, [151, 50], 0, id="MGG-CLAIM-1 a right claim"),
        pytest.param(a_claim(0, 40, dealer=1), {}, [150, 50], 1, id="MGG-CLAIM-2 a wrong claim"),
        pytest.param(a_deal(dealer=1, card_points=[50, 70]), {}, [160, 120], 0, id="MGG-GAME-1 nobody claimed"),
        pytest.param(a_deal(dealer=1, card_points=[41, 79], declarations=[a_declaration(1, "C")]), TO_THE_END, [151, 149], 0, id="B51-GAME-1 looked at when the deal is over"),
        pytest.param(a_deal(dealer=1, card_points=[40, 80], declarations=[a_declaration(1, "C")]), TO_THE_END, [150, 150], None, id="B51-GAME-1 nobody has 151"),
        pytest.param(a_deal(dealer=1, card_points=[50, 70], declarations=[a_declaration(1, "D")]), TO_THE_END, [160, 160], None, id="B51-GAME-1 level over 151, another deal"),
    ],
)  # fmt: skip
def test_winner_of_a_game_follows_from_claims_or_totals(
    hand: JSON, profile: JSON, score: list[int], winner: int | None
) -> None:
    verdict = verdict_on(GAME, BEFORE, hand, **profile)
    assert verdict["problems"] == []
    assert (verdict["games"][0]["score"], verdict["winner"]) == (score, winner)


@pytest.mark.parametrize(
    ("finish", "expected"),
    [("claim", []), ("end_of_deal", [("claims_not_played", "B51-GAME-1", "/0/state")])],
)
def test_claims_are_refused_if_the_option_checks_the_target_only_at_the_end_of_the_deal(
    finish: str, expected: list[ProblemKey]
) -> None:
    """An option decides when the target is checked (B51-GAME-1)."""
    assert problems_of(GAME, a_claim(0, 40), finish=finish) == expected


def test_hand_can_be_adjusted_by_the_director_in_a_game_without_claims() -> None:
    """The director can adjust the points of a hand in a game without claims (B51-GAME-1, COM-4)."""
    assert problems_of(GAME, a_deal(state="adjusted"), **TO_THE_END) == []


def test_profile_has_the_options_and_presets_of_the_rules() -> None:
    """B51-GAME-1, B51-DEAL-1, COM-7: the options concern the check of the target and the exchange of the Ace."""
    profile = read_profile(CARD_GAME, {})
    assert profile.as_json() == {
        "targets": [151],
        "pack": "latin",
        "finish": "claim",
        "ace_exchange": False,
        "time_unfinished": "leader",
    }
    assert [preset.profile for preset in CARD_GAME.presets] == [
        {"targets": [151]},
        {"targets": [151, 151, 151]},
        {"targets": [151], "finish": "end_of_deal"},
    ]
    refused = verdict_on(GAME, finish="never", ace_exchange="yes")["problems"]
    assert [(p["rule"], p["where"]) for p in refused] == [
        ("B51-DEAL-1", "/profile/ace_exchange"),
        ("B51-GAME-1", "/profile/finish"),
    ]


def test_final_score_higher_than_the_last_hand_allows_is_refused() -> None:
    """B51-GAME-1, COM-8: the last hand adds at most 220 points to the 150 before it."""
    assert final(GAME, 370, 150) == []
    assert final(GAME, 371, 150) == [("final_score", "B51-GAME-1", "/final")]


def test_hand_with_a_dealer_out_of_turn_gets_a_warning() -> None:
    """B51-DEAL-1: the deal passes to the other player."""
    assert problems_of(GAME, a_deal(), a_deal()) == [("dealer_out_of_turn", "B51-DEAL-1", "/1/dealer")]
