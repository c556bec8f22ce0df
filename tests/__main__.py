"""Run every check and the short tier of the tests (`make test`), or all tests with `--all`."""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import PIPE, STDOUT

import psutil

from tests import tiers
from tests.servers import needs

ROOT = Path(__file__).parents[1]
PYTHON = sys.executable
PYTEST = [PYTHON, "-m", "pytest", "-q", "--dist", "worksteal"]
# JUnit reports, one for each run of pytest: the result and the seconds of each test.
REPORTS = ROOT / "var" / "tests"
# The file system in memory for the data of the tests, and the free memory that it must have.
MEMORY = Path("/dev/shm")  # each run makes a folder with an unpredictable name
FREE_BYTES = 2 * 1024**3
SLOWEST = 20
MAX_UNSTABLE = 2
# Environment variables that are not passed on, because the tests start their own servers.
IGNORED_VARIABLES = ("DATABASE_URL", "REDIS_URL", "PYTHONDONTWRITEBYTECODE")
CHECKS = {
    # Imports every test module, so that pytest compiles each of them once and not once per worker.
    "test modules": [PYTHON, "-m", "pytest", "--collect-only", "-qq", "-m", "smoke"],
    "types": [PYTHON, "-m", "mypy", "--no-error-summary", "."],
    "lint": [PYTHON, "-m", "ruff", "check", "--output-format", "concise", "."],
    "format": [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."],
    "imports": [str(Path(PYTHON).with_name("lint-imports")), "--no-cache", "--no-logo"],
    "templates": [PYTHON, "-m", "djlint", "--lint", "--quiet", "templates"],
    "migrations": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
    "translations": [PYTHON, "manage.py", "compile_words"],
    "static files": [PYTHON, "manage.py", "collectstatic", "--noinput", "-v0"],
    "deployment": [PYTHON, "manage.py", "check", "--fail-level", "WARNING"],
}
# Checks that no test depends on: they run beside the first tests and are printed last.
CHECKS_BESIDE_TESTS = {"types", "imports", "lint", "format", "templates"}


@dataclass(frozen=True)
class Run:
    """A pytest run: its name, markers, number of workers and options."""

    name: str
    markers: str
    workers: int = 3
    prefix: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    def command(self, report: Path) -> list[str]:
        """Return the pytest command of this run, which writes its JUnit report to a file."""
        selected = ["-m", self.markers] if self.markers else []
        workers = ["-n", str(self.workers)]
        return [*self.prefix, *PYTEST, *workers, *selected, *self.options, f"--junit-xml={report}"]


@dataclass
class Count:
    """The results of the checks and tests that have run so far."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)
    repeatable: list[str] = field(default_factory=list)
    unstable: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    seconds: list[tuple[float, str]] = field(default_factory=list)
    cases: Counter[str] = field(default_factory=Counter)
    kind_seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    def read(self, report: Path, kind: str = "") -> None:
        """Add the results of a JUnit report; failed tests that may be rerun are listed in `repeatable`."""
        for case in ET.parse(report).getroot().iter("testcase"):
            properties = {each.get("name"): each.get("value", "") for each in case.iter("property")}
            name = properties.get("nodeid") or f"{case.get('classname')}.{case.get('name')}"
            seconds = float(case.get("time", 0))
            self.seconds.append((seconds, name))
            self.cases[kind or properties.get("kind", "")] += 1
            self.kind_seconds[kind or properties.get("kind", "")] += seconds
            results = {child.tag: child for child in case}
            if "failure" in results or "error" in results:
                repeatable = properties.get("kind") in tiers.REPEATABLE
                (self.repeatable if repeatable else self.failed).append(name)
            elif "skipped" in results:
                self.skipped.append(f"{name}: {results['skipped'].get('message', '')}")
            else:
                self.passed += 1


def main(arguments: list[str]) -> int:
    """Run the checks and the tests; print the results; return the exit status."""
    complete = "--all" in arguments
    count = Count()
    with tempfile.TemporaryDirectory(prefix="trionfo-tests-", dir=memory_folder()) as folder:
        Path(folder).chmod(0o711)  # if root runs the tests, PostgreSQL runs as another user
        environment = os.environ | {
            "TRIONFO_DATA": folder, "TESTS_SHARED": folder, "TMPDIR": folder, "PYTHONWARNINGS": "default",
        }  # fmt: skip
        for name in IGNORED_VARIABLES:
            environment.pop(name, None)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            names = sorted(CHECKS, key=lambda name: name in CHECKS_BESIDE_TESTS)
            checks = {name: pool.submit(run_check, CHECKS[name], environment) for name in names}
            for name in names:
                if name not in CHECKS_BESIDE_TESTS:
                    print_check(name, *checks[name].result(), count)
            for run in all_runs() if complete else short_runs():
                run_tests(run, environment, count)
            repeat_failures(environment, count)
            for name in names:
                if name in CHECKS_BESIDE_TESTS:
                    print_check(name, *checks[name].result(), count)
    return close(count, needs.missing(complete=complete))


def memory_folder() -> Path | None:
    """Return the RAM disk's folder; None if it does not exist or has less than FREE_BYTES of free space."""
    if not MEMORY.is_dir():
        return None
    free = min(shutil.disk_usage(MEMORY).free, psutil.virtual_memory().available)
    return MEMORY if free >= FREE_BYTES else None


def short_runs() -> list[Run]:
    """Return the runs of `make test`: the short tier on SQLite, then its database tests on PostgreSQL."""
    again = on_postgres(tiers.SHORT_POSTGRES, modules_with("databases"), workers=2)
    return [Run("SQLite", tiers.SHORT), *again]


def modules_with(marker: str) -> tuple[str, ...]:
    """Return the paths of the test modules that use a marker; pytest then imports only these modules."""
    modules = sorted((ROOT / "tests").rglob("test_*.py"))
    return tuple(str(path.relative_to(ROOT)) for path in modules if f"mark.{marker}" in path.read_text())


def all_runs() -> list[Run]:
    """Return the runs of `make test-all`: every test, in random order and with random examples."""
    seed = random.randrange(2**32)
    print(f"the order of the tests: --randomly-seed={seed}")
    options = (f"--randomly-seed={seed}", "--hypothesis-profile=random")
    return [
        Run("SQLite", "not timing", options=options),
        Run("SQLite, timing", "timing", workers=2, options=options),
        *on_postgres("", options),
    ]


def on_postgres(markers: str, options: tuple[str, ...] = (), workers: int = 3) -> list[Run]:
    """Return a list with the run on PostgreSQL and Valkey, or an empty list if either is not installed.

    Two workers are enough for the short tier, because its tests wait only for the servers.
    """
    if not (needs.postgres_programs() and needs.valkey_program()):
        return []
    prefix = (PYTHON, "-m", "tests.servers")
    return [Run("PostgreSQL and Valkey", markers, workers, prefix, options)]


def run_check(
    command: list[str], environment: dict[str, str]
) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run a check; return its result and its duration in seconds."""
    started = time.monotonic()
    result = subprocess.run(
        command, cwd=ROOT, env=environment, check=False, text=True, stdout=PIPE, stderr=STDOUT
    )
    return result, time.monotonic() - started


def print_check(name: str, result: subprocess.CompletedProcess[str], seconds: float, count: Count) -> None:
    """Print the output of a finished check."""
    print(f"\n--- {name}\n{result.stdout}    {seconds:.0f} s", flush=True)
    if result.returncode:
        count.broken.append(name)


def run_tests(run: Run, environment: dict[str, str], count: Count) -> None:
    """Run pytest once, print its output line by line, and add its report to the results."""
    print(f"\n--- tests on {run.name}", flush=True)
    report = REPORTS / f"{run.name}.xml"
    report.unlink(missing_ok=True)
    started = time.monotonic()
    status = subprocess.run(run.command(report), cwd=ROOT, env=environment, check=False).returncode
    before = len(count.failed) + len(count.repeatable)
    if report.exists():
        count.read(report, run.name if run.prefix else "")
    failures = len(count.failed) + len(count.repeatable) - before
    if status not in (0, 1) or (status == 1 and not failures):
        count.broken.append(f"tests on {run.name}")
    print(f"    {time.monotonic() - started:.0f} s", flush=True)


def repeat_failures(environment: dict[str, str], count: Count) -> None:
    """Rerun each failed site or browser test once, without other tests in parallel.

    A test that now passes is unstable and counts as passed. If more than MAX_UNSTABLE such tests failed, none
    of them is rerun and all of them count as failed.
    """
    if len(count.repeatable) > MAX_UNSTABLE:
        count.failed += count.repeatable
        count.repeatable = []
    for name in count.repeatable:
        print(f"\n--- again, alone: {name}", flush=True)
        command = [*PYTEST, "-n0", name]
        if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
            count.failed.append(name)
        else:
            count.unstable.append(name)
            count.passed += 1
    count.repeatable = []


def close(count: Count, lacking: list[str]) -> int:
    """Print the slowest tests, the totals for each kind of test, and the failures; return the exit status."""
    print(f"\nthe slowest {SLOWEST} of {len(count.seconds)}, in seconds:")
    for seconds, name in sorted(count.seconds, reverse=True)[:SLOWEST]:
        print(f"{seconds:7.1f}  {name}")
    print(f"\n{'kind':24} cases  seconds (all workers)")
    for kind, cases in sorted(count.cases.items()):
        print(f"{kind or 'unknown':24} {cases:5}  {count.kind_seconds[kind]:7.0f}")
    lines = [f"cannot run here: {line}" for line in lacking]
    lines += [f"skipped: {line}" for line in count.skipped]
    lines += [f"unstable: {name}" for name in count.unstable]
    lines += [f"failed: {name}" for name in (*count.broken, *count.failed)]
    print("\n" + "\n".join(lines))
    incomplete = bool(lacking or count.skipped) and os.environ.get("CI") == "true"
    if incomplete:
        print("With CI=true no test may be left out.")
    failed = len(count.failed) + len(count.broken) + len(lacking) * incomplete
    print(f"{count.passed} passed, {failed} failed, {len(count.skipped)} skipped")
    return int(bool(count.failed or count.broken or incomplete))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
