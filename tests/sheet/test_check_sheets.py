"""Tests of the command `check_sheets`: every line of input gets one verdict (API contract, section 1)."""

# ruff: noqa: E501  (a table reads best one row a line)

import io
import json
import sys
from typing import Any

import pytest
from django.core.management import call_command

GOOD = {
    "card_game": "mariglia",
    "games": [{"hands": [{"dealer": 0, "trionfo": "KC", "card_points": [41, 29]}]}],
}
BAD = {
    "card_game": "mariglia",
    "games": [{"hands": [{"dealer": 0, "trionfo": "KC", "card_points": [38, 31]}]}],
}


def run(monkeypatch: pytest.MonkeyPatch, text: bytes, **options: Any) -> tuple[list[dict[str, Any]], int]:
    """Run `check_sheets` on lines of input; return the verdicts and the exit code."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    out, code = io.StringIO(), 0
    try:
        call_command("check_sheets", stdout=out, **options)
    except SystemExit as ending:
        code = int(str(ending.code))
    return [json.loads(line) for line in out.getvalue().splitlines()], code


def test_exit_status_is_0_if_all_sheets_are_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    line = json.dumps(GOOD).encode() + b"\n"
    verdicts, code = run(monkeypatch, line * 3)
    assert [verdict["games"][0]["score"] for verdict in verdicts] == [[9, 0]] * 3
    assert code == 0


def test_check_sheets_command_accepts_an_empty_input(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, b"") == ([], 0)


def test_every_line_gets_a_verdict_in_the_order_of_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [json.dumps(GOOD).encode(), b"not json", json.dumps(BAD).encode(), b"", b"\xff", b"[" * 50_000, b'{"a":1,"a":2}', b"[NaN]", b"7", json.dumps(GOOD).encode()]  # fmt: skip
    verdicts, code = run(monkeypatch, b"\n".join(lines))
    assert [verdict["valid"] for verdict in verdicts] == [True, *[False] * 8, True]
    assert [verdict["problems"][0]["rule"] for verdict in verdicts[1:3]] == ["COM-3", "MAR-VAL-1"]
    assert code == 1


def test_messages_are_in_the_language_chosen_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts, code = run(monkeypatch, json.dumps(BAD).encode(), language="en")
    assert verdicts[0]["problems"][0]["message"] == (
        "Card points: together they make 69, not 70. Count again before the cards are mixed."
    )
    assert code == 1
