"""The README names every card game, format and tie-break, and every picture it shows is there."""

import re
from pathlib import Path

import pytest

from scoring.games import CARD_GAMES
from tournaments.formats import FORMATS
from tournaments.standings.rules.tiebreaks import TIE_BREAKS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", [*CARD_GAMES, *FORMATS, *TIE_BREAKS])
def test_the_readme_names(key: str) -> None:
    assert f"| `{key}` |" in README


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)#:]+)\)", README))
def test_what_the_readme_points_at_is_there(path: str) -> None:
    assert (ROOT / path).exists()
