"""`make test`: every check and every test, on both databases, counted at the end."""

import os
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import PIPE, STDOUT

from tests.servers import needs

ROOT = Path(__file__).parents[1]
PYTHON = sys.executable
PYTEST = [PYTHON, "-m", "pytest", "-q", "-n", "3", "--dist", "worksteal"]
REPORTS = ROOT / "var" / "tests"
"""What came of each test and how long it took: pytest's own reports, one for each database."""
SLOWEST = 20
ELSEWHERE = ("DATABASE_URL", "REDIS_URL", "PYTHONDONTWRITEBYTECODE")
"""What a machine may have set and the tests do without: they have servers of their own."""
CHECKS = {
    "types": [PYTHON, "-m", "mypy", "--no-error-summary", "."],
    "lint": [PYTHON, "-m", "ruff", "check", "--output-format", "concise", "."],
    "format": [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."],
    "templates": [PYTHON, "-m", "djlint", "--lint", "--quiet", "templates"],
    "migrations": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
    "translations": [PYTHON, "manage.py", "compile_words"],
    "static files": [PYTHON, "manage.py", "collectstatic", "--noinput", "-v0"],
    "deployment": [PYTHON, "manage.py", "check", "--fail-level", "WARNING"],
}
BESIDE = {"types"}
"""The checks that no test waits for: they go on beside the first tests, and are shown last."""


@dataclass
class Count:
    """What came of the steps so far."""

    passed: int = 0
    failed: int = 0
    skipped: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    seconds: list[tuple[float, str]] = field(default_factory=list)

    def read(self, report: Path) -> None:
        """Add one run of pytest, from its own report."""
        for case in ET.parse(report).getroot().iter("testcase"):
            name = f"{case.get('classname')}.{case.get('name')}"
            self.seconds.append((float(case.get("time", 0)), name))
            found = {child.tag: child for child in case}
            if "failure" in found or "error" in found:
                self.failed += 1
            elif "skipped" in found:
                self.skipped.append(f"{name}: {found['skipped'].get('message', '')}")
            else:
                self.passed += 1


def main() -> int:
    """Run it all; what could not run is named in the last lines, and in CI it is a failure."""
    count = Count()
    with tempfile.TemporaryDirectory(prefix="trionfo-tests-") as folder:
        environment = os.environ | {
            "TRIONFO_DATA": folder, "TESTS_SHARED": folder, "PYTHONWARNINGS": "default",
        }  # fmt: skip
        environment = {name: value for name, value in environment.items() if name not in ELSEWHERE}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            checks = {name: pool.submit(run_check, command, environment) for name, command in CHECKS.items()}
            for name in [name for name in CHECKS if name not in BESIDE]:
                show_check(name, *checks[name].result(), count)
            for name, prefix in databases().items():
                report = REPORTS / f"{name}.xml"
                report.unlink(missing_ok=True)
                run_step(f"tests on {name}", [*prefix, *PYTEST, f"--junit-xml={report}"], environment, count)
                if report.exists():
                    count.read(report)
            for name in BESIDE:
                show_check(name, *checks[name].result(), count)
    return close(count)


def databases() -> dict[str, list[str]]:
    """Return the runs: everything on SQLite, then what touches the database on PostgreSQL and Valkey."""
    runs: dict[str, list[str]] = {"SQLite": []}
    if needs.postgres_programs() and needs.valkey_program():
        runs["PostgreSQL and Valkey"] = [PYTHON, "-m", "tests.servers"]
    return runs


def run_check(
    command: list[str], environment: dict[str, str]
) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run a check; return what came of it and how long it took."""
    started = time.monotonic()
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=False, text=True, stdout=PIPE, stderr=STDOUT
    )
    return done, time.monotonic() - started


def show_check(name: str, done: subprocess.CompletedProcess[str], seconds: float, count: Count) -> None:
    """Print what a check has said."""
    print(f"\n--- {name}\n{done.stdout}    {seconds:.0f} s", flush=True)
    if done.returncode:
        count.broken.append(name)


def run_step(name: str, command: list[str], environment: dict[str, str], count: Count) -> None:
    """Run one step; its output is shown as it comes."""
    print(f"\n--- {name}", flush=True)
    started = time.monotonic()
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
        count.broken.append(name)
    print(f"    {time.monotonic() - started:.0f} s", flush=True)


def close(count: Count) -> int:
    """Print what could not run and what came out; return the exit status."""
    print(f"\nthe slowest {SLOWEST} of {len(count.seconds)}, in seconds:")
    for seconds, name in sorted(count.seconds, reverse=True)[:SLOWEST]:
        print(f"{seconds:7.1f}  {name}")
    lacking = needs.missing()
    lines = [f"cannot run here: {line}" for line in lacking]
    lines += [f"skipped: {line}" for line in count.skipped]
    lines += [f"failed: {name}" for name in count.broken]
    print("\n" + "\n".join(lines))
    unforgiven = bool(lacking or count.skipped) and os.environ.get("CI") == "true"
    if unforgiven:
        print("With CI=true nothing may be left out.")
    failed = (
        count.failed
        + sum(not re.match("tests on", name) for name in count.broken)
        + len(lacking) * unforgiven
    )
    print(f"{count.passed} passed, {failed} failed, {len(count.skipped)} skipped")
    return int(bool(count.broken or unforgiven))


if __name__ == "__main__":
    sys.exit(main())
