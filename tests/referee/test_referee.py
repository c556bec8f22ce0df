"""Tests that each kind of deliberate fault in the recorded tricks is reported with the broken rule
(MAR-PLAY-1).
"""

# ruff: noqa: E501  (a table reads best one row a line)

import copy
from collections.abc import Callable
from typing import Any

import pytest

from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_hand, read_profile
from tests.sheet.samples import hand_of, sample_matches

PROFILE = read_profile(MARIGLIA, {})

# The first hand of the first sample match. East deals and turns the 5H; North (2) leads.
#   1  N 7C  W 2C  S AC  E 3C   N wins        6  E AD  N 2D  W JC  S QD   E wins
#   2  N 7D  W 3D  S KD  E 5D   N wins        7  E QC  N 5C  W KC  S 2H   S wins, trumping
#   3  N 7S  W 5S  S KS  E 3S   N wins        8  S JD  E 6D  N 4D  W AH   W wins, trumping
#   4  N AS  W JS  S 6S  E 4S   N wins        9  W 6C  S 3H  E KH  N 2S   E wins, trumping higher
#   5  N QS  W 6H  S QH  E JH   E wins       10  E 5H  N 4H  W 4C  S 7H   S wins
FIRST = hand_of(sample_matches()[0]["games"][0]["hands"][0])

Fault = Callable[[dict[str, Any]], None]


def swap(one: tuple[int, int], other: tuple[int, int]) -> Fault:
    """Return a function that swaps two cards of a hand as a deliberate fault."""

    def plant(hand: dict[str, Any]) -> None:
        (a, b), (c, d) = one, other
        cards = [trick["cards"] for trick in hand["play"]]
        cards[a][b], cards[c][d] = cards[c][d], cards[a][b]

    return plant


def put(where: tuple[Any, ...], value: Any) -> Fault:
    """Return a function that replaces the value at the path `where` of a hand as a deliberate fault."""

    def plant(hand: dict[str, Any]) -> None:
        place: Any = hand
        for step in where[:-1]:
            place = place[step]
        place[where[-1]] = value

    return plant


def drop(where: tuple[Any, ...]) -> Fault:
    """Return a function that removes the value at the path `where` of a hand as a deliberate fault."""

    def plant(hand: dict[str, Any]) -> None:
        place: Any = hand
        for step in where[:-1]:
            place = place[step]
        del place[where[-1]]

    return plant


def without_winners(hand: dict[str, Any]) -> None:
    for trick in hand["play"]:
        del trick["winner"]


def both(*faults: Fault) -> Fault:
    """Return a function that applies the given deliberate faults one after the other."""

    def plant(hand: dict[str, Any]) -> None:
        for fault in faults:
            fault(hand)

    return plant


