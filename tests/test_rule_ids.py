"""Every rule of the rulebook is named in a test: in an expected value, a test id or a docstring.

The list of rules is `tests/data/rule_ids.json`, with the sections of the rulebook. Comments and docstrings of
modules do not count.
"""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SECTIONS = json.loads((TESTS / "data" / "rule_ids.json").read_text(encoding="utf-8"))
RULE_ID = re.compile(r"\b[A-Z][A-Z0-9]{2}(?:-[A-Z]+)?-\d+\b")
WORKED_EXAMPLES = TESTS / "sheet" / "vectors"


@cache
def named() -> frozenset[str]:
    """Return all rule IDs that a test or a worked example names."""
    texts = [text for file in TESTS.rglob("*.py") if file != Path(__file__) for text in said_in(file)]
    texts += [file.read_text(encoding="utf-8") for file in WORKED_EXAMPLES.glob("*.json")]
    return frozenset(rule for text in texts for rule in RULE_ID.findall(text))


def said_in(file: Path) -> list[str]:
    """Return all strings in a test file except the docstring of the module."""
    if not file.name.startswith("test_"):
        return []
    module = ast.parse(file.read_text(encoding="utf-8"))
    body = module.body[1:] if ast.get_docstring(module) else module.body
    nodes = [node for statement in body for node in ast.walk(statement)]
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


@pytest.mark.parametrize("rule", [rule for rules in SECTIONS.values() for rule in rules])
def test_every_rule_of_the_rulebook_is_named_by_a_test(rule: str) -> None:
    assert rule in named()


def test_tests_name_only_rules_of_the_rulebook() -> None:
    """Check that each rule ID in a test is in the list of rules."""
    families = {rule.partition("-")[0] for rules in SECTIONS.values() for rule in rules}
    existing = {rule for rules in SECTIONS.values() for rule in rules}
    assert {rule for rule in named() if rule.partition("-")[0] in families} <= existing


def test_rulebook_has_the_expected_number_of_rules_in_each_section() -> None:
    assert [len(rules) for rules in SECTIONS.values()] == [14, 30, 4, 6, 12, 5, 10, 9, 9, 10, 12]


def test_rules_of_the_last_two_sections_are_listed_in_the_documentation() -> None:
    listed = re.findall(
        r"^\| ([A-Z]{3}-[A-Z]+-\d+) \|", (TESTS.parent / "docs" / "rules.md").read_text(), re.MULTILINE
    )
    assert listed == [rule for rules in [*SECTIONS.values()][-2:] for rule in rules]


def test_rule_id_in_a_comment_does_not_count_as_a_test_of_the_rule(tmp_path: Path) -> None:
    file = tmp_path / "test_one.py"
    file.write_text('"""About COM-1."""\n# COM-2\nx = "COM-3"\ndef test_it() -> None:\n    """COM-4."""\n')
    assert said_in(file) == ["COM-3", "COM-4."]
