"""Swiss rounds of 16 to 1,024 entrants paired to the end, and what one round costs beside other pairers.

Results are drawn by a fixed seed. Every round is read by the checker, which knows nothing of the pairer; up
to the usual number of rounds a rematch or a second bye is never needed. A middle round of 512 and of 1,024 is
timed against networkx's matching of the same graph and against a greedy pairer, the floor: each from the top
meets the next it has not met, and the last has the bye.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from typing import TypeVar

import networkx as nx

from tournaments.format_parts.matching import Edges, Pair, cheapest_pairs, weighed
from tournaments.format_parts.pairing import PairingRules, choices, present
from tournaments.format_parts.round_faults import breaches
from tournaments.format_parts.round_names import label
from tournaments.formats import FORMATS
from tournaments.formats.swiss import ScoreGroups, by_score
from tournaments.standings.rules.stage_state import Meeting, StageState
from tournaments.types import NO_OPPONENT, Bye, EntrantId, Outcome, Pairing, Result

Found = TypeVar("Found")
Pairer = Callable[[StageState], tuple[Pairing, ...]]

SWISS = FORMATS["swiss"]
SIZES = (16, 32, 64, 128, 256, 512, 1024)
COMPARED = (512, 1024)
SEED = 20261121
BAD = ("rematch", "second_bye")


def run(sizes: Sequence[int] = SIZES, compared: Sequence[int] = COMPARED) -> dict[str, object]:
    """Pair every size to its end, and one less; then time a middle round."""
    figures: dict[str, object] = {}
    seconds: dict[int, float] = {}
    for entrants in (size for even in sizes for size in (even - 1, even)):
        told, rounds, seconds[entrants] = whole(entrants, SWISS.pair)
        plain, _rounds, _seconds = whole(entrants, greedy)
        needless = [f"{told[code]} ({plain[code]})" for code in BAD]
        figures[f"{entrants}, {rounds} rounds: rematches, second byes (greedy)"] = ", ".join(needless)
    for entrants in sizes:
        figures[f"{entrants}: CPU ms a round"] = round(1000 * seconds[entrants], 1)
    for size, double in pairwise(sizes):
        figures[f"{size} to {double}: times as long"] = round(seconds[double] / seconds[size], 1)
    for entrants in compared:
        figures |= beside(entrants)
    return figures


def whole(entrants: int, pair: Pairer) -> tuple[Counter[str], int, float]:
    """Pair all rounds: what the checker says, how many rounds there are, the CPU seconds of one."""
    stage, told, spent = a_stage(entrants), Counter[str](), 0.0
    rounds = SWISS.round_count(stage)
    for turn in range(1, rounds + 1):
        pairings, seconds = timed(partial(pair, stage))
        spent += seconds
        told.update(breach.code for breach in breaches(stage, pairings))
        stage = played(stage, pairings, turn)
    return told, rounds, spent / rounds


def a_stage(entrants: int) -> StageState:
    """Before the first round."""
    lines = tuple(EntrantId(f"t{line}") for line in range(1, entrants + 1))
    return StageState(lines, options=SWISS.read_options({}))


def played(stage: StageState, pairings: Sequence[Pairing], turn: int) -> StageState:
    """The stage after a round: wins on either side, a tenth of the matches level."""
    chance = Random(SEED + turn)
    ends: tuple[Outcome, ...] = (Result(0, ((35, 20),)), Result(1, ((20, 35),)), Result(None, ((35, 35),)))
    over = [
        Meeting(label(turn, number), pairing, _end(pairing, ends, chance), turn)
        for number, pairing in enumerate(pairings, start=1)
    ]
    return replace(stage, meetings=(*stage.meetings, *over))


def _end(pairing: Pairing, ends: Sequence[Outcome], chance: Random) -> Outcome:
    return chance.choices(ends, (9, 9, 2))[0] if len(pairing) > 1 else Bye(0, NO_OPPONENT)


def beside(entrants: int) -> dict[str, object]:
    """Time the middle round: ours, networkx on the graph of ours, the greedy pairer."""
    stage = a_stage(entrants)
    middle = SWISS.round_count(stage) // 2 + 1
    for turn in range(1, middle):
        stage = played(stage, SWISS.pair(stage), turn)
    edges = graph_of(stage)
    ours, whole_round = timed(lambda: SWISS.pair(replace(stage)))
    pairs, matching = timed(lambda: cheapest_pairs(entrants, edges))
    theirs, networkx = timed(lambda: by_networkx(edges))
    plain, floor = timed(lambda: greedy(replace(stage)))
    spent = {"our round": whole_round, "our matching": matching, "networkx's": networkx, "greedy": floor}
    title = f"{entrants}, round {middle}"
    return {
        **{f"{title}: {name}, CPU ms (times greedy)": _told(each, floor) for name, each in spent.items()},
        f"{title}: pairs looked at": len(edges),
        f"{title}: networkx finds the same": theirs == set(pairs),
        f"{title}: rematches ours, greedy": (_rematches(stage, ours), _rematches(stage, plain)),
    }


def timed(work: Callable[[], Found]) -> tuple[Found, float]:
    """What it finds, and its CPU seconds."""
    started = time.process_time()
    found = work()
    return found, time.process_time() - started


def _told(seconds: float, floor: float) -> str:
    return f"{1000 * seconds:.1f} ({seconds / floor:.1f})"


def _rematches(stage: StageState, pairings: Sequence[Pairing]) -> int:
    return sum(breach.code == "rematch" for breach in breaches(stage, pairings))


def graph_of(stage: StageState) -> Edges:
    """Who may be paired with whom, as the pairer looks at it first."""
    order = by_score(stage, present(stage))
    groups = ScoreGroups(stage, order)
    return next(choices(order, stage, PairingRules(groups.cost, groups.near)))


def by_networkx(edges: Edges) -> set[Pair]:
    """The same matching by networkx."""
    graph = nx.Graph()
    graph.add_weighted_edges_from(weighed(edges))
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return {(min(pair), max(pair)) for pair in pairs}


def greedy(stage: StageState) -> tuple[Pairing, ...]:
    """From the top, each meets the next it has not met; who finds nobody, the next."""
    left, pairings = list(by_score(stage, present(stage))), []
    while len(left) > 1:
        first = left.pop(0)
        met = set(stage.opponents(first))
        place = next((place for place, other in enumerate(left) if other not in met), 0)
        pairings.append((first, left.pop(place)))
    return (*pairings, *((who,) for who in left))
