"""Tests against one mutant: a forked process that imports the changed file in place of the real one.

Every process imports the rules anew, so tables, fields and caches are made by the mutant. What the
tests need besides the rules is imported once, before the processes are forked.
"""

import importlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from tests.branches import ALONE, TESTS
from tests.effort import cut_examples
from tests.mutants.making import ROOT, Mutant

OURS = ("scoring", "tests", "config", "tournaments")
SLOWEST_TEST = 0.5
"""Seconds: a slower test is left out, since it would be run once for every survivor."""
PATIENCE = 5.0
"""How much longer than its tests a mutant may take before it counts as hanging."""
PASSED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)

SURVIVED, KILLED, HUNG = "survived", "killed", "hung"


@dataclass
class Selection:
    """The files of tests in order, how long each takes and which modules it calls, and tests left out."""

    files: list[Path]
    left_out: list[str] = field(default_factory=list)
    seconds: dict[Path, float] = field(default_factory=dict)
    touched: dict[Path, set[str]] = field(default_factory=dict)

    def arguments(self, files: Iterable[Path]) -> list[str]:
        """Return what pytest is told."""
        return ["-x", "-q", *ALONE, *map(str, files), *(f"--deselect={test}" for test in self.left_out)]

    def for_module(self, path: str) -> list[list[Path]]:
        """Return the files that can notice a change of a module: its own first, then the quickest."""
        about = [file for file in self.files if path in self.touched[file]]
        own = [file for file in about if file.stem.removeprefix("test_").startswith(Path(path).stem)]
        others = sorted((file for file in about if file not in own), key=lambda file: self.seconds[file])
        return [files for files in (own, others) if files]

    def patience(self, path: str) -> float:
        """How long a mutant of this module may take."""
        return PATIENCE * (1 + sum(self.seconds[file] for files in self.for_module(path) for file in files))


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


def prepare() -> Selection:
    """Import what the tests import from elsewhere, see all tests pass, and learn what each is about."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    cut_examples()
    selection = Selection(sorted(TESTS.rglob("test_*.py")))
    for name in told_by_a_process(lambda: modules_of(selection)):
        importlib.import_module(name)
    selection.left_out = told_by_a_process(lambda: slow_tests(selection))
    for file in selection.files:
        started = time.monotonic()
        selection.touched[file] = set(told_by_a_process(lambda file=file: touched_by(file, selection)))  # type: ignore[misc]
        selection.seconds[file] = time.monotonic() - started
    return selection


def told_by_a_process(work: Callable[[], Sequence[str]]) -> list[str]:
    """Return the lines another process finds out; the rules are imported there and not here."""
    with tempfile.NamedTemporaryFile("r+", encoding="utf-8") as told:

        def tell() -> int:
            Path(told.name).write_text("\n".join(work()), encoding="utf-8")
            return 0

        _pid, status = os.waitpid(forked(tell), 0)
        if status:
            sys.exit("The tests do not pass without any mutant: python -m pytest tests/scoring/rules")
        return told.read().split()


def modules_of(selection: Selection) -> list[str]:
    """Collect the tests and name the modules that came with them from elsewhere."""
    if pytest.main([*selection.arguments(selection.files), "--collect-only"]):
        raise AssertionError("the tests cannot be collected")
    return [name for name, module in sys.modules.items() if is_elsewhere(name, module)]


def is_elsewhere(name: str, module: Any) -> bool:
    """Whether a module can be imported by its name and is none of ours."""
    spec = getattr(module, "__spec__", None)
    return spec is not None and spec.name == name != "__main__" and name.partition(".")[0] not in OURS


class Stopwatch:
    """Notes how long each test took."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add one phase of a test."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration


def slow_tests(selection: Selection) -> list[str]:
    """Run all tests, which must pass, and name the slow ones."""
    watch = Stopwatch()
    if pytest.main(selection.arguments(selection.files), plugins=[watch]):
        raise AssertionError("the tests do not pass")
    return [test.replace(" ", "?") for test, seconds in watch.seconds.items() if seconds > SLOWEST_TEST]


class Listener:
    """Notes the files whose functions are called while tests run."""

    def __init__(self) -> None:
        self.paths: set[str] = set()

    def pytest_collection_finish(self) -> None:
        """Listen from here on: what is called while modules are imported is called for every test."""
        sys.setprofile(self.note)

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note the file of a function that is called."""
        if event == "call":
            self.paths.add(frame.f_code.co_filename)


def touched_by(file: Path, selection: Selection) -> list[str]:
    """Run one file of tests and name the modules it calls or imports by name."""
    listener = Listener()
    if pytest.main(selection.arguments([file]), plugins=[listener]) not in PASSED:
        raise AssertionError("the tests do not pass")
    sys.setprofile(None)
    text = file.read_text(encoding="utf-8")
    paths = [path.relative_to(ROOT) for path in (ROOT / "scoring" / "rules").rglob("*.py")]
    return [str(path) for path in paths if str(ROOT / path) in listener.paths or dotted(path) in text]


def dotted(path: Path) -> str:
    """The module as it is imported."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def attempt(mutant: Mutant, selection: Selection) -> int:
    """Run the tests that can notice the mutant; any failure means that it was noticed."""
    sys.meta_path.insert(0, Replaced(mutant))
    for files in selection.for_module(mutant.path):
        if pytest.main(selection.arguments(files)) not in PASSED:
            return 1
    return 0


def outcomes(mutants: Iterable[Mutant], selection: Selection, processes: int) -> Iterator[tuple[Mutant, str]]:
    """Try the mutants, several at a time, and say what became of each."""
    running: dict[int, tuple[Mutant, float]] = {}
    waiting = iter(mutants)
    while True:
        while len(running) < processes and (mutant := next(waiting, None)):
            pid = forked(lambda mutant=mutant: attempt(mutant, selection))  # type: ignore[misc]
            running[pid] = mutant, time.monotonic() + selection.patience(mutant.path)
        if not running:
            return
        time.sleep(0.005)
        for pid, (mutant, deadline) in list(running.items()):
            done, status = os.waitpid(pid, os.WNOHANG)
            if not done and time.monotonic() > deadline:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                yield mutant, HUNG
            elif done:
                yield mutant, KILLED if status else SURVIVED
            else:
                continue
            del running[pid]
