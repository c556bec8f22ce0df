"""A match at its table, as the front page shows it."""

from dataclasses import dataclass

# Names of more letters stand smaller.
LONG_NAME = 18


@dataclass(frozen=True)
class LiveSide:
    """One side of a match at a table; `points` of the game in play, None where no game is in play."""

    side: int
    name: str
    points: int | None
    games_won: int


@dataclass(frozen=True)
class LiveTable:
    """A table on the front page: its match, and how the match stands in a word.

    `kind` is decider, warn (called), err (a referee is called) or empty; without a `target` nothing is woven.
    `brief` is the state in a word or less, for narrow pages.
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
        """Whether more than two sides share the table."""
        return len(self.sides) > 2

    @property
    def classes(self) -> str:
        """The look of the table: its kind, several sides, a name that needs smaller letters."""
        long = any(len(side.name) > LONG_NAME for side in self.sides)
        return " ".join(filter(None, [self.kind, "many" if self.many else "", "long" if long else ""]))
