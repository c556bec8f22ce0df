"""Benchmark of the command `check_sheets` for every card game, with and without the cards of each trick.

The score sheets are generated from the definition of each card game and checked by `manage.py check_sheets`,
so a new card game is measured without changes here. The hands are played by the random players of the tests.
"""

import json
from random import Random
from time import process_time
from typing import Any

from bench.check_sheets import command_seconds
from bench.figures import Figure
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_hand, read_profile
from tests.evenings.hands import Writer
from tests.games.players.every_game import PLAYERS

SHEETS = 6_000
DIFFERENT = 60
REFEREED = 1_000


def run() -> list[Figure]:
    """Time `check_sheets` for each card game: the time for many sheets minus the time for one sheet."""
    figures: list[Figure] = []
    for key in CARD_GAMES:
        different = sheets(key)
        lines = [different[number % len(different)] for number in range(SHEETS)]
        seconds = command_seconds(lines) - command_seconds(lines[:1])
        hands = sum(line.count('"dealer"') for line in lines) / SHEETS
        figures.append(Figure(f"{key}: ms a sheet of {hands:.1f} hands", 1000 * seconds / SHEETS))
        if key in PLAYERS:
            figures.append(Figure(f"{key}: ms a hand refereed", 1000 * referee_seconds(key) / REFEREED))
    return figures


def referee_seconds(key: str) -> float:
    """Return the CPU seconds needed to check a fixed number of complete hands of a card game."""
    card_game, random = CARD_GAMES[key], Random(key)
    hands: list[tuple[Profile, Any]] = []
    while len(hands) < REFEREED:
        played = PLAYERS[key](random)
        profile = read_profile(card_game, played.profile)
        hands += [(profile, hand) for hand in played.hands if "play" in hand]
    started = process_time()
    read = [read_hand(card_game, profile, hand)[0] for profile, hand in hands[:REFEREED]]
    seconds = process_time() - started
    if None in read:
        raise RuntimeError(f"the referee of {key} refused a hand of the random player")
    return seconds


def sheets(key: str) -> list[str]:
    """Return random matches of a card game as JSON texts, in the input format of `check_sheets`."""
    card_game = CARD_GAMES[key]
    writer = Writer(card_game, read_profile(card_game, {}), Random(key))
    return [json.dumps(sheet(key, writer.match())) for _sheet in range(DIFFERENT)]


def sheet(key: str, games: list[Any]) -> dict[str, Any]:
    """Return a match in the input format of `check_sheets`."""
    return {"card_game": key, "games": games}
