"""Only one service calls the function that deletes recorded data."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
CALLERS = {"scoring/facts.py", "tournaments/club/services/deletion.py"}


def test_recorded_data_is_deleted_only_by_the_deletion_of_a_tournament() -> None:
    files = (file for app in ("scoring", "tournaments", "config") for file in (ROOT / app).rglob("*.py"))
    named = {file.relative_to(ROOT).as_posix() for file in files if "delete_facts(" in file.read_text()}
    assert named == CALLERS
