"""Tests of reading a hand: valid hands, and errors with their rule and JSON Pointer (COM-4, COM-6)."""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import pytest

from scoring.game_parts.fields import COMMON_STATES, Hand
from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import pointer, read_hand, read_profile
from scoring.strict_json import as_written
from scoring.types import HandState
from tests.sheet.builders import a_hand, turned_hand

LONG = 10**400
NOTHING_TO_SAY: list[tuple[str, str, str]] = []


def problems_of(raw: Any, **profile: Any) -> list[tuple[str, str, str]]:
    _hand, problems = read_hand(MARIGLIA, read_profile(MARIGLIA, profile), raw, "/h")
    return [(problem.level, problem.rule, problem.where) for problem in problems]


@pytest.mark.parametrize(
    ("raw", "rule", "where"),
    [
        pytest.param(None, "COM-3", "/h", id="COM-3 no hand at all"),
        pytest.param([], "COM-3", "/h", id="COM-3 a list"),
        pytest.param(a_hand(score=[1, 2]), "COM-3", "/h/score", id="COM-3 a typed total"),
        pytest.param(a_hand(**{"a/b~c": 1}), "COM-3", "/h/a~1b~0c", id="COM-3 a key that needs escaping"),
        pytest.param(a_hand(declarations=[]), "COM-3", "/h/declarations", id="COM-3 a field of another game"),
        pytest.param(a_hand(state="lost"), "COM-4", "/h/state", id="COM-4 unknown state"),
        pytest.param(a_hand(state=None), "COM-4", "/h/state", id="COM-4 state is nothing"),
        pytest.param(a_hand(state=["played"]), "COM-4", "/h/state", id="COM-4 state is a list"),
        pytest.param(a_hand(state="claimed"), "COM-4", "/h/state", id="COM-4 nobody claims here"),
        pytest.param(a_hand(state="ended_on_declaration"), "COM-4", "/h/state", id="COM-4 nothing is declared here"),
        pytest.param(a_hand(note=5), "COM-4", "/h/note", id="COM-4 a note that is no text"),
        pytest.param(a_hand(note=None), "COM-4", "/h/note", id="COM-4 a note that is nothing"),
        pytest.param(a_hand(note="n" * 501), "COM-4", "/h/note", id="COM-4 a note too long"),
        pytest.param(a_hand(note="a\u202eb"), "COM-4", "/h/note", id="COM-4 a note that turns the text around"),
        pytest.param({"trionfo": "2C", "card_points": [35, 35]}, "MAR-DEAL-2", "/h/dealer", id="MAR-DEAL-2 no dealer"),
        pytest.param({"state": "annulled"}, "MAR-DEAL-2", "/h/dealer", id="MAR-DEAL-2 annulled without dealer"),
        pytest.param(a_hand(dealer=4), "MAR-DEAL-2", "/h/dealer", id="MAR-DEAL-2 no such seat"),
        pytest.param(a_hand(dealer=-1), "MAR-DEAL-2", "/h/dealer", id="MAR-DEAL-2 negative seat"),
        pytest.param(a_hand(dealer=True), "MAR-DEAL-2", "/h/dealer", id="MAR-DEAL-2 true is no number"),
        pytest.param(a_hand(dealer=1.0), "MAR-DEAL-2", "/h/dealer", id="MAR-DEAL-2 1.0 is no whole number"),
        pytest.param(a_hand(dealer="1"), "MAR-DEAL-2", "/h/dealer", id="MAR-DEAL-2 text is no number"),
        pytest.param(a_hand(dealer=LONG), "MAR-DEAL-2", "/h/dealer", id="MAR-DEAL-2 400 digits"),
        pytest.param({"dealer": 0, "card_points": [35, 35]}, "MAR-TRI-1", "/h/trionfo", id="MAR-TRI-1 no trionfo"),
        pytest.param(a_hand(trionfo="8C"), "MAR-TRI-1", "/h/trionfo", id="MAR-TRI-1 not in the pack"),
        pytest.param(a_hand(trionfo="kc"), "MAR-TRI-1", "/h/trionfo", id="MAR-TRI-1 small letters"),
        pytest.param(a_hand(trionfo=7), "MAR-TRI-1", "/h/trionfo", id="MAR-TRI-1 the value typed, not the card"),
        pytest.param(a_hand(trionfo=["7", "C"]), "MAR-TRI-1", "/h/trionfo", id="MAR-TRI-1 a list"),
        pytest.param({"dealer": 0, "trionfo": "2C"}, "MAR-VAL-1", "/h/card_points", id="MAR-VAL-1 no points"),
        pytest.param(a_hand(points=(71, -1)), "MAR-VAL-1", "/h/card_points", id="MAR-VAL-1 more than 70"),
        pytest.param(a_hand(points=(38, 31)), "MAR-VAL-1", "/h/card_points", id="MAR-VAL-1 sum 69"),
        pytest.param(a_hand(points=(35, 35, 0)), "MAR-VAL-1", "/h/card_points", id="MAR-VAL-1 three numbers"),
        pytest.param(a_hand(points=(35.0, 35)), "MAR-VAL-1", "/h/card_points", id="COM-1 not a whole number"),
        pytest.param(a_hand(points=("٣٥", 35)), "MAR-VAL-1", "/h/card_points", id="MAR-VAL-1 other digits"),
        pytest.param(a_hand(points=(True, 69)), "MAR-VAL-1", "/h/card_points", id="MAR-VAL-1 true is no number"),
        pytest.param(a_hand(points=(LONG, 70 - LONG)), "MAR-VAL-1", "/h/card_points", id="MAR-VAL-1 400 digits"),
        pytest.param({**a_hand(), "card_points": 35}, "MAR-VAL-1", "/h/card_points", id="MAR-VAL-1 one number"),
        pytest.param(a_hand(points=(None, None)), "COM-6", "/h/card_points", id="COM-6 nothing to derive from"),
        pytest.param(a_hand(tricks=[6, 5]), "MAR-SCORE-1", "/h/tricks", id="MAR-SCORE-1 eleven tricks"),
        pytest.param(a_hand(tricks=[None, None]), "COM-6", "/h/tricks", id="COM-6 no tricks at all"),
        pytest.param(a_hand(tricks=[11, None]), "MAR-SCORE-1", "/h/tricks", id="MAR-SCORE-1 one pair has eleven"),
        pytest.param(a_hand(points=(61, 9), tricks=[4, 6]), "MAR-VAL-2", "/h/tricks", id="MAR-VAL-2 61 in four tricks"),
        pytest.param(a_hand(points=(48, 22), tricks=[9, 1]), "MAR-VAL-2", "/h/tricks", id="MAR-VAL-2 48 in nine"),
        pytest.param(a_hand(points=(0, 70), tricks=[1, 9]), "MAR-VAL-3", "/h/tricks", id="MAR-VAL-3 a trick for nothing"),
        pytest.param(a_hand(points=(70, 0), tricks=[9, 1]), "MAR-VAL-3", "/h/tricks", id="MAR-VAL-3 70 in nine"),
        pytest.param(a_hand(0, "7D", (5, 65)), "MAR-VAL-4", "/h/card_points", id="MAR-VAL-4 five points"),
        pytest.param(a_hand(1, "7D", (65, 5)), "MAR-VAL-4", "/h/card_points", id="MAR-VAL-4 the other pair dealt"),
        pytest.param(a_hand(0, "7D", (6, 64), tricks=[2, 8]), "MAR-VAL-4", "/h/card_points", id="MAR-VAL-4 with tricks"),
        pytest.param(a_hand(0, "6D", (65, 5), tricks=[5, 5]), "MAR-VAL-4", "/h/card_points", id="MAR-VAL-4 lost to nobody"),
        pytest.param(a_hand(state="ended_on_trionfo"), "MAR-TRI-3", "/h/card_points", id="MAR-TRI-3 points after the end"),
        pytest.param({**turned_hand(0, "7C"), "tricks": [5, 5]}, "MAR-TRI-3", "/h/tricks", id="MAR-TRI-3 tricks after the end"),
        pytest.param(a_hand(points=(38, 31), state="adjusted"), "MAR-VAL-1", "/h/card_points", id="COM-4 adjusted, the sum rule holds"),
        pytest.param(a_hand(play={}), "MAR-PLAY-1", "/h/play", id="MAR-PLAY-1 the play is no list"),
        pytest.param(a_hand(play=[[]]), "MAR-PLAY-1", "/h/play/0", id="MAR-PLAY-1 a trick is no object"),
        pytest.param(a_hand(play=[{"leader": 0}]), "MAR-PLAY-1", "/h/play/0", id="MAR-PLAY-1 a trick without cards"),
        pytest.param(a_hand(play=[{"leader": 0, "cards": {}}]), "MAR-PLAY-1", "/h/play/0/cards", id="MAR-PLAY-1 cards are no list"),
        pytest.param(a_hand(play=[{"leader": 4, "cards": []}]), "MAR-PLAY-1", "/h/play/0/leader", id="MAR-PLAY-1 no such leader"),
        pytest.param(a_hand(play=[{"leader": 0, "cards": [], "winner": None}]), "MAR-PLAY-1", "/h/play/0/winner", id="MAR-PLAY-1 no such winner"),
        pytest.param(a_hand(play=[{"leader": 0, "cards": ["7C", "XX"]}]), "MAR-PLAY-1", "/h/play/0/cards/1", id="MAR-PLAY-1 no such card"),
    ],
)  # fmt: skip
def test_impossible_hand_is_refused_with_rule_and_json_pointer(raw: Any, rule: str, where: str) -> None:
    assert [problem for problem in problems_of(raw) if problem[0] == "error"] == [("error", rule, where)]


