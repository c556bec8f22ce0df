"""Tests of marriages in hands of the games for two, recorded card by card (MGG-DECL-1, MGO-MARR-1)."""

# ruff: noqa: E501  (a table reads best one row a line)

from collections.abc import Callable

import pytest

from scoring.game_parts.marriages import most_declared
from tests.games.deals import JSON, ProblemKey, a_declaration, problems_of
from tests.games.hands_of_two import a_game

CAPTURED = {"captured": True}
Change = Callable[[JSON], object]


def also(side: int, suit: str, trick: int, **more: bool) -> Change:
    """Return a function that adds a declaration to the play and to the sheet."""

    def change(hand: JSON) -> None:
        hand["play"][trick - 1].setdefault("declared", []).append({"side": side, "suit": suit, **more})
        place = sum(each["trick"] <= trick for each in hand["declarations"])
        hand["declarations"].insert(place, a_declaration(side, suit, trick, **more))

    return change


def only_in_the_play(side: int, suit: str, trick: int) -> Change:
    """Return a function that adds a declaration and removes the trick numbers of all declarations from the
    sheet.
    """

    def change(hand: JSON) -> None:
        also(side, suit, trick)(hand)
        for each in hand["declarations"]:
            del each["trick"]

    return change


def on_the_sheet(place: int, **value: object) -> Change:
    """Return a function that changes a declaration on the sheet."""
    return lambda hand: hand["declarations"][place].update(value)


# Mariagio: player 1 declares clubs in trick 3, player 0 hearts in trick 9, player 1 captures diamonds in 17.
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(also(1, "S", 16), [("not_held", "MGO-MARR-1", "/play/15/declared/0")], id="MGO-MARR-1 a King he has, a Queen he has not"),
        pytest.param(also(0, "S", 16), [("declared_by_another", "MGO-MARR-1", "/play/15/declared/0")], id="MGO-MARR-1 not on lead"),
        pytest.param(only_in_the_play(1, "S", 20), [("declared_too_late_or_early", "MGO-MARR-1", "/declarations/3/trick")], id="MGO-MARR-1 in the last trick, by the play alone"),
        pytest.param(also(0, "S", 16, captured=True), [("not_captured", "MGO-MARR-2", "/play/15/declared/0")], id="MGO-MARR-2 an Ace takes the Queen"),
        pytest.param(on_the_sheet(2, side=0), [("not_as_declared", "MGO-SCORE-1", "/declarations/2")], id="MGO-SCORE-1 another player on the sheet"),
        pytest.param(on_the_sheet(0, trick=4), [("not_as_declared", "MGO-SCORE-1", "/declarations/0")], id="MGO-SCORE-1 another trick on the sheet"),
        pytest.param(lambda hand: hand.update(last_trick=0), [("last_trick_not_as_played", "MGO-LAST-1", "/last_trick")], id="MGO-LAST-1 to the other player"),
        pytest.param(lambda hand: hand.update(card_points=[59, 61]), [("card_points_not_as_played", "MGO-SCORE-1", "/card_points")], id="MGO-SCORE-1 two points off"),
    ],
)  # fmt: skip
def test_error_in_a_hand_of_mariagio_recorded_card_by_card_is_reported(
    change: Change, expected: list[ProblemKey]
) -> None:
    hand = a_game("mariagio")
    change(hand)
    assert [
        (code, rule, at.removeprefix("/0")) for code, rule, at in problems_of("mariagio", hand, **CAPTURED)
    ] == expected


def test_captured_marriage_belongs_to_the_player_of_the_king() -> None:
    """MGO-MARR-2: the trick consists of King and Queen, and the sheet names the player of the Queen."""
    hand = a_game("mariagio")
    hand["play"][16]["declared"][0]["side"] = hand["declarations"][2]["side"] = 0
    assert problems_of("mariagio", hand, **CAPTURED) == [
        ("not_captured", "MGO-MARR-2", "/0/play/16/declared/0")
    ]


def test_captured_marriage_need_not_be_declared() -> None:
    """The hand is legal without the declaration, whether or not captures count (MGO-MARR-2)."""
    hand = a_game("mariagio")
    del hand["play"][16]["declared"]
    hand["declarations"].pop()
    assert problems_of("mariagio", hand) == problems_of("mariagio", hand, **CAPTURED) == []


