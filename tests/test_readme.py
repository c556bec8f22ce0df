"""The README names every card game and format and the usual tie-breaks; what it points at is there."""

import re
from pathlib import Path

import pytest

from scoring.games import CARD_GAMES
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", [*CARD_GAMES, *FORMATS])
def test_the_readme_names(key: str) -> None:
    assert f"| `{key}` |" in README


def test_the_readme_names_the_usual_tie_breaks_in_their_order() -> None:
    chain = ", ".join(f"`{key}`" for key in DEFAULT_TIE_BREAKS)
    assert f"without one: match points, {chain}." in README


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)#:]+)\)", README))
def test_what_the_readme_points_at_is_there(path: str) -> None:
    assert (ROOT / path).exists()