@pytest.mark.parametrize(
    ("raw", "rule", "where", "profile"),
    [
        pytest.param(a_hand(points=(70, 0)), "MAR-VAL-5", "/h/card_points", {}, id="MAR-VAL-5 cappotto"),
        pytest.param(a_hand(points=(0, 70), tricks=[0, 10]), "MAR-VAL-5", "/h/card_points", {}, id="MAR-VAL-5 with tricks"),
        pytest.param(a_hand(points=(50, 20), state="adjusted"), "MAR-IRR-2", "/h/card_points", {}, id="MAR-IRR-2 not all points"),
    ],
)  # fmt: skip
def test_rare_hand_gets_a_warning_with_rule_and_json_pointer(
    raw: Any, rule: str, where: str, profile: dict[str, Any]
) -> None:
    assert problems_of(raw, **profile) == [("warning", rule, where)]


@pytest.mark.parametrize(
    ("raw", "profile"),
    [
        pytest.param(a_hand(), {}, id="COM-4 played"),
        pytest.param(a_hand(state="played"), {}, id="COM-4 played, said so"),
        pytest.param(turned_hand(2, "AH"), {}, id="MAR-TRI-3 ended on the trionfo"),
        pytest.param(turned_hand(2, "AH", "annulled"), {}, id="MAR-IRR-1 annulled"),
        pytest.param({"dealer": 1, "state": "annulled", "note": "eleven cards\nat South"}, {}, id="MAR-TRI-4 annulled, with a note"),
        pytest.param({**turned_hand(2, "AH", "void"), "card_points": [40, None]}, {}, id="COM-5 void"),
        pytest.param(a_hand(points=(70, 0), state="adjusted"), {}, id="MAR-IRR-2 all points"),
        pytest.param(a_hand(0, "7C", (0, 70), state="adjusted"), {}, id="COM-4 adjusted, no range applies"),
        pytest.param(a_hand(points=(50, 20), state="adjusted"), {"renuncio": "director_sets"}, id="MAR-IRR-2 the director sets"),
        pytest.param(a_hand(trionfo="HB"), {"court_order": "sardinian"}, id="MAR-CARD-2 sardinian"),
        pytest.param(a_hand(trionfo="MS"), {"pack": "neapolitan"}, id="MAN-CARD-1 neapolitan"),
        pytest.param(a_hand(points=(65, 5), tricks=[None, 5]), {}, id="COM-6 tricks derived"),
        pytest.param(a_hand(0, "7C", (6, 64)), {}, id="MAR-VAL-4 six points"),
    ],
)  # fmt: skip
def test_possible_hand_is_accepted_without_problems(raw: Any, profile: dict[str, Any]) -> None:
    assert problems_of(raw, **profile) == NOTHING_TO_SAY