def at_trick(place: int, trick: int) -> Change:
    """Return a function that moves a declaration to another trick."""

    def change(hand: JSON) -> None:
        said_then = hand["declarations"][place]
        declared = hand["play"][said_then["trick"] - 1].pop("declared")
        hand["play"][trick - 1]["declared"] = declared
        said_then["trick"] = trick

    return change


def without_draws(change: Change) -> Change:
    """Return a function that applies a change to a hand and then removes all drawn cards from the hand."""

    def changed(hand: JSON) -> None:
        change(hand)
        for trick in hand["play"]:
            trick.pop("drawn", None)

    return changed


# Mariaggia: player 1 draws the King of coins after trick 9 and declares; player 0 that of batons after 15.
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(lambda _hand: None, [], id="MGG-DECL-1 with the card just drawn"),
        pytest.param(at_trick(0, 8), [("not_held", "MGG-DECL-1", "/play/7/declared/0")], id="MGG-DECL-1 before the King was drawn"),
        pytest.param(without_draws(at_trick(0, 8)), [], id="MGG-DECL-1 nobody knows when it was drawn"),
        pytest.param(at_trick(0, 10), [], id="MGG-DECL-1 a trick later"),
        pytest.param(at_trick(0, 11), [("not_held", "MGG-DECL-1", "/play/10/declared/0")], id="MGG-DECL-1 the Horse was played"),
        pytest.param(at_trick(1, 17), [("declared_by_another", "MGG-DECL-1", "/play/16/declared/0")], id="MGG-DECL-1 after losing a trick"),
        pytest.param(at_trick(1, 16), [], id="MGG-DECL-1 the stock is gone"),
        pytest.param(only_in_the_play(0, "C", 19), [("declared_too_late_or_early", "MGG-DECL-1", "/declarations/2/trick")], id="MGG-DECL-1 one card left, by the play alone"),
        pytest.param(also(0, "C", 18), [("not_held", "MGG-DECL-1", "/play/17/declared/0")], id="MGG-DECL-1 the other has the Horse"),
    ],
)  # fmt: skip
def test_illegal_declaration_in_mariaggia_recorded_card_by_card_is_reported(
    change: Change, expected: list[ProblemKey]
) -> None:
    hand = a_game("mariaggia")
    change(hand)
    assert [
        (code, rule, at.removeprefix("/0")) for code, rule, at in problems_of("mariaggia", hand)
    ] == expected


def test_earliest_illegal_action_of_any_kind_is_reported() -> None:
    """The declaration in trick 4 (MGG-DECL-1) is reported, not the revoke in trick 16."""
    hand = a_game("mariaggia")
    hand["play"][15]["cards"][1], hand["play"][18]["cards"][1] = "HC", "JS"
    assert problems_of("mariaggia", hand) == [("revoke", "MGG-PLAY-1", "/0/play/15/cards/1")]
    also(0, "C", 4)(hand)
    assert problems_of("mariaggia", hand) == [("not_held", "MGG-DECL-1", "/0/play/3/declared/0")]


# Briscola 151: player 0 declares coins in trick 2, player 1 cups in trick 9.
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(at_trick(0, 1), [("declared_too_late_or_early", "B51-DECL-1", "/declarations/0/trick"), ("not_held", "B51-DECL-1", "/play/0/declared/0")], id="B51-DECL-1 in the first trick, before the Horse was drawn"),
        pytest.param(only_in_the_play(1, "S", 16), [("declared_too_late_or_early", "B51-DECL-1", "/declarations/2/trick")], id="B51-DECL-1 the stock is gone, by the play alone"),
        pytest.param(also(1, "S", 12), [("not_held", "B51-DECL-1", "/play/11/declared/0")], id="B51-DECL-1 the other has the Horse"),
    ],
)  # fmt: skip
def test_illegal_declaration_in_briscola_151_recorded_card_by_card_is_reported(
    change: Change, expected: list[ProblemKey]
) -> None:
    hand = a_game("briscola_151")
    change(hand)
    problems = problems_of("briscola_151", hand, ace_exchange=True)
    assert [(code, rule, at.removeprefix("/0")) for code, rule, at in problems] == expected


def test_marriages_of_all_four_suits_are_worth_a_hundred_points() -> None:
    """B51-DECL-1, MGG-DECL-1, MGO-MARR-1: a marriage is worth 40 points in trumps and 20 in each other suit."""
    assert most_declared(4) == 100
