"""Which tests can notice a mutant: those that call the function it stands in.

A mutant outside of functions, or in a function that is called while the rules are imported, can be
noticed by every test of the module.
"""

import functools
import gc
import importlib
import os
import pickle
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from tests.branches import TESTS
from tests.effort import cut_examples
from tests.mutants.making import ROOT, Mutant
from tests.mutants.running import PASSED, forked, run_tests

OURS = ("scoring", "tests", "config", "tournaments")
SLOWEST_TEST = 0.5
"""Seconds: a slower test is left out, since it would be run once for every survivor."""
RULES = str(ROOT / "scoring" / "rules")

Place = tuple[str, str]
"""A file and the function in it, as it is named there."""


@dataclass
class Selection:
    """How long each test takes, which functions it calls, and which are called by the import itself."""

    seconds: dict[str, float] = field(default_factory=dict)
    called: dict[Place, set[str]] = field(default_factory=lambda: defaultdict(set))
    modules: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    imported: set[Place] = field(default_factory=set)

    @cached_property
    def left_out(self) -> list[str]:
        """The tests that take too long."""
        return [test for test, seconds in self.seconds.items() if seconds > SLOWEST_TEST]

    def groups_for(self, mutant: Mutant) -> list[dict[str, float]]:
        """Return the tests that can notice a mutant, its module's own first, and the quickest first."""
        place = mutant.path, mutant.inside
        tests = self.called.get(place, set())
        if not tests or place in self.imported:
            tests = self.modules[mutant.path] | self.of_every_game
        stem = f"test_{Path(mutant.path).stem}"
        groups = defaultdict(dict)
        for test in sorted(tests - set(self.left_out), key=lambda test: (self.seconds[test], test)):
            own = Path(test.partition("::")[0]).stem.startswith(stem)
            groups[0 if own else 1 if test in self.of_every_game else 2][test] = self.seconds[test]
        return [groups[number] for number in sorted(groups)]

    @cached_property
    def of_every_game(self) -> set[str]:
        """The tests in files that go over all card games: they can notice what a game only tells."""
        files = {test.partition("::")[0] for test in self.seconds}
        about = {file for file in files if "CARD_GAMES" in (ROOT / file).read_text(encoding="utf-8")}
        return {test for test in self.seconds if test.partition("::")[0] in about}


class Listener:
    """A plugin of pytest that notes the functions of the rules each test calls."""

    def __init__(self) -> None:
        self.calls: dict[str, set[CodeType]] = defaultdict(set)
        self.caches: list[Any] = []
        self.now = ""
        self.real: dict[str, str] = {}
        sys.settrace(self.note)

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a function that is called, and nothing inside it."""
        self.calls[self.now].add(frame.f_code)

    def pytest_collection_finish(self) -> None:
        """Find the totals that are kept, so that each test has to work them out itself."""
        self.caches = [thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper)]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Listen to another test."""
        self.now = nodeid
        for kept in self.caches:
            if kept.__module__.startswith(OURS):
                kept.cache_clear()

    def heard(self) -> dict[str, set[Place]]:
        """Return what each test called, "" standing for the import."""
        return {test: set(filter(None, map(self.in_rules, calls))) for test, calls in self.calls.items()}

    def in_rules(self, code: CodeType) -> Place | None:
        """Name a function of the rules by its file in the project and the functions and classes around it."""
        file = self.real.get(code.co_filename) or os.path.realpath(code.co_filename)
        self.real[code.co_filename] = file
        if not file.startswith(RULES):
            return None
        names = [name for name in code.co_qualname.split(".") if not name.startswith("<")]
        return str(Path(file).relative_to(ROOT)), ".".join(names) or "module"


class Stopwatch:
    """A plugin of pytest that notes how long each test takes."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add one phase of a test."""
        self.seconds[report.nodeid] += report.duration


def prepare() -> Selection:
    """Import what the tests import from elsewhere, see all tests pass, and learn what each is about."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode = False
    cut_examples()
    elsewhere, seconds = told_by_a_process(run_all)
    for name in elsewhere:
        importlib.import_module(name)
    gc.freeze()
    selection = Selection(seconds)
    for file in sorted(TESTS.rglob("test_*.py")):
        calls = told_by_a_process(lambda file=file: listen_to(file))
        selection.imported |= calls.pop("", set())
        for test, places in calls.items():
            for place in places:
                selection.called[place].add(test)
                selection.modules[place[0]].add(test)
    add_tables(selection)
    return selection


def add_tables(selection: Selection) -> None:
    """What is only read, never called, can be noticed by every test of a module that imports it."""
    everything = set(selection.seconds)
    for file in Path(RULES).rglob("*.py"):
        selection.modules.setdefault(str(file.relative_to(ROOT)), everything)


def told_by_a_process(work: Callable[[], Any]) -> Any:
    """Return what another process finds out; the rules are imported there and not here."""
    with tempfile.NamedTemporaryFile() as told:

        def tell() -> int:
            Path(told.name).write_bytes(pickle.dumps(work()))
            return 0

        _pid, status = os.waitpid(forked(tell), 0)
        if status:
            sys.exit("The tests do not pass without any mutant: python -m tests.branches")
        return pickle.loads(Path(told.name).read_bytes())


def run_all() -> tuple[list[str], dict[str, float]]:
    """Run all tests, which must pass; name the modules that came with them, and the seconds of each test."""
    watch = Stopwatch()
    if run_tests([TESTS], watch):
        raise AssertionError("the tests do not pass")
    return [name for name, module in sys.modules.items() if is_elsewhere(name, module)], dict(watch.seconds)


def is_elsewhere(name: str, module: Any) -> bool:
    """Whether a module can be imported by its name and is none of ours."""
    spec = getattr(module, "__spec__", None)
    return spec is not None and spec.name == name != "__main__" and name.partition(".")[0] not in OURS


def listen_to(file: Path) -> dict[str, set[Place]]:
    """Run one file of tests and tell what each of them calls."""
    listener = Listener()
    if run_tests([file], listener) not in PASSED:
        raise AssertionError("the tests do not pass")
    sys.settrace(None)
    return listener.heard()
