"""Tests of Mariaggia: two players, marriages declared after a trick, and claims during a hand (MGG)."""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import pytest

from scoring.game_parts.card_game import Ended, Moment, Reached
from scoring.games.mariaggia import CARD_GAME, MARIAGGIA, score as score_of
from scoring.sheet.rules.reader import read_hand, read_profile
from tests.games.deals import (
    JSON,
    ProblemKey,
    a_deal,
    a_declaration,
    final,
    parts_of,
    problems_of,
    verdict_on,
)

GAME = "mariaggia"
DECLARED = "/0/declarations"
IN_FOUR_SUITS = [a_declaration(0, "D"), a_declaration(0, "C"), a_declaration(1, "B"), a_declaration(1, "S")]


def a_claim(side: int = 0, points: Any = 30, **more: Any) -> JSON:
    """Return a hand in which a player claims to have won the game."""
    claim = {"side": side, "card_points": points}
    return a_deal(**({"state": "claimed", "card_points": None, "claim": claim} | more))


@pytest.mark.parametrize(
    ("hand", "score"),
    [
        pytest.param(a_deal(), [64, 56], id="MGG-SCORE-1 the cards alone"),
        pytest.param(a_deal(card_points=[64, None]), [64, 56], id="MGG-SCORE-1 and COM-6 one pile is counted, the other derived"),
        pytest.param(a_deal(card_points=[None, 0]), [120, 0], id="MGG-SCORE-1 all the cards"),
        pytest.param(a_deal(card_points=[2, 118]), [2, 118], id="MGG-SCORE-1 the least that can be made"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D")]), [104, 56], id="MGG-DECL-1 forty in trumps"),
        pytest.param(a_deal(declarations=[a_declaration(1, "C")]), [64, 76], id="MGG-DECL-1 twenty in another suit"),
        pytest.param(a_deal(declarations=IN_FOUR_SUITS), [124, 96], id="MGG-DECL-1 a hundred in all"),
        pytest.param(a_deal(trump="S", declarations=IN_FOUR_SUITS), [104, 116], id="MGG-DECL-1 and B51-DEAL-1 the turned suit is worth more"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", 1), a_declaration(1, "C", 18)]), [104, 76], id="MGG-DECL-1 after the first trick and after the eighteenth"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", 16, player=0)]), [104, 56], id="MGG-DECL-1 the stock sets no limit"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", 3), a_declaration(0, "C", 3)]), [124, 56], id="MGG-DECL-1 two after one trick"),
        pytest.param(a_claim(1, 70, declarations=IN_FOUR_SUITS), [60, 110], id="MGG-CLAIM-1 the claimant's cards, and what both declared"),
        pytest.param(a_claim(0, 0), [0, 0], id="MGG-CLAIM-2 nothing counted yet"),
        pytest.param(a_claim(0, 120), [120, 0], id="MGG-CLAIM-2 everything counted"),
        pytest.param(a_deal(state="adjusted", card_points=[120, 0]), [120, 0], id="COM-IRR-1 after a renuncio"),
        pytest.param(a_deal(state="annulled", card_points=None), [0, 0], id="COM-4 annulled"),
    ],
)  # fmt: skip
def test_hand_score_is_the_sum_of_cards_and_declarations(hand: JSON, score: list[int]) -> None:
    verdict = verdict_on(GAME, hand)
    assert verdict["problems"] == []
    assert verdict["games"][0]["hands"][0]["score"] == score


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param(a_deal(card_points=[64, 57]), [("card_points_sum", "MGG-SCORE-1", "/0/card_points")], id="MGG-SCORE-1 121"),
        pytest.param(a_deal(card_points=[121, None]), [("card_points_range", "MGG-SCORE-1", "/0/card_points")], id="MGG-SCORE-1 more than there is"),
        pytest.param(a_deal(card_points=[1, None]), [("card_points_impossible", "MGG-SCORE-1", "/0/card_points")], id="MGG-SCORE-1 one"),
        pytest.param(a_deal(card_points=[119, 1]), [("card_points_impossible", "MGG-SCORE-1", "/0/card_points")], id="MGG-SCORE-1 119"),
        pytest.param(a_deal(card_points=None), [("missing_field", "MGG-SCORE-1", "/0/card_points")], id="MGG-SCORE-1 not counted"),
        pytest.param(a_deal(state="adjusted", card_points=[64, 57]), [("card_points_sum", "MGG-SCORE-1", "/0/card_points")], id="COM-4 the sum binds the director too"),
        pytest.param(a_deal(dealer=2), [("bad_dealer", "MGG-GAME-1", "/0/dealer")], id="MGG-GAME-1 two players deal"),
        pytest.param(a_deal(trump="H"), [("not_a_suit", "B51-DEAL-1", "/0/trump")], id="B51-DEAL-1 hearts with Latin cards"),
        pytest.param(a_deal(trump=None), [("missing_field", "B51-DEAL-1", "/0/trump")], id="B51-DEAL-1 no trumps"),
        pytest.param(a_deal(declarations=None), [("missing_field", "MGG-DECL-1", DECLARED)], id="MGG-DECL-1 nothing said of declarations"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D"), a_declaration(1, "D")]), [("suit_declared_twice", "MGG-DECL-1", f"{DECLARED}/1")], id="MGG-DECL-1 a suit twice"),
        pytest.param(a_deal(declarations=[a_declaration(0, "H")]), [("not_a_suit", "MGG-DECL-1", f"{DECLARED}/0/suit")], id="MGG-DECL-1 a suit the pack lacks"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", 19)]), [("declared_too_late_or_early", "MGG-DECL-1", f"{DECLARED}/0/trick")], id="MGG-DECL-1 one card left"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", 21)]), [("bad_trick", "MGG-DECL-1", f"{DECLARED}/0/trick")], id="MGG-DECL-1 no such trick"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", 4), a_declaration(0, "C", 3)]), [("declarations_out_of_order", "MGG-DECL-1", f"{DECLARED}/1")], id="MGG-DECL-1 out of order"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", 4), a_declaration(1, "C", 4)]), [("declared_by_both", "MGG-DECL-1", f"{DECLARED}/1")], id="MGG-DECL-1 both won one trick"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", kind="marianna")]), [("bad_declaration", "MGG-DECL-1", f"{DECLARED}/0")], id="MGG-DECL-1 a field of another game"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", captured=True)]), [("bad_declaration", "MGG-DECL-1", f"{DECLARED}/0")], id="MGG-DECL-1 nothing is taken here"),
        pytest.param(a_deal(declarations=[a_declaration(0, "D", player=1)]), [("player_of_another_side", "MGG-DECL-1", f"{DECLARED}/0/player")], id="MGG-DECL-1 each plays for himself"),
        pytest.param(a_deal(last_trick=0), [("unknown_field", "COM-3", "/0/last_trick")], id="COM-3 a field of another game"),
        pytest.param(a_claim(state=None, card_points=[64, 56]), [("claim_not_marked", "MGG-CLAIM-2", "/0/state")], id="MGG-CLAIM-2 a claim in a hand that was played out"),
        pytest.param(a_claim(state="adjusted", card_points=[120, 0]), [("claim_not_marked", "MGG-CLAIM-2", "/0/state")], id="MGG-CLAIM-2 the director rules on the points, not on the claim"),
        pytest.param(a_claim(claim=None), [("missing_field", "MGG-CLAIM-2", "/0/claim")], id="MGG-CLAIM-2 nobody claimed"),
        pytest.param(a_claim(card_points=[64, 56]), [("after_the_end", "MGG-CLAIM-2", "/0/card_points")], id="MGG-CLAIM-2 the other's cards are not counted"),
        pytest.param(a_claim(declarations=None), [("missing_field", "MGG-DECL-1", DECLARED)], id="MGG-CLAIM-1 what was declared counts"),
        pytest.param(a_claim(points=1), [("card_points_impossible", "MGG-CLAIM-2", "/0/claim/card_points")], id="MGG-CLAIM-2 one"),
        pytest.param(a_claim(points=119), [("card_points_impossible", "MGG-CLAIM-2", "/0/claim/card_points")], id="MGG-CLAIM-2 119"),
        pytest.param(a_claim(points=121), [("claim_range", "MGG-CLAIM-2", "/0/claim/card_points")], id="MGG-CLAIM-2 more than there is"),
        pytest.param(a_claim(2), [("bad_side", "MGG-CLAIM-2", "/0/claim/side")], id="MGG-CLAIM-2 a third player"),
        pytest.param(a_claim(claim={"side": 0}), [("bad_claim", "MGG-CLAIM-2", "/0/claim")], id="MGG-CLAIM-2 nothing counted"),
        pytest.param(a_claim(claim=[0, 30]), [("bad_claim", "MGG-CLAIM-2", "/0/claim")], id="MGG-CLAIM-2 a list"),
        pytest.param(a_claim(claim={"side": 0, "card_points": 30, "sure": True}), [("bad_claim", "MGG-CLAIM-2", "/0/claim")], id="MGG-CLAIM-2 more than a claim"),
        pytest.param(a_deal(state="ended_on_declaration"), [("state_not_in_this_game", "COM-4", "/0/state")], id="COM-4 no declaration ends the game"),
    ],
)  # fmt: skip
def test_impossible_hand_is_refused_with_the_broken_rule_and_a_json_pointer(
    hand: JSON, expected: list[ProblemKey]
) -> None:
    assert problems_of(GAME, hand) == expected


