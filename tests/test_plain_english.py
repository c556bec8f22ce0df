"""Plain English in docstrings, names and commit subjects (CONTRIBUTING.md, "Language").

The rules find only some faults: docstrings that begin with a relative clause or a verb of
speech, local variables that are participles or pronouns, test names of one or two words, strings that explain
a constant. Each rule must first report an example of a violation.
"""

import ast
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise

import pytest

from tests.project_files import ROOT, project_files
from tests.syntax import nodes, syntax
from tests.test_names import is_no_name

FOLDERS = ("bench", "config", "docs", "scoring", "tests", "tournaments")
MAX_SUBJECT = 72
MIN_TEST_WORDS = 3
BEGINNINGS = re.compile(
    r"(What|Whose|Who|Whoever|Whatever|Which|Whether it|Those|Such|Of|It|They|How|When|Where)\b"
)
SPEECH = re.compile(r"(Say|Tell|Ask|Answer|Hear|Know|Speak)\b")

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
Function = ast.FunctionDef | ast.AsyncFunctionDef


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) for each docstring."""
    for node in nodes(tree):
        if isinstance(node, Documented) and (text := ast.get_docstring(node)):
            yield getattr(node, "lineno", 1), text


def odd_beginnings(tree: ast.Module) -> Iterator[str]:
    """Find docstrings that begin with a relative clause, a pronoun or an inverted word order."""
    for line, text in docstrings(tree):
        if BEGINNINGS.match(text):
            yield f"{line}: {text.splitlines()[0]}"


def verbs_of_speech(tree: ast.Module) -> Iterator[str]:
    """Find docstrings that begin with a verb of speech, such as "Say" or "Ask"."""
    for line, text in docstrings(tree):
        if SPEECH.match(text):
            yield f"{line}: {text.splitlines()[0]}"


def strings_after_constants(tree: ast.Module) -> Iterator[str]:
    """Find strings below an assignment, which should be `#` comments above the assignment."""
    for node in nodes(tree):
        body = getattr(node, "body", None)
        for before, after in pairwise(body if isinstance(body, list) else []):
            if isinstance(before, ast.Assign | ast.AnnAssign) and _is_text(after):
                yield f"{after.lineno}: a string after an assignment"


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def short_test_names(tree: ast.Module) -> Iterator[str]:
    """Find tests whose names have fewer than three words after `test`."""
    for node in nodes(tree):
        if not isinstance(node, Function) or not node.name.startswith("test_"):
            continue
        if len(node.name.split("_")) - 1 < MIN_TEST_WORDS:
            yield f"{node.lineno}: {node.name}"


def participles_as_variables(tree: ast.Module) -> Iterator[str]:
    """Find local variables and parameters named by a participle or a pronoun, such as `found` and `who`.

    Fields of classes are checked in `tests/test_names.py`, with the names of columns and of the API.
    """
    fields = {
        name
        for node in nodes(tree)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for name in ast.walk(statement)
    }
    for node in nodes(tree):
        if node in fields:
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and is_no_name(node.id):
            yield f"{node.lineno}: {node.id}"
        if isinstance(node, ast.arg) and is_no_name(node.arg):
            yield f"{node.lineno}: {node.arg}"


def long_subjects(subjects: Iterable[str]) -> list[str]:
    """Return the commit subjects of more than 72 characters."""
    return [subject for subject in subjects if len(subject) > MAX_SUBJECT]


RULES: list[Callable[[ast.Module], Iterator[str]]] = [
    odd_beginnings,
    verbs_of_speech,
    strings_after_constants,
    short_test_names,
    participles_as_variables,
]


@cache
def sources() -> tuple[str, ...]:
    """Return the paths of the project's Python files, except migrations, relative to the root."""
    paths = project_files(*(f"{each}/*.py" for each in FOLDERS))
    return tuple(path for path in paths if "/migrations/" not in path)


@cache
def findings(rule: Callable[[ast.Module], Iterator[str]]) -> tuple[str, ...]:
    """Return the findings of a rule in all project files."""
    return tuple(
        f"{path}:{finding}" for path in sources() for finding in rule(syntax((ROOT / path).read_text()))
    )


PLANTED = [
    (odd_beginnings, '"""What a hand is worth."""'),
    (odd_beginnings, 'def f():\n    """Of a card the suit alone."""'),
    (odd_beginnings, 'class A:\n    """Those equal to the last."""'),
    (odd_beginnings, 'class A:\n    """Whether it is asked again."""'),
    (odd_beginnings, 'class A:\n    """Whose turn is next."""'),
    (odd_beginnings, 'class A:\n    """Such rounds are few."""'),
    (verbs_of_speech, 'def f():\n    """Say what the team is called."""'),
    (verbs_of_speech, 'async def f():\n    """Tell the wall."""'),
    (strings_after_constants, 'A = 1\n"""So many."""'),
    (strings_after_constants, 'class A:\n    a: int = 1\n    """So many."""'),
    (short_test_names, "def test_queries(): ..."),
    (short_test_names, "class A:\n    def test_one_team(self): ..."),
    (participles_as_variables, "def f():\n    found = 1"),
    (participles_as_variables, "for who in []: ..."),
    (participles_as_variables, "a = [told for told in []]"),
    (participles_as_variables, "a = lambda said: said"),
]


@pytest.mark.control
@pytest.mark.parametrize(("rule", "text"), PLANTED)
def test_each_language_rule_reports_its_example_of_a_violation(
    rule: Callable[[ast.Module], Iterator[str]], text: str
) -> None:
    assert list(rule(syntax(text)))


def test_source_in_plain_english_violates_no_language_rule() -> None:
    text = (
        '"""Points of a hand."""\n\n# Cards.\nMOST = 1\n\n\ndef test_hand_is_scored_once():\n    hand = 1\n'
    )
    assert [finding for rule in RULES for finding in rule(syntax(text))] == []


def test_every_language_rule_has_an_example_of_a_violation() -> None:
    assert [*dict.fromkeys(rule for rule, _text in PLANTED)] == RULES


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_project_source_does_not_violate_the_language_rule(
    rule: Callable[[ast.Module], Iterator[str]],
) -> None:
    assert list(findings(rule)) == []


def test_subject_of_a_commit_has_at_most_72_characters() -> None:
    log = subprocess.run(
        ["git", "log", "-50", "--format=%s"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert long_subjects(["x" * 73, "x" * 72]) == ["x" * 73]
    assert long_subjects(log.stdout.splitlines()) == []
