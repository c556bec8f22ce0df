"""A table of hand results: how often the dealer's pair turned each value and then made each count.

Made by simulating legal play (`plain_player.py`), kept as data, read by `odds.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class HandTable:
    """The results of so many hands, and all it takes to make them again."""

    name: str
    """The module of `card_games/hand_tables/` it stands in."""
    seed: int
    even: int
    """The count of either pair at which neither scores from play."""
    first_block: str
    """The digest of its first block of hands, so that a change of the play is noticed without all of it."""
    counts: Mapping[int, tuple[int, ...]]
    """By the value of the turned card: how many hands gave the dealer's pair 0, 1, 2 … card points."""

    @property
    def hands(self) -> int:
        """How many hands it holds."""
        return sum(map(sum, self.counts.values()))
