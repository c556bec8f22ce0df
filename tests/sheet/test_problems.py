"""Test that problems with an unknown code or rule raise an error during tests (`conftest.py`)."""

import pytest

from scoring.types import Finding, Problem, Sentence

MESSAGE = Sentence("Count again.")


@pytest.mark.parametrize(
    ("code", "rule", "message", "level"),
    [
        pytest.param("no_such_code", "COM-6", MESSAGE, "error", id="a code that is not listed"),
        pytest.param("missing_field", "NIL-99", MESSAGE, "error", id="a rule that does not exist"),
        pytest.param("missing_field", "COM-4", MESSAGE, "advice", id="neither an error nor a warning"),
        pytest.param("missing_field", "COM-4", Sentence(""), "error", id="nothing said"),
        pytest.param("missing_field", "COM-4", Sentence("To %(most)d."), "error", id="a value left out"),
    ],
)
def test_problem_with_an_unknown_code_or_rule_raises_assertion_error(
    code: str, rule: str, message: Sentence, level: str
) -> None:
    with pytest.raises(AssertionError):
        Finding(code, rule, message, "", level)  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        Problem(code, rule, level, "", message)  # type: ignore[arg-type]


def test_problem_with_a_known_code_and_rule_is_created() -> None:
    finding = Finding("missing_field", "COM-4", MESSAGE, at="/dealer")
    assert finding.problem("/games/0") == Problem(
        "missing_field", "COM-4", "error", "/games/0/dealer", MESSAGE
    )
