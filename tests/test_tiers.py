"""Checks, on the syntax trees, that the tests of the short tier do not depend on time."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CLOCKS = {"sleep", "wait_for_timeout", "monotonic", "perf_counter", "process_time", "thread_time"}
LONG_TIER = {"timing", "sweep", "control", "site", "browser"}


def markers(nodes: list[ast.expr]) -> set[str]:
    """Return the names of the pytest markers in a list of expressions."""
    inner = [each for node in nodes for each in ast.walk(node) if isinstance(each, ast.Attribute)]
    return {each.attr for each in inner if ast.unparse(each.value).endswith("pytest.mark")}


def clock_lines(node: ast.AST) -> list[int]:
    """Return the numbers of the lines that read a clock or wait for a fixed time."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    names = [(ast.unparse(each.func).rpartition(".")[2], each.lineno) for each in calls]
    return [line for name, line in names if name in CLOCKS]


def timed_lines(text: str) -> Iterator[int]:
    """Yield the lines at which the short-tier tests of a module depend on time."""
    tree = ast.parse(text)
    of_module: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            of_module = markers([node.value])
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    tests = [node for node in functions if node.name.startswith("test_")]
    short = [node for node in tests if _is_short(of_module | markers(node.decorator_list))]
    if short:
        helpers = [node for node in tree.body if node not in tests]
        for node in (*short, *helpers):
            yield from clock_lines(node)


def _is_short(names: set[str]) -> bool:
    return "smoke" in names or not names & LONG_TIER


def test_no_test_of_the_short_tier_depends_on_time() -> None:
    modules = sorted(TESTS.rglob("test_*.py"))
    lines = [
        f"{module.relative_to(TESTS)}:{line}"
        for module in modules
        for line in timed_lines(module.read_text())
    ]
    assert not lines


@pytest.mark.control
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("def test_a():\n    time.sleep(1)", [2], id="a test that sleeps"),
        pytest.param("def wait():\n    sleep(1)\ndef test_a(): wait()", [2], id="a helper that sleeps"),
        pytest.param(
            "pytestmark = [pytest.mark.browser, pytest.mark.smoke]\ndef test_a(page):\n"
            "    page.wait_for_timeout(5)",
            [3],
            id="a smoke test that waits",
        ),
        pytest.param("@pytest.mark.timing\ndef test_a():\n    monotonic()", [], id="a timing test"),
        pytest.param("pytestmark = pytest.mark.site\ndef test_a():\n    sleep(1)", [], id="a site test"),
    ],
)
def test_use_of_a_clock_in_a_short_tier_test_is_reported(text: str, lines: list[int]) -> None:
    assert list(timed_lines(text)) == lines
