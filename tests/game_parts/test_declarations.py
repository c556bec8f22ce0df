"""Tests of declarations of players: reading, schema, and limits shared by several games (MNA-DECL-3)."""

# ruff: noqa: E501  (a table reads best one row a line)

from dataclasses import replace
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from scoring.field_kinds.declarations import (
    MOST,
    Declaration,
    DeclarationKind,
    Declarations,
    Declared,
    declarations_field,
    never,
)
from scoring.game_parts.declaration_limits import each, in_order, once_a_suit, within
from scoring.game_parts.fields import COMMON_STATES, Hand
from scoring.game_parts.profile import Profile
from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_profile
from scoring.types import Finding, HandState, Step, Unreadable

FOUR = read_profile(MARIGLIA, {})
TWO = replace(FOUR, seats=2, sides=2)
PAIR = DeclarationKind("", "Marriage")
MARIANNA = DeclarationKind("marianna", "Marianna")
MARIANNONE = DeclarationKind("mariannone", "Mariannone", needs_suit=False)

ONE_KIND = declarations_field("Marriages", "MGO-MARR-1", [PAIR])
KINDS = declarations_field("Declarations", "MNA-DECL-1", [MARIANNA, MARIANNONE])
CAPTURES = declarations_field("Marriages", "MGO-MARR-2", [PAIR], captures=lambda profile: profile is TWO)


@pytest.mark.parametrize(
    ("field", "profile", "raw", "read"),
    [
        pytest.param(ONE_KIND, FOUR, {"side": 1, "suit": "H"}, Declaration(1, "", "H"), id="MGO-MARR-1 side and suit"),
        pytest.param(ONE_KIND, FOUR, {"side": 0, "suit": "S", "player": 2, "trick": 1}, Declaration(0, "", "S", 2, 1), id="MGO-MARR-1 by whom and when"),
        pytest.param(ONE_KIND, FOUR, {"side": 0, "suit": "S", "player": 0}, Declaration(0, "", "S", 0), id="MGO-MARR-1 by the first player"),
        pytest.param(ONE_KIND, FOUR, {"side": 1, "suit": "S", "player": 3, "trick": 10}, Declaration(1, "", "S", 3, 10), id="MNA-CARD-1 four players have ten tricks"),
        pytest.param(ONE_KIND, TWO, {"side": 1, "suit": "S", "player": 1, "trick": 20}, Declaration(1, "", "S", 1, 20), id="B51-DEAL-1 two players have twenty"),
        pytest.param(ONE_KIND, FOUR, {"side": 0, "suit": "S", "player": None, "trick": None}, Declaration(0, "", "S"), id="MGO-MARR-1 nobody wrote by whom or when"),
        pytest.param(KINDS, FOUR, {"side": 0, "kind": "marianna", "suit": "D"}, Declaration(0, "marianna", "D"), id="MNA-DECL-1 a marianna"),
        pytest.param(KINDS, FOUR, {"side": 0, "kind": "mariannone"}, Declaration(0, "mariannone", None), id="MNA-DECL-5 a mariannone has no suit"),
        pytest.param(KINDS, FOUR, {"side": 0, "kind": "mariannone", "suit": "C"}, Declaration(0, "mariannone", "C"), id="MNA-DECL-5 its suit may be written"),
        pytest.param(CAPTURES, TWO, {"side": 1, "suit": "C", "captured": True}, Declaration(1, "", "C", captured=True), id="MGO-MARR-2 taken in a trick"),
        pytest.param(CAPTURES, FOUR, {"side": 1, "suit": "C", "captured": False}, Declaration(1, "", "C"), id="MGO-MARR-2 not taken"),
    ],
)  # fmt: skip
def test_declaration_is_read_and_serialized_unchanged(
    field: Declared, profile: Profile, raw: Any, read: Declaration
) -> None:
    assert field.read([raw], profile) == (read,)
    entries = {key: value for key, value in raw.items() if value is not None and value is not False}
    assert read.as_json() == entries
    jsonschema.validate([entries], field.schema)


ONE = "Write a declaration as an object with its side; it may have: player, side, suit, trick."
TRICK = "Write a whole number from 1 to 10."
PLAYER = "Write a whole number from 0 to 3."
SIDE = "A side is a number from 0 to 1."
KIND = "There is no such declaration here. Choose one of: marianna, mariannone."
SUIT = "A suit is one of: S H D C."
OTHER_SIDE = "This player sits on the other side. Look at who declared."
LIST = "Write the declarations as a list in the order they were made, at most 12."
CAPTURE = "Here a pair taken in a trick gives nothing. Take this declaration away."


def a(**more: Any) -> list[dict[str, Any]]:
    """Return a list with one declaration in spades by the first side, with the given values added."""
    return [{"side": 0, "suit": "S", **more}]


