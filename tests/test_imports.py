"""The import-linter contracts in `.importlinter` report forbidden imports.

`lint-imports` checks the source tree. Each test here adds one violation to a copy of the tree.
"""

import os
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from bench import packages

ROOT = Path(__file__).parents[1]
CONTRACTS = ".importlinter"
PACKAGES = ("config", "scoring", "tournaments")
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

# Contract, path of the changed file, added line, import in the report.
FORBIDDEN_IMPORTS = [
    pytest.param(
        "packages",
        "scoring/sheet/api.py",
        "from tournaments.models import Match",
        "scoring.sheet.api -> tournaments.models",
        id="scoring imports tournaments",
    ),
    pytest.param(
        "packages",
        "tournaments/lifecycle/services/changes.py",
        "from config import events",
        "tournaments.lifecycle.services.changes -> config.events",
        id="tournaments imports config",
    ),
    pytest.param(
        "subjects",
        "tournaments/competition/standings/tiebreaks.py",
        "from tournaments.phone import access",
        "tournaments.competition.standings.tiebreaks -> tournaments.phone.access",
        id="a rule of tournaments imports a subject",
    ),
    pytest.param(
        "subjects",
        "tournaments/guides/examples.py",
        "from tournaments.tables import rules",
        "tournaments.guides.examples -> tournaments.tables.rules",
        id="a subject imports a subject above it",
    ),
    pytest.param(
        "subjects",
        "tournaments/web/qr.py",
        "def late():\n    from tournaments.tables import rules",
        "tournaments.web.qr -> tournaments.tables.rules",
        id="web imports a subject",
    ),
    pytest.param(
        "subjects",
        "tournaments/season/extra.py",
        "from tournaments.wall import rules",
        "tournaments.season.extra -> tournaments.wall.rules",
        id="an extra imports another extra",
    ),
    pytest.param(
        "extras",
        "tournaments/tables/public.py",
        "from tournaments.wall import rules",
        "tournaments.tables.public -> tournaments.wall.rules",
        id="a subject imports an extra",
    ),
    pytest.param(
        "extras",
        "scoring/sheet/api.py",
        "from scoring.odds import simulation",
        "scoring.sheet.api -> scoring.odds.simulation",
        id="scoring imports an extra",
    ),
    pytest.param(
        "pure",
        "scoring/cards/packs.py",
        "from django.db import models",
        "scoring.cards.packs -> django",
        id="a pure package imports Django",
    ),
    pytest.param(
        "pure",
        "tournaments/competition/lots.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from rest_framework import views",
        "tournaments.competition.lots -> rest_framework",
        id="rules import REST framework for their types",
    ),
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder with a copy of the packages and of the import-linter contracts."""
    for name in PACKAGES:
        ignore = shutil.ignore_patterns("__pycache__", "migrations")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignore)
    shutil.copy(ROOT / CONTRACTS, tmp_path)
    return tmp_path


def lint(folder: Path, contract: str) -> tuple[int, str]:
    """Check one import-linter contract in a folder; return the exit status and the report."""
    command = [str(LINT_IMPORTS), "--no-cache", "--no-logo", "--contract", contract]
    environment = os.environ | {"COLUMNS": "200"}
    run = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)
    return run.returncode, run.stdout


def append(file: Path, text: str) -> None:
    file.write_text(f"{file.read_text()}\n{text}\n")


@pytest.mark.control
@pytest.mark.parametrize(("contract", "path", "line", "forbidden"), FORBIDDEN_IMPORTS)
def test_import_contract_broken_by_a_forbidden_import_is_reported(
    tree: Path, contract: str, path: str, line: str, forbidden: str
) -> None:
    append(tree / path, line)
    status, report = lint(tree, contract)
    assert status == 1
    assert "Contracts: 0 kept, 1 broken." in report
    assert forbidden in report


@pytest.mark.control
def test_folder_missing_from_the_layers_of_the_import_contract_is_reported(tree: Path) -> None:
    (tree / "tournaments" / "raffle").mkdir()
    (tree / "tournaments" / "raffle" / "__init__.py").touch()
    status, report = lint(tree, "subjects")
    assert status == 1
    assert "The following modules are not listed as layers:\n\n- tournaments.raffle\n" in report


@pytest.mark.control
def test_ignored_import_that_no_longer_exists_is_reported(tree: Path) -> None:
    contracts = (tree / CONTRACTS).read_text()
    line = "unmatched_ignore_imports_alerting = error\n"
    ignored = f"{line}ignore_imports =\n    tournaments.apps -> tournaments.again.urls\n"
    (tree / CONTRACTS).write_text(contracts.replace(line, ignored, 1))
    status, report = lint(tree, "subjects")
    assert status == 1
    assert "No matches for ignored import tournaments.apps -> tournaments.again.urls" in report


def test_import_contracts_ignore_no_import() -> None:
    contracts = ConfigParser()
    contracts.read(ROOT / CONTRACTS)
    assert [name for name in contracts.sections() if contracts.has_option(name, "ignore_imports")] == []


def test_import_contract_lists_the_folders_of_all_optional_extras() -> None:
    contracts = ConfigParser()
    contracts.read(ROOT / CONTRACTS)
    protected = contracts.get("importlinter:contract:extras", "protected_modules").split()
    keys = {file.parent.name for file in (ROOT / "tournaments").glob("*/extra.py")}
    folders = {app / key for app in (ROOT / "scoring", ROOT / "tournaments") for key in keys}
    expected = {f"{each.parent.name}.{each.name}" for each in folders if each.is_dir()}
    assert set(protected) == expected


def test_documented_package_map_is_up_to_date() -> None:
    assert packages.FILE.read_text() == packages.page(ROOT)


@pytest.mark.control
def test_package_map_is_refused_if_packages_import_each_other_in_a_cycle() -> None:
    with pytest.raises(ValueError, match="cycle"):
        packages.reduced({("draws", "club"), ("club", "entries"), ("entries", "draws")})


def test_package_map_leaves_out_an_arrow_if_a_longer_path_exists() -> None:
    pairs = {("club", "draws"), ("draws", "models"), ("club", "models")}
    assert packages.reduced(pairs) == [("club", "draws"), ("draws", "models")]
