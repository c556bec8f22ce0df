"""No test meets a problem nobody knows: see `conftest.py`."""

import pytest

from scoring.types import Finding, Problem, Sentence

SAID = Sentence("Count again.")


@pytest.mark.parametrize(
    ("code", "rule", "message", "level"),
    [
        pytest.param("no_such_code", "COM-6", SAID, "error", id="a code that is not listed"),
        pytest.param("missing_field", "NIL-99", SAID, "error", id="a rule that does not exist"),
        pytest.param("missing_field", "COM-4", SAID, "advice", id="neither an error nor a warning"),
        pytest.param("missing_field", "COM-4", Sentence(""), "error", id="nothing said"),
        pytest.param("missing_field", "COM-4", Sentence("To %(most)d."), "error", id="a value left out"),
    ],
)
def test_a_problem_no_rulebook_knows_fails_the_test_that_meets_it(
    code: str, rule: str, message: Sentence, level: str
) -> None:
    with pytest.raises(AssertionError):
        Finding(code, rule, message, "", level)  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        Problem(code, rule, level, "", message)  # type: ignore[arg-type]


def test_a_known_problem_is_made_as_ever() -> None:
    finding = Finding("missing_field", "COM-4", SAID, at="/dealer")
    assert finding.problem("/games/0") == Problem("missing_field", "COM-4", "error", "/games/0/dealer", SAID)