def test_parts_of_the_score_are_cards_and_declarations() -> None:
    """The parts of the score of a hand are card points and declarations (MGG-SCORE-1)."""
    hand = a_deal(declarations=[a_declaration(0, "D"), a_declaration(1, "C")])
    assert parts_of(GAME, hand) == {"cards": (64, 56), "declarations": (40, 20)}


def test_all_problems_of_a_hand_are_reported_together() -> None:
    hand = a_deal(card_points=[1, 119], declarations=[a_declaration(0, "D", 19), a_declaration(1, "D", 18)])
    assert {code for code, _rule, _where in problems_of(GAME, hand)} == {
        "card_points_impossible",
        "declarations_out_of_order",
        "suit_declared_twice",
        "declared_too_late_or_early",
    }


# Before the last hand the score is 150 to 30; the claims are made in the last hand.
BEFORE = a_deal(card_points=[90, 30], declarations=[a_declaration(0, "D"), a_declaration(0, "S")])


@pytest.mark.parametrize(
    ("claim", "running", "winner"),
    [
        pytest.param(a_claim(0, 50, dealer=1), [200, 30], 0, id="MGG-CLAIM-1 the target and nothing over"),
        pytest.param(a_claim(0, 49, dealer=1), [199, 30], 1, id="MGG-CLAIM-2 one short"),
        pytest.param(a_claim(0, 10, dealer=1, declarations=[a_declaration(0, "D")]), [200, 30], 0, id="MGG-CLAIM-1 with what he declared in this hand"),
        pytest.param(a_claim(0, 30, dealer=1, declarations=[a_declaration(1, "D")]), [180, 70], 1, id="MGG-CLAIM-2 what the other declared is not his"),
        pytest.param(a_claim(1, 120, dealer=1, declarations=[a_declaration(1, "D")]), [150, 190], 0, id="MGG-CLAIM-2 all the cards are not enough"),
    ],
)  # fmt: skip
def test_claim_wins_or_loses_depending_on_the_points_of_the_claimant(
    claim: JSON, running: list[int], winner: int
) -> None:
    verdict = verdict_on(GAME, BEFORE, claim)
    assert verdict["problems"] == []
    assert (verdict["games"][0]["score"], verdict["winner"], verdict["next"]) == (running, winner, None)


