"""Benchmark of Swiss pairings for 16 to 1,024 entrants, compared with other pairing algorithms.

The results are random, with a fixed seed. A round checker, which is independent of the pairing code, checks
that no round up to the usual number of rounds has a rematch or a second bye. A middle round of 512 and of
1,024 entrants is timed, and compared with the matching that networkx computes for the same graph. It is also
compared with a baseline, a greedy pairing: from the top, each entrant meets the next one it has not met, and
the last has the bye.

If the environment variable BBP_PAIRINGS is the path of the program bbpPairings (chess pairings in C++,
version 6), the program pairs the same round by its Dutch system, from a file in FIDE's format.
"""

import os
import resource
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TypeVar

import networkx as nx

from bench.figures import Figure
from tournaments.competition.format_parts.matching import Edges, Pair, cheapest_pairs, weighed
from tournaments.competition.format_parts.pairing import PairingRules, choices, present
from tournaments.competition.format_parts.round_faults import breaches
from tournaments.competition.format_parts.round_names import label
from tournaments.competition.formats import FORMATS
from tournaments.competition.formats.swiss import ScoreGroups, by_score
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.types import NO_OPPONENT, Bye, EntrantId, Outcome, Pairing, Result

WorkResult = TypeVar("WorkResult")
Pairer = Callable[[StageState], tuple[Pairing, ...]]

SWISS = FORMATS["swiss"]
SIZES = (16, 32, 64, 128, 256, 512, 1024)
COMPARED = (512, 1024)
# The maximum of a round as a multiple of the time of bbpPairings.
OF_CHESS = {512: 0.02, 1024: 0.006}
SEED = 20261121
BAD = ("rematch", "second_bye")


def run(sizes: Sequence[int] = SIZES, compared: Sequence[int] = COMPARED) -> list[Figure]:
    """Pair all rounds for odd and even numbers of entrants; then time the pairing of a middle round."""
    figures: list[Figure] = []
    seconds: dict[int, float] = {}
    for entrants in (size for even in sizes for size in (even - 1, even)):
        breach_counts, rounds, seconds[entrants] = whole(entrants, SWISS.pair)
        plain, _rounds, _seconds = whole(entrants, greedy)
        title = f"{entrants}, {rounds} rounds"
        figures += [Figure(f"{title}: {code}s", breach_counts[code], goal=0) for code in BAD]
        figures += [Figure(f"{title}: {code}s of the greedy pairing", plain[code]) for code in BAD]
    figures += [Figure(f"{entrants}: CPU ms a round", 1000 * seconds[entrants]) for entrants in sizes]
    for size, double in pairwise(sizes):
        figures.append(Figure(f"{size} to {double}: times as long", seconds[double] / seconds[size]))
    return figures + [figure for entrants in compared for figure in beside(entrants)]


def whole(entrants: int, pair: Pairer) -> tuple[Counter[str], int, float]:
    """Pair all rounds; return rule violations by code, the number of rounds, and CPU seconds per round."""
    stage, breach_counts, spent = a_stage(entrants), Counter[str](), 0.0
    rounds = SWISS.round_count(stage)
    for turn in range(1, rounds + 1):
        pairings, seconds = timed(partial(pair, stage))
        spent += seconds
        breach_counts.update(breach.code for breach in breaches(stage, pairings))
        stage = played(stage, pairings, turn)
    return breach_counts, rounds, spent / rounds


def a_stage(entrants: int) -> StageState:
    """Return a Swiss stage before its first round."""
    lines = tuple(EntrantId(f"t{line}") for line in range(1, entrants + 1))
    return StageState(lines, options=SWISS.read_options({}))


def played(stage: StageState, pairings: Sequence[Pairing], turn: int) -> StageState:
    """Return the stage after one more round, with random results; a tenth of the matches are draws."""
    chance = Random(SEED + turn)
    ends: tuple[Outcome, ...] = (Result(0, ((35, 20),)), Result(1, ((20, 35),)), Result(None, ((35, 35),)))
    over = [
        Meeting(label(turn, number), pairing, _end(pairing, ends, chance), turn)
        for number, pairing in enumerate(pairings, start=1)
    ]
    return replace(stage, meetings=(*stage.meetings, *over))


def _end(pairing: Pairing, ends: Sequence[Outcome], chance: Random) -> Outcome:
    return chance.choices(ends, (9, 9, 2))[0] if len(pairing) > 1 else Bye(0, NO_OPPONENT)


