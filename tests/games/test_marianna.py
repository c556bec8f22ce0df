"""Tests of Marianna: valid and invalid hands, scores of hands, and the end of a game (MNA, COP)."""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import pytest

from scoring.game_parts.description import hand_schema
from scoring.games.marianna import CARD_GAME
from scoring.sheet.rules.reader import read_profile
from scoring.types import BadSetup
from tests.games.deals import parts_of
from tests.games.marianne import (
    JSON,
    ProblemKey,
    a_declaration,
    a_hand,
    ended,
    final,
    marianna,
    problems_of,
    verdict_on,
)

ALL_FOUR = [marianna(0, suit) for suit in "HSDC"]
COPRI = {"copri": True}
MARIANNINO, MARIANNONE = a_declaration(0, "mariannino"), a_declaration(0, "mariannone")


@pytest.mark.parametrize(
    ("hand", "profile", "score"),
    [
        pytest.param(a_hand(*ALL_FOUR), {}, [340, 60], id="MNA-DECL-1 40 60 80 100"),
        pytest.param(a_hand(*ALL_FOUR), {"values": [20, 40, 60, 80]}, [260, 60], id="MNA-DECL-1 low values"),
        pytest.param(a_hand(marianna(1, "H"), marianna(0, "S")), {}, [120, 100], id="MNA-DECL-1 the second of the hand, whoever declares it"),
        pytest.param(a_hand(marianna(1, "H"), marianna(0, "S")), {"trump_changes": False}, [120, 100], id="MNA-DECL-2 trumps that stay change no sum"),
        pytest.param(a_hand(marianna(0, "H"), points=0), {}, [40, 120], id="MNA-DECL-4 declared points need no trick"),
        pytest.param(a_hand(marianna(0, "H", 6)), {"late_trick6": True}, [100, 60], id="MNA-DECL-3 the sixth trick where the club allows it"),
        pytest.param(a_hand(*[marianna(side, suit, 3) for side, suit in zip((0, 1, 0, 1), "HDSC", strict=True)]), {}, [180, 220], id="MNA-DECL-3 four players in one trick"),
        pytest.param(a_hand(marianna(0, "H"), MARIANNINO, marianna(0, "S")), {}, [410, 60], id="MNA-DECL-5 a mariannino takes no place"),
        pytest.param(a_hand(a_declaration(0, "mariannino", "H")), {}, [310, 60], id="MNA-DECL-5 its King may be told"),
        pytest.param(a_hand(MARIANNONE), {"mariannone": "points"}, [560, 60], id="MNA-DECL-5 a mariannone of 500 points"),
        pytest.param(a_hand(a_declaration(0, "copri", "H"), marianna(1, "S")), COPRI, [80, 120], id="COP-2 the next is worth 60"),
        pytest.param(a_hand(a_declaration(0, "copri", "H"), marianna(1, "S")), COPRI | {"copri_counts": False}, [80, 100], id="COP-2 the next is worth 40"),
        pytest.param(a_hand(MARIANNINO, a_declaration(0, "copri", "H")), COPRI, [330, 60], id="COP-1 a mariannino makes no trumps"),
        pytest.param(a_hand(a_declaration(0, "copri", "H", trick=2), marianna(0, "S", 3)), COPRI, [140, 60], id="COP-1 a marianna in the next trick"),
        pytest.param(a_hand(*ALL_FOUR, points=119, state="adjusted"), {}, [399, 1], id="COM-4 the referee's ruling may be any sum of 120"),
        pytest.param(a_hand(marianna(0, "H", 9), state="adjusted"), {"false_decl": "director_sets"}, [100, 60], id="MNA-IRR-1 nor need it be in time"),
    ],
)  # fmt: skip
def test_hand_score_is_the_sum_of_cards_and_declarations(hand: JSON, profile: JSON, score: list[int]) -> None:
    """The score adds card points and declarations (MNA-SCORE-1)."""
    assert problems_of("marianna", hand, **profile) == []
    assert verdict_on("marianna", hand, **profile)["games"][0]["score"] == score


