"""Builders of stages and brackets, and the data of the sample tournaments."""

import csv
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from tournaments.competition.format_parts.advancement import Progress
from tournaments.competition.format_parts.brackets import Bracket, advance
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.stage_state import Meeting
from tournaments.competition.types import (
    EntrantId,
    Expected,
    KnownEntrant,
    Label,
    Outcome,
    Plan,
    Result,
    Sides,
)

EVENING = Path(__file__).parents[1] / "data" / "evening16"
GROUPS = Path(__file__).parents[1] / "data" / "groups12"

Judge = Callable[[Sides], Outcome]


def some_entrants(count: int) -> tuple[EntrantId, ...]:
    """Return entrants named by their lines in the draw: "1", "2" and so on; "1" is the strongest."""
    return tuple(EntrantId(str(line)) for line in range(1, count + 1))


def a_plan(entrants: int = 8, **options: object) -> Plan:
    """Return the plan of a knock-out."""
    form = FORMATS["knockout"]
    return form.plan(some_entrants(entrants), form.read_options(options))


def a_table_plan(entrants: int = 9, sides: int = 3, rounds: int = 3) -> Plan:
    """Return the plan of a stage in the format `table_rounds` (rounds at mixed tables)."""
    form = FORMATS["table_rounds"]
    return form.plan(some_entrants(entrants), form.read_options({"rounds": rounds}), sides)


def stronger_wins(sides: Sides) -> Outcome:
    """Return a 2-0 win for the strongest side, which has the lowest line number in the draw."""
    lines = [int(side.entrant) for side in sides if isinstance(side, KnownEntrant)]
    best = lines.index(min(lines))
    games = (tuple(35 if side == best else behind for side in range(len(lines))) for behind in (20, 30))
    return Result(best, tuple(games))


def stronger_pair_wins(sides: Sides) -> Outcome:
    """Return a 2-0 win for the pair that contains the strongest entrant (the lowest line number)."""
    lines = [int(side.entrant) for side in sides if isinstance(side, KnownEntrant)]
    best = lines.index(min(lines)) % 2
    return Result(best, tuple((35, behind)[:: 1 - 2 * best] for behind in (20, 30)))


def by_nets(*nets: int) -> Result:
    """Return the result of a match of one game with the given net scores."""
    best = max(nets)
    winner = nets.index(best) if nets.count(best) == 1 else None
    return Result(winner, (nets,), winners=(winner,))


def ready(bracket: Bracket) -> list[Label]:
    """Return the labels of the matches that are ready to be played."""
    return [match.label for match in bracket.matches.values() if match.progress is Progress.READY]


def played_out(
    plan: Plan, judge: Judge = stronger_wins, fixed: Mapping[Label, Outcome] | None = None
) -> tuple[Bracket, dict[Label, Outcome]]:
    """Play all matches of a plan, round by round; return the bracket and the outcomes.

    Outcomes in `fixed` take precedence over `judge`.
    """
    outcomes: dict[Label, Outcome] = {}
    bracket = advance(plan, outcomes)
    while now := ready(bracket):
        outcomes |= {label: (fixed or {}).get(label) or judge(bracket.matches[label].sides) for label in now}
        bracket = advance(plan, outcomes)
    return bracket, outcomes


def names(sides: Iterable[object]) -> list[str]:
    """Return each side as text: the entrant, "?" if unknown, or the reason why the side is empty."""
    return [_name(side) for side in sides]


def _name(side: object) -> str:
    if isinstance(side, KnownEntrant | Expected):
        return side.entrant + " later" * isinstance(side, Expected)
    return f"({side.reason})" if hasattr(side, "reason") else "?"


def meetings(*rows: tuple[str, str, str]) -> tuple[Meeting, ...]:
    """Return matches from rows such as ("A", "B", "35-20 30-35 45-40"). The side with more games wins."""
    return tuple(_meeting(number, *row) for number, row in enumerate(rows, start=1))


def _meeting(number: int, first: str, second: str, scores: str) -> Meeting:
    games = tuple((int(game.split("-")[0]), int(game.split("-")[1])) for game in scores.split())
    ahead = sum(points > opponent_points for points, opponent_points in games) - sum(
        points < opponent_points for points, opponent_points in games
    )
    winner = None if ahead == 0 else int(ahead < 0)
    return Meeting(f"R1.{number}", (EntrantId(first), EntrantId(second)), Result(winner, games))


def evening_outcomes(folder: Path = EVENING) -> dict[Label, Outcome]:
    """Return the outcome of each match of a sample tournament, computed from its score sheets."""
    matches = json.loads((folder / "matches.json").read_text(encoding="utf-8"))
    return {match["match"]: _outcome_of(match) for match in matches}


def _outcome_of(match: dict[str, Any]) -> Outcome:
    return Result(
        "AB".index(match["winner"]), tuple((a, b) for a, b in (game["final"] for game in match["games"]))
    )


def evening_results(folder: Path = EVENING) -> dict[str, Any]:
    """Return the expected results of a sample tournament."""
    return json.loads((folder / "results.json").read_text(encoding="utf-8"))


def evening_table() -> list[dict[str, str]]:
    """Return the published standings of the sample tournament evening16."""
    with (EVENING / "standings.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
