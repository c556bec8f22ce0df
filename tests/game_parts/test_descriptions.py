"""Tests of the stored descriptions of all card games, which change only on purpose."""

import json

import pytest

from scoring.games import CARD_GAMES
from tests.game_parts.descriptions import FOLDER, description_of


@pytest.mark.parametrize("key", CARD_GAMES)
def test_description_of_every_card_game_equals_the_stored_description(key: str) -> None:
    """To store an intended change, run python -m tests.game_parts.descriptions."""
    assert description_of(CARD_GAMES[key]) == json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))


def test_every_registered_card_game_has_a_stored_description() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == set(CARD_GAMES)