@pytest.mark.parametrize(
    ("hand", "profile", "problem"),
    [
        pytest.param(a_hand(points=1), {}, ("card_points_impossible", "MNA-CARD-2", "/card_points"), id="MNA-CARD-2 one"),
        pytest.param(a_hand(points=119), {}, ("card_points_impossible", "MNA-CARD-2", "/card_points"), id="MNA-CARD-2 all but one"),
        pytest.param(a_hand() | {"card_points": [60, 61]}, {}, ("card_points_sum", "MNA-CARD-2", "/card_points"), id="MNA-CARD-2 121"),
        pytest.param(a_hand() | {"card_points": [121, None]}, {}, ("card_points_range", "MNA-CARD-2", "/card_points"), id="MNA-CARD-2 more than the pack"),
        pytest.param(a_hand(*ALL_FOUR, marianna(1, "H")), {}, ("suit_declared_twice", "MNA-DECL-3", "/declarations/4"), id="MNA-DECL-3 a fifth"),
        pytest.param(a_hand(marianna(0, "H"), marianna(1, "H"), state="adjusted"), {}, ("suit_declared_twice", "MNA-DECL-3", "/declarations/1"), id="MNA-DECL-3 twice, not even by ruling"),
        pytest.param(a_hand(marianna(0, "H", 6)), {}, ("declared_too_late", "MNA-DECL-3", "/declarations/0/trick"), id="MNA-DECL-3 trick six"),
        pytest.param(a_hand(marianna(0, "H", 7)), {"late_trick6": True}, ("declared_too_late", "MNA-DECL-3", "/declarations/0/trick"), id="MNA-DECL-3 trick seven"),
        pytest.param(a_hand(marianna(0, "H", 2, 0), marianna(0, "S", 2, 0)), {}, ("two_in_a_trick", "MNA-DECL-3", "/declarations/1/trick"), id="MNA-DECL-3 one player twice in a trick"),
        pytest.param(a_hand(*[marianna(0, suit, 2) for suit in "HSD"]), {}, ("two_in_a_trick", "MNA-DECL-3", "/declarations/2/trick"), id="MNA-DECL-3 two players three times"),
        pytest.param(a_hand(a_declaration(0, "mariannino", trick=1), marianna(0, "H", 2, 0), marianna(0, "S", 2, 0)), {}, ("two_in_a_trick", "MNA-DECL-3", "/declarations/2/trick"), id="MNA-DECL-3 one player twice in a trick, after a mariannino"),
        pytest.param(a_hand(marianna(0, "H", 3), marianna(1, "S", 2)), {}, ("declarations_out_of_order", "MNA-DECL-1", "/declarations/1"), id="MNA-DECL-1 out of order"),
        pytest.param(a_hand(MARIANNINO, MARIANNINO), {}, ("combination_twice", "MNA-DECL-5", "/declarations/1"), id="MNA-DECL-5 a mariannino twice"),
        pytest.param(a_hand(a_declaration(1, "mariannino", trick=6)), {"late_trick6": True}, ("declared_too_late", "MNA-DECL-5", "/declarations/0/trick"), id="MNA-DECL-5 a mariannino in trick six"),
        pytest.param(a_hand(marianna(0, "H", 4), a_declaration(0, "mariannino", trick=4)), {}, ("combination_with_a_marianna", "MNA-DECL-5", "/declarations/1/trick"), id="MNA-DECL-5 after a marianna in its trick"),
        pytest.param(a_hand(a_declaration(0, "mariannino", trick=4), a_declaration(1, "mariannone", trick=4)), {"mariannone": "points"}, ("combination_with_a_marianna", "MNA-DECL-5", "/declarations/1/trick"), id="MNA-DECL-5 two combinations, of ten cards in all hands"),
        pytest.param(a_hand(a_declaration(0, "mariannino", trick=4), marianna(0, "H", 4)), {}, ("combination_with_a_marianna", "MNA-DECL-5", "/declarations/1/trick"), id="MNA-DECL-5 before one"),
        pytest.param(a_hand(a_declaration(0, "copri", "D", trick=1), marianna(0, "H", 4), a_declaration(0, "mariannino", trick=4)), COPRI, ("combination_with_a_marianna", "MNA-DECL-5", "/declarations/2/trick"), id="MNA-DECL-5 with a marianna, after a marriage was covered"),
        pytest.param(a_hand(MARIANNINO), {"mariannino": False}, ("declaration_not_played", "MNA-DECL-5", "/declarations/0/kind"), id="MNA-DECL-5 no mariannino here"),
        pytest.param(a_hand(MARIANNONE), {"mariannone": "off"}, ("declaration_not_played", "MNA-DECL-5", "/declarations/0/kind"), id="MNA-DECL-5 no mariannone here"),
        pytest.param(a_hand(a_declaration(0, "copri", "H")), {}, ("declaration_not_played", "COP-1", "/declarations/0/kind"), id="COP-1 not played"),
        pytest.param(a_hand(marianna(1, "S"), a_declaration(0, "copri", "H")), COPRI, ("covered_after_trumps", "COP-2", "/declarations/1"), id="COP-2 after a marianna"),
        pytest.param(a_hand(a_declaration(1, "copri", "S"), a_declaration(0, "copri", "H")), COPRI, ("covered_after_trumps", "COP-2", "/declarations/1"), id="COP-2 after another was covered"),
        pytest.param(a_hand(a_declaration(0, "copri", "H"), marianna(0, "H")), COPRI, ("suit_declared_twice", "MNA-DECL-3", "/declarations/1"), id="COP-1 a covered suit gives no marianna"),
        pytest.param(a_hand(a_declaration(0, "copri", "H", trick=2), marianna(1, "S", 2)), COPRI, ("trumps_while_covering", "COP-1", "/declarations/1"), id="COP-1 a marianna in the trick"),
        pytest.param(a_hand(MARIANNONE), {}, ("won_on_a_declaration", "MNA-GAME-2", "/card_points"), id="MNA-GAME-2 played on after a mariannone"),
        pytest.param(a_hand(MARIANNONE, state="adjusted"), {}, ("won_on_a_declaration", "MNA-GAME-2", "/card_points"), id="MNA-GAME-2 nor by ruling"),
        pytest.param(ended(marianna(0, "H")), {}, ("declaration_does_not_win", "MNA-GAME-2", "/state"), id="MNA-GAME-2 ended without one"),
        pytest.param(ended(), {}, ("declaration_does_not_win", "MNA-GAME-2", "/state"), id="MNA-GAME-2 ended on nothing"),
        pytest.param(ended(MARIANNONE), {"mariannone": "points"}, ("declaration_does_not_win", "MNA-GAME-2", "/state"), id="MNA-GAME-2 where it only scores"),
        pytest.param(ended(MARIANNONE, marianna(0, "H")), {}, ("declared_after_the_end", "MNA-GAME-2", "/declarations/1"), id="MNA-GAME-2 declared after the end"),
        pytest.param(ended(MARIANNONE) | {"card_points": [0, 120]}, {}, ("after_the_end", "MNA-GAME-2", "/card_points"), id="MNA-GAME-2 card points after the end"),
    ],
)  # fmt: skip
def test_impossible_hand_is_refused_with_the_broken_rule_and_a_json_pointer(
    hand: JSON, profile: JSON, problem: ProblemKey
) -> None:
    assert problems_of("marianna", hand, **profile) == [problem]
    assert verdict_on("marianna", hand, **profile)["valid"] is False


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        pytest.param({"dealer": 0, "card_points": [60, 60]}, ("missing_field", "MNA-DECL-1", "/declarations"), id="nothing said of declarations"),
        pytest.param({"dealer": 0, "declarations": []}, ("missing_field", "MNA-CARD-2", "/card_points"), id="no card points"),
        pytest.param(a_hand() | {"dealer": 4}, ("bad_dealer", "MNA-CARD-1", "/dealer"), id="a fifth seat"),
        pytest.param(a_hand(trionfo="7C"), ("unknown_field", "COM-3", "/trionfo"), id="a card turned, as in another game"),
        pytest.param(a_hand(tricks=[5, 5]), ("unknown_field", "COM-3", "/tricks"), id="tricks, as in another game"),
        pytest.param(a_hand(state="claimed"), ("state_not_in_this_game", "COM-4", "/state"), id="claimed, as in another game"),
        pytest.param(a_hand(state="ended_on_trionfo"), ("state_not_in_this_game", "COM-4", "/state"), id="ended on a card turned"),
        pytest.param(a_hand(a_declaration(0, "matrimonio", "H")), ("unknown_declaration", "MNA-DECL-1", "/declarations/0/kind"), id="a marriage of another game"),
        pytest.param(a_hand({"side": 0, "suit": "H"}), ("unknown_declaration", "MNA-DECL-1", "/declarations/0/kind"), id="no kind"),
        pytest.param(a_hand(a_declaration(0)), ("not_a_suit", "MNA-DECL-1", "/declarations/0/suit"), id="a marianna of no suit"),
        pytest.param(a_hand(marianna(0, "B")), ("not_a_suit", "MNA-DECL-1", "/declarations/0/suit"), id="batons in a French pack"),
        pytest.param(a_hand(marianna(2, "H")), ("bad_side", "MNA-DECL-1", "/declarations/0/side"), id="a third side"),
        pytest.param(a_hand(marianna(0, "H", player=1)), ("player_of_another_side", "MNA-DECL-1", "/declarations/0/player"), id="a player of the other side"),
        pytest.param(a_hand(marianna(0, "H", 11)), ("bad_trick", "MNA-DECL-1", "/declarations/0/trick"), id="an eleventh trick"),
        pytest.param(a_hand(marianna(0, "H") | {"captured": True}), ("bad_declaration", "MNA-DECL-1", "/declarations/0"), id="taken, as in another game"),
        pytest.param(a_hand() | {"declarations": "H"}, ("bad_declarations", "MNA-DECL-1", "/declarations"), id="no list"),
    ],
)  # fmt: skip
def test_unreadable_hand_is_refused_with_the_broken_rule_and_a_json_pointer(
    hand: JSON, problem: ProblemKey
) -> None:
    """MNA-CARD-1, COM-3, COM-4: a hand has a field of another card game, a wrong type or an impossible
    number.
    """
    assert problems_of("marianna", hand) == [problem]