@pytest.mark.parametrize(
    ("field", "raw", "code", "at", "message"),
    [
        pytest.param(ONE_KIND, {}, "bad_declarations", "", LIST, id="MGO-MARR-1 no list"),
        pytest.param(ONE_KIND, a() * 13, "bad_declarations", "", LIST, id="MGO-MARR-1 thirteen declarations"),
        pytest.param(ONE_KIND, ["H"], "bad_declaration", "/0", ONE, id="MGO-MARR-1 a suit alone"),
        pytest.param(ONE_KIND, [{"suit": "H"}], "bad_declaration", "/0", ONE, id="MGO-MARR-1 nobody declared it"),
        pytest.param(ONE_KIND, a(kind=""), "bad_declaration", "/0", ONE, id="MGO-MARR-1 there are no kinds"),
        pytest.param(ONE_KIND, a(captured=True), "bad_declaration", "/0", ONE, id="MGO-MARR-2 nothing is captured here"),
        pytest.param(ONE_KIND, a(value=40), "bad_declaration", "/0", ONE, id="MGO-MARR-1 its value typed"),
        pytest.param(ONE_KIND, a(side=2), "bad_side", "/0/side", SIDE, id="MGO-MARR-1 no such side"),
        pytest.param(ONE_KIND, a(side=None), "bad_side", "/0/side", SIDE, id="MGO-MARR-1 no side"),
        pytest.param(ONE_KIND, a(suit="B"), "not_a_suit", "/0/suit", SUIT, id="MGO-MARR-1 a suit of another pack"),
        pytest.param(ONE_KIND, [{"side": 0}], "not_a_suit", "/0/suit", SUIT, id="MGO-MARR-1 no suit"),
        pytest.param(ONE_KIND, [*a(), *a(trick=0)], "bad_trick", "/1/trick", TRICK, id="MGO-MARR-1 before the first trick"),
        pytest.param(ONE_KIND, a(trick=11), "bad_trick", "/0/trick", TRICK, id="MGO-MARR-1 after the last trick"),
        pytest.param(ONE_KIND, a(trick=True), "bad_trick", "/0/trick", TRICK, id="COM-1 true is no trick"),
        pytest.param(ONE_KIND, a(player=4), "bad_player", "/0/player", PLAYER, id="MGO-MARR-1 no such player"),
        pytest.param(ONE_KIND, a(player=1), "player_of_another_side", "/0/player", OTHER_SIDE, id="MGO-MARR-1 a player of the other side"),
        pytest.param(KINDS, a(), "unknown_declaration", "/0/kind", KIND, id="MNA-DECL-1 no kind"),
        pytest.param(KINDS, a(kind="matrimonio"), "unknown_declaration", "/0/kind", KIND, id="MNA-DECL-1 another game's"),
        pytest.param(KINDS, a(kind=["marianna"]), "unknown_declaration", "/0/kind", KIND, id="MNA-DECL-1 a list of kinds"),
        pytest.param(KINDS, [{"side": 0, "kind": "marianna"}], "not_a_suit", "/0/suit", SUIT, id="MNA-DECL-1 a marianna has a suit"),
        pytest.param(CAPTURES, a(captured=1), "bad_captured", "/0/captured", "Write true or false.", id="MGO-MARR-2 one is not true"),
        pytest.param(CAPTURES, a(captured=True), "captured_not_played", "/0/captured", CAPTURE, id="MGO-MARR-2 not played here"),
    ],
)  # fmt: skip
def test_invalid_declaration_is_refused_with_a_message(
    field: Declared, raw: Any, code: str, at: str, message: str
) -> None:
    with pytest.raises(Unreadable) as refusal:
        field.read(raw, FOUR)
    finding = refusal.value.finding
    assert (finding.code, finding.rule, finding.at, finding.message.english()) == (
        code,
        field.rule,
        at,
        message,
    )


def test_all_invalid_declarations_are_reported_together() -> None:
    """MGO-MARR-1: each problem is reported with its JSON Pointer."""
    with pytest.raises(Unreadable) as refusal:
        ONE_KIND.read([*a(side=2), *a(), *a(suit="B"), "H"], FOUR)
    problems = [(finding.code, finding.at) for finding in refusal.value.findings]
    assert problems == [("bad_side", "/0/side"), ("not_a_suit", "/2/suit"), ("bad_declaration", "/3")]


@pytest.mark.parametrize(
    ("field", "raw", "accepted"),
    [
        (ONE_KIND, [], True),
        (ONE_KIND, a() * MOST, True),
        (ONE_KIND, a() * 13, False),
        (ONE_KIND, {}, False),
        (ONE_KIND, ["H"], False),
        (ONE_KIND, [{"suit": "S"}], False),
        (ONE_KIND, a(kind=""), False),
        (ONE_KIND, a(captured=True), False),
        (ONE_KIND, a(side=-1), False),
        (ONE_KIND, a(side="0"), False),
        (ONE_KIND, a(suit="X"), False),
        (ONE_KIND, a(suit=5), False),
        (ONE_KIND, a(player=0), True),
        (ONE_KIND, a(player=-1), False),
        (ONE_KIND, a(player="1"), False),
        (ONE_KIND, a(trick=0), False),
        (ONE_KIND, a(trick="1"), False),
        (KINDS, a(), False),
        (KINDS, a(kind="mariannone"), True),
        (KINDS, a(kind="other"), False),
        (CAPTURES, a(captured=True), True),
        (CAPTURES, a(captured=1), False),
    ],
)
def test_schema_accepts_valid_declarations_only(field: Declared, raw: Any, accepted: bool) -> None:
    assert jsonschema.Draft202012Validator(field.schema).is_valid(raw) is accepted


