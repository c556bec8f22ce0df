"""The README names every card game, every format and the default tie-breaks, and its linked files exist."""

import re
from pathlib import Path

import pytest

from scoring.games import CARD_GAMES
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", [*CARD_GAMES, *FORMATS])
def test_readme_names_every_card_game_and_format(key: str) -> None:
    assert f"| `{key}` |" in README


def test_readme_names_the_default_tie_breaks_in_order() -> None:
    chain = ", ".join(f"`{key}`" for key in DEFAULT_TIE_BREAKS)
    assert f"without one: match points, {chain}." in README


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)#:]+)\)", README))
def test_file_linked_from_the_readme_exists(path: str) -> None:
    assert (ROOT / path).exists()
