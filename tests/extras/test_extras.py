"""A site without one optional extra loads, and none of its templates links to a missing page."""

from pathlib import Path

import pytest

from tests.extras.copies import KEYS, copy_without, look_at

pytestmark = pytest.mark.site


@pytest.mark.parametrize("key", KEYS)
def test_site_without_one_extra_loads_and_its_templates_have_no_broken_link(key: str, tmp_path: Path) -> None:
    copy = copy_without(key, folder=tmp_path / "copy")
    assert not [*copy.glob(f"*/{key}")]
    assert look_at(copy, tmp_path, key) == ""


def test_link_to_a_page_of_a_missing_extra_is_reported(tmp_path: Path) -> None:
    copy = copy_without("wall", folder=tmp_path / "copy")
    page = copy / "templates" / "tables" / "tables.html"
    page.write_text(page.read_text() + "{% url 'wall' tournament.slug %}")
    assert look_at(copy, tmp_path, "wall") == "tables/tables.html leads to wall\n"


def test_import_of_a_missing_extra_is_reported(tmp_path: Path) -> None:
    copy = copy_without("wall", folder=tmp_path / "copy")
    module = copy / "tournaments" / "tables" / "public.py"
    module.write_text(module.read_text() + "\nfrom tournaments.wall import rules\n")
    assert "No module named 'tournaments.wall'" in look_at(copy, tmp_path, "wall")
