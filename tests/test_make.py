"""The commands a person types: what they say when something is missing, and how the tests are counted."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests import __main__ as make_test
from tests.servers import needs

ROOT = Path(__file__).parents[1]
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
def test_what_is_missing_is_named_and_nothing_half_made_stays(python: str, says: str, tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "requirements.txt").touch()
    fake = tmp_path / "python3"
    fake.write_text(python)
    fake.chmod(0o755)
    make = ["make", "run", f"PYTHON={fake}"]
    done = subprocess.run(make, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert says in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_the_locks_name_no_registry_and_every_file_has_its_hashes() -> None:
    for lock in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / lock).read_text()
        assert "://" not in text
        pinned = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
        assert all("==" in line and line.endswith("\\") for line in pinned)


def test_the_tests_are_locked_to_what_the_site_runs_on() -> None:
    def pins(lock: str) -> set[str]:
        return {line for line in (ROOT / lock).read_text().splitlines() if "==" in line}

    assert pins("requirements.txt") <= pins("requirements-dev.txt")


@pytest.mark.parametrize(("ci", "status"), [("true", 1), ("", 0)])
@pytest.mark.parametrize("lost", ["chromium", "postgres_programs", "valkey_program"])
def test_what_cannot_run_is_named_last_and_fails_in_ci(
    ci: str, status: int, lost: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for need in ("chromium", "postgres_programs", "valkey_program"):
        monkeypatch.setattr(needs, need, lambda need=need: None if need == lost else "found")
    monkeypatch.setenv("CI", ci)
    assert make_test.close(make_test.Count(passed=7)) == status
    *_others, last = (lines := capsys.readouterr().out.splitlines())
    assert last == f"7 passed, {status} failed, 0 skipped"
    assert [line for line in lines if line.startswith("cannot run here: ")]


@pytest.mark.parametrize(("ci", "status"), [("true", 1), ("", 0)])
def test_a_skipped_test_is_named_and_fails_in_ci(
    ci: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(needs, "missing", list)
    monkeypatch.setenv("CI", ci)
    assert make_test.close(make_test.Count(passed=7, skipped=["a test: the sample is missing"])) == status


def test_every_run_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite><testcase classname="a" name="b"/>'
        '<testcase classname="a" name="c"><failure/></testcase>'
        '<testcase classname="a" name="d"><skipped message="why"/></testcase></testsuite></testsuites>'
    )
    monkeypatch.setattr(needs, "missing", list)
    count = make_test.Count()
    for _run in range(2):
        count.read(report)
    count.broken.append("tests on SQLite")
    assert make_test.close(count) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "2 passed, 2 failed, 2 skipped"


@pytest.mark.parametrize(("ci", "outcome"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_a_test_that_lacks_something_says_so(
    ci: str, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="Chromium is missing"):
        needs.lack("Chromium")
