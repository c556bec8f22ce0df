"""Complete matches of each card game, generated once for all random tournaments."""

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile
from tests.campaign.standing import End
from tests.evenings.hands import Writer

MANY, TRIED = 16, 60


class Sheet(NamedTuple):
    """A complete match: its hands, each with a game number and a hand number, and its outcome."""

    hands: tuple[tuple[tuple[int, int], Mapping[str, Any]], ...]
    end: End


class Setting(NamedTuple):
    """A card game with its options, and the percentage of tournaments that use it."""

    card_game: str
    profile: tuple[tuple[str, Any], ...]
    often: int

    @property
    def options(self) -> dict[str, Any]:
        """The options of the card game."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in self.profile}


SETTINGS = (
    Setting("mariglia", (("targets", (10,)),), 56),
    Setting("mariglia", (("targets", (35,)),), 8),
    Setting("mariglia", (("targets", (10, 10, 10)),), 8),
    Setting("maniglia", (("targets", (35,)),), 6),
    Setting("manni", (("length", 3),), 8),
    Setting("maniglia_auction", (("players", 3), ("deals", 3)), 5),
    Setting("maniglia_auction", (("players", 4), ("deals", 4)), 5),
    Setting("maniglia_auction", (("players", 5), ("deals", 5)), 4),
)


@lru_cache(maxsize=32)
def sheets(setting: Setting) -> tuple[Sheet, ...]:
    """Generate matches of a card game; return the shortest ones, equally many for each winner."""
    card_game = CARD_GAMES[setting.card_game]
    writer = Writer(card_game, read_profile(card_game, setting.options), Random(20261121))
    tried = sorted((_sheet(writer) for _try in range(TRIED)), key=lambda sheet: len(sheet.hands))
    winners = sorted({sheet.end.winner for sheet in tried}, key=str)
    by_winner = [[sheet for sheet in tried if sheet.end.winner == winner] for winner in winners]
    each = -(-MANY // len(winners))
    return tuple(sheet for sheets in by_winner for sheet in sheets[:each])


def _sheet(writer: Writer) -> Sheet:
    games = writer.match()
    verdict = writer.verdict(games)
    hands = tuple(
        ((game, hand), body)
        for game, played in enumerate(games, start=1)
        for hand, body in enumerate(played["hands"], start=1)
    )
    counted = tuple((tuple(game["score"]), game["winner"]) for game in verdict["games"])
    return Sheet(hands, End("result", verdict["winner"], counted))
