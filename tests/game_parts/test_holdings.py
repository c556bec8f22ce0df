"""Tests of a check: the players can have held all cards that the sheet declares.

The check uses the order of the declarations.
"""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import pytest

from tests.games.deals import (
    JSON,
    ProblemKey,
    a_deal,
    a_declaration as married,
    a_hand_of_mariagio,
    verdict_on,
)
from tests.games.marianne import a_declaration, a_hand, marianna

NOT_HELD, TURN = "not_held_together", "declared_out_of_turn"
COPRI: JSON = {"copri": True}
LEADERS: JSON = {"who_may": "leader_only"}
POINTS: JSON = {"mariannone": "points"}
CAPTURED: JSON = {"captured": True}


def problems_of(card_game: str, hand: JSON, profile: JSON) -> list[ProblemKey]:
    """Return the problems reported for one hand."""
    return [
        (each["code"], each["rule"], each["where"].removeprefix("/games/0/hands/0"))
        for each in verdict_on(card_game, hand, **profile)["problems"]
    ]


def refused(code: str, place: int) -> list[ProblemKey]:
    return [(code, "COM-HELD-1", f"/declarations/{place}")]


# The dealer is seat 0, so seat 1 leads the first trick.
@pytest.mark.parametrize(
    ("declared", "profile", "problems"),
    [
        pytest.param([marianna(0, "H"), a_declaration(1, "mariannino")], {}, refused(NOT_HELD, 1), id="four Queens beside a Queen of the others"),
        pytest.param([a_declaration(1, "mariannino", trick=2), marianna(1, "H", 3, 3)], {}, [], id="by one of the pair, the same player"),
        pytest.param([a_declaration(1, "mariannino", trick=2, player=1), marianna(1, "H", 3, 3)], {}, refused(NOT_HELD, 1), id="by his partner"),
        pytest.param([a_declaration(0, "mariannino", trick=1), a_declaration(0, "mariannone", trick=3)], POINTS, refused(NOT_HELD, 1), id="three Kings of two draws"),
        pytest.param([a_declaration(0, "mariannino", trick=1), a_declaration(0, "mariannone", trick=4)], POINTS, [], id="three Kings of three draws"),
        pytest.param([a_declaration(0, "mariannino", "H", trick=1), marianna(0, "D", 2), marianna(0, "S", 3), marianna(0, "C", 4), marianna(0, "H", 5)], {}, refused(NOT_HELD, 4), id="five cards kept, and none to play"),
        pytest.param([a_declaration(0, "mariannino", "H", trick=1), marianna(0, "D", 2), marianna(0, "S", 3), marianna(0, "C", 4)], {}, [], id="one of the five can be played"),
        pytest.param([marianna(0, "H", 1, 0), marianna(0, "S", 2, 0), marianna(0, "D", 3, 0), marianna(0, "C", 4, 0)], {}, [], id="eight cards of eight by the fourth trick"),
        pytest.param([marianna(0, "H", 1, 2), marianna(0, "S", 1, 0), marianna(0, "D", 2, 0), marianna(0, "C", 2, 2)], {}, [], id="two partners, twice"),
        pytest.param([a_declaration(1, "copri", "H", trick=1), a_declaration(1, "mariannone", trick=2)], COPRI | POINTS, refused(NOT_HELD, 1), id="COP-1 four Kings, and one was covered"),
        pytest.param([a_declaration(0, "copri", "H"), a_declaration(0, "mariannone")], COPRI | POINTS, [], id="COP-1 four Kings, and one about to cover, if nobody wrote when"),
        pytest.param([a_declaration(1, "copri", "H", trick=1), a_declaration(1, "mariannino", trick=1)], COPRI, [], id="COP-1 four Queens, and one is about to cover"),
        pytest.param([a_declaration(1, "copri", "H", trick=1), a_declaration(1, "mariannino", trick=2)], COPRI, refused(NOT_HELD, 1), id="COP-1 four Queens, and one has covered"),
        pytest.param([a_declaration(0, "copri", "H", trick=1)], COPRI, refused(TURN, 0), id="COP-1 asked by who does not lead"),
        pytest.param([a_declaration(1, "copri", "H", trick=1, player=3)], COPRI, refused(TURN, 0), id="COP-1 asked by the leader’s partner"),
        pytest.param([a_declaration(1, "copri", "H", trick=1), marianna(0, "S", 2)], COPRI | LEADERS, refused(TURN, 1), id="COP-1 who covers takes the trick and leads"),
        pytest.param([a_declaration(1, "copri", "H", trick=1), marianna(0, "S", 3)], COPRI | LEADERS, [], id="COP-1 the others lead later"),
        pytest.param([marianna(0, "H", 1)], LEADERS, refused(TURN, 0), id="MNA-DECL-4 the dealer’s pair in trick 1"),
        pytest.param([marianna(1, "H", 1)], LEADERS, [], id="MNA-DECL-4 the leader in trick 1"),
        pytest.param([marianna(0, "H", 2), marianna(1, "S", 2)], LEADERS, refused(TURN, 1), id="MNA-DECL-4 two leaders"),
        pytest.param([marianna(0, "H", 2), marianna(0, "S", 2)], LEADERS, refused(TURN, 1), id="MNA-DECL-4 two partners lead"),
        pytest.param([marianna(0, "H"), marianna(1, "S")], LEADERS, [], id="MNA-DECL-4 nobody wrote when"),
        pytest.param([marianna(0, "H", 1, 0), marianna(1, "S", 1, 1)], {}, refused(TURN, 1), id="MNA-DECL-1 the dealer before the first to play"),
        pytest.param([marianna(0, "H", 2, 0), marianna(1, "S", 2, 1)], {}, [], id="MNA-DECL-1 nobody knows who leads the second trick"),
        pytest.param([marianna(0, "H", 2, 0), marianna(0, "S", 2, 2), marianna(1, "C", 2, 1)], {}, refused(TURN, 2), id="MNA-DECL-1 in no leader’s order"),
        pytest.param([marianna(0, "H", 2), marianna(0, "S", 2), marianna(1, "C", 2)], {}, [], id="MNA-DECL-1 two partners, and the last to play"),
    ],
)  # fmt: skip
def test_declarations_of_two_pairs_must_be_possible_together(
    declared: list[JSON], profile: JSON, problems: list[ProblemKey]
) -> None:
    """All declared cards must fit into the hands of the players (COM-HELD-1)."""
    assert problems_of("marianna", a_hand(*declared), profile) == problems