def test_correct_claim_wins_although_the_opponent_has_reached_the_target() -> None:
    """MGG-CLAIM-1, MGG-CLAIM-2: if both players have 200, the first correct claim wins."""
    before = [
        a_deal(
            card_points=[60, 60],
            declarations=[
                a_declaration(0, "D"),
                a_declaration(1, "C"),
                a_declaration(1, "B"),
                a_declaration(1, "S"),
            ],
        )
    ]
    declared = [a_declaration(1, "D"), a_declaration(1, "C"), a_declaration(1, "B")]
    right = verdict_on(GAME, *before, a_claim(0, 100, dealer=1, declarations=declared))
    wrong = verdict_on(GAME, *before, a_claim(0, 99, dealer=1, declarations=declared))
    assert (right["games"][0]["score"], right["winner"]) == ([200, 200], 0)
    assert (wrong["games"][0]["score"], wrong["winner"]) == ([199, 200], 1)


def test_hand_after_a_claim_is_refused_unless_it_is_void() -> None:
    """MGG-CLAIM-2, COM-5: a claim ends the game, whether right or wrong."""
    assert problems_of(GAME, a_claim(0, 30), a_deal(dealer=1)) == [("hand_after_the_game", "COM-5", "/1")]
    assert problems_of(GAME, a_claim(0, 30), a_deal(dealer=1, state="void")) == []


