"""Which tests can notice a mutant: those that run the line it changes.

A mutant in a line that the import itself runs, as tables are, can be noticed by every test of the module,
by those that go over all card games, and by those in the module's own file: they may only read a table.
"""

import functools
import gc
import importlib
import os
import pickle
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import CodeType
from typing import Any, cast

import coverage

from tests.branches import TESTS
from tests.effort import cut_examples
from tests.mutants.in_place import plain_name
from tests.mutants.making import ROOT, Mutant
from tests.mutants.running import forked, run_tests

OURS = ("scoring", "tests", "config", "tournaments")
SLOWEST_TEST = 0.15
"""Seconds of the processor: a slower test is left out, since it would be run once for every survivor."""
IMPORT = ""
"""Stands for what is run while the tests are collected."""
RULES = str(ROOT / "scoring" / "rules")

Place = tuple[str, str]
"""A file and the function in it, as it is named there."""


@dataclass
class Selection:
    """How long each test takes, which tests run each line of the rules, and what the import itself runs."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    imported: set[Place] = field(default_factory=set)

    @cached_property
    def left_out(self) -> list[str]:
        """The tests that take too long."""
        return [test for test, seconds in self.seconds.items() if seconds > SLOWEST_TEST]

    def groups_for(self, mutant: Mutant) -> list[dict[str, float]]:
        """Return the tests that can notice a mutant, its module's own first, and the quickest first."""
        groups: dict[int, dict[str, float]] = defaultdict(dict)
        tests = self.that_notice(mutant) - set(self.left_out)
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            group = 0 if is_own(test, mutant) else 1 if test in self.of_every_game else 2
            groups[group][test] = self.seconds[test]
        return [groups[number] for number in sorted(groups)]

    def that_notice(self, mutant: Mutant) -> set[str]:
        """Return the tests that run the changed line, or all of the module where the import runs the line."""
        lines = self.lines.get(mutant.path, {})
        of_line = lines.get(mutant.line, {IMPORT})
        if of_line and IMPORT not in of_line:
            return of_line
        of_module = set().union(*lines.values()) - {IMPORT}
        in_own_file = {test for test in self.seconds if is_own(test, mutant)}
        return of_module | in_own_file | self.of_every_game

    @cached_property
    def of_every_game(self) -> set[str]:
        """The tests in files that go over all card games: they can notice what a game only tells."""
        files = {test.partition("::")[0] for test in self.seconds}
        about = {file for file in files if "CARD_GAMES" in (ROOT / file).read_text(encoding="utf-8")}
        return {test for test in self.seconds if test.partition("::")[0] in about}


def is_own(test: str, mutant: Mutant) -> bool:
    """Whether a test stands in a file named after the mutant's module."""
    return Path(test.partition("::")[0]).stem.startswith(f"test_{Path(mutant.path).stem}")


class Listener:
    """A plugin of pytest that tells `coverage` which test is running, and notes how long it takes."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured = measured
        self.seconds: dict[str, float] = {}
        self.caches: list[Any] = []
        self.started = 0.0

    def pytest_collection_finish(self) -> None:
        """Find the totals that are kept, so that each test has to work them out itself."""
        kept = [thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper)]
        self.caches = [thing for thing in kept if thing.__module__.startswith(OURS)]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Listen to another test."""
        self.measured.switch_context(nodeid)
        for kept in self.caches:
            kept.cache_clear()
        self.started = time.process_time()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Note how much of the processor the test needed: other work on the machine does not count."""
        self.seconds[nodeid] = time.process_time() - self.started


def prepare() -> Selection:
    """Import what the tests import from elsewhere, see all tests pass, and learn what each is about."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode = False
    cut_examples()
    elsewhere, selection = told_by_a_process(listen)
    for name in elsewhere:
        importlib.import_module(name)
    gc.freeze()
    return cast("Selection", selection)


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


def listen() -> tuple[list[str], Selection]:
    """Run all tests, which must pass; name the modules that came with them, and tell what each test runs."""
    measured = coverage.Coverage(data_file=None, config_file=False, source=[RULES])
    listener = Listener(measured)
    with measured.collect():
        if run_tests([TESTS], listener):
            raise AssertionError("the tests do not pass")
    elsewhere = [name for name, module in sys.modules.items() if is_elsewhere(name, module)]
    selection = Selection(listener.seconds)
    data = measured.get_data()
    for file in data.measured_files():
        path = str(Path(file).relative_to(ROOT))
        tests = {line: set(names) for line, names in data.contexts_by_lineno(file).items()}
        selection.lines[path] = tests
        at_import = {line for line, names in tests.items() if IMPORT in names}
        code = compile(Path(file).read_text(encoding="utf-8"), file, "exec")
        selection.imported |= {(path, name) for name in functions_run(code, at_import)}
    return elsewhere, selection


def functions_run(code: CodeType, lines: set[int]) -> set[str]:
    """Name the functions that have any of these lines in them, beside the line they begin with."""
    found: set[str] = set()
    for inner in filter(lambda value: isinstance(value, CodeType), code.co_consts):
        own = {line for _start, _end, line in inner.co_lines() if line}
        if (own - {inner.co_firstlineno} or own) & lines:
            found.add(plain_name(inner))
        found |= functions_run(inner, lines)
    return found


def is_elsewhere(name: str, module: Any) -> bool:
    """Whether a module can be imported by its name and is none of ours."""
    spec = getattr(module, "__spec__", None)
    return spec is not None and spec.name == name != "__main__" and name.partition(".")[0] not in OURS
