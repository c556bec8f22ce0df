"""Functions that insert deliberate errors into valid files of rounds.

Each function changes the last round of a file, or the data on which the pairing of this round depends. It
returns the code of the resulting breach and one entrant concerned, or None if the error is not possible in
this file. The functions are independent of the checker.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from tests.format_parts.rounds import went_without_play
from tests.stages.good_files import Good
from tournaments.competition.types import EntrantId, Pairing


class Plant(NamedTuple):
    """A deliberate error in a file: the code of the breach, and one entrant concerned."""

    code: str
    entrant: str


Planter = Callable[[Good, Random], Plant | None]


def last_round(good: Good) -> list[list[str]]:
    """Return the pairings of the last round."""
    pairings: list[list[str]] = good.file["rounds"][-1]["pairings"]
    return pairings


def seated(good: Good) -> list[str]:
    """Return the entrants at tables in the last round."""
    return [entrant for table in last_round(good) if len(table) > 1 for entrant in table]


def change_places(good: Good, one: str, other: str) -> None:
    """Swap two entrants in the last round."""
    change = {one: other, other: one}
    tables = [[change.get(entrant, entrant) for entrant in table] for table in last_round(good)]
    good.file["rounds"][-1]["pairings"] = tables


def brought_together(good: Good, one: str, other: str) -> bool:
    """Make two entrants opponents by a swap; return False if they are opponents already."""
    table = next(table for table in last_round(good) if one in table)
    if other in table:
        return False
    change_places(good, next(entrant for entrant in table if entrant != one), other)
    return True


def a_rematch(good: Good, chance: Random) -> Plant | None:
    """Insert an error: an avoidable rematch."""
    if good.file["sides"] > 2 or any(two[1] in good.stage.opponents(two[0]) for two in _tables(good)):
        return None
    inside = set(seated(good))
    rematches = [
        (entrant, other)
        for entrant in inside
        for other in good.stage.opponents(EntrantId(entrant))
        if other in inside
    ]
    if not rematches:
        return None
    one, other = chance.choice(sorted(rematches))
    return Plant("rematch", one) if brought_together(good, one, other) else None


def _tables(good: Good) -> list[Pairing]:
    return [pairing for pairing in good.pairings if len(pairing) == 2]


def a_second_bye(good: Good, chance: Random) -> Plant | None:
    """Insert an error: a bye for an entrant that already had a bye, instead of an entrant that had none."""
    alone = [table[0] for table in last_round(good) if len(table) == 1]
    fresh = [entrant for entrant in alone if not _rested(good, entrant)]
    again = sorted(entrant for entrant in seated(good) if _rested(good, entrant))
    if not fresh or not again:
        return None
    one, other = chance.choice(fresh), chance.choice(again)
    if good.stage.groups and not _mates_of_a_group(good, one, other):
        return None
    change_places(good, one, other)
    return Plant("second_bye", other)


def _mates_of_a_group(good: Good, one: str, other: str) -> bool:
    return any({one, other} <= set(group.entrants) for group in good.stage.groups)


def _rested(good: Good, entrant: str) -> bool:
    """Return True if the entrant had a bye.

    In the Swiss and Danish formats, a win without play also counts as a bye.
    """
    rounds = good.file["rounds"][:-1]
    if good.file["format"] in ("swiss", "danish"):
        return went_without_play(good.stage, EntrantId(entrant)) > 0
    return any([entrant] in each["pairings"] for each in rounds)


def a_bye_too_high(good: Good, chance: Random) -> Plant | None:
    """Insert an error: the bye is given to an entrant with more points.

    Both entrants have had neither a bye nor a win without play.
    """
    alone = [table[0] for table in last_round(good) if len(table) == 1]
    if good.file["format"] not in ("swiss", "danish") or not alone or _rested(good, alone[0]):
        return None
    points = good.stage.match_points(EntrantId(alone[0]))
    higher = sorted(
        entrant
        for entrant in seated(good)
        if good.stage.match_points(EntrantId(entrant)) > points and not _rested(good, entrant)
    )
    if not higher:
        return None
    other = chance.choice(higher)
    change_places(good, alone[0], other)
    return Plant("bye_not_lowest", other)


def a_far_float(good: Good, chance: Random) -> Plant | None:
    """Insert an error: two entrants that are two or more score groups apart meet.

    The function returns None if the sum of the squared group distances does not increase.
    """
    if good.file["format"] != "swiss":
        return None
    points = {entrant: good.stage.match_points(EntrantId(entrant)) for entrant in _present(good)}
    groups = sorted(set(points.values()), reverse=True)
    rank = {entrant: groups.index(score) for entrant, score in points.items()}
    far = [two for two in combinations(sorted(seated(good)), 2) if abs(rank[two[0]] - rank[two[1]]) > 1]
    before = _far(last_round(good), rank)
    if not far:
        return None
    one, other = chance.choice(far)
    if not brought_together(good, one, other) or _far(last_round(good), rank) <= before:
        return None
    return Plant("float_too_far", one)


def _far(tables: Sequence[Sequence[str]], rank: Mapping[str, int]) -> int:
    return sum((rank[two[0]] - rank[two[1]]) ** 2 for two in tables if len(two) == 2)


def _present(good: Good) -> list[str]:
    return [entrant for entrant in good.stage.entrants if entrant not in good.stage.out]


def club_mates(good: Good, chance: Random) -> Plant | None:
    """Insert an error: a match of club mates in the first round.

    In the first round no entrants have met, and all have equal points.
    """
    if good.file["format"] != "swiss":
        return None
    del good.file["rounds"][1:]
    first, clubs = good.file["rounds"][0], good.file.get("clubs", {})
    if any(
        len({clubs.get(entrant, entrant) for entrant in table}) < len(table) for table in first["pairings"]
    ):
        return None
    two = [two for two in combinations(sorted(clubs), 2) if clubs[two[0]] == clubs[two[1]]]
    two = [
        each
        for each in two
        if set(each) <= {entrant for table in first["pairings"] for entrant in table if len(table) > 1}
    ]
    if not two:
        return None
    one, other = chance.choice(two)
    return Plant("club_mates", one) if brought_together(good, one, other) else None


def somebody_twice(good: Good, chance: Random) -> Plant | None:
    """Insert an error: one entrant has seats at two tables in the same round."""
    one, other = chance.sample(seated(good), 2)
    good.file["rounds"][-1]["pairings"] = [
        [one if entrant == other else entrant for entrant in table] for table in last_round(good)
    ]
    return Plant("seated_twice", one)


def a_table_twice(good: Good, chance: Random) -> Plant | None:
    """Insert an error: the last round has a table twice."""
    table = chance.choice([table for table in last_round(good) if len(table) > 1])
    last_round(good).append(list(table))
    return Plant("seated_twice", table[0])


def a_table_missing(good: Good, chance: Random) -> Plant | None:
    """Insert an error: the last round lacks a table."""
    tables = [table for table in last_round(good) if len(table) > 1]
    missing = chance.choice(tables)
    if good.stage.groups and not any(
        table != missing and _same_group(good, table, missing) for table in tables
    ):
        return None
    last_round(good).remove(missing)
    return Plant("left_out", missing[0])


def _same_group(good: Good, table: Sequence[str], other: Sequence[str]) -> bool:
    return _mates_of_a_group(good, table[0], other[0])


def one_too_many(good: Good, chance: Random) -> Plant | None:
    """Insert an error: an entrant is added to a table that is already full."""
    tables = [table for table in last_round(good) if len(table) > 1]
    if len(tables) < 2:
        return None
    short_table, crowded = chance.sample(tables, 2)
    crowded.append(short_table.pop())
    return Plant("table_size", crowded[0])


def a_table_parted(good: Good, chance: Random) -> Plant | None:
    """Insert an error: a table is replaced by a bye for each of its entrants."""
    table = chance.choice([table for table in last_round(good) if len(table) > 1])
    last_round(good).remove(table)
    last_round(good).extend([entrant] for entrant in table)
    return Plant("needless_bye", table[0])


def one_who_left(good: Good, chance: Random) -> Plant | None:
    """Insert an error: an entrant with a seat in the last round withdrew before that round."""
    if good.file["format"] not in ("swiss", "danish"):
        return None
    entrant = chance.choice(seated(good))
    good.file["rounds"][-1]["gone"] = [*good.file["rounds"][-1].get("gone", []), entrant]
    return Plant("gone_seated", entrant)


def an_unknown_entrant(good: Good, chance: Random) -> Plant | None:
    """Insert an error: an unknown entrant has a seat in the last round."""
    entrant = chance.choice(seated(good))
    good.file["rounds"][-1]["pairings"] = [
        ["stranger" if each == entrant else each for each in table] for table in last_round(good)
    ]
    return Plant("unknown_seated", "stranger")


PLANTERS: Sequence[Planter] = (
    a_rematch,
    a_second_bye,
    a_bye_too_high,
    a_far_float,
    club_mates,
    somebody_twice,
    a_table_twice,
    a_table_missing,
    one_too_many,
    a_table_parted,
    one_who_left,
    an_unknown_entrant,
)