@pytest.mark.parametrize(
    ("declared", "problems"),
    [
        pytest.param([marianna(0, "D", 1, 0), marianna(1, "C", 1, 1)], [], id="CIN-DECL-2 in any order"),
        pytest.param([a_declaration(0, "copri", "D", trick=1)], refused(TURN, 0), id="COP-1 asked by who does not lead"),
        pytest.param([marianna(0, "D", 9, 0)], [("sung_late", "CIN-DECL-2", "/declarations/0")], id="CIN-DECL-2 two cards in hand"),
    ],
)  # fmt: skip
def test_declarations_in_cinquecento_must_be_possible_together(
    declared: list[JSON], problems: list[ProblemKey]
) -> None:
    """All declared cards must fit into the hands of the players (COM-HELD-1)."""
    assert problems_of("cinquecento", a_hand(*declared), COPRI) == problems


def several(side: int, suits: str, trick: int) -> list[JSON]:
    """Return several marriages of one player in the same trick."""
    return [married(side, suit, trick) for suit in suits]


# The dealer is player 0, so player 1 leads the first trick.
@pytest.mark.parametrize(
    ("card_game", "declared", "profile", "problems"),
    [
        pytest.param("briscola_151", several(0, "CD", 2), {}, [], id="B51-DECL-1 two of five cards"),
        pytest.param("briscola_151", several(0, "CDS", 2), {}, refused(NOT_HELD, 2), id="B51-DECL-1 three of five cards"),
        pytest.param("briscola_151", [*several(0, "CD", 2), *several(0, "S", 3)], {}, [], id="B51-DECL-1 the third with the card drawn"),
        pytest.param("briscola_151", [*several(0, "CD", 2), *several(0, "SB", 3)], {}, refused(NOT_HELD, 3), id="B51-DECL-1 the fourth with no more"),
        pytest.param("mariaggia", several(0, "CD", 17), {}, refused(NOT_HELD, 1), id="MGG-DECL-1 two with three cards left"),
        pytest.param("mariaggia", several(0, "CD", 16), {}, [], id="MGG-DECL-1 two with four cards left"),
        pytest.param("mariaggia", several(0, "CDS", 3), {}, refused(NOT_HELD, 2), id="MGG-DECL-1 three of five cards"),
        pytest.param("mariaggia", [*several(0, "C", 17), *several(0, "D", 18)], {}, refused(NOT_HELD, 1), id="MGG-DECL-1 two pairs and three cards, one after the other"),
        pytest.param("mariagio", several(1, "HSD", 1), {}, [], id="MGO-MARR-1 three of seven cards"),
        pytest.param("mariagio", several(1, "HSDC", 1), {}, refused(NOT_HELD, 3), id="MGO-MARR-1 four of seven cards"),
        pytest.param("mariagio", several(0, "H", 1), {}, refused(TURN, 0), id="MGO-MARR-1 the dealer does not lead the first trick"),
        pytest.param("mariagio", [married(0, "H", 5, captured=True), married(1, "S", 6)], CAPTURED, refused(TURN, 1), id="MGO-MARR-2 who takes leads the next trick"),
        pytest.param("mariagio", [married(0, "H", 5, captured=True), married(0, "S", 6)], CAPTURED, [], id="MGO-MARR-2 and may declare there"),
        pytest.param("mariagio", [married(1, "S", 19), married(1, "H", 19, captured=True)], CAPTURED, refused(NOT_HELD, 1), id="MGO-MARR-2 a third card, and there are two"),
        pytest.param("mariagio", [married(1, "S", 18), married(1, "H", 18, captured=True)], CAPTURED, [], id="MGO-MARR-2 the third of three"),
    ],
)  # fmt: skip
def test_declarations_of_two_players_must_be_possible_together(
    card_game: str, declared: list[JSON], profile: JSON, problems: list[ProblemKey]
) -> None:
    """All declared cards must fit into the hands of two players (COM-HELD-1)."""
    deal: Any = a_hand_of_mariagio if card_game == "mariagio" else a_deal
    assert problems_of(card_game, deal(declarations=declared), profile) == problems


def test_cards_not_held_are_not_reported_if_another_rule_refuses_the_hand() -> None:
    """MNA-DECL-5: the hand is refused because both declarations are in one trick."""
    hand = a_hand(a_declaration(0, "mariannino", trick=2), marianna(1, "H", 2))
    assert [code for code, _rule, _at in problems_of("marianna", hand, {})] == ["combination_with_a_marianna"]


def test_declared_cards_of_an_adjusted_hand_are_not_checked() -> None:
    """The cards of an adjusted hand are not checked, because the director decides on the hand (COM-4)."""
    hand = a_hand(a_declaration(0, "mariannino"), marianna(1, "H"), state="adjusted")
    assert problems_of("marianna", hand, {}) == []
