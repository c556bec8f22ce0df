"""What a card game says of itself stays as it was, unless somebody changes it on purpose."""

import json

import pytest

from scoring.games import CARD_GAMES
from tests.game_parts.descriptions import FOLDER, told


@pytest.mark.parametrize("key", CARD_GAMES)
def test_its_description_is_the_one_that_is_kept(key: str) -> None:
    """To keep another one: python -m tests.game_parts.descriptions."""
    assert told(CARD_GAMES[key]) == json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))


def test_no_description_is_kept_of_a_game_that_is_gone() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == set(CARD_GAMES)
