"""Random profiles of Marianna and Cinquecento."""

from dataclasses import dataclass
from random import Random
from typing import Any

JSON = dict[str, Any]
PACKS = {
    "french": ("A3KQJ76542", "SHDC"),
    "latin": ("A3KHJ76542", "DCBS"),
    "neapolitan": ("A3KHM76542", "DCBS"),
}


@dataclass(frozen=True)
class Club:
    """A club with a complete profile of Marianna or Cinquecento."""

    card_game: str
    profile: JSON

    @property
    def ranks(self) -> str:
        return PACKS[self.profile["pack"]][0]

    @property
    def suits(self) -> str:
        return PACKS[self.profile["pack"]][1]

    @property
    def king(self) -> str:
        return self.ranks[2]

    @property
    def queen(self) -> str:
        return self.ranks[3]

    @property
    def values(self) -> dict[str, int]:
        return dict(zip(self.ranks, [11, 10, 4, 3, 2], strict=False))

    @property
    def sicilian(self) -> bool:
        return self.card_game == "cinquecento"

    @property
    def counts(self) -> list[int]:
        """The points of the first to the fourth marianna."""
        counts: list[int] = [40, 20, 20, 20] if self.sicilian else self.profile["values"]
        return counts

    def last_trick(self, kind: str) -> int:
        """Return the last trick in which a declaration of the given kind is allowed."""
        if kind == "marianna":
            return 10 if self.sicilian else 5 + self.profile["late_trick6"]
        return 5


def any_marianna_club(random: Random, **fixed: Any) -> Club:
    """Return a club with a random profile of Marianna."""
    profile = {
        "targets": [random.choice([100, 300, 501, 700])],
        "pack": random.choice(list(PACKS)),
        "values": random.choice([[40, 60, 80, 100], [20, 40, 60, 80]]),
        "trump_changes": random.random() < 0.7,
        "late_trick6": random.random() < 0.3,
        "who_may": random.choice(["any_at_turn", "any_at_turn", "any_before_lead", "leader_only"]),
        "mariannino": random.random() < 0.8,
        "mariannone": random.choice(["win", "points", "off"]),
        "copri": random.random() < 0.5,
        "copri_counts": random.random() < 0.5,
    }
    return Club("marianna", profile | fixed)


def any_cinquecento_club(random: Random, **fixed: Any) -> Club:
    """Return a club with a random profile of Cinquecento."""
    profile = {
        "targets": [random.choice([100, 300, 500, 700])],
        "pack": random.choice(list(PACKS)),
        "immediate": random.random() < 0.5,
        "copri": random.random() < 0.5,
    }
    return Club("cinquecento", profile | fixed)
