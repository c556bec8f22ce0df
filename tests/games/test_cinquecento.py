"""Tests of Cinquecento: its own rules, and the rules that it shares with Marianna (CIN, COP).

Some hands are recorded card by card, others without the cards.
"""

# ruff: noqa: E501  (a table reads best one row a line)

import pytest

from scoring.game_parts.description import hand_schema
from scoring.games.cinquecento import CARD_GAME
from scoring.sheet.rules.reader import read_profile
from scoring.types import BadSetup
from tests.games.marianne import (
    JSON,
    SUNG_LATE,
    ProblemKey,
    a_declaration,
    a_hand,
    a_trick,
    a_whole_hand,
    ended,
    final,
    marianna,
    problems_of,
    verdict_on,
)

ALL_FOUR = [marianna(0, suit) for suit in "DCBS"]
COPRI: JSON = {"copri": True}
AT_ONCE: JSON = {"immediate": True}


@pytest.mark.parametrize(
    ("hand", "profile", "score"),
    [
        pytest.param(a_hand(*ALL_FOUR), {}, [160, 60], id="CIN-DECL-1 40 and three times 20"),
        pytest.param(a_hand(marianna(1, "D"), marianna(0, "C")), {}, [80, 100], id="CIN-DECL-1 20 for the second, whoever sings it"),
        pytest.param(a_hand(marianna(0, "D", 3), marianna(1, "C", 3)), {}, [100, 80], id="CIN-DECL-2 two players in one trick"),
        pytest.param(a_hand(a_declaration(0, "copri", "B"), marianna(1, "D")), COPRI, [80, 80], id="COP-2 20 after what was covered"),
        pytest.param(a_hand(a_declaration(0, "copri", "B"), marianna(1, "D"), marianna(1, "C")), COPRI | {"copri_counts": False}, [80, 100], id="COP-2 trumps are set, whatever a profile of old says"),
        pytest.param(a_hand(marianna(0, "D", 9), points=119, state="adjusted"), {"false_decl": "director_sets"}, [159, 1], id="MNA-IRR-1 the referee's ruling"),
    ],
)  # fmt: skip
def test_hand_score_is_the_sum_of_cards_and_declarations(hand: JSON, profile: JSON, score: list[int]) -> None:
    """The score adds card points and declarations (MNA-SCORE-1, CIN-DECL-1)."""
    assert problems_of("cinquecento", hand, **profile) == []
    assert verdict_on("cinquecento", hand, **profile)["games"][0]["score"] == score


@pytest.mark.parametrize(
    ("hand", "profile", "problem"),
    [
        pytest.param(a_hand(a_declaration(0, "mariannino")), {}, ("unknown_declaration", "CIN-DECL-1", "/declarations/0/kind"), id="CIN-DECL-1 no mariannino"),
        pytest.param(a_hand(a_declaration(0, "mariannone")), {}, ("unknown_declaration", "CIN-DECL-1", "/declarations/0/kind"), id="CIN-DECL-1 no mariannone"),
        pytest.param(ended(a_declaration(0, "mariannone")), {}, ("unknown_declaration", "CIN-DECL-1", "/declarations/0/kind"), id="CIN-DECL-1 nor does the game end on it"),
        pytest.param(a_hand(marianna(0, "H")), {}, ("not_a_suit", "CIN-DECL-1", "/declarations/0/suit"), id="hearts in a latin pack"),
        pytest.param(a_hand(marianna(0, "D", 3), marianna(1, "C", 2)), {}, ("declarations_out_of_order", "CIN-DECL-1", "/declarations/1"), id="CIN-DECL-1 out of order"),
        pytest.param(a_hand(marianna(0, "D"), marianna(1, "D")), {}, ("suit_declared_twice", "MNA-DECL-3", "/declarations/1"), id="MNA-DECL-3 a suit twice"),
        pytest.param(a_hand(marianna(0, "D", 2, 2), marianna(0, "C", 2, 2)), {}, ("two_in_a_trick", "MNA-DECL-3", "/declarations/1/trick"), id="MNA-DECL-3 one player twice in a trick"),
        pytest.param(a_hand(points=1), {}, ("card_points_impossible", "MNA-CARD-2", "/card_points"), id="MNA-CARD-2 one point"),
        pytest.param(a_hand(marianna(1, "D"), a_declaration(0, "copri", "B")), COPRI, ("covered_after_trumps", "COP-2", "/declarations/1"), id="COP-2 after trumps"),
        pytest.param(a_hand(a_declaration(0, "copri", "B", trick=1), marianna(1, "D", 1)), COPRI, ("trumps_while_covering", "COP-1", "/declarations/1"), id="COP-1 sung in the trick"),
        pytest.param(a_hand(a_declaration(0, "copri", "B")), {}, ("declaration_not_played", "COP-1", "/declarations/0/kind"), id="COP-1 not played"),
        pytest.param(a_hand(tricks=[5, 5]), {}, ("unknown_field", "COM-3", "/tricks"), id="a field of another game"),
    ],
)  # fmt: skip
def test_impossible_hand_is_refused_with_the_broken_rule_and_a_json_pointer(
    hand: JSON, profile: JSON, problem: ProblemKey
) -> None:
    assert problems_of("cinquecento", hand, **profile) == [problem]


