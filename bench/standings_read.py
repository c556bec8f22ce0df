"""Benchmark of standings computed from the database, for 1,000 entrants after nine rounds.

The baseline is the minimum work: read the same rows by `values_list`, count the matches won, and sort the
entrants. The stage is stored as the services would store it: its draw, the rounds that the format pairs, and
one outcome per match. The CPU times of both are measured alternately.
"""

import time
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from statistics import median
from typing import Any

from bench.figures import Figure
from bench.hand_put import set_up

ENTRANTS, ROUNDS, REPEATS = 1_000, 9, 9
CHAINS: Mapping[str, tuple[str, ...]] = {
    "the usual chain": (),
    "the Buchholz chain": ("buchholz", "buchholz_cut_1", "buchholz_median", "sonneborn_berger"),
}
# The maximum of each chain as a multiple of the floor.
GOALS = {"the usual chain": 5.0, "the Buchholz chain": 10.0}
SEED = 20261125
TABLES = 512


def run(entrants: int = ENTRANTS, rounds: int = ROUNDS, repeats: int = REPEATS) -> list[Figure]:
    """Measure the standings with each list of tie-breaks; return milliseconds and ratios to the baseline."""
    set_up()
    return figures_of(a_stage(entrants, rounds), repeats)


def figures_of(stage: Any, repeats: int) -> list[Figure]:
    """Measure how long it takes to compute the standings of a stored stage."""
    from config.server.processes import collect_garbage_rarely

    works: dict[str, Callable[[], object]] = {"floor": lambda: floor_of(stage)}
    for name, chain in CHAINS.items():
        works[name] = partial(standings_by, stage, chain)
    times: dict[str, list[float]] = {name: [] for name in works}
    collect_garbage_rarely()
    for _turn in range(repeats):
        for name, work in works.items():
            started = time.process_time()
            work()
            times[name].append(time.process_time() - started)
    floor = median(times.pop("floor"))
    title = f"{len(stage.draws.get().lines):,} × {ROUNDS} from the database"
    return [
        Figure(f"{title}, {name}, ms; floor", 1000 * median(each), 1000 * floor, GOALS[name])
        for name, each in times.items()
    ]


def standings_by(stage: Any, chain: tuple[str, ...]) -> object:
    """Read a stage from the database and compute its standings with the tie-breaks in `chain`."""
    from tournaments.standings.selectors import standings_now

    stage.tie_breaks = list(chain)
    return standings_now(stage)


def floor_of(stage: Any) -> list[str]:
    """Read pairings and winners, count wins, and sort: the minimum work to compute standings."""
    from tournaments.models import Draw, Outcome, PairedRound

    won = dict.fromkeys(Draw.objects.values_list("lines", flat=True).get(stage=stage), 0)
    paired = PairedRound.objects.filter(stage=stage).order_by("round").values_list("round", "pairings")
    matches = {
        f"R{turn}.{number}": pairing for turn, each in paired for number, pairing in enumerate(each, 1)
    }
    rows = Outcome.objects.filter(stage=stage).order_by("seq").values_list("match__label", "winner", "games")
    for label, winner, _games in rows:
        if winner is not None:
            won[matches[label][winner]] += 1
    return sorted(won, key=won.__getitem__)


def a_stage(entrants: int, rounds: int) -> Any:
    """Store a Swiss stage with `rounds` finished rounds, using few SQL statements, and return it."""
    from django.utils import timezone

    from scoring.models import ScoreSheet
    from tests.builders import a_tournament, draw, first_stage
    from tournaments.models import Match, Outcome, PairedRound
    from tournaments.stages.selectors.pairing import given_to_pair, paired_by
    from tournaments.stages.selectors.stage_facts import facts_of

    tournament = a_tournament(teams=entrants, form="swiss", tables=TABLES)
    draw(tournament)
    stage, chance, at = first_stage(tournament), Random(SEED), timezone.now()
    for turn in range(1, rounds + 1):
        if turn > 1:
            facts = facts_of([stage])[stage.pk]
            pairings = paired_by(facts, given_to_pair(facts))
            PairedRound.objects.create(
                stage=stage, round=turn, version=1, lines=list(facts.lines), pairings=pairings,
                after_seq=stage.outcome_seq, given={"clubs": {}}, made_at=at,
            )  # fmt: skip
            sheets = ScoreSheet.objects.bulk_create(
                ScoreSheet(card_game=tournament.card_game, profile=stage.profile) for _pairing in pairings
            )
            Match.objects.bulk_create(
                Match(
                    sheet=sheet, tournament=tournament, stage=stage, round=turn, number=number,
                    label=f"R{turn}.{number}", state="confirmed",
                )
                for number, sheet in enumerate(sheets, start=1)
            )  # fmt: skip
        matches = list(stage.matches.filter(round=turn).exclude(state="bye"))
        Outcome.objects.bulk_create(
            Outcome(match=match, version=1, stage=stage, seq=seq, made_at=at, **a_result(chance))
            for seq, match in enumerate(matches, start=stage.outcome_seq + 1)
        )
        stage.outcome_seq = stage.bracket_seq = stage.outcome_seq + len(matches)
        stage.save(update_fields=["outcome_seq", "bracket_seq"])
    return stage


def a_result(chance: Random) -> dict[str, object]:
    """Return the result of a match, with two or three games."""
    winner, three = chance.randrange(2), chance.random() < 0.4
    games = [(35 + chance.randrange(5), chance.randrange(35)) for _game in range(2)]
    games = [*games, (chance.randrange(35), 35)] if three else games
    return {"kind": "result", "winner": winner, "games": [game[:: 1 - 2 * winner] for game in games]}