def beside(entrants: int) -> list[Figure]:
    """Time the pairing of a middle round by the site, and by other programs for comparison.

    The other programs are networkx, the baseline and, if BBP_PAIRINGS is set, bbpPairings.
    """
    stage = a_stage(entrants)
    middle = SWISS.round_count(stage) // 2 + 1
    for turn in range(1, middle):
        stage = played(stage, SWISS.pair(stage), turn)
    edges = graph_of(stage)
    pairings, whole_round = timed(lambda: SWISS.pair(replace(stage)))
    pairs, matching = timed(lambda: cheapest_pairs(entrants, edges))
    networkx_pairs, networkx = timed(lambda: by_networkx(edges))
    plain, floor = timed(lambda: greedy(replace(stage)))
    spent = {"our round": whole_round, "our matching": matching, "networkx's": networkx}
    title = f"{entrants}, round {middle}"
    figures = [
        *(
            Figure(f"{title}: {name}, CPU ms; greedy", 1000 * each, 1000 * floor)
            for name, each in spent.items()
        ),
        Figure(f"{title}: pairs looked at", len(edges)),
        Figure(f"{title}: pairs that networkx does not find", len(set(pairs) - networkx_pairs), goal=0),
        Figure(f"{title}: rematches", _rematches(stage, pairings), goal=0),
        Figure(f"{title}: rematches of the greedy", _rematches(stage, plain)),
    ]
    if program := os.environ.get("BBP_PAIRINGS"):
        chess = by_bbp_pairings(program, stage, middle)
        name = f"{title}: our round, CPU ms; bbpPairings"
        figures.append(Figure(name, 1000 * whole_round, 1000 * chess, OF_CHESS[entrants]))
    return figures


def by_bbp_pairings(program: str, stage: StageState, turn: int) -> float:
    """Return the CPU seconds that the program bbpPairings takes to pair round `turn` of a stage."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rounds.trf")
        file.write_text(as_trf(stage, turn - 1))
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([program, "--dutch", file, "-p", Path(folder, "pairs")], check=True)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def as_trf(stage: StageState, rounds: int) -> str:
    """Return the rounds in FIDE's chess file format TRF16; the first side of each match plays white."""
    cells: dict[EntrantId, list[str]] = {each: [] for each in stage.entrants}
    points = dict.fromkeys(stage.entrants, 0.0)
    numbers = {each: number for number, each in enumerate(stage.entrants, start=1)}
    for meeting in stage.meetings:
        won = meeting.outcome.winner if isinstance(meeting.outcome, Result) else 0
        for side, each in enumerate(meeting.entrants):
            other = numbers[meeting.entrants[1 - side]] if len(meeting.entrants) > 1 else 0
            points[each] += 0.5 if won is None else float(won == side)
            end = "U" if not other else "=" if won is None else "1" if won == side else "0"
            cells[each].append(f"{other or '0000':>4} {'wb'[side] if other else '-'} {end}")
    lines = [
        f"001 {number:4}{'':6}{f'Entrant {number}':34}{3000 - number:4}{'':28}{points[each]:4.1f} {number:4}"
        for each, number in numbers.items()
    ]
    rows = ("  ".join([line, *cells[each]]) for line, each in zip(lines, stage.entrants, strict=True))
    return "\n".join([f"XXR {rounds + 4}", "XXC white1", *rows, ""])


def timed(work: Callable[[], WorkResult]) -> tuple[WorkResult, float]:
    """Call `work`; return its result and the CPU seconds it took."""
    started = time.process_time()
    result = work()
    return result, time.process_time() - started


def _rematches(stage: StageState, pairings: Sequence[Pairing]) -> int:
    return sum(breach.code == "rematch" for breach in breaches(stage, pairings))


def graph_of(stage: StageState) -> Edges:
    """Return the graph of possible pairs that the Swiss pairing of the next round tries first."""
    order = by_score(stage, present(stage))
    groups = ScoreGroups(stage, order)
    return next(choices(order, stage, PairingRules(groups.cost, groups.near, groups.keeps))).edges


def by_networkx(edges: Edges) -> set[Pair]:
    """Return the pairs of a maximum-weight matching of the graph, computed by networkx."""
    graph = nx.Graph()
    graph.add_weighted_edges_from(weighed(edges))
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return {(min(pair), max(pair)) for pair in pairs}


def greedy(stage: StageState) -> tuple[Pairing, ...]:
    """Pair the entrants from the top down; each meets the next entrant not met before, if there is one."""
    waiting, pairings = list(by_score(stage, present(stage))), []
    while len(waiting) > 1:
        first = waiting.pop(0)
        opponents = set(stage.opponents(first))
        place = next((place for place, other in enumerate(waiting) if other not in opponents), 0)
        pairings.append((first, waiting.pop(place)))
    return (*pairings, *((entrant,) for entrant in waiting))
