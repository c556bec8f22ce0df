"""The core without any one extra: it loads, and no template leads to what is gone."""

from pathlib import Path

import pytest

from tests.extras.copies import KEYS, copy_without, look_at

pytestmark = pytest.mark.site


@pytest.mark.parametrize("key", KEYS)
def test_without_an_extra_everything_else_loads_and_leads_somewhere(key: str, tmp_path: Path) -> None:
    copy = copy_without(key, folder=tmp_path / "copy")
    assert not [*copy.glob(f"*/{key}")]
    assert look_at(copy, tmp_path, key) == ""


def test_a_way_into_what_is_gone_is_seen(tmp_path: Path) -> None:
    copy = copy_without("wall", folder=tmp_path / "copy")
    page = copy / "templates" / "tables" / "tables.html"
    page.write_text(page.read_text() + "{% url 'wall' tournament.slug %}")
    assert look_at(copy, tmp_path, "wall") == "tables/tables.html leads to wall\n"


def test_an_import_of_what_is_gone_is_seen(tmp_path: Path) -> None:
    copy = copy_without("wall", folder=tmp_path / "copy")
    module = copy / "tournaments" / "tables" / "public.py"
    module.write_text(module.read_text() + "\nfrom tournaments.wall import rules\n")
    assert "No module named 'tournaments.wall'" in look_at(copy, tmp_path, "wall")