def test_all_problems_of_a_hand_are_reported_together() -> None:
    hand = a_hand(marianna(0, "H", 6), marianna(1, "H", 5), points=119)
    assert {rule for _code, rule, _where in problems_of("marianna", hand)} == {
        "MNA-CARD-2",
        "MNA-DECL-3",
        "MNA-DECL-1",
    }
    assert len(problems_of("marianna", hand)) == 4


def test_message_about_invalid_marianna_values_lists_the_two_allowed_series() -> None:
    """The option `values` has two choices: mariannas worth 40 to 100 or 20 to 80 points (MNA-DECL-1)."""
    [problem] = verdict_on("marianna", values=[40, 60])["problems"]
    assert problem["message"] == "Choose one of: [40, 60, 80, 100], [20, 40, 60, 80]."


def game_to(*points: int, **profile: Any) -> JSON:
    """Return a game of hands without declarations; the arguments are the card points of the first side."""
    hands = [a_hand(points=each) | {"dealer": number % 4} for number, each in enumerate(points)]
    verdict = verdict_on("marianna", *hands, **profile)
    game: JSON = verdict["games"][0]
    return game


@pytest.mark.parametrize(
    ("points", "profile", "score", "winner"),
    [
        pytest.param([100] * 5, {}, [500, 100], None, id="MNA-GAME-1 500 are not 501"),
        pytest.param([100, 100, 100, 100, 101], {}, [501, 99], 0, id="MNA-GAME-1 501 are"),
        pytest.param([100, 100, 100], {"targets": [300]}, [300, 60], 0, id="MNA-GAME-1 a game to 300"),
        pytest.param([60] * 9, {}, [540, 540], None, id="MNA-GAME-1 level over the target, another hand"),
        pytest.param([*[60] * 9, 58], {}, [598, 602], 1, id="MNA-GAME-1 the higher total wins"),
    ],
)  # fmt: skip
def test_game_ends_when_the_leading_side_has_reached_the_target(
    points: list[int], profile: JSON, score: list[int], winner: int | None
) -> None:
    game = game_to(*points, **profile)
    assert (game["score"], game["winner"]) == (score, winner)