@pytest.mark.parametrize(
    ("before", "hand", "ended"),
    [
        pytest.param((195, 190), a_deal(card_points=[60, 60], declarations=[a_declaration(1, "C")]), Ended(1), id="MGG-GAME-1 195 and 60 against 190 and 80"),
        pytest.param((195, 190), a_deal(card_points=[40, 80]), Ended(1), id="MGG-GAME-1 235 to 270"),
        pytest.param((130, 130), a_deal(card_points=[70, 50]), Ended(0), id="MGG-GAME-1 one reaches 200"),
        pytest.param((129, 131), a_deal(card_points=[70, 50]), None, id="MGG-GAME-1 199"),
        pytest.param((140, 140), a_deal(card_points=[60, 60]), None, id="MGG-GAME-1 level at the target"),
    ],
)  # fmt: skip
def test_game_without_a_claim_is_decided_at_the_end_of_the_deal(
    before: Any, hand: JSON, ended: Ended | None
) -> None:
    profile = read_profile(MARIAGGIA, {})
    read, _problems = read_hand(MARIAGGIA, profile, hand)
    assert read is not None
    moment = Moment(MARIAGGIA, profile, before, 200)
    gains = [sum(part) for part in zip(*score_of(read, moment).values(), strict=True)]
    running = tuple(map(sum, zip(before, gains, strict=True)))
    assert CARD_GAME.ending(read, moment, Reached(running, {}, 2)) == ended


def test_deal_alternates_except_after_an_annulled_hand() -> None:
    """The same player deals again after an annulled hand (MGG-GAME-1, COM-IRR-1)."""
    assert problems_of(GAME, a_deal(dealer=1), a_deal(dealer=1)) == [
        ("dealer_out_of_turn", "MGG-GAME-1", "/1/dealer")
    ]
    annulled = {"dealer": 1, "state": "annulled"}
    assert verdict_on(GAME, annulled)["next"]["dealer"] == 1
    assert problems_of(GAME, annulled, annulled) == [("annulled_again", "COM-IRR-1", "/1/state")]
    assert verdict_on(GAME, a_deal(dealer=1))["next"] == {"game": 1, "hand": 2, "dealer": 0}


