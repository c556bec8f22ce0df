"""Tests of the options of a profile: accepted values, messages, and schema."""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from scoring.game_parts.profile import (
    NUMBERS_OF_GAMES,
    TIME_UNFINISHED,
    Option,
    choice,
    next_dealer,
    number,
    switch,
    targets_option,
)
from scoring.types import Unreadable


def a_choice() -> Option:
    return choice("talk", "Talk", "MAR-COMM-1", {"free": "Free", "none": "None"})


def a_number() -> Option:
    return number("stake", "Stake", "MAU-SCORE-1", 1, range(1, 11))


def in_threes() -> Option:
    return number("length", "Length", "MNI-GAME-2", 9, range(3, 31, 3))


def the_targets() -> Option:
    return targets_option((35, 35, 45), "MAR-MATCH-1", range(10, 201))


NUMBER = "Write a whole number from 1 to 10."
THREES = "Write a multiple of 3 from 3 to 30."
GAMES = "A match is the best of 1, 3 or 5 games. Write one target for each of them."
TARGET = "A target is a whole number from 10 to 200."


@pytest.mark.parametrize(
    ("make", "raw", "at", "message"),
    [
        pytest.param(a_choice, "free", None, "", id="one of the words"),
        pytest.param(a_choice, "Free", "", "Choose one of: free, none.", id="in capitals"),
        pytest.param(a_choice, None, "", "Choose one of: free, none.", id="nothing"),
        pytest.param(a_choice, ["free"], "", "Choose one of: free, none.", id="a list of words"),
        pytest.param(lambda: switch("late", "Late", "MNA-DECL-3"), True, None, "", id="on"),
        pytest.param(lambda: switch("late", "Late", "MNA-DECL-3"), False, None, "", id="off"),
        pytest.param(lambda: switch("late", "Late", "MNA-DECL-3"), 1, "", "Write true or false.", id="one is not on"),
        pytest.param(lambda: switch("late", "Late", "MNA-DECL-3"), "yes", "", "Write true or false.", id="yes is not on"),
        pytest.param(a_number, 1, None, "", id="the lowest number"),
        pytest.param(a_number, 10, None, "", id="the highest number"),
        pytest.param(a_number, 0, "", NUMBER, id="below the lowest"),
        pytest.param(a_number, 11, "", NUMBER, id="above the highest"),
        pytest.param(a_number, 10**400, "", NUMBER, id="400 digits"),
        pytest.param(a_number, True, "", NUMBER, id="true is no number"),
        pytest.param(a_number, "1", "", NUMBER, id="a text is no number"),
        pytest.param(in_threes, 30, None, "", id="a multiple"),
        pytest.param(in_threes, 31, "", THREES, id="above the last multiple"),
        pytest.param(in_threes, 10, "", THREES, id="no multiple"),
        pytest.param(the_targets, [35], None, "", id="COM-MATCH-1 one game"),
        pytest.param(the_targets, [10, 200, 45], None, "", id="COM-MATCH-1 best of three"),
        pytest.param(the_targets, [35] * 5, None, "", id="COM-MATCH-1 best of five"),
        pytest.param(the_targets, [35] * 2, "", GAMES, id="COM-MATCH-1 two games"),
        pytest.param(the_targets, [35] * 4, "", GAMES, id="COM-MATCH-1 four games"),
        pytest.param(the_targets, [], "", GAMES, id="COM-MATCH-1 no game"),
        pytest.param(the_targets, "35", "", GAMES, id="COM-MATCH-1 a text"),
        pytest.param(the_targets, [35, 9, 45], "/1", TARGET, id="MAR-MATCH-1 nine"),
        pytest.param(the_targets, [35, 35, 201], "/2", TARGET, id="MAR-MATCH-1 two hundred and one"),
        pytest.param(the_targets, ["35"], "/0", TARGET, id="MAR-MATCH-1 a text in the list"),
        pytest.param(the_targets, [True], "/0", TARGET, id="MAR-MATCH-1 true in the list"),
    ],
)  # fmt: skip
def test_option_and_schema_accept_the_same_values(make: Any, raw: Any, at: str | None, message: str) -> None:
    option = make()
    accepted = jsonschema.Draft202012Validator(option.schema).is_valid(raw)
    assert accepted is (at is None)
    if accepted:
        assert option.read(raw) == (tuple(raw) if isinstance(raw, list) else raw)
        return
    with pytest.raises(Unreadable) as refusal:
        option.read(raw)
    finding = refusal.value.finding
    rule = "COM-MATCH-1" if message == GAMES else option.rule
    code = {GAMES: "bad_targets", TARGET: "bad_target"}.get(message, "bad_option")
    assert (finding.code, finding.rule, finding.at, finding.message.english()) == (code, rule, at, message)


def test_all_wrong_targets_are_reported_together() -> None:
    """COM-MATCH-1, MAR-MATCH-1: each problem is reported with its JSON Pointer."""
    with pytest.raises(Unreadable) as refusal:
        targets_option((35,), "MAR-MATCH-1", range(10, 201)).read([9, 35, 10**400])
    problems = [(finding.rule, finding.at) for finding in refusal.value.findings]
    assert problems == [("MAR-MATCH-1", "/0"), ("MAR-MATCH-1", "/2")]


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        (a_choice(), ("talk", "Talk", "MAR-COMM-1", "free", {"free": "Free", "none": "None"})),
        (choice("a", "A", "R", {"x": "X", "y": "Y"}, "y"), ("a", "A", "R", "y", {"x": "X", "y": "Y"})),
        (switch("late", "Late", "R"), ("late", "Late", "R", False, {})),
        (switch("late", "Late", "R", default=True), ("late", "Late", "R", True, {})),
        (a_number(), ("stake", "Stake", "MAU-SCORE-1", 1, {})),
        (the_targets(), ("targets", "Targets of the games", "MAR-MATCH-1", (35, 35, 45), {})),
        (next_dealer("MAR-MATCH-2"), ("next_dealer", "First dealer of the later games", "MAR-MATCH-2", "continue", {"continue": "The deal goes on in turn", "redraw": "Drawn again for every game", "redraw_for_third": "Drawn again for the third game"})),
        (TIME_UNFINISHED, ("time_unfinished", "When the time is up", "COM-TIME-2", "leader", {"leader": "The side ahead wins", "void": "The game does not count"})),
    ],
    ids=lambda value: value.key if isinstance(value, Option) else "",
)  # fmt: skip
def test_option_has_key_label_rule_default_and_choices(option: Option, expected: Any) -> None:
    attributes = (option.key, option.label, option.rule, option.default, dict(option.choices))
    assert attributes == expected
    as_json = list(option.default) if isinstance(option.default, tuple) else option.default
    jsonschema.validate(as_json, option.schema)
    assert option.read(as_json) == option.default


def test_match_is_best_of_one_three_or_five_games() -> None:
    """COM-MATCH-1: a match has at most one, three or five games."""
    assert NUMBERS_OF_GAMES == (1, 3, 5)
