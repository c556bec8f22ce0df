"""Checks of every problem that the rules report in tests: code and rule ID exist, the message is complete.

A test that checks only the rule ID and the position would not detect a wrong code or a missing message.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.types import Finding, Problem, Sentence

DATA = Path(__file__).parent / "data"
RULES_OF_CARD_GAMES = ("cards", "game_parts", "games", "referee", "sheet")
# Tests of errors that are found before any rule is applied.
NO_RULES = ("test_check_sheets",)
CODES = frozenset(json.loads((DATA / "problem_codes.json").read_text(encoding="utf-8")))
RULES = frozenset(
    rule
    for rules in json.loads((DATA / "rule_ids.json").read_text(encoding="utf-8")).values()
    for rule in rules
)


def insist(code: str, rule: str, message: Sentence, level: str) -> None:
    """Fail if a problem has an unknown code, an unknown rule ID or an incomplete message.

    Codes and rule IDs of one letter are allowed.
    """
    assert code in CODES or len(code) == 1, f"{code!r} is not in problem_codes.json"
    assert rule in RULES or len(rule) == 1, f"{rule!r} is not in rule_ids.json"
    assert level in {"error", "warning"}
    text = message.english()
    assert text, f"{code} has no message"
    assert "%(" not in text, f"{code} lacks a value: {text}"
    assert "None" not in text, f"{code} has None for a value: {text}"


@pytest.fixture(autouse=True, scope="module")
def problems_are_known(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check the code, rule ID and message of every problem created in the tests of the card game rules."""
    if request.path.parent.name not in RULES_OF_CARD_GAMES or request.path.stem in NO_RULES:
        yield
        return
    make_problem, make_finding = Problem.__init__, Finding.__new__

    def problem(self: Problem, *arguments: Any, **named: Any) -> None:
        make_problem(self, *arguments, **named)
        insist(self.code, self.rule, self.message, self.level)

    def finding(cls: type[Finding], *arguments: Any, **named: Any) -> Finding:
        new_finding = make_finding(cls, *arguments, **named)
        insist(new_finding.code, new_finding.rule, new_finding.message, new_finding.level)
        return new_finding

    Problem.__init__ = problem  # type: ignore[method-assign]
    Finding.__new__ = finding  # type: ignore[assignment,method-assign]
    yield
    Problem.__init__ = make_problem  # type: ignore[method-assign]
    Finding.__new__ = make_finding  # type: ignore[method-assign]
