"""Import of `tournaments.competition` without Django."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IMPORT_ALL = """
import sys
for name in ("django", "rest_framework", "celery"):
    sys.modules[name] = None  # as if it were not installed
import pkgutil
import {package}
for module in pkgutil.walk_packages({package}.__path__, "{package}."):
    __import__(module.name)
"""


def run(package: str) -> subprocess.CompletedProcess[str]:
    """Import all modules of a package in a new process in which Django cannot be imported."""
    command = [sys.executable, "-c", IMPORT_ALL.format(package=package)]
    return subprocess.run(command, cwd=ROOT, check=False, text=True, capture_output=True)


def test_competition_is_importable_without_django() -> None:
    result = run("tournaments.competition")
    assert result.returncode == 0, result.stderr


@pytest.mark.control
def test_package_that_uses_django_is_not_importable_without_django() -> None:
    result = run("tournaments.standings")
    assert "django" in result.stderr
    assert result.returncode == 1