@pytest.mark.parametrize(
    "points", [(41, None), (None, 29), (41, 29)], ids=["COM-6 first", "COM-6 second", "COM-6 both"]
)
def test_missing_points_or_tricks_of_a_side_are_computed_from_the_fixed_total(
    points: tuple[Any, Any],
) -> None:
    hand, _problems = read_hand(MARIGLIA, read_profile(MARIGLIA, {}), a_hand(points=points, tricks=[None, 4]))
    assert hand is not None
    assert hand.as_json() == {"dealer": 0, "trionfo": "2C", "card_points": [41, 29], "tricks": [6, 4]}


def test_all_problems_of_a_hand_are_reported_together() -> None:
    raw = {"dealer": 9, "trionfo": "ZZ", "card_points": [1, 1], "tricks": [1], "colour": "red", "note": 1}
    assert sorted(where for _level, _rule, where in problems_of(raw)) == [
        "/h/card_points", "/h/colour", "/h/dealer", "/h/note", "/h/tricks", "/h/trionfo",
    ]  # fmt: skip


def test_hand_is_converted_to_its_canonical_form() -> None:
    raw = {**turned_hand(3, "7C", "annulled"), "note": "short deal", "card_points": [None, 30]}
    hand, _problems = read_hand(MARIGLIA, read_profile(MARIGLIA, {}), raw)
    assert hand is not None
    assert hand.as_json() == {
        "dealer": 3, "trionfo": "7C", "card_points": [40, 30], "state": "annulled", "note": "short deal",
    }  # fmt: skip


