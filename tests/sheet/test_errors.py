"""Tests of RuleError: its code, message and problems."""

import pytest

from scoring.types import BadEntry, BadSetup, NoPairing, NotNow, Problem, RuleError, sentence

MESSAGE = sentence("Count %(what)s again.", what="tricks")
PROBLEM = Problem("missing_field", "COM-4", "error", "/dealer", MESSAGE)


@pytest.mark.parametrize("kind", [BadEntry, BadSetup, NotNow, NoPairing])
def test_rule_error_has_code_message_and_problems(kind: type[RuleError]) -> None:
    refusal = kind("bad_entry", MESSAGE, problems=(PROBLEM,))
    assert refusal.args == ("bad_entry", MESSAGE, (PROBLEM,))
    assert (refusal.code, refusal.message, refusal.problems) == refusal.args
    assert str(refusal) == "bad_entry: Count tricks again."


def test_rule_error_has_an_empty_tuple_of_problems_by_default() -> None:
    assert BadEntry("bad_entry", MESSAGE).problems == ()
