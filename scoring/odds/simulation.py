"""Simulation of millions of hands; packs are shuffled from a seed, and a simple player plays all seats.

The same seed gives the same hands on every machine and with any number of processes: each block of hands has
its own generator, and packs are shuffled by `random()` only, whose values are the same in all Python
versions.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from scoring.game_parts.card_game import HandTable
from scoring.referee.plain_player import CARDS, RANK, SUITS, TRICKS, play_out, turned, worth

BLOCK = 10_000
LINE = 106
Counts = Mapping[int, tuple[int, ...]]


class CountScale(NamedTuple):
    """The card values of a game from high to low, and the total of card points in a hand."""

    values: tuple[int, ...]
    total: int

    @property
    def trick_point(self) -> int:
        """The points for each trick."""
        return (self.total - SUITS * sum(self.values)) // TRICKS


def shuffled(chance: Callable[[], float]) -> list[int]:
    """Return a shuffled pack."""
    return sorted(CARDS, key=lambda _card: chance())


def result(pack: Sequence[int], scale: CountScale) -> tuple[int, int]:
    """Play a hand; return the value of the turned card and the card points of the dealer's pair."""
    won, tricks = play_out(pack)
    height_from_top = len(RANK) - 1 - turned(pack) // SUITS
    return scale.values[height_from_top], worth(won, scale.values) + tricks * scale.trick_point


def count_block(block: int, seed: int, scale: CountScale) -> dict[int, list[int]]:
    """Play a block of hands; return how often each number of card points occurred."""
    chance = Random(f"{seed}/{block}").random  # noqa: S311  # repeatable, not secret
    counts = {value: [0] * (scale.total + 1) for value in sorted(set(scale.values))}
    for _hand in range(BLOCK):
        value, points = result(shuffled(chance), scale)
        counts[value][points] += 1
    return counts


def make_table(old: HandTable, values: tuple[int, ...], *, blocks: int, workers: int) -> HandTable:
    """Simulate `blocks` blocks of hands in several processes; return the table of their results."""
    total = len(old.counts[0]) - 1
    work = partial(count_block, seed=old.seed, scale=CountScale(values, total))
    with Pool(workers) as pool:
        parts = pool.map(work, range(blocks), chunksize=1)
    columns = {value: zip(*(part[value] for part in parts), strict=True) for value in parts[0]}
    counts = {value: tuple(map(sum, column)) for value, column in columns.items()}
    return HandTable(old.name, old.seed, old.even, digest(parts[0]), counts)


def digest(counts: Mapping[int, Sequence[int]]) -> str:
    """Return a short SHA-256 digest of the counts in a block."""
    text = repr(sorted((value, list(row)) for value, row in counts.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def as_module(table: HandTable) -> str:
    """Return the Python source of the module that stores a table."""
    rows = "".join(_row(value, row) for value, row in table.counts.items())
    return (
        f'"""{table.hands:,} simulated hands: made by `manage.py simulate_hands`, not by hand."""\n\n'
        "from scoring.game_parts.card_game import HandTable\n\n"
        f'HANDS = HandTable(\n    name="{table.name}",\n    seed={table.seed},\n    even={table.even},\n'
        f'    first_block="{table.first_block}",\n    counts={{\n{rows}    }},\n)  # fmt: skip\n'
    )


def _row(value: int, row: Sequence[int]) -> str:
    lines, line = [], ""
    for word in (f"{count}," for count in row):
        if len(line) + len(word) > LINE - 12:
            lines.append(line)
            line = ""
        line += word if not line else f" {word}"
    body = "".join(f"            {each}\n" for each in [*lines, line])
    return f"        {value}: (\n{body}        ),\n"