def test_canonical_form_of_a_hand_does_not_change_the_tricks() -> None:
    play = [{"leader": 1, "cards": ["7C", "2C"], "winner": 1}, {"leader": 2, "cards": ["AS"]}]
    hand, _problems = read_hand(
        MARIGLIA, read_profile(MARIGLIA, {}), a_hand(play=play, state="adjusted", points=(70, 0))
    )
    assert hand is not None
    assert as_written(hand.values["play"]) == play


def test_special_characters_of_a_key_are_escaped_in_a_json_pointer() -> None:
    assert pointer("a/b~") == "a~1b~0"


def test_note_of_maximum_length_is_kept_and_a_missing_note_is_empty() -> None:
    """Check the director's note on a hand (COM-4)."""
    profile = read_profile(MARIGLIA, {})
    notes = [a_hand(), a_hand(note="n" * 500)]
    hands = [read_hand(MARIGLIA, profile, raw)[0] for raw in notes]
    assert [hand.note if hand else None for hand in hands] == ["", "n" * 500]
    assert Hand(HandState.PLAYED, COMMON_STATES[HandState.PLAYED], 0, {}).note == ""


def test_unknown_hand_state_is_refused_with_the_list_of_states() -> None:
    """Check that the message lists the hand states of the card game (COM-4)."""
    _hand, (problem,) = read_hand(MARIGLIA, read_profile(MARIGLIA, {}), a_hand(state="lost"))
    assert problem.message.english().endswith(": played, adjusted, annulled, void, ended_on_trionfo.")
