"""Tests against one mutant: a forked process that imports the changed file in place of the real one.

Every process imports the rules anew, so tables, fields and caches are made by the mutant. What the
tests need besides the rules is imported once, before the processes are forked.
"""

import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tests.branches import ALONE
from tests.mutants.making import ROOT, Mutant

PATIENCE = 10.0
"""How much longer than without a mutant a test may take before it counts as hanging."""
LEAST = 3.0
"""Seconds: so long may anything take."""
MEMORY = 4 * 1024**3
"""Bytes: a process that asks for more has been changed into one that never ends."""
QUICK = [
    "-x",
    "-q",
    "-s",
    "--tb=no",
    "--assert=plain",
    "-p",
    "no:unraisableexception",
    "-p",
    "no:faulthandler",
]
PASSED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)

Groups = Sequence[dict[str, float]]
"""Tests and the seconds each takes, in the groups they are run in."""

SURVIVED, KILLED, HUNG = "survived", "killed", "hung"


class Replaced(SourceFileLoader, MetaPathFinder):
    """Gives one module the source of a mutant."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(ROOT / mutant.path))
        self.mutant = mutant

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Take the place of the module's own loader."""
        if name != self.mutant.module:
            return None
        folder = [str(Path(self.path).parent)] if self.path.endswith("__init__.py") else None
        return spec_from_file_location(name, self.path, loader=self, submodule_search_locations=folder)

    def get_code(self, fullname: str) -> CodeType:
        """Compile the mutant."""
        return compile(self.mutant.source, self.path, "exec")


@dataclass(frozen=True)
class Only:
    """A plugin of pytest: only these tests, in their order, each with the seconds it usually takes."""

    tests: dict[str, float]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests that are asked for."""
        order = {test: place for place, test in enumerate(self.tests)}
        items[:] = sorted(
            (item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid]
        )

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """End the process when this test takes far too long."""
        limit_time(self.tests[nodeid])


def limit_time(seconds: float) -> None:
    """End the process when it takes far longer than this from here on."""
    signal.setitimer(signal.ITIMER_REAL, LEAST + PATIENCE * seconds)


def limit_memory() -> None:
    """Let the process fail when it asks for far more than the tests need."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def forked(work: Callable[[], int]) -> int:
    """Start a process that does this silently and returns its number."""
    pid = os.fork()
    if pid:
        return pid
    try:
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        status = work()
    except BaseException:  # noqa: BLE001  (whatever a mutant does, it has been noticed)
        status = 1
    os._exit(status)


def run_tests(files: Iterable[Path], plugin: object) -> int:
    """Run the tests of these files that the plugin keeps."""
    return int(pytest.main([*QUICK, *ALONE, *map(str, files)], plugins=[plugin]))


def attempt(mutant: Mutant, groups: Groups) -> int:
    """Run the tests that can notice the mutant; any failure means that it was noticed."""
    limit_memory()
    sys.meta_path.insert(0, Replaced(mutant))
    for tests in groups:
        limit_time(1)
        files = dict.fromkeys(ROOT / test.partition("::")[0] for test in tests)
        if run_tests(files, Only(tests)) not in PASSED:
            return 1
    return 0


def outcomes(
    mutants: Iterable[Mutant],
    groups_for: Callable[[Mutant], Groups],
    processes: int,
    try_it: Callable[[Mutant, Groups], int] = attempt,
) -> Iterator[tuple[Mutant, str]]:
    """Try the mutants, several at a time, and say what became of each."""
    running: dict[int, Mutant] = {}
    waiting = iter(mutants)
    while True:
        while len(running) < processes and (mutant := next(waiting, None)):
            groups = groups_for(mutant)
            pid = forked(lambda mutant=mutant, groups=groups: try_it(mutant, groups))  # type: ignore[misc]
            running[pid] = mutant
        if not running:
            return
        time.sleep(0.002)
        for pid, mutant in list(running.items()):
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                del running[pid]
                yield mutant, outcome_of(status)


def outcome_of(status: int) -> str:
    """What the way a process ended says of its mutant."""
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
        return HUNG
    return KILLED if status else SURVIVED