def test_mariannone_wins_the_game_for_the_declaring_side() -> None:
    """MNA-GAME-2: the side with the lower total wins; earlier declarations still score."""
    hands = [
        a_hand(*ALL_FOUR, points=118),
        ended(marianna(1, "H"), a_declaration(1, "mariannone")) | {"dealer": 1},
    ]
    game = verdict_on("marianna", *hands, targets=[700])["games"][0]
    assert (game["score"], game["winner"]) == ([398, 542], 1)
    assert game["hands"][1]["score"] == [0, 540]


def test_parts_of_the_score_are_cards_and_declarations() -> None:
    """The score of a hand consists of card points and declaration points (MNA-SCORE-1)."""
    hand = a_hand(marianna(1, "H"), marianna(0, "S"), points=70)
    assert parts_of("marianna", hand) == {"cards": (70, 50), "declarations": (60, 40)}
    assert set(CARD_GAME.parts) == {"cards", "declarations"}


@pytest.mark.parametrize(
    ("score", "hands", "problem"),
    [
        pytest.param((510, 450), None, None, id="COM-8 a usual result"),
        pytest.param((510, 450), 8, None, id="COM-8 in eight hands without a declaration"),
        pytest.param((1650, 0), None, None, id="COM-8 the most there can be"),
        pytest.param((1150, 0), 1, None, id="COM-8 all the cards, four marianne and both combinations in one hand"),
        pytest.param((1160, 0), 1, ("final_hands", "MNA-GAME-1", "/hand_count"), id="COM-8 ten more than there is in one hand"),
        pytest.param((1660, 0), None, ("final_score", "MNA-GAME-1", "/final"), id="COM-8 more than one hand past the target"),
        pytest.param((511, 450), None, ("final_sum", "MNA-GAME-1", "/final"), id="MNA-SCORE-1 the sum is a multiple of ten"),
        pytest.param((510, 450), 9, ("final_hands", "MNA-GAME-1", "/hand_count"), id="COM-8 nine hands make 1080"),
        pytest.param((1600, 800), 1, ("final_hands", "MNA-GAME-1", "/hand_count"), id="COM-8 too much for one hand"),
        pytest.param((450, 400), None, ("final_score", "COM-8", "/final"), id="COM-8 nobody reached it"),
    ],
)  # fmt: skip
def test_final_score_without_hands_must_be_possible(
    score: tuple[int, int], hands: int | None, problem: ProblemKey | None
) -> None:
    assert final("marianna", *score, hands=hands) == ([problem] if problem else [])