@pytest.mark.parametrize(
    ("trick", "problems"),
    [
        (5, []),
        (6, [("sung_late", "CIN-DECL-2", "/declarations/0")]),
        (9, [("sung_late", "CIN-DECL-2", "/declarations/0")]),
    ],
)
def test_declaration_after_the_stock_is_used_up_gets_a_warning(
    trick: int, problems: list[ProblemKey]
) -> None:
    """CIN-DECL-2: the declaration counts despite the warning."""
    hand = a_hand(marianna(0, "D", trick))
    assert problems_of("cinquecento", hand) == problems
    assert verdict_on("cinquecento", hand)["valid"] is True


def test_declaration_with_one_card_in_hand_is_refused() -> None:
    """COM-HELD-1: a marriage needs two cards, and in the last trick a player has only one."""
    assert problems_of("cinquecento", a_hand(marianna(0, "D", 10))) == [
        ("not_held_together", "COM-HELD-1", "/declarations/0"),
        ("sung_late", "CIN-DECL-2", "/declarations/0"),
    ]


@pytest.mark.parametrize("card_game", ["marianna", "cinquecento"])
def test_marriage_covered_after_the_stock_is_used_up_gets_a_warning(card_game: str) -> None:
    """COP-1: the sources have no rule for tricks 6 to 10, so there is only a warning."""
    suit = {"marianna": "H", "cinquecento": "B"}[card_game]
    for trick, has_warning in ((5, False), (6, True), (10, True)):
        hand = a_hand(a_declaration(0, "copri", suit, trick=trick))
        verdict = verdict_on(card_game, hand, **COPRI)
        assert [(each["code"], each["rule"], each["level"]) for each in verdict["problems"]] == [
            ("covered_late", "COP-1", "warning")
        ] * has_warning
        assert verdict["games"][0]["score"] == [80, 60]


# Hands up to 480 to 480.
LEVEL = [a_hand() | {"dealer": number % 4} for number in range(8)]


@pytest.mark.parametrize(
    ("hands", "profile", "score", "winner"),
    [
        pytest.param([*LEVEL, a_hand(marianna(1, "D"), points=59)], {}, [539, 581], 1, id="CIN-GAME-1 at the end of the hand"),
        pytest.param([*LEVEL, a_hand(marianna(1, "D"), points=80)], {}, [560, 560], None, id="CIN-GAME-1 level, another hand"),
        pytest.param([*LEVEL[:7], a_hand(points=80)], {}, [500, 460], 0, id="CIN-GAME-1 500 are enough"),
        pytest.param([*LEVEL, ended(marianna(1, "D"))], AT_ONCE, [480, 520], 1, id="CIN-GAME-1 at once"),
        pytest.param([*LEVEL, ended(marianna(1, "D"))], AT_ONCE | {"targets": [520]}, [480, 520], 1, id="CIN-GAME-1 at once and exactly"),
        pytest.param([*LEVEL, a_hand(marianna(1, "D"), points=61)], AT_ONCE | {"targets": [521]}, [541, 579], 1, id="CIN-GAME-1 at once, but only the cards reach it"),
        pytest.param([*LEVEL[:7], ended(marianna(0, "D"), marianna(1, "C"), marianna(0, "S"), marianna(0, "B"))], AT_ONCE, [500, 440], 0, id="CIN-GAME-1 at once with the fourth"),
        pytest.param([*LEVEL, a_hand(points=60), ended(marianna(0, "D"))], AT_ONCE, [580, 540], 0, id="CIN-GAME-1 at once, after being level over the target"),
    ],
)  # fmt: skip
def test_end_of_a_game_at_the_target_depends_on_the_options(
    hands: list[JSON], profile: JSON, score: list[int], winner: int | None
) -> None:
    game = verdict_on(
        "cinquecento", *[hand | {"dealer": number % 4} for number, hand in enumerate(hands)], **profile
    )["games"][0]
    assert (game["score"], game["winner"]) == (score, winner)


@pytest.mark.parametrize(
    ("hand", "profile", "problem"),
    [
        pytest.param(a_hand(marianna(1, "D")), AT_ONCE, ("won_on_a_declaration", "CIN-GAME-1", "/card_points"), id="CIN-GAME-1 no card is counted"),
        pytest.param(ended(marianna(1, "D"), marianna(0, "C")), AT_ONCE, ("declared_after_the_end", "CIN-GAME-1", "/declarations/1"), id="CIN-GAME-1 nothing is sung after it"),
        pytest.param(ended(marianna(1, "D")), AT_ONCE | {"targets": [521]}, ("declaration_does_not_win", "CIN-GAME-1", "/state"), id="CIN-GAME-1 not reached"),
        pytest.param(ended(marianna(1, "D")), {}, ("declaration_does_not_win", "CIN-GAME-1", "/state"), id="CIN-GAME-1 not at once"),
        pytest.param(ended(marianna(1, "D")) | {"card_points": [0, 120]}, AT_ONCE, ("after_the_end", "CIN-GAME-1", "/card_points"), id="CIN-GAME-1 card points after the end"),
    ],
)  # fmt: skip
def test_hand_ends_on_a_declaration_only_if_the_declaration_wins_the_game(
    hand: JSON, profile: JSON, problem: ProblemKey
) -> None:
    assert problems_of("cinquecento", *LEVEL, hand, **profile) == [problem]


