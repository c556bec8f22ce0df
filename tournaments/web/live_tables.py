"""Tables on the front page, with their current matches."""

from dataclasses import dataclass

# The length from which a name is printed in smaller letters.
LONG_NAME = 18


@dataclass(frozen=True)
class LiveSide:
    """A side of a match at a table. `points` is the score in the game in play; None if no game is in play."""

    side: int
    name: str
    points: int | None
    games_won: int


@dataclass(frozen=True)
class LiveTable:
    """A table on the front page and its current match. `state` describes the match in words.

    `brief` is a shorter text than `state`, for narrow pages. `kind` is the CSS class of the state: "decider",
    "warn" (the match is called), "err" (a referee is called) or an empty string. If `target` is None, the
    page shows no progress towards the target.
    """

    url: str
    number: int
    state: str
    brief: str
    kind: str
    target: int | None
    needed: int
    sides: tuple[LiveSide, ...]

    @property
    def many(self) -> bool:
        """True if the match has more than two sides."""
        return len(self.sides) > 2

    @property
    def classes(self) -> str:
        """The CSS classes of the table, which depend on its kind, number of sides and length of names."""
        long = any(len(side.name) > LONG_NAME for side in self.sides)
        return " ".join(filter(None, [self.kind, "many" if self.many else "", "long" if long else ""]))
