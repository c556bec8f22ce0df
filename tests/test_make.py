"""The commands of the Makefile: messages about missing programs, and counts of passed and failed tests."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import __main__ as make_test
from tests.project_files import ROOT, project_files
from tests.servers import needs

OLD = "#!/bin/sh\nexit 1\n"
WITHOUT_VENV = (
    '#!/bin/sh\ncase "$1" in -c) exit 0;; *) mkdir -p .venv/bin; touch .venv/bin/python; exit 1;; esac\n'
)


@pytest.mark.parametrize(
    ("python", "says"),
    [
        pytest.param(OLD, "Trionfo needs Python 3.11 or newer", id="an old Python"),
        pytest.param(WITHOUT_VENV, "apt-get install python3-venv", id="a Python without ensurepip"),
    ],
)
def test_make_reports_a_missing_program_and_leaves_no_partial_environment(
    python: str, says: str, tmp_path: Path
) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "requirements.txt").touch()
    fake = tmp_path / "python3"
    fake.write_text(python)
    fake.chmod(0o755)
    make = ["make", "run", f"PYTHON={fake}"]
    process = subprocess.run(make, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert process.returncode != 0
    assert says in process.stderr
    assert not (tmp_path / ".venv").exists()


def selections() -> list[tuple[list[str], str]]:
    """Return (paths, name) for each name in every documented command `pytest PATHS -k "NAME or NAME"`."""
    selected = []
    for path in project_files("Makefile", "*.md"):
        text = (ROOT / path).read_text().replace("\\\n", " ")
        for paths, names, name in re.findall(r'pytest (tests[^\n]*?) -k (?:"([^"]+)"|(\w+))', text):
            tests = [part for part in paths.split() if part.startswith("tests")]
            selected += [(tests, each) for each in (names or name).split(" or ")]
    return selected


@pytest.mark.parametrize(("paths", "name"), selections(), ids=lambda value: str(value))
def test_name_after_the_k_option_of_a_documented_command_selects_a_test(paths: list[str], name: str) -> None:
    files = [
        file
        for path in paths
        for file in ([ROOT / path] if path.endswith(".py") else (ROOT / path).rglob("*.py"))
    ]
    names = [each for file in files for each in [file.name, *re.findall(r"def (test_\w+)", file.read_text())]]
    assert any(name in each for each in names)


def test_requirement_files_have_a_version_and_a_hash_for_each_package_and_no_url() -> None:
    for lock in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / lock).read_text()
        assert "://" not in text
        pinned = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
        assert all("==" in line and line.endswith("\\") for line in pinned)


def test_requirements_of_the_tests_include_those_of_the_site() -> None:
    def pins(lock: str) -> set[str]:
        return {line for line in (ROOT / lock).read_text().splitlines() if "==" in line}

    assert pins("requirements.txt") <= pins("requirements-dev.txt")


@pytest.mark.parametrize("lost", ["chromium", "postgres_programs", "valkey_program"])
def test_missing_program_is_listed_once(lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for need in ("chromium", "postgres_programs", "valkey_program"):
        monkeypatch.setattr(needs, need, lambda need=need: None if need == lost else "found")
    assert len(needs.missing(complete=False)) == 1


@pytest.mark.parametrize(("ci", "status"), [("true", 1), ("", 0)])
def test_missing_program_fails_the_run_in_ci(
    ci: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", ci)
    assert make_test.close(make_test.Count(passed=7), ["Chromium is not installed"]) == status
    *_rest, last = (lines := capsys.readouterr().out.splitlines())
    assert last == f"7 passed, {status} failed, 0 skipped"
    assert "cannot run here: Chromium is not installed" in lines


@pytest.mark.parametrize(("ci", "status"), [("true", 1), ("", 0)])
def test_skipped_test_fails_the_run_in_ci(ci: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", ci)
    count = make_test.Count(passed=7, skipped=["a test: the sample is missing"])
    assert make_test.close(count, []) == status


PLANTED = """
import pathlib, pytest

def counted(name):
    runs = pathlib.Path(name)
    runs.write_text(runs.read_text() + "x" if runs.exists() else "x")
    return len(runs.read_text())

{marker}
def test_planted():
    assert counted("runs") > {failures}
"""
DESCRIBED = """
import pytest
from tests import tiers

@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    tiers.describe(items)
"""
BROWSER = "@pytest.mark.browser"


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, int]]:
    """Return a function that runs `make test` on example tests and returns (exit status, number of runs)."""
    (tmp_path / "conftest.py").write_text(DESCRIBED)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for name, value in {"ROOT": tmp_path, "REPORTS": tmp_path, "CHECKS": {}}.items():
        monkeypatch.setattr(make_test, name, value)
    run = make_test.Run("SQLite", "", workers=1, options=("-p", "no:django", "-p", "no:cacheprovider"))
    monkeypatch.setattr(make_test, "short_runs", lambda: [run])
    monkeypatch.setattr(make_test, "PYTEST", [*make_test.PYTEST, "-p", "no:django"])
    monkeypatch.setattr(needs, "missing", lambda **_options: [])

    def run_planted(marker: str, failures: int, copies: int = 1) -> tuple[int, int]:
        for copy in range(copies):
            text = PLANTED.format(marker=marker, failures=failures).replace('"runs"', f'"runs{copy}"')
            (tmp_path / f"test_planted_{copy}.py").write_text(text)
        return make_test.main([]), len((tmp_path / "runs0").read_text())

    return run_planted


@pytest.mark.control
@pytest.mark.parametrize(
    ("marker", "failures", "copies", "status", "runs"),
    [
        pytest.param(BROWSER, 0, 1, 0, 1, id="passes"),
        pytest.param(BROWSER, 1, 1, 0, 2, id="a browser test that fails once"),
        pytest.param(BROWSER, 1, 2, 0, 2, id="two browser tests that fail once"),
        pytest.param(BROWSER, 1, 3, 1, 1, id="three browser tests that fail once"),
        pytest.param(BROWSER, 9, 1, 1, 2, id="a browser test that always fails"),
        pytest.param("", 1, 1, 1, 1, id="a pure test that fails once"),
    ],
)
def test_failed_test_is_repeated_once_only_if_it_is_a_browser_test(
    marker: str, failures: int, copies: int, status: int, runs: int,
    planted: Callable[..., tuple[int, int]], capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert planted(marker, failures, copies) == (status, runs)
    unstable = [line for line in capsys.readouterr().out.splitlines() if line.startswith("unstable: ")]
    assert len(unstable) == (copies if runs == 2 and status == 0 else 0)


@pytest.mark.control
@pytest.mark.parametrize(("ci", "outcome"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_missing_program_skips_a_test_locally_and_fails_it_in_ci(
    ci: str, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="Chromium is missing"):
        needs.lack("Chromium")