@pytest.mark.parametrize(
    ("score", "hands", "expected"),
    [
        pytest.param((220, 0), None, [], id="COM-8 all in one hand"),
        pytest.param((200, 199), None, [], id="COM-8 and MGG-CLAIM-1 any sum after a claim"),
        pytest.param((419, 199), None, [], id="COM-8 and MGG-GAME-1 the most from 199"),
        pytest.param((420, 199), None, [("final_score", "MGG-GAME-1", "/final")], id="MGG-GAME-1 the game was won before"),
        pytest.param((420, 200), None, [], id="MGG-GAME-1 both level at 200 before the last hand"),
        pytest.param((421, 200), None, [("final_score", "MGG-GAME-1", "/final")], id="MGG-GAME-1 level before it, too much in it"),
        pytest.param((200, 199), 1, [("final_hands", "MGG-GAME-1", "/hand_count")], id="COM-8 one hand is not worth 399"),
        pytest.param((240, 200), 2, [], id="COM-8 the most in two hands"),
        pytest.param((241, 200), 2, [("final_hands", "MGG-GAME-1", "/hand_count")], id="COM-8 more than in two hands"),
        pytest.param((200, 39), 3, [("final_hands", "MGG-GAME-1", "/hand_count")], id="COM-8 two whole hands make 240"),
        pytest.param((200, 40), 3, [], id="COM-8 two whole hands and a claim at once"),
        pytest.param((199, 40), None, [("final_score", "COM-8", "/final")], id="COM-8 nobody has reached 200"),
    ],
)  # fmt: skip
def test_final_score_without_hands_must_be_possible(
    score: tuple[int, int], hands: int | None, expected: list[ProblemKey]
) -> None:
    assert final(GAME, *score, hands=hands) == expected


@pytest.mark.parametrize("card_game", ["mariaggia", "mariagio"])
def test_adjusted_hand_without_all_points_for_one_side_gets_a_warning(card_game: str) -> None:
    """COM-IRR-1, MAR-IRR-2, COM-4: there is no warning if the profile lets the director set the points."""
    more = {"last_trick": 0} if card_game == "mariagio" else {}
    all_points, other = (
        a_deal(state="adjusted", card_points=points, **more) for points in ([0, 120], [1, 119])
    )
    assert problems_of(card_game, all_points) == []
    assert problems_of(card_game, other) == [("adjusted_otherwise", "COM-IRR-1", "/0/card_points")]
    assert verdict_on(card_game, other)["valid"]
    assert problems_of(card_game, other, renuncio="director_sets") == []


def test_profile_has_the_options_and_presets_of_the_rules() -> None:
    """MGG-NAME-1, MGG-GAME-1, COM-7, MNA-CARD-1: target 200 or 250, any pack of forty cards, and no exchange."""
    assert CARD_GAME.name == "Mariaggia (two players)"
    assert [preset.profile["targets"] for preset in CARD_GAME.presets] == [[200], [250], [200, 200, 200]]
    profile = read_profile(CARD_GAME, {})
    assert profile.as_json() == {
        "targets": [200],
        "pack": "latin",
        "renuncio": "all_points",
        "time_unfinished": "leader",
    }
    assert (profile.seats, profile.sides, profile.games) == (2, 2, 1)
    assert "".join(read_profile(CARD_GAME, {"pack": "french"}).ranks) == "A3KQJ76542"
    assert profile.card_values == dict(zip("A3KHJ76542", (11, 10, 4, 3, 2, 0, 0, 0, 0, 0), strict=True))
    refused = verdict_on(GAME, ace_exchange=True)["problems"]
    assert [(p["code"], p["rule"], p["where"]) for p in refused] == [
        ("unknown_option", "COM-7", "/profile/ace_exchange")
    ]


@pytest.mark.parametrize(("target", "valid"), [(9, False), (10, True), (1000, True), (1001, False)])
def test_targets_must_be_between_10_and_1000(target: int, *, valid: bool) -> None:
    """Targets below 10 or above 1000 are refused (MGG-GAME-1)."""
    assert verdict_on(GAME, targets=[target])["valid"] is valid


def test_entry_steps_include_a_claim_before_the_points() -> None:
    """A claimed hand has a claim instead of points (MGG-CLAIM-2)."""
    steps = [(step.key, step.fields, step.state) for step in CARD_GAME.entry_steps]
    assert steps == [
        ("trump", ("dealer", "trump"), None),
        ("declarations", ("declarations",), None),
        ("claim", ("claim",), "claimed"),
        ("points", ("card_points", "taken"), None),
    ]
