"""Tests of strict JSON: ambiguous or invalid documents are refused with a message."""

import json
from typing import Any

import pytest

from scoring.strict_json import load_strict
from scoring.types import BadEntry


@pytest.mark.parametrize(
    "value",
    [None, 1, "è ♠", [], {}, {"a": [1, {"b": None}]}, "\U0001f0cf", eval("[" * 40 + "]" * 40), 10**3999],
)
def test_valid_json_is_decoded(value: Any) -> None:
    assert load_strict(json.dumps(value)) == value
    assert load_strict(json.dumps(value, ensure_ascii=False).encode()) == value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("{'a': 1}", "not_json"),
        ("{} {}", "not_json"),
        ("\ufeff{}", "not_json"),
        ("[1,]", "not_json"),
        (b"\xff\xfe", "bad_encoding"),
        ('{"a": 1, "a": 1}', "doubled_key"),
        ('[{"b": {"a": 1, "a": 2}}]', "doubled_key"),
        ("NaN", "not_a_number"),
        ('{"a": -Infinity}', "not_a_number"),
        ("[" * 41 + "]" * 41, "too_deep"),
        ('{"a":' * 41 + "1" + "}" * 41, "too_deep"),
        ("[" * 100_000, "too_deep"),
        ("1" * 5000, "number_too_long"),
        ('"\\ud800"', "bad_character"),
        ('{"a": [{"\\udc00": 1}]}', "bad_character"),
        ('"\\udfff"', "bad_character"),
        ('["\\u0000"]', "bad_character"),
    ],
)
def test_ambiguous_or_invalid_json_is_refused(text: str | bytes, code: str) -> None:
    with pytest.raises(BadEntry) as refusal:
        load_strict(text)
    assert refusal.value.code == code
    message = refusal.value.message.english()
    assert message.endswith(".")
    assert "%(" not in message


def test_many_sibling_lists_do_not_exceed_the_depth_limit() -> None:
    assert load_strict("[" + ",".join(["[]"] * 100) + "]") == [[]] * 100


def test_error_message_has_line_and_column_of_the_error() -> None:
    with pytest.raises(BadEntry) as refusal:
        load_strict('{\n "a": }')
    assert refusal.value.message.english() == "This is not JSON: look at line 2, column 7."
