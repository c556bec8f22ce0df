"""The records of many games: the one that took most hands, the one won by most points.

Games of one card game alone are compared. Who was first keeps a record that is only reached again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID


class PlayedGame(NamedTuple):
    """A game that is over: where it stands, what was played, its hands and its score."""

    match: UUID
    card_game: str
    hands: int
    score: tuple[int, ...]

    @property
    def margin(self) -> int:
        """By how much the first is ahead of the second."""
        first, second, *_others = sorted(self.score, reverse=True)
        return first - second


@dataclass(frozen=True)
class GameRecords:
    """The records of one card game; no longest one where only results were written."""

    longest: PlayedGame | None
    widest: PlayedGame


def records_of(games: Iterable[PlayedGame]) -> Mapping[str, GameRecords]:
    """Return the records of each card game, in the order in which they first come; games in their order."""
    by_game: dict[str, list[PlayedGame]] = {}
    for game in games:
        by_game.setdefault(game.card_game, []).append(game)
    return {
        key: GameRecords(
            longest=max((each for each in played if each.hands), key=lambda each: each.hands, default=None),
            widest=max(played, key=lambda each: each.margin),
        )
        for key, played in by_game.items()
    }
