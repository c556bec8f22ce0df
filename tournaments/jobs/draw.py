"""The draw job: from a draw's lines to the sheets, matches and slots of a stage, all of them or none."""

from typing import Any

from scoring.keys import new_keys
from scoring.models import ScoreSheet, TableKey
from tournaments.jobs.runner import enqueue
from tournaments.live import note_change
from tournaments.models import Draw, Job, Match, Slot, Stage
from tournaments.rules.plan import Plan
from tournaments.selectors.as_rules import planned

BATCH = 500


def build_round(job: Job) -> dict[str, Any]:
    """Make the matches of a draw; a second run finds them made."""
    draw = Draw.objects.select_related("stage__tournament").get(pk=job.subject)
    stage = draw.stage
    if not stage.matches.exists():
        _build(stage, planned(draw))
        enqueue("bracket", stage.pk, tournament_id=stage.tournament_id)
        note_change(stage.tournament_id, "bracket")
    return {"stage": stage.number, "matches": stage.matches.count()}


def _build(stage: Stage, plan: Plan) -> None:
    tournament = stage.tournament
    sheets = [
        ScoreSheet(card_game=tournament.card_game, profile=stage.profile, profile_version=stage.rules_version)
        for _match in plan.matches
    ]
    ScoreSheet.objects.bulk_create(sheets, batch_size=BATCH)
    TableKey.objects.bulk_create(new_keys([sheet.pk for sheet in sheets]), batch_size=BATCH)
    matches = {
        match.label: Match(
            sheet=sheet,
            tournament=tournament,
            stage=stage,
            round=match.round,
            number=match.number,
            label=match.label,
            state="waiting",
        )
        for match, sheet in zip(plan.matches, sheets, strict=True)
    }
    Match.objects.bulk_create(matches.values(), batch_size=BATCH)
    Slot.objects.bulk_create(_slots(stage, plan, matches), batch_size=BATCH)


def _slots(stage: Stage, plan: Plan, matches: dict[str, Match]) -> list[Slot]:
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
        for match in plan.matches
        for side, source in enumerate(match.sources)
    ]