@pytest.mark.parametrize(
    ("profile", "code"),
    [
        pytest.param({"values": [40, 60, 80]}, "bad_option", id="MNA-DECL-1 three values"),
        pytest.param({"values": [40.0, 60, 80, 100]}, "bad_option", id="MNA-DECL-1 no whole numbers"),
        pytest.param({"values": "40"}, "bad_option", id="MNA-DECL-1 no list"),
        pytest.param({"targets": [99]}, "bad_target", id="MNA-GAME-1 too near"),
        pytest.param({"targets": [1001]}, "bad_target", id="MNA-GAME-1 too far"),
        pytest.param({"mariannone": "lose"}, "bad_option", id="MNA-DECL-5 nobody loses by it"),
        pytest.param({"who_may": "dealer"}, "bad_option", id="MNA-DECL-4 another who may"),
        pytest.param({"immediate": True}, "unknown_option", id="CIN-GAME-1 an option of another game"),
    ],
)  # fmt: skip
def test_impossible_options_are_refused_with_a_code(profile: JSON, code: str) -> None:
    with pytest.raises(BadSetup) as refused:
        read_profile(CARD_GAME, profile)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_default_options_are_those_of_the_rules() -> None:
    """The default options are those of MNA-DECL-1 to MNA-DECL-5, MNA-GAME-1, COP-1, COP-2 and MNA-IRR-1."""
    assert read_profile(CARD_GAME, {}).as_json() == {
        "targets": [501],
        "pack": "french",
        "values": [40, 60, 80, 100],
        "trump_changes": True,
        "late_trick6": False,
        "who_may": "any_at_turn",
        "mariannino": True,
        "mariannone": "win",
        "false_decl": "nothing",
        "copri": False,
        "copri_counts": True,
        "next_dealer": "continue",
        "time_unfinished": "leader",
    }


@pytest.mark.parametrize(
    ("pack", "ranks"),
    [("french", "A3KQJ76542"), ("latin", "A3KHJ76542"), ("neapolitan", "A3KHM76542")],
)
def test_cards_of_every_pack_have_the_rank_order_of_briscola(pack: str, ranks: str) -> None:
    """Ace and Three are the highest cards (MNA-CARD-1)."""
    profile = read_profile(CARD_GAME, {"pack": pack})
    assert "".join(profile.ranks) == ranks
    assert list(profile.card_values.values()) == [11, 10, 4, 3, 2, 0, 0, 0, 0, 0]


def test_hand_schema_lists_the_kinds_of_declarations() -> None:
    kinds = hand_schema(CARD_GAME)["properties"]["declarations"]["items"]["properties"]["kind"]["enum"]
    assert kinds == ["marianna", "mariannino", "mariannone", "copri"]


@pytest.mark.parametrize(
    ("hand", "problems"),
    [
        pytest.param(
            a_hand(marianna(0, "H", 6), marianna(1, "S", 7)),
            [("declared_too_late", "/declarations/0/trick"), ("declared_too_late", "/declarations/1/trick")],
            id="MNA-DECL-3 two too late",
        ),
        pytest.param(
            a_hand(*[marianna(side, "H") for side in (0, 1, 0)]),
            [("suit_declared_twice", "/declarations/1"), ("suit_declared_twice", "/declarations/2")],
            id="MNA-DECL-3 a suit three times",
        ),
        pytest.param(
            a_hand(a_declaration(0, "copri", "H"), a_declaration(1, "mariannino")),
            [
                ("declaration_not_played", "/declarations/0/kind"),
                ("declaration_not_played", "/declarations/1/kind"),
            ],
            id="COP-1 and MNA-DECL-5 two kinds the club leaves out",
        ),
    ],
)
def test_all_wrong_declarations_are_reported_together(hand: JSON, problems: list[tuple[str, str]]) -> None:
    assert [(code, at) for code, _rule, at in problems_of("marianna", hand, mariannino=False)] == problems
