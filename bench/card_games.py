"""Points-only sheets of every card game a second through `manage.py check_sheets`, on one core.

The sheets are thought up from each game's own definition, so a new game is measured the moment it exists.
"""

import json
from random import Random
from typing import Any

from bench.check_sheets import command_seconds
from scoring.rules.card_games import CARD_GAMES
from scoring.rules.profile import read_profile
from tests.evenings.hands import Writer

SHEETS = 6_000
DIFFERENT = 60


def run() -> dict[str, object]:
    """Time the command with many sheets of each game and with one, so that its start is taken off."""
    figures: dict[str, object] = {}
    for key in CARD_GAMES:
        different = sheets(key)
        lines = [different[number % len(different)] for number in range(SHEETS)]
        seconds = command_seconds(lines) - command_seconds(lines[:1])
        hands = sum(line.count('"dealer"') for line in lines) / SHEETS
        figures[f"{key}: sheets a second ({hands:.1f} hands each)"] = round(SHEETS / seconds)
    return figures


def sheets(key: str) -> list[str]:
    """Return different matches of a game as lines of JSON."""
    card_game = CARD_GAMES[key]
    writer = Writer(card_game, read_profile(card_game, {}), Random(key))
    return [json.dumps(sheet(key, writer.match())) for _sheet in range(DIFFERENT)]


def sheet(key: str, games: list[Any]) -> dict[str, Any]:
    """Return a match as it is sent to be checked."""
    return {"card_game": key, "games": games}
