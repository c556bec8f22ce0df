"""A refusal: what it carries to whoever shows it."""

import pytest

from scoring.types import BadEntry, BadSetup, NoPairing, NotNow, Problem, RuleError, sentence

SAID = sentence("Count %(what)s again.", what="tricks")
PROBLEM = Problem("missing_field", "COM-4", "error", "/dealer", SAID)


@pytest.mark.parametrize("kind", [BadEntry, BadSetup, NotNow, NoPairing])
def test_a_refusal_is_its_code_its_sentence_and_its_problems(kind: type[RuleError]) -> None:
    refusal = kind("bad_entry", SAID, problems=(PROBLEM,))
    assert refusal.args == ("bad_entry", SAID, (PROBLEM,))
    assert (refusal.code, refusal.message, refusal.problems) == refusal.args
    assert str(refusal) == "bad_entry: Count tricks again."


def test_a_refusal_of_one_thing_has_no_places() -> None:
    assert BadEntry("bad_entry", SAID).problems == ()