LATE = ("sung_late", "CIN-DECL-2", "/declarations/1")


def test_legal_hand_recorded_card_by_card_is_accepted() -> None:
    """CIN-DECL-1, CIN-DECL-2: trumps remain cups, and players declare at any time in a trick."""
    hand = a_whole_hand(SUNG_LATE, 73)
    assert problems_of("cinquecento", hand) == [LATE]
    assert verdict_on("cinquecento", hand)["games"][0]["score"] == [133, 67]


def test_late_declaration_recorded_without_its_trick_is_detected_from_the_play() -> None:
    hand = a_whole_hand(SUNG_LATE, 73)
    for each in hand["declarations"]:
        del each["trick"], each["player"]
    assert problems_of("cinquecento", hand) == [LATE]


@pytest.mark.parametrize(
    ("number", "line", "problem"),
    [
        pytest.param(0, "1: AS 4B 6S 5S; 7C AB AC KB; 0 marianna B", ("not_as_declared", "MNA-SCORE-1", "/declarations/0"), id="MNA-SCORE-1 another suit than on the sheet"),
        pytest.param(5, "0: 5C 4S JB KB; ; 0 marianna B, 1 marianna S", ("wrong_leader", "CIN-DECL-1", "/play/5/leader"), id="CIN-DECL-1 another led"),
        pytest.param(9, "3: 3D HC KS 4D", ("doubled_card", "MNA-CARD-1", "/play/9/cards/3"), id="MNA-CARD-1 a card twice"),
        pytest.param(4, "0: 4D 6C 6B 2D; JC HS 7S HB", ("drawn_by_another", "MNA-CARD-1", "/play/4/drawn/0"), id="MNA-CARD-1 drawn by another"),
    ],
)  # fmt: skip
def test_error_in_the_play_is_reported_with_the_broken_rule(
    number: int, line: str, problem: ProblemKey
) -> None:
    hand = a_whole_hand(SUNG_LATE, 73)
    hand["play"][number] = a_trick(line)
    assert sorted(problems_of("cinquecento", hand)) == sorted([LATE, problem])


@pytest.mark.parametrize(
    ("score", "hands", "problem"),
    [
        pytest.param((510, 450), 8, None, id="COM-8 eight hands"),
        pytest.param((719, 1), None, None, id="COM-8 the most there can be"),
        pytest.param((720, 0), None, ("final_score", "CIN-GAME-1", "/final"), id="COM-8 more than one hand past the target"),
        pytest.param((510, 440), None, ("final_sum", "CIN-GAME-1", "/final"), id="MNA-SCORE-1 a multiple of twenty"),
        pytest.param((520, 340), 8, None, id="CIN-GAME-1 the last of eight ended on a declaration"),
        pytest.param((660, 0), 3, None, id="COM-8 all the cards and four marianne, three times"),
        pytest.param((680, 0), 3, ("final_hands", "CIN-GAME-1", "/hand_count"), id="COM-8 more than there is in three hands"),
        pytest.param((500, 340), 8, ("final_hands", "CIN-GAME-1", "/hand_count"), id="COM-8 too little for eight hands"),
    ],
)  # fmt: skip
def test_final_score_without_hands_must_be_possible(
    score: tuple[int, int], hands: int | None, problem: ProblemKey | None
) -> None:
    assert final("cinquecento", *score, hands=hands) == ([problem] if problem else [])


def test_default_options_are_those_of_the_rules() -> None:
    """The defaults are those of CIN-GAME-1, COP-1, COP-2 and MNA-IRR-1."""
    assert read_profile(CARD_GAME, {}).as_json() == {
        "targets": [500],
        "pack": "latin",
        "immediate": False,
        "false_decl": "nothing",
        "copri": False,
        "next_dealer": "continue",
        "time_unfinished": "leader",
    }


@pytest.mark.parametrize(
    "option", ["values", "trump_changes", "late_trick6", "who_may", "mariannino", "mariannone"]
)
def test_options_of_marianna_are_unknown_in_cinquecento(option: str) -> None:
    """Cinquecento has no options about declarations (CIN-DECL-1, CIN-DECL-2)."""
    with pytest.raises(BadSetup) as refused:
        read_profile(CARD_GAME, {option: True})
    assert [problem.code for problem in refused.value.problems] == ["unknown_option"]


def test_hand_schema_lists_the_kinds_of_declarations() -> None:
    """The schema lists the kinds of declarations of Cinquecento (CIN-DECL-1)."""
    kinds = hand_schema(CARD_GAME)["properties"]["declarations"]["items"]["properties"]["kind"]["enum"]
    assert kinds == ["marianna", "copri"]
