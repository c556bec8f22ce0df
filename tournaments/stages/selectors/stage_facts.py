"""Recorded data of stages: draw, rounds, outcomes and roster changes. The bracket is computed from them."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, QuerySet
from django.utils.functional import cached_property

from scoring.statements import RowsAsJson
from tournaments import models
from tournaments.competition import types
from tournaments.competition.format_parts.brackets import Bracket, advance
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.competition.lots import Lot
from tournaments.competition.roster import Roster, RosterEvent, roster_of
from tournaments.competition.standings import stage_state, tiebreaks
from tournaments.stages.selectors.stage_details import (
    ROUND_BY_ROUND,
    card_game_of,
    match_points_of,
    profile_of,
)

# The outcome kind of a match that is reopened and back at its table.
REOPENED = "reopened"


class OutcomeRow(NamedTuple):
    """A stored outcome as a tuple, which uses less memory than a model instance."""

    label: types.Label
    games: Sequence[Sequence[int]]
    game_winners: Sequence[int | None]
    seq: int
    version: int
    kind: str
    winner: int | None
    reason: str
    moves_as: int | None


Stored = models.Outcome | OutcomeRow

COLUMNS = RowsAsJson("stage", "match__label", *OutcomeRow._fields[1:])


def as_rule(outcome: Stored) -> types.Outcome | None:
    """Return a stored outcome as an `Outcome`; None if the match was reopened."""
    if outcome.kind == REOPENED:
        return None
    return types.read_outcome(
        outcome.kind,
        outcome.winner,
        games=outcome.games,
        reason=outcome.reason,
        winners=outcome.game_winners,
    )


def occupant_of(slot: models.Slot) -> types.Occupant:
    """Return the stored occupant of a slot as an `Occupant`."""
    entrant = types.EntrantId(str(slot.team_id)) if slot.team_id else None
    return types.read_occupant(slot.resolved, entrant, slot.reason)


def can_pair(stage: models.Stage) -> bool:
    """Return True if the next round can be paired: the previous round is over, but the stage is not."""
    if stage.format not in ROUND_BY_ROUND or stage.state != "playing":
        return False
    return not stage.matches.exclude(state__in=OVER).exists()


@dataclass(frozen=True)
class StageFacts:
    """The recorded data of a drawn stage: its draw, its paired rounds, and the latest outcomes."""

    stage: models.Stage
    draw: models.Draw
    # The entrants on their lines; late entrants follow those of the draw.
    lines: tuple[types.EntrantId, ...]
    rounds: tuple[models.PairedRound, ...] = ()
    # The latest outcome of each match, with corrections.
    outcomes: Mapping[types.Label, Stored] = field(default_factory=dict)
    # The outcome by which an entrant went on, if a later correction left that unchanged.
    moving: Mapping[types.Label, Stored] = field(default_factory=dict)
    # The withdrawn and the late entrants.
    roster: Roster = field(default_factory=Roster)

    # The lots between tied entrants, the newest first.
    lots: tuple[Lot, ...] = ()

    def with_lots(self, lots: Iterable[models.Draw]) -> "StageFacts":
        """Return a copy of the stage data with the given lots, which must be in the order of drawing."""
        orders = [tuple(map(types.EntrantId, draw.lines)) for draw in lots]
        return replace(self, lots=tuple(reversed(orders)))

    def plan(self) -> types.Plan:
        """Return the plan of the stage, with the rounds that are already paired."""
        rounds: list[list[types.Pairing]] = [list(map(tuple, paired.pairings)) for paired in self.rounds]
        sides = profile_of(self.stage).sides
        return FORMATS[self.stage.format].plan(self.lines, self.stage.options, sides, rounds)

    @cached_property
    def bracket(self) -> Bracket:
        """The bracket: the plan of the stage with the outcomes applied."""
        return self.fold()

    def fold(self, seated: Mapping[types.Label, types.Sides] | None = None) -> Bracket:
        """Compute the bracket from the outcomes that advance entrants.

        The matches in `seated` keep their entrants.
        """
        ended = {**self.ended, **_read(self.moving)}
        return advance(
            self.plan(), ended, given_back=self.given_back, seated=seated, absent=self.roster.withdrawals
        )

    @property
    def given_back(self) -> frozenset[types.Label]:
        """The matches that were over and have been reopened."""
        return frozenset(label for label, row in self.outcomes.items() if row.kind == REOPENED)

    @cached_property
    def ended(self) -> Mapping[types.Label, types.Outcome]:
        """The outcome of each match that is over."""
        return _read(self.outcomes)

    def state(self, **more: Any) -> stage_state.StageState:
        """Return the stage as input for standings and pairings.

        `more` contains values that only pairings need.
        """
        profile = profile_of(self.stage)
        state = stage_state.StageState(
            entrants=self.bracket.plan.entrants,
            meetings=stage_state.meetings_of(self.bracket, self.ended),
            options=self.stage.options,
            values=match_points_of(self.stage),
            games_to_win=profile.games_to_win,
            sides=profile.sides,
            partners=FORMATS[self.stage.format].partners,
            by_net=card_game_of(self.stage).by_net,
            groups=self.bracket.plan.groups,
            targets=profile.targets,
            tie_breaks=tiebreaks.read_tie_breaks(self.stage.tie_breaks),
            out=frozenset(self.roster.withdrawals),
            late=self.roster.late,
            lots=self.lots,
            **more,
        )
        reached = FORMATS[self.stage.format].reached
        return replace(state, reached=reached(state, self.bracket)) if reached else state


def _read(outcomes: Mapping[types.Label, Stored]) -> dict[types.Label, types.Outcome]:
    return {label: outcome for label, row in outcomes.items() if (outcome := as_rule(row)) is not None}


def facts_of(
    stages: Sequence[models.Stage], *, up_to: str = "bracket_seq", results: bool = True
) -> dict[UUID, StageFacts]:
    """Return the recorded data of the drawn stages in `stages`. At most four queries in all.

    Outcomes are included up to a number stored on each stage. `up_to` is the name of the field with this
    number: `bracket_seq` (the last outcome applied to the bracket) or `outcome_seq` (the newest outcome). If
    `results` is False, no outcomes are read.
    """
    using = stages[0]._state.db if stages else None
    draw_rows = models.Draw.objects.using(using).filter(stage__in=stages).exclude(stage__state="planned")
    rows = list(draw_rows.select_related("commitment").order_by("version"))
    draws = {draw.stage_id: draw for draw in rows if draw.round != models.Draw.LOTS}
    lots = _by_stage(draw for draw in rows if draw.round == models.Draw.LOTS)
    counted = models.Outcome.objects.using(using).filter(stage__in=draws, seq__lte=F(f"stage__{up_to}"))
    outcomes = outcomes_of(stages if results else (), counted)
    by_rounds = [stage.pk for stage in stages if stage.format in ROUND_BY_ROUND]
    paired = models.PairedRound.objects.using(using).filter(stage__in=by_rounds).order_by("round", "version")
    rounds = _by_stage(paired if by_rounds else ())
    rosters = [stage.pk for stage in stages if stage.roster_changes]
    changes = models.RosterChange.objects.using(using).filter(
        stage__in=rosters, seq__lte=F(f"stage__{up_to}")
    )
    changed = _by_stage(changes.order_by("seq") if rosters else ())
    return {
        stage.pk: _facts(
            stage, draws[stage.pk], rounds[stage.pk], outcomes[stage.pk], roster_from(changed[stage.pk])
        ).with_lots(lots[stage.pk])
        for stage in stages
        if stage.pk in draws
    }


def _facts(
    stage: models.Stage,
    draw: models.Draw,
    paired: Iterable[models.PairedRound],
    outcomes: Iterable[OutcomeRow],
    roster: Roster,
) -> StageFacts:
    """Build the data of a stage from its ordered database rows, ignoring old versions and old draws."""
    rounds = tuple({row.round: row for row in paired if row.version >= draw.version}.values())
    late = rounds[-1].lines if rounds else ()  # a round may be paired before its bracket is updated
    lines = dict.fromkeys((*lines_with(draw, roster), *map(types.EntrantId, late)))
    return StageFacts(stage, draw, tuple(lines), rounds, *by_match(outcomes), roster)


def roster_from(rows: Iterable[models.RosterChange]) -> Roster:
    """Return the withdrawn and the late entrants, from the roster changes in order."""
    return roster_of(
        RosterEvent(row.kind, types.EntrantId(str(row.team_id)), types.Points(row.body.get("points", 0)))
        for row in rows
    )


def lines_with(draw: models.Draw, roster: Roster) -> tuple[types.EntrantId, ...]:
    """Return the entrants in the order of the lines of the draw, followed by the late entrants."""
    return (*map(types.EntrantId, draw.lines), *roster.late)


def outcomes_of(
    stages: Sequence[models.Stage], counted: QuerySet[models.Outcome]
) -> Mapping[UUID, Sequence[OutcomeRow]]:
    """Return the outcome rows of each stage, in the order in which they were recorded."""
    rows_by_stage: dict[UUID, list[OutcomeRow]] = defaultdict(list)
    rows_as_json = counted.order_by().aggregate(rows=COLUMNS)["rows"] if stages else None
    keys = {text: stage.pk for stage in stages for text in (stage.pk.hex, str(stage.pk))}
    for stage, *row in json.loads(rows_as_json or "[]"):
        rows_by_stage[keys[stage]].append(OutcomeRow(*row))
    for rows in rows_by_stage.values():
        rows.sort(key=attrgetter("seq"))
    return rows_by_stage


def by_match(
    rows: Iterable[OutcomeRow],
) -> tuple[dict[types.Label, OutcomeRow], dict[types.Label, OutcomeRow]]:
    """Return two mappings of matches to outcomes: the latest, and an earlier one that advanced the entrants.

    The second mapping contains only matches whose entrants were advanced by an outcome before the latest one.
    """
    by_version = sorted(rows, key=attrgetter("version"))
    latest = {row.label: row for row in by_version}
    earlier = {(row.label, row.moves_as) for row in latest.values() if row.moves_as is not None}
    return latest, {row.label: row for row in by_version if earlier and (row.label, row.version) in earlier}


def _by_stage(rows: Iterable[Any]) -> dict[UUID, list[Any]]:
    by_stage: dict[UUID, list[Any]] = defaultdict(list)
    for row in rows:
        by_stage[row.stage_id].append(row)
    return by_stage
