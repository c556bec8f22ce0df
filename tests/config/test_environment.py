"""A value of the environment that cannot be right stops the start with one sentence that names it."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config import environment

ROOT = Path(__file__).parents[2]


def start(tmp_path: Path, **values: str) -> "subprocess.CompletedProcess[str]":
    """Start a process that reads the settings."""
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TRIONFO_DATA": str(tmp_path / "data")} | values
    code = "from config import settings; print(settings.PORT, settings.LANGUAGE_CODE, settings.TIME_ZONE)"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )


def test_everything_has_a_default(tmp_path: Path) -> None:
    assert start(tmp_path).stdout == "8000 it Europe/Rome\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("HOST", "here or there"),
        ("DEBUG", "perhaps"),
        ("TRIONFO_DATA", "/dev/null/data"),
        ("DATABASE_URL", "mysql://localhost/trionfo"),
        ("DATABASE_URL", "postgres://localhost:port/trionfo"),
        ("REDIS_URL", "localhost:6379"),
        ("SECRET_KEY", ""),
        ("SECRET_KEY", "short"),
        ("ALLOWED_HOSTS", "https://club.example"),
        ("CSRF_TRUSTED_ORIGINS", "club.example"),
        ("TIME_ZONE", "Europe/Aosta"),
        ("LANGUAGE_CODE", "tlh"),
    ],
)
def test_a_wrong_value_is_named_in_one_sentence(name: str, value: str, tmp_path: Path) -> None:
    refused = start(tmp_path, **{name: value})
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"Trionfo cannot start: {name} must ")
    assert refused.stderr.count("\n") == 1


def test_a_password_is_not_repeated(tmp_path: Path) -> None:
    refused = start(tmp_path, DATABASE_URL="mysql://club:hunter2@localhost/trionfo")
    assert "hunter2" not in refused.stderr


def test_the_first_start_makes_a_secret_that_stays(tmp_path: Path) -> None:
    first = environment.secret_key(tmp_path)
    assert len(first) >= 50
    assert environment.secret_key(tmp_path) == first
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def test_a_given_secret_is_written_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "x" * 50)
    assert environment.secret_key(tmp_path) == "x" * 50
    assert list(tmp_path.iterdir()) == []