@pytest.mark.parametrize(
    ("fault", "code", "rule", "where"),
    [
        pytest.param(drop(("play", 9)), "deal_not_whole", "MAR-DEAL-3", "/play", id="MAR-DEAL-3 nine tricks"),
        pytest.param(drop(("play", 4, "cards", 3)), "deal_not_whole", "MAR-DEAL-3", "/play/4/cards", id="MAR-DEAL-3 three cards"),
        pytest.param(put(("play", 9, "cards", 2), "7C"), "doubled_card", "MAR-CARD-1", "/play/9/cards/2", id="MAR-CARD-1 a card twice"),
        pytest.param(put(("play", 0, "leader"), 3), "wrong_leader", "MAR-PLAY-1", "/play/0/leader", id="MAR-PLAY-1 wrong first leader"),
        pytest.param(put(("play", 5, "leader"), 2), "wrong_leader", "MAR-PLAY-1", "/play/5/leader", id="MAR-PLAY-1 wrong next leader"),
        pytest.param(put(("play", 4, "winner"), 0), "wrong_trick_winner", "MAR-PLAY-1", "/play/4/winner", id="MAR-PLAY-1 wrong winner"),
        pytest.param(put(("trionfo",), "4H"), "trionfo_not_the_dealers", "MAR-TRI-1", "/trionfo", id="MAR-TRI-1 North's card"),
        pytest.param(both(without_winners, put(("dealer",), 0)), "wrong_leader", "MAR-PLAY-1", "/play/0/leader", id="MAR-PLAY-1 another dealt"),
        pytest.param(swap((1, 3), (2, 3)), "revoke", "MAR-PLAY-1", "/play/1/cards/3", id="MAR-PLAY-1 revoke: East has 5D, plays 3S"),
        pytest.param(both(put(("card_points",), [47, 23]), put(("tricks",), [6, 4])), "card_points_not_as_played", "MAR-SCORE-1", "/card_points", id="MAR-SCORE-1 one point off"),
        pytest.param(put(("tricks",), [7, 3]), "tricks_not_as_played", "MAR-SCORE-1", "/tricks", id="MAR-SCORE-1 one trick off"),
    ],
)  # fmt: skip
def test_deliberate_fault_is_reported_with_the_broken_rule_and_a_json_pointer(
    fault: Fault, code: str, rule: str, where: str
) -> None:
    hand = copy.deepcopy(FIRST)
    fault(hand)
    _hand, problems = read_hand(MARIGLIA, PROFILE, hand)
    assert [(problem.code, problem.rule, problem.where) for problem in problems] == [(code, rule, where)]


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        pytest.param(put(("play", 0, "leader"), 3), "Another player leads the first trick. Look at who dealt.", id="MAR-PLAY-1 the first leader"),
        pytest.param(put(("play", 1, "leader"), 1), "Who won the trick before leads this one. Look at who won it.", id="MAR-PLAY-1 the second leader"),
        pytest.param(put(("play", 5, "leader"), 2), "Who won the trick before leads this one. Look at who won it.", id="MAR-PLAY-1 a later leader"),
        pytest.param(put(("tricks",), [7, 3]), "By the cards played it is 6–4. Count again.", id="MAR-SCORE-1 the tricks"),
    ],
)  # fmt: skip
def test_message_about_a_fault_explains_what_to_check(fault: Fault, message: str) -> None:
    hand = copy.deepcopy(FIRST)
    fault(hand)
    _hand, (problem,) = read_hand(MARIGLIA, PROFILE, hand)
    assert problem.message.english() == message


def test_wrong_turned_card_is_reported_before_faults_in_the_tricks() -> None:
    """MAR-TRI-1 is reported, not the revoke in trick 1 (MAR-PLAY-1)."""
    hand = copy.deepcopy(FIRST)
    swap((0, 1), (1, 1))(hand)
    assert [problem.where for problem in read_hand(MARIGLIA, PROFILE, hand)[1]] == ["/play/0/cards/1"]
    put(("trionfo",), "4H")(hand)
    assert [problem.where for problem in read_hand(MARIGLIA, PROFILE, hand)[1]] == ["/trionfo"]


def test_hand_without_a_deliberate_fault_is_valid() -> None:
    assert read_hand(MARIGLIA, PROFILE, FIRST)[1] == []


def test_number_of_tricks_and_winners_are_optional_if_the_play_is_recorded() -> None:
    hand = copy.deepcopy(FIRST)
    del hand["tricks"]
    without_winners(hand)
    assert read_hand(MARIGLIA, PROFILE, hand)[1] == []


def test_hand_adjusted_by_the_referee_is_accepted_although_cards_were_played_illegally() -> None:
    """MAR-IRR-2: the fault is the reason why the director adjusted the hand."""
    hand = copy.deepcopy(FIRST) | {"state": "adjusted", "card_points": [70, 0], "tricks": [10, 0]}
    swap((1, 3), (2, 3))(hand)
    assert read_hand(MARIGLIA, PROFILE, hand)[1] == []
