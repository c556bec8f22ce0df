"""Tests of Marianna recorded card by card: changes of trumps, declarations, and card points."""

# ruff: noqa: E501  (a table reads best one row a line)

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.marianne import (
    COVERED,
    FOUR_KINGS,
    FOUR_QUEENS,
    JSON,
    TWO_IN_A_TRICK,
    ProblemKey,
    a_whole_hand,
    problems_of,
    verdict_on,
)

COPRI: JSON = {"copri": True}
POINTS: JSON = {"mariannone": "points"}
Change = Callable[[JSON], None]


@pytest.mark.parametrize(
    ("lines", "points", "profile", "score"),
    [
        pytest.param(
            TWO_IN_A_TRICK, 22, {}, [62, 238], id="MNA-DECL-2 the later of two in a trick makes trumps"
        ),
        pytest.param(COVERED, 70, COPRI, [90, 110], id="COP-1 covered, then trumps"),
        pytest.param(FOUR_QUEENS, 40, {}, [330, 80], id="MNA-DECL-5 a mariannino changes no trumps"),
        pytest.param(FOUR_KINGS, 12, POINTS, [12, 608], id="MNA-DECL-5 a mariannone of 500 points"),
    ],
)
def test_legal_hand_recorded_card_by_card_is_accepted(
    lines: tuple[str, ...], points: int, profile: JSON, score: list[int]
) -> None:
    """The points on the sheet equal the values of the cards won (MNA-CARD-1, MNA-SCORE-1)."""
    hand = a_whole_hand(lines, points)
    assert problems_of("marianna", hand, **profile) == []
    assert verdict_on("marianna", hand, **profile)["games"][0]["score"] == score


def without(key: str) -> Change:
    """Return a function that removes a key from every trick of a hand."""

    def change(hand: JSON) -> None:
        for trick in hand["play"]:
            trick.pop(key, None)

    return change


def put(*where: Any, to: Any) -> Change:
    """Return a function that sets a value in a hand."""

    def change(hand: JSON) -> None:
        place: Any = hand
        for step in where[:-1]:
            place = place[step]
        place[where[-1]] = to

    return change


def both(*changes: Change) -> Change:
    """Return a function that applies several changes to a hand, one after the other."""

    def change(hand: JSON) -> None:
        for each in changes:
            each(hand)

    return change


def declared(number: int, place: int, **entries: Any) -> Change:
    """Return a function that changes a declaration on the sheet and in the trick in which it was made."""

    def change(hand: JSON) -> None:
        entry = hand["declarations"][number]
        declaration = hand["play"][entry["trick"] - 1]["declared"][place]
        entry.update(entries)
        declaration.update({key: value for key, value in entries.items() if key != "side"})

    return change


def moved(number: int, place: int, trick: int) -> Change:
    """Return a function that moves a declaration to another trick."""

    def change(hand: JSON) -> None:
        entry = hand["declarations"][number]
        declaration = hand["play"][entry["trick"] - 1]["declared"].pop(place)
        hand["play"][trick - 1].setdefault("declared", []).append(declaration)
        entry["trick"] = trick

    return change


def turned_round(hand: JSON) -> None:
    """Swap the two declarations of the fifth trick."""
    hand["declarations"][1:3] = reversed(hand["declarations"][1:3])
    hand["play"][4]["declared"].reverse()


def nothing_known(hand: JSON) -> None:
    """Remove the player and the trick from each declaration on the sheet."""
    for each in hand["declarations"]:
        del each["player"], each["trick"]


def lost_trick(hand: JSON) -> None:
    """Remove the last trick of a hand."""
    hand["play"].pop()


def short_trick(hand: JSON) -> None:
    """Keep only the first card of the trick that covers the marriage."""
    del hand["play"][1]["cards"][1:]


def again_with_diamonds(hand: JSON) -> None:
    """Add a second mariannino of the same player, with a King that the player does not hold."""
    for declarations in (hand["declarations"], hand["play"][4]["declared"]):
        declarations.append({**declarations[-1], "suit": "D"})


def no_suit(hand: JSON) -> None:
    """Remove the suit of the mariannino on the sheet."""
    del hand["declarations"][1]["suit"]


