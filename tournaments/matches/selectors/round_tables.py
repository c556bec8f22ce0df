"""Queries for one round of a stage without a bracket: its matches and its byes.

A large round is divided into parts, so that only the matches on the page are read.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from scoring.types import Sentence
from tournaments.competition.format_parts.round_faults import Breach
from tournaments.competition.lifecycle import OVER
from tournaments.matches.selectors.bracket import Path, RoundNow, live_round, stage_rounds, team_path
from tournaments.matches.selectors.matches import MatchNow, byes_of, match_now, with_sides
from tournaments.models import Match, PairedRound, Stage, Team
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND

A_PART = 48


@dataclass(frozen=True)
class BreachNow:
    """A pairing rule that a round breaks, with the teams concerned; the rule is given as text."""

    teams: tuple[Team, ...]
    sentence: Sentence


@dataclass(frozen=True)
class RoundTables:
    """The shown part of a round: its matches in order, and all teams that have a bye."""

    stage: Stage
    rounds: tuple[RoundNow, ...]
    current: int
    part: int
    parts: int
    matches: tuple[MatchNow, ...]
    resting: tuple[Team, ...]
    path: Path | None
    breaches: tuple[BreachNow, ...] = ()


def round_tables(
    stage: Stage, *, turn: int | None = None, part: int | None = None, team_id: UUID | None = None
) -> RoundTables | None:
    """Return the requested or current round of a stage; None if the stage has no rounds.

    `part` is the number of a part, from 1; without a valid number the part is that of the first match that is
    not over. At most eight queries, or eleven if the visitor follows a team.
    """
    rounds = stage_rounds(stage)
    if not rounds:
        return None
    current = turn if turn and turn <= len(rounds) else live_round(rounds)
    path = team_path(stage, team_id) if team_id else None
    parts = max(1, -(-rounds[current - 1].matches // A_PART))
    round_matches, byes = Match.objects.filter(stage=stage, round=current), byes_of(stage).values("pk")
    played = round_matches.exclude(pk__in=byes).order_by("number")
    part_number = part if part and part <= parts else 1
    if part_number != part and parts > 1:
        part_number = _first_open_part(played)
    tables = with_sides(played)
    resting = Team.objects.filter(slots__match__in=round_matches.filter(pk__in=byes).values("pk"))
    return RoundTables(
        stage,
        rounds,
        current,
        part_number,
        parts,
        tuple(match_now(match) for match in tables[(part_number - 1) * A_PART : part_number * A_PART]),
        tuple(resting.order_by("number")),
        path,
        _breaches(stage, current),
    )


def _first_open_part(matches: QuerySet[Match]) -> int:
    """Return the part of the first match that is not over, or 1. One query."""
    states = matches.values_list("state", flat=True)
    return next((place // A_PART + 1 for place, state in enumerate(states) if state not in OVER), 1)


def _breaches(stage: Stage, turn: int) -> tuple[BreachNow, ...]:
    """Return the pairing rules that a round breaks, if the round was paired from results.

    At most two queries.
    """
    if stage.format not in ROUND_BY_ROUND:
        return ()
    paired = PairedRound.objects.filter(stage=stage, round=turn).order_by("-version").first()
    breaches = (
        [Breach(code, tuple(teams), tuple(values.items())) for code, teams, values in paired.breaches]
        if paired
        else []
    )
    teams = (
        Team.objects.in_bulk({UUID(entrant) for breach in breaches for entrant in breach.entrants})
        if breaches
        else {}
    )
    return tuple(
        BreachNow(tuple(teams[UUID(entrant)] for entrant in breach.entrants), breach.sentence)
        for breach in breaches
    )
