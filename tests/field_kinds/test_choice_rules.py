"""Tests of a field with a few named values: how it is read, entered and shown."""

from typing import Any

import pytest

from scoring.field_kinds.base import Asking, FieldFact, FormInput, Names
from scoring.field_kinds.choice import choice_field
from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_profile
from scoring.types import Sentence, Step, Unreadable

OPTIONS = {"plain": "Plain", "doubled": "Doubled", "redoubled": "Redoubled"}
FIELD = choice_field("doubling", "Doubling", Step.BEFORE, "STE-9", OPTIONS)
PROFILE = read_profile(MARIGLIA, {})
NAMES = Names(PROFILE, Sentence.english, {0: "Us", 1: "Them"}, {})


def test_each_option_is_read_unchanged() -> None:
    assert [FIELD.read(key, PROFILE) for key in OPTIONS] == list(OPTIONS)
    assert FIELD.schema == {"type": "string", "enum": list(OPTIONS)}


@pytest.mark.parametrize("raw", ["", "Doubled", "trebled", None, 1, ["doubled"], True])
def test_value_that_is_not_an_option_is_refused_with_the_list_of_options(raw: Any) -> None:
    with pytest.raises(Unreadable) as refusal:
        FIELD.read(raw, PROFILE)
    finding = refusal.value.finding
    assert (finding.code, finding.rule) == ("not_an_option", "STE-9")
    assert finding.message.english() == "Doubling: choose one of: plain, doubled, redoubled."


@pytest.mark.parametrize("typed", ["", "doubled", "nonsense"])
def test_chosen_option_is_marked_on_the_entry_screen(typed: str) -> None:
    asking = Asking(FIELD, NAMES, {"doubling": typed}.__getitem__, (), ())
    options = FIELD.kind.widget(asking)["options"]
    assert [(option["key"], option["words"]) for option in options] == list(OPTIONS.items())
    assert [option["key"] for option in options if option["checked"]] == [typed] * (typed in OPTIONS)
    assert FIELD.kind.typed_words([typed], NAMES) == OPTIONS.get(typed, "")


def test_sheet_row_shows_every_option_except_the_first() -> None:
    (usual,), (doubled,) = (FIELD.kind.facts(FIELD, key, NAMES) for key in ("plain", "doubled"))
    assert usual == FieldFact("Doubling", "Plain")
    assert doubled == FieldFact("Doubling", "Doubled", sign="Doubled", aloud="Doubling")
    assert FIELD.kind.words(FIELD, "redoubled", NAMES) == ["Redoubled"]


def test_form_offers_every_option_and_returns_the_chosen_option() -> None:
    assert FIELD.kind.form_inputs(FIELD, NAMES, [])[""] == FormInput("Doubling", tuple(OPTIONS.items()))
    assert FIELD.kind.form_value(["doubled"], None) == "doubled"
    assert FIELD.kind.form_value([""], None) is None
    assert FIELD.kind.form_parts("doubled") == ["doubled"]
    assert FIELD.kind.filler(PROFILE) == "plain"