@pytest.mark.parametrize(
    ("lines", "points", "profile", "change"),
    [
        pytest.param(TWO_IN_A_TRICK, 22, {}, without("drawn"), id="nobody wrote what was drawn"),
        pytest.param(FOUR_QUEENS, 40, {}, without("drawn"), id="nor for a mariannino"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, nothing_known, id="players and tricks stand in the play alone"),
        pytest.param(FOUR_QUEENS, 40, {}, no_suit, id="a mariannino needs no suit on the sheet"),
        pytest.param(TWO_IN_A_TRICK, 22, {"who_may": "any_before_lead"}, without("winner"), id="MNA-DECL-4 before the lead"),
        pytest.param(FOUR_QUEENS, 62, {}, put("state", to="adjusted"), id="COM-4 the referee's points stand beside the play"),
    ],
)  # fmt: skip
def test_hand_without_optional_entries_is_accepted(
    lines: tuple[str, ...], points: int, profile: JSON, change: Change
) -> None:
    hand = a_whole_hand(lines, points)
    change(hand)
    assert problems_of("marianna", hand, **profile) == []


@pytest.mark.parametrize(
    ("lines", "points", "profile", "change", "problem"),
    [
        pytest.param(TWO_IN_A_TRICK, 24, {}, without("winner"), ("card_points_not_as_played", "MNA-SCORE-1", "/card_points"), id="MNA-SCORE-1 two points off"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, put("dealer", to=1), ("wrong_leader", "MNA-DECL-2", "/play/0/leader"), id="MNA-DECL-2 another dealt"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, put("play", 5, "leader", to=3), ("wrong_leader", "MNA-DECL-2", "/play/5/leader"), id="MNA-DECL-2 led as if clubs were trumps"),
        pytest.param(TWO_IN_A_TRICK, 22, {"trump_changes": False}, without("winner"), ("wrong_leader", "MNA-DECL-2", "/play/5/leader"), id="MNA-DECL-2 spades stay where trumps do not change"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, put("play", 9, "cards", 0, to="2S"), ("doubled_card", "MNA-CARD-1", "/play/9/cards/0"), id="MNA-CARD-1 a card twice"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, put("play", 9, "cards", 0, to="HD"), ("not_a_card", "MNA-CARD-1", "/play/9/cards/0"), id="MNA-CARD-1 a Horse among French cards"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, put("play", 4, "drawn", to=[]), ("cards_not_drawn", "MNA-CARD-1", "/play/4/drawn"), id="MNA-CARD-1 nobody drew after the fifth trick"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, put("play", 4, "drawn", 0, to="5H"), ("drawn_by_another", "MNA-CARD-1", "/play/4/drawn/0"), id="MNA-CARD-1 a card another drew and played"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, lost_trick, ("deal_not_whole", "MNA-CARD-1", "/play"), id="MNA-CARD-1 nine tricks"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, turned_round, ("declared_out_of_turn", "MNA-DECL-4", "/play/4/declared"), id="MNA-DECL-4 not in the order of play"),
        pytest.param(TWO_IN_A_TRICK, 22, {"who_may": "leader_only"}, without("winner"), ("declared_out_of_turn", "MNA-DECL-4", "/play/1/declared"), id="MNA-DECL-4 not the leader"),
        pytest.param(FOUR_QUEENS, 40, {"who_may": "leader_only"}, without("winner"), ("declared_out_of_turn", "MNA-DECL-4", "/play/0/declared"), id="MNA-DECL-4 nor who plays second"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, declared(0, 0, suit="D"), ("wrong_leader", "MNA-DECL-2", "/play/2/leader"), id="MNA-DECL-2 other trumps, another winner"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, both(declared(1, 0, player=1, side=1), nothing_known), ("two_in_a_trick", "MNA-DECL-3", "/declarations/2/trick"), id="MNA-DECL-3 one player twice"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, declared(1, 0, suit="D"), ("not_held", "MNA-DECL-1", "/play/4/declared/0"), id="MNA-DECL-1 the second marianna is another"),
        pytest.param(FOUR_QUEENS, 40, {}, declared(1, 0, suit="D"), ("not_held", "MNA-DECL-5", "/play/4/declared/0"), id="MNA-DECL-5 four Queens and another King than was told"),
        pytest.param(FOUR_QUEENS, 40, {}, again_with_diamonds, ("combination_twice", "MNA-DECL-5", "/declarations/2"), id="MNA-DECL-5 a second mariannino is refused once, whatever was held for it"),
        pytest.param(FOUR_QUEENS, 40, {}, declared(0, 0, player=0), ("not_held", "MNA-DECL-1", "/play/0/declared/0"), id="MNA-DECL-1 the partner has other cards"),
        pytest.param(FOUR_QUEENS, 40, {}, moved(1, 0, 4), ("not_held", "MNA-DECL-5", "/play/3/declared/0"), id="MNA-DECL-5 before the Queen of clubs was drawn"),
        pytest.param(FOUR_QUEENS, 40, {}, both(moved(1, 0, 3), without("drawn")), ("not_held", "MNA-DECL-5", "/play/2/declared/0"), id="MNA-DECL-5 more cards than can have been in hand"),
        pytest.param(FOUR_QUEENS, 40, POINTS, declared(1, 0, kind="mariannone", suit="D"), ("not_held", "MNA-DECL-5", "/play/4/declared/0"), id="MNA-DECL-5 four Queens are no mariannone"),
        pytest.param(FOUR_QUEENS, 40, {}, put("declarations", 0, "suit", to="H"), ("not_as_declared", "MNA-SCORE-1", "/declarations/0"), id="MNA-SCORE-1 another suit on the sheet"),
        pytest.param(FOUR_QUEENS, 40, {}, put("declarations", to=[]), ("not_as_declared", "MNA-SCORE-1", "/declarations"), id="MNA-SCORE-1 nothing on the sheet"),
        pytest.param(FOUR_QUEENS, 40, {}, put("play", 4, "declared", to=[]), ("not_as_declared", "MNA-SCORE-1", "/declarations"), id="MNA-SCORE-1 more on the sheet than in the play"),
        pytest.param(FOUR_KINGS, 12, {}, without("winner"), ("won_on_a_declaration", "MNA-GAME-2", "/card_points"), id="MNA-GAME-2 played to its end after a mariannone"),
        pytest.param(COVERED, 70, COPRI, declared(0, 0, player=0), ("declared_out_of_turn", "COP-1", "/play/1/declared/0"), id="COP-1 the partner cannot ask"),
        pytest.param(COVERED, 70, COPRI, declared(0, 0, suit="H"), ("not_covered", "COP-1", "/declarations/0"), id="COP-1 neither King nor Queen of hearts"),
        pytest.param(COVERED, 70, COPRI, short_trick, ("deal_not_whole", "MNA-CARD-1", "/play/1/cards"), id="MNA-CARD-1 a trick of one card, covered by nobody"),
        pytest.param(COVERED, 70, COPRI, put("play", 1, "leader", to=3), ("wrong_leader", "MNA-DECL-2", "/play/1/leader"), id="MNA-DECL-2 who covered is looked at when it is known who led"),
        pytest.param(COVERED, 70, COPRI, both(put("play", 1, "winner", to=3), declared(0, 0, player=0)), ("declared_out_of_turn", "COP-1", "/play/1/declared/0"), id="COP-1 what was declared comes before who took the trick"),
        pytest.param(TWO_IN_A_TRICK, 22, {}, both(turned_round, put("play", 3, "winner", to=0)), ("wrong_trick_winner", "MNA-DECL-2", "/play/3/winner"), id="MNA-DECL-2 the first of two faults is named"),
        pytest.param(COVERED, 70, COPRI, put("play", 1, "declared", 0, "player", to=9), ("bad_seat", "MNA-CARD-1", "/play/1/declared/0/player"), id="a fifth player"),
    ],
)  # fmt: skip
def test_error_in_the_play_is_reported_with_the_broken_rule(
    lines: tuple[str, ...], points: int, profile: JSON, change: Change, problem: ProblemKey
) -> None:
    hand = a_whole_hand(lines, points)
    change(hand)
    assert problems_of("marianna", hand, **profile) == [problem]


