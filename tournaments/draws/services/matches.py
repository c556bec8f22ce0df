"""Matches are made: all of a stage from its draw, or one round from the results so far.

A round is made whole or not at all: its sheets, matches and slots are written in one transaction, with the
fact that says who meets whom, and in the same transaction its entrants are put on their lines. So nobody is
told of a bracket that is not there yet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils import timezone

from scoring.models import ScoreSheet, TableKey
from scoring.sheet.devices import new_keys
from tournaments.format_parts.plan import PlannedMatch
from tournaments.lifecycle.services import lock_stage
from tournaments.models import Draw, Job, Match, PairedRound, Slot, Stage
from tournaments.results.services.bracket import bring_stage_up
from tournaments.stages.selectors.stage_facts import (
    ROUND_BY_ROUND,
    StageFacts,
    breaches_of,
    facts_of,
    given_to_pair,
    paired_by,
)

BATCH = 500


def build_draw(job: Job) -> dict[str, Any]:
    """Make the matches of a draw (the job's subject) and its bracket; a second run finds them made."""
    draw = Draw.objects.select_related("stage__tournament").get(pk=job.subject)
    stage = draw.stage
    lock_stage(stage)
    if not stage.matches.exists():
        facts = StageFacts(stage, draw, tuple(draw.lines))
        _build(facts if stage.format not in ROUND_BY_ROUND else _paired(facts))
    return {"stage": stage.number, "matches": stage.matches.count()}


def build_round(job: Job) -> dict[str, Any]:
    """Pair the round that is wanted (from 1) of a stage (the job's subject) and make its matches.

    A second run finds it made.
    """
    stage = Stage.objects.select_related("tournament").get(pk=job.subject)
    lock_stage(stage)  # no result comes in meanwhile
    facts = facts_of([stage], up_to="outcome_seq")[stage.pk]
    if len(facts.rounds) < job.wanted:
        _build(_paired(facts))
    return {"stage": stage.number, "round": job.wanted}


def _paired(facts: StageFacts) -> StageFacts:
    """Pair the next round and write it down."""
    stage = facts.stage
    given = given_to_pair(facts)
    pairings = paired_by(facts, given)
    paired = PairedRound.objects.create(
        stage=stage,
        round=len(facts.rounds) + 1,
        version=facts.draw.version,
        lines=list(facts.lines),
        pairings=pairings,
        breaches=breaches_of(facts, given, pairings),
        after_seq=stage.outcome_seq,
        given=given,
        made_at=timezone.now(),
    )
    return replace(facts, rounds=(*facts.rounds, paired))


def _build(facts: StageFacts) -> None:
    """Make the matches of the structure that are not there yet: of a round, those of the last."""
    stage, planned = facts.stage, facts.plan().matches
    if facts.rounds:
        planned = tuple(match for match in planned if match.round == len(facts.rounds))
    sheets = [
        ScoreSheet(
            card_game=stage.tournament.card_game, profile=stage.profile, profile_version=stage.rules_version
        )
        for _match in planned
    ]
    ScoreSheet.objects.bulk_create(sheets, batch_size=BATCH)
    TableKey.objects.bulk_create(new_keys([sheet.pk for sheet in sheets]), batch_size=BATCH)
    matches = {
        match.label: Match(
            sheet=sheet,
            tournament=stage.tournament,
            stage=stage,
            round=match.round,
            number=match.number,
            group=match.group,
            label=match.label,
            state="waiting",
        )
        for match, sheet in zip(planned, sheets, strict=True)
    }
    Match.objects.bulk_create(matches.values(), batch_size=BATCH)
    Slot.objects.bulk_create(_slots(stage, planned, matches), batch_size=BATCH)
    bring_stage_up(stage.pk, stage.tournament_id)


def _slots(stage: Stage, planned: Sequence[PlannedMatch], matches: Mapping[str, Match]) -> list[Slot]:
    return [
        Slot(
            match=matches[match.label],
            stage=stage,
            round=match.round,
            side=side,
            source=source.kind,
            source_line=getattr(source, "number", None),
            source_match=matches.get(getattr(source, "match", "")),
        )
        for match in planned
        for side, source in enumerate(match.sources)
    ]
