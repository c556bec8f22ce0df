"""Tests of field kinds: the defaults of their base class, and suits that are optional (COM-6)."""

import pytest

from scoring.field_kinds.base import Asking, FieldFact, Names
from scoring.field_kinds.basic import Shares
from scoring.field_kinds.declarations import DeclarationKind, declarations_field
from scoring.game_parts.fields import suit_field
from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_profile
from scoring.types import Sentence, Unreadable


def test_shares_of_a_fixed_sum_are_assigned_to_the_sides_by_default() -> None:
    assert Shares(lambda _profile: 70).owners == ()


def test_declaration_needs_a_suit_by_default() -> None:
    """Check that `needs_suit` is true by default (MNA-DECL-1, MNA-DECL-5)."""
    assert DeclarationKind("k", "l").needs_suit is True


TRUMPS = suit_field("trump", "Trumps", "R-1", no_suit="No trumps")
ALWAYS = suit_field("trump", "Trumps", "R-1")
PROFILE = read_profile(MARIGLIA, {})
NAMES = Names(PROFILE, Sentence.english, {0: "Us", 1: "Them"}, {})


def test_suit_of_a_hand_without_trumps_is_none_if_the_field_allows_it() -> None:
    assert (TRUMPS.read("H", PROFILE), TRUMPS.read("none", PROFILE)) == ("H", "none")
    with pytest.raises(Unreadable):
        ALWAYS.read("none", PROFILE)
    assert (TRUMPS.schema["enum"], ALWAYS.schema["enum"]) == ([*"SHDCB", "none"], [*"SHDCB"])


def test_sheet_row_shows_trumps_as_a_suit_sign_and_no_trumps_as_text() -> None:
    (none,), (hearts,) = (TRUMPS.kind.facts(TRUMPS, value, NAMES) for value in ("none", "H"))
    assert none == FieldFact("Trumps", "No trumps", sign="No trumps", aloud="Trumps")
    assert hearts == FieldFact("Trumps", "hearts", suit="H", aloud="Trumps")
    assert TRUMPS.kind.words(TRUMPS, "none", NAMES) == ["No trumps"]
    assert [TRUMPS.kind.typed_words([typed], NAMES) for typed in ("none", "S", "")] == [
        "No trumps",
        "spades",
        "",
    ]
    assert ALWAYS.kind.typed_words(["none"], NAMES) == ""


def test_no_trumps_can_be_chosen_instead_of_a_suit() -> None:
    asking = Asking(TRUMPS, NAMES, {"trump": "none"}.__getitem__, (), ())
    widget = TRUMPS.kind.widget(asking)
    assert (widget["no_suit"], widget["none_chosen"]) == ("No trumps", True)
    assert not any(suit["checked"] for suit in widget["suits"])
    offered = TRUMPS.kind.form_inputs(TRUMPS, NAMES, [])[""].choices or ()
    assert [value for value, _words in offered] == ["S", "H", "D", "C", "none"]
    assert [value for value, _words in ALWAYS.kind.form_inputs(ALWAYS, NAMES, [])[""].choices or ()] == [
        *"SHDC"
    ]


THREE = DeclarationKind("three", "Three Aces", with_suit="%(what)s without %(suit)s")
SEVERAL = declarations_field("Declared", "R-2", [DeclarationKind("run", "Run"), THREE])


def test_declaration_of_three_aces_is_described_by_the_missing_suit() -> None:
    """Check that the row of a hand shows "Three Aces" instead of a suit sign (TRE-ACC-1)."""
    body = {"side": 1, "kind": "three", "suit": "H"}
    assert SEVERAL.kind.words(SEVERAL, [body], NAMES) == ["Three Aces without hearts (Them)"]
    run, three = SEVERAL.kind.facts(SEVERAL, [{"side": 0, "kind": "run", "suit": "S"}, body], NAMES)
    assert (run.suit, run.sign) == ("S", "")
    assert (three.suit, three.sign) == ("", "Three Aces")