@pytest.mark.parametrize(
    ("profile", "change", "why"),
    [
        pytest.param({"who_may": "leader_only"}, without("winner"), "only the player who leads", id="MNA-DECL-4 not the leader"),
        pytest.param({}, turned_round, "in the order they play", id="MNA-DECL-4 not in the order of play"),
    ],
)  # fmt: skip
def test_message_about_a_declaration_out_of_turn_explains_the_option(
    profile: JSON, change: Change, why: str
) -> None:
    hand = a_whole_hand(TWO_IN_A_TRICK, 22)
    change(hand)
    [problem] = verdict_on("marianna", hand, **profile)["problems"]
    assert why in problem["message"]


def test_marriage_is_not_covered_if_an_opponent_wins_the_trick() -> None:
    """COP-1: two cards are exchanged, so that seat 1 wins the trick with the Ace of clubs."""
    hand = a_whole_hand(COVERED, 70)
    tricks = [trick["cards"] for trick in hand["play"]]
    tricks[1][3], tricks[3][0] = tricks[3][0], tricks[1][3]
    assert problems_of("marianna", hand, **COPRI) == [("not_covered", "COP-1", "/declarations/0")]


def test_mariannino_declared_twelve_times_is_refused_quickly() -> None:
    """MNA-DECL-5: the check does not try every possible distribution of the cards twelve times."""
    hand = a_whole_hand(FOUR_QUEENS, 40)
    for declarations in (hand["declarations"], hand["play"][4]["declared"]):
        del declarations[-1]["suit"]
        declarations.extend([dict(declarations[-1])] * 10)
    assert problems_of("marianna", hand) == [("combination_twice", "MNA-DECL-5", "/declarations/2")]
