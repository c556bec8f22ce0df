"""A slow and simple separation of club mates, used to check the fast implementation."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tournaments.competition.format_parts.matching import Levels
from tournaments.competition.types import EntrantId


def plainly_apart(
    lines: Sequence[EntrantId], clubs: Mapping[EntrantId, str], levels: Levels, fixed: int = 0
) -> tuple[EntrantId, ...]:
    """Return the order of entrants after all swaps that separate club mates."""
    plain = _Lines(lines, clubs, levels)
    for level in range(len(levels)):
        while sum(plain.moves(level, place, fixed) for place in range(fixed, len(lines))):
            pass
    return tuple(plain.order)


class _Lines:
    def __init__(self, lines: Sequence[EntrantId], clubs: Mapping[EntrantId, str], levels: Levels) -> None:
        self.order, self.clubs = list(lines), {entrant: clubs.get(entrant) or entrant for entrant in lines}
        self.parts = [
            {line - 1: number for number, part in enumerate(level) for line in part} for level in levels
        ]
        self.count()

    def count(self) -> None:
        """Count the entrants of each club in each part of the bracket, for each level."""
        seated = [self.clubs[entrant] for entrant in self.order]
        self.crowds = [Counter((part[at], club) for at, club in enumerate(seated)) for part in self.parts]

    def more(self, level: int, place: int, other: int) -> int:
        """Return the change in the number of pairs of club mates after a swap of two lines.

        The number counts the pairs that share a part of the bracket on the given level.
        """
        first_part, second_part = self.parts[level][place], self.parts[level][other]
        club, other_club = self.clubs[self.order[place]], self.clubs[self.order[other]]
        if first_part == second_part or club == other_club:
            return 0
        crowd = self.crowds[level]
        return (
            crowd[second_part, club]
            + crowd[first_part, other_club]
            - crowd[first_part, club]
            - crowd[second_part, other_club]
            + 2
        )

    def moves(self, level: int, place: int, fixed: int) -> bool:
        """Swap the line `place` with the first suitable line; return False if nothing is swapped.

        A swap must reduce the number of club mates in one part on this level, and must not increase the
        number on an earlier level.
        """
        if self.crowds[level][self.parts[level][place], self.clubs[self.order[place]]] < 2:
            return False
        for other in (*range(place + 1, len(self.order)), *range(fixed, place)):
            gains = self.more(level, place, other) < 0
            if gains and all(self.more(before, place, other) <= 0 for before in range(level)):
                self.order[place], self.order[other] = self.order[other], self.order[place]
                self.count()
                return True
        return False
