"""Services that create the matches of a draw or a round: computed without a lock, then checked and saved.

The job computes the matches before its transaction (docs/decisions/0061-computing-before-writing.md). The
inputs are read before the computation and again under the lock. If an input has changed, the matches are
computed again.

A round is written completely or not at all: its sheets, its matches, its slots with the entrants and the
record of the pairings are written in one transaction. So no subscriber is notified of a bracket that does not
exist yet.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import AutoField, Model
from django.db.models.sql import InsertQuery
from django.utils import timezone

from scoring.models import ScoreSheet
from scoring.sheet.devices import new_keys
from tournaments.competition.format_parts.brackets import advance
from tournaments.competition.types import PlannedMatch
from tournaments.lifecycle.services.changes import note_changes
from tournaments.lifecycle.services.locks import lock_stage
from tournaments.lifecycle.services.states import move
from tournaments.matches.services.bracket import bring_stage_up, stand_all
from tournaments.matches.services.slots import new_slots
from tournaments.matches.services.tables import tables_left
from tournaments.models import Draw, Job, Match, PairedRound, Stage
from tournaments.queue.runner import OutOfDate
from tournaments.stages.selectors import stage_facts
from tournaments.stages.selectors.pairing import breaches_of, given_now, given_to_pair, paired_by
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND

BATCH = 1_000

# An SQL statement and its values.
Insert = tuple[str, Sequence[Any]]


class Basis(NamedTuple):
    """The input data from which the matches of a stage are computed.

    `row` contains the numbers of the last outcome and the last roster change.

    Draws and rounds are added but never changed, so their ids are sufficient to detect a change.
    """

    row: tuple[Any, ...]
    # The free tables for the new matches.
    tables: Sequence[int]
    draws: Sequence[UUID] = ()
    rounds: Sequence[UUID] = ()
    inputs: Mapping[str, Any] = {}


def basis_of(stage: Stage) -> Basis:
    """Read the input data of a stage. Two queries; five if the stage is paired round by round."""
    row = tuple(getattr(stage, field.attname) for field in Stage._meta.concrete_fields)
    tables = tables_left(stage.tournament, at=timezone.now())
    if stage.format not in ROUND_BY_ROUND:
        return Basis(row, tables)
    return Basis(
        row,
        tables,
        list(stage.draws.order_by("pk").values_list("pk", flat=True)),
        list(stage.paired_rounds.order_by("pk").values_list("pk", flat=True)),
        given_now(stage),
    )


@dataclass(frozen=True)
class NewMatches:
    """Matches that are computed but not saved yet, and the input data used to compute them."""

    basis: Basis
    round: PairedRound | None
    inserts: Sequence[Insert]
    # The matches that are called to a table at once.
    called: Sequence[UUID]


def draw_ahead(job: Job, _note: Callable[[int], None]) -> NewMatches | None:
    """Compute the matches for a draw job; return None if the stage already has matches."""
    draw = Draw.objects.select_related("stage__tournament").get(pk=job.subject)
    return None if draw.stage.matches.exists() else _matches_of_draw(draw)


def build_draw(job: Job, ahead: NewMatches | None) -> dict[str, Any]:
    """Save the matches and the bracket of a draw job, in the transaction of the caller. Idempotent.

    If `ahead` is None, the matches are computed now. Raise OutOfDate if an input has changed since the
    matches were computed.
    """
    draw = Draw.objects.select_related("stage__tournament").get(pk=job.subject)
    stage = draw.stage
    lock_stage(stage)
    if not stage.matches.exists():
        _write(stage, _current(stage, ahead) or _matches_of_draw(draw))
    return {"stage": stage.number, "matches": stage.matches.count()}


def round_ahead(job: Job, _note: Callable[[int], None]) -> NewMatches | None:
    """Compute the matches of the round that a job pairs; return None if the round already exists."""
    stage = Stage.objects.select_related("tournament").get(pk=job.subject)
    return _matches_of_round(stage, job.wanted)


def build_round(job: Job, ahead: NewMatches | None) -> dict[str, Any]:
    """Save the matches of a round that a job has paired, in the transaction of the caller. Idempotent.

    If `ahead` is None, the round is computed now. Raise OutOfDate if an input has changed since the round
    was computed.
    """
    stage = Stage.objects.select_related("tournament").get(pk=job.subject)
    lock_stage(stage)  # no result can be recorded meanwhile
    new = _current(stage, ahead) or _matches_of_round(stage, job.wanted)
    if new is not None:
        _write(stage, new)
    return {"stage": stage.number, "round": job.wanted}


def _current(stage: Stage, ahead: NewMatches | None) -> NewMatches | None:
    if ahead is not None and ahead.basis != basis_of(stage):
        raise OutOfDate
    return ahead


def _matches_of_draw(draw: Draw) -> NewMatches:
    stage, basis = draw.stage, basis_of(draw.stage)
    facts = stage_facts.StageFacts(stage, draw, tuple(draw.lines))
    return _computed(basis, facts if stage.format not in ROUND_BY_ROUND else _paired(basis, facts))


def _matches_of_round(stage: Stage, wanted: int) -> NewMatches | None:
    basis = basis_of(stage)
    facts = stage_facts.facts_of([stage], up_to="outcome_seq")[stage.pk]
    return _computed(basis, _paired(basis, facts)) if len(facts.rounds) < wanted else None


def _paired(basis: Basis, facts: stage_facts.StageFacts) -> stage_facts.StageFacts:
    """Return the recorded data of a stage, with the pairings of the next round added."""
    inputs = {**given_to_pair(facts), **basis.inputs}
    pairings = paired_by(facts, inputs)
    paired = PairedRound(
        stage=facts.stage,
        round=len(facts.rounds) + 1,
        version=facts.draw.version,
        lines=list(facts.lines),
        pairings=pairings,
        breaches=breaches_of(facts, inputs, pairings),
        after_seq=facts.stage.outcome_seq,
        given=inputs,
    )
    return replace(facts, rounds=(*facts.rounds, paired))


def _computed(basis: Basis, facts: stage_facts.StageFacts) -> NewMatches:
    stage, plan, at = facts.stage, facts.plan(), timezone.now()
    planned = [match for match in plan.matches if not facts.rounds or match.round == len(facts.rounds)]
    bracket = advance(plan, {})
    matches = {match.label: _match(stage, match) for match in planned}
    stand_all(matches, bracket, at)
    called = _call_to_tables(matches.values(), basis.tables, at)
    sheets = [match.sheet for match in matches.values()]
    rows: tuple[list[Any], ...] = (
        sheets,
        new_keys([sheet.pk for sheet in sheets]),
        [*matches.values()],
        [*new_slots(planned, matches, bracket)],
    )
    inserts = [insert for each in rows for insert in _inserts(each)]
    return NewMatches(basis, facts.rounds[-1] if facts.rounds else None, inserts, called)


def _call_to_tables(matches: Iterable[Match], tables: Sequence[int], at: datetime) -> list[UUID]:
    """Call the first ready matches to the free tables, as `seat_matches` does for saved matches."""
    ready = [match for match in matches if match.state == "ready"]
    ready.sort(key=lambda match: (match.round, match.number))
    for match, table in zip(ready, tables, strict=False):
        match.table, match.called_at = table, at
    return [match.sheet_id for match in ready[: len(tables)]]


def _inserts(rows: list[Model]) -> Iterator[Insert]:
    for start in range(0, len(rows), BATCH):
        model = type(rows[start])
        query = InsertQuery(model)
        fields = [field for field in model._meta.concrete_fields if not isinstance(field, AutoField)]
        query.insert_values(fields, rows[start : start + BATCH])
        yield from query.get_compiler(connection=connection).as_sql()


def _match(stage: Stage, planned: PlannedMatch) -> Match:
    sheet = ScoreSheet(
        card_game=stage.tournament.card_game, profile=stage.profile, profile_version=stage.rules_version
    )
    return Match(
        sheet=sheet,
        tournament=stage.tournament,
        stage=stage,
        round=planned.round,
        number=planned.number,
        group=planned.group,
        label=planned.label,
        state="waiting",
    )


def _write(stage: Stage, new: NewMatches) -> None:
    if new.round is not None:
        new.round.made_at = timezone.now()
        new.round.save(force_insert=True)
    with connection.cursor() as cursor:
        for statement, values in new.inserts:
            cursor.execute(statement, values)
    note_changes(stage.tournament_id, [("match", match) for match in new.called])
    move(stage, "playing")
    bring_stage_up(stage.pk, stage.tournament_id, placed=True)
