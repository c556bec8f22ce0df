"""Seeding: the order of the lines in a bracket, and a draw by seeds.

The first-round matches are 1 v 16, 8 v 9, 4 v 13, 5 v 12, 2 v 15 …: seeds 1 and 2 meet in the final at the
earliest, seeds 1 to 4 in the semifinals. If there are fewer entrants than lines, the last lines are empty, so
byes go to the best seeds.
"""

from collections.abc import Sequence

from tournaments.competition.types import Entrant, EntrantId


def bracket_size(entrants: int) -> int:
    """Return the number of lines of the bracket: the smallest power of two that is at least `entrants`."""
    return 1 << (entrants - 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """Return the lines from top to bottom of the bracket; each pair of neighbours meets in round 1."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(line for strong in order for line in (strong, total - strong))
    return order


def seeded_first(entrants: Sequence[Entrant]) -> tuple[tuple[EntrantId, ...], tuple[EntrantId, ...]]:
    """Return the seeded entrants, strongest first, and the unseeded entrants in the given order."""
    seeded = sorted((entrant.seed, entrant.id) for entrant in entrants if entrant.seed is not None)
    unseeded = tuple(entrant.id for entrant in entrants if entrant.seed is None)
    return tuple(identity for _seed, identity in seeded), unseeded


def lines_by_seeds(entrants: Sequence[Entrant]) -> tuple[EntrantId, ...]:
    """Return a draw by seeds: seeded entrants on the first lines, then the others in the order of entry."""
    seeded, unseeded = seeded_first(entrants)
    return seeded + unseeded
