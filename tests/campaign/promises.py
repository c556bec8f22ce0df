"""Checks of the properties that each format guarantees for its pairings."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import networkx as nx

Pairing = tuple[int, ...]
Rounds = Sequence[Sequence[Pairing]]


def everybody_seated(pairings: Sequence[Pairing], present: Sequence[int], sides: int) -> Iterator[str]:
    """Yield an error unless each entrant plays or has a bye, and there are as few byes as possible."""
    seated = Counter(entrant for pairing in pairings for entrant in pairing)
    if seated != Counter(present):
        yield f"seated {sorted(seated.elements())}, present {sorted(present)}"
    if any(len(pairing) not in (1, sides) for pairing in pairings):
        yield "a table is not full"
    alone = sum(len(pairing) == 1 for pairing in pairings)
    if alone != len(present) % sides:
        yield f"{alone} rest of {len(present)} at tables of {sides}"


def all_against_all(rounds: Rounds, players: Sequence[int], legs: int) -> Iterator[str]:
    """Yield an error unless all entrants meet once per leg and have equally many byes."""
    meetings = Counter(pairing for pairings in rounds for pairing in pairings if len(pairing) == 2)
    for one, other in combinations(players, 2):
        homes = meetings[one, other], meetings[other, one]
        if sum(homes) != legs or (legs == 2 and homes != (1, 1)):
            yield f"{one} and {other} meet {homes} times"
    byes = Counter(pairing[0] for pairings in rounds for pairing in pairings if len(pairing) == 1)
    if any(byes[entrant] != legs * (len(players) % 2) for entrant in players):
        yield f"byes {byes}"


def serpentine(lines: Sequence[int], groups: int) -> list[list[int]]:
    """Return groups of the lines of a draw, filled in serpentine order: 1 6 7 | 2 5 8 | 3 4 9."""
    dealt: list[list[int]] = [[] for _group in range(groups)]
    rows = [list(lines[start : start + groups]) for start in range(0, len(lines), groups)]
    for number, row in enumerate(rows):
        order = range(groups) if number % 2 == 0 else reversed(range(groups))
        for group, entrant in zip(order, row, strict=False):
            dealt[group].append(entrant)
    return dealt


def half_sits(rounds: Rounds, lines: Sequence[int]) -> Iterator[str]:
    """Yield an error unless entrants on odd lines keep their table and all others move one table a round."""
    sitting, moving = list(lines[::2]), [*lines[1::2], *([0] if len(lines) % 2 else [])]
    for turn, pairings in enumerate(rounds):
        at = {entrant: moving[(table - turn) % len(moving)] for table, entrant in enumerate(sitting)}
        wanted = sorted((one, other) if other else (one,) for one, other in at.items())
        if wanted != sorted(pairings):
            yield f"round {turn + 1} is {sorted(pairings)}, not {wanted}"


def even_byes(rounds: Rounds, players: Sequence[int]) -> Iterator[str]:
    """Yield an error if an entrant has a second bye before every entrant has had one."""
    byes = Counter(pairing[0] for pairings in rounds for pairing in pairings if len(pairing) == 1)
    if players and max(byes[entrant] for entrant in players) - min(byes[entrant] for entrant in players) > 1:
        yield f"byes {byes}"


def fresh_if_it_can_be(
    pairings: Sequence[Pairing],
    present: Sequence[int],
    opponents: Mapping[int, Sequence[int]],
    byes: Mapping[int, int],
) -> Iterator[str]:
    """Yield an error if a round has a rematch or a second bye that could be avoided."""
    again = [pairing for pairing in pairings if len(pairing) == 2 and pairing[1] in opponents[pairing[0]]]
    rested = [pairing[0] for pairing in pairings if len(pairing) == 1]
    fewest = min(byes[entrant] for entrant in present)
    second = [entrant for entrant in rested if byes[entrant] > fewest]
    if not again and not second:
        return
    graph: Any = nx.Graph(pair for pair in combinations(present, 2) if pair[1] not in opponents[pair[0]])
    graph.add_nodes_from(present)
    if len(present) % 2:
        graph.add_edges_from((entrant, "bye") for entrant in present if byes[entrant] == fewest)
    if 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(graph):
        yield f"again {again}, a second bye {second}, though a round without could be made"


def new_partners_if_it_can_be(pairings: Sequence[Pairing], had: Mapping[int, Sequence[int]]) -> Iterator[str]:
    """Yield an error if more entrants than necessary have a partner whom they have had before."""
    sides = [pairing[side::2] for pairing in pairings for side in (0, 1) if len(pairing) > 1]
    again = [(one, other) for one, other in sides if other in had[one]]
    graph: Any = nx.Graph()
    for one, other in combinations([entrant for side in sides for entrant in side], 2):
        graph.add_edge(one, other, weight=-int(other in had[one]))
    best = nx.max_weight_matching(graph, maxcardinality=True)
    fewest = -sum(graph.edges[pair]["weight"] for pair in best)
    if len(again) > fewest:
        yield f"partners again {again}, {fewest} would do"


def winners_go_on(
    before: Sequence[Pairing], won: Sequence[int], after: Sequence[Pairing], sides: int
) -> Iterator[str]:
    """Yield an error if a winner is not in the next round or the round has a wrong number of tables.

    An entrant with a bye counts as a winner.
    """
    seated = [entrant for pairing in after for entrant in pairing]
    through = [*won, *(pairing[0] for pairing in before if len(pairing) == 1)]
    if not set(through) <= set(seated):
        yield f"{through} came through, seated are {seated}"
    tables = -(-len(before) // sides)
    if len(after) != tables:
        yield f"{len(after)} tables, not {tables}"


def byes_to_who_had_fewest(
    pairings: Sequence[Pairing], present: Sequence[int], byes: Mapping[int, int]
) -> Iterator[str]:
    """Yield an error if an entrant gets a bye although another entrant has had fewer byes.

    Rounds with tables of two only are not checked.
    """
    rested = [pairing[0] for pairing in pairings if len(pairing) == 1]
    sizes = {len(pairing) for pairing in pairings if len(pairing) > 1}
    seated = [byes[entrant] for entrant in present if entrant not in rested]
    if (
        max(sizes, default=2) > 2
        and rested
        and seated
        and max(byes[entrant] for entrant in rested) > min(seated)
    ):
        yield f"{rested} rest, having had {[byes[entrant] for entrant in rested]}, others {min(seated)}"


def rounds_of_cuts(entrants: int, sides: int) -> int:
    """Return the number of rounds up to the one with a single table, if only winners and byes advance."""
    rounds = 1
    while entrants > sides:
        winners = entrants // sides + entrants % sides
        entrants = -(-winners // sides) * sides
        rounds += 1
    return rounds