def test_declarations_field_has_key_label_step_and_rule() -> None:
    attributes = (KINDS.key, KINDS.label, KINDS.step, KINDS.rule, KINDS.required)
    assert attributes == ("declarations", "Declarations", Step.PLAY, "MNA-DECL-1", True)
    assert Declarations((MARIANNA, MARIANNONE), never, "MNA-DECL-1") == KINDS.kind
    assert isinstance(CAPTURES.kind, Declarations)
    assert CAPTURES.kind.captures(TWO)
    assert (never(TWO), MARIANNA.needs_suit, MARIANNONE.needs_suit) == (False, True, False)


def a_hand(*declared: tuple[str, str, int | None]) -> Hand:
    """Return a hand with one declaration for each given kind, suit and trick."""
    values = {
        "declarations": tuple(Declaration(0, kind, suit, trick=trick) for kind, suit, trick in declared)
    }
    return Hand(HandState.PLAYED, COMMON_STATES[HandState.PLAYED], 0, values)


def finding_key(finding: Finding | None) -> tuple[str, str, str, str] | None:
    """Return the code, rule, JSON Pointer and level of a finding."""
    return (finding.code, finding.rule, finding.at, finding.level) if finding else None


M, N = "marianna", "mariannone"


@pytest.mark.parametrize(
    ("declared", "at"),
    [
        pytest.param([], None, id="MNA-DECL-3 nothing declared"),
        pytest.param([(M, "H", None), (M, "S", None)], None, id="MNA-DECL-3 two suits"),
        pytest.param([(M, "H", None), (M, "S", None), (M, "H", None)], "/declarations/2", id="MNA-DECL-3 hearts twice"),
        pytest.param([(N, "H", None), (M, "H", None), (N, "H", None)], None, id="MNA-DECL-5 another kind is not counted"),
        pytest.param([(M, "H", None), (N, "S", None), (M, "H", None)], "/declarations/2", id="MNA-DECL-3 hearts twice, another kind between"),
    ],
)  # fmt: skip
def test_suit_declared_twice_is_an_error_for_the_given_kinds_of_declaration(
    declared: Any, at: str | None
) -> None:
    finding = once_a_suit(KINDS, "MNA-DECL-3", [M])(a_hand(*declared), FOUR)
    assert finding_key(finding) == (at and ("suit_declared_twice", "MNA-DECL-3", at, "error"))
    if finding:
        assert finding.message.english().startswith("The suit of hearts was declared already")


@pytest.mark.parametrize(
    ("tricks", "at"),
    [
        pytest.param([], None, id="MNA-DECL-3 nothing declared"),
        pytest.param([1, 1, 3], None, id="MNA-DECL-2 two in one trick"),
        pytest.param([2, 1], "/declarations/1", id="MNA-DECL-3 the second was before the first"),
        pytest.param([3, None, 2], "/declarations/2", id="MNA-DECL-3 one without a trick between them"),
        pytest.param([None, 1], None, id="MNA-DECL-3 the first without a trick"),
    ],
)
def test_declarations_out_of_order_are_reported(tricks: list[int | None], at: str | None) -> None:
    finding = in_order(KINDS, "MNA-DECL-3")(a_hand(*((M, "H", trick) for trick in tricks)), FOUR)
    assert finding_key(finding) == (at and ("declarations_out_of_order", "MNA-DECL-3", at, "error"))


@pytest.mark.parametrize(
    ("tricks", "at"),
    [
        pytest.param([2, 5, None], None, id="MNA-DECL-3 the first and the last that allow it"),
        pytest.param([2, 6], "/declarations/1/trick", id="MNA-DECL-3 too late"),
        pytest.param([1], "/declarations/0/trick", id="B51-DECL-1 too early"),
    ],
)
@pytest.mark.parametrize("level", ["error", "warning"])
def test_declaration_outside_the_allowed_tricks_is_reported(tricks: Any, at: str | None, level: Any) -> None:
    check = within(KINDS, "MNA-DECL-3", lambda profile: (2, profile.seats + 1), level)
    finding = check(a_hand(*((M, "H", trick) for trick in tricks)), FOUR)
    assert finding_key(finding) == (at and ("declared_too_late_or_early", "MNA-DECL-3", at, level))
    if finding:
        assert finding.message.english().startswith("One may declare in tricks 2 to 5.")


def test_declaration_outside_the_allowed_tricks_is_an_error_by_default() -> None:
    finding = within(KINDS, "R", lambda _profile: (1, 1))(a_hand((M, "H", 2)), FOUR)
    assert finding is not None
    assert finding.level == "error"


def test_hand_without_declarations_passes_the_checks() -> None:
    hand = Hand(HandState.PLAYED, COMMON_STATES[HandState.PLAYED], 0, {})
    assert list(each(hand, KINDS)) == []
