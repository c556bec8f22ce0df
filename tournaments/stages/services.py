"""Services for the rounds of a stage that is paired round by round."""

from datetime import datetime

from django.db import transaction
from django.db.models import Count

from scoring.sheet.services.log import Author
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_stage
from tournaments.lifecycle.services.states import move
from tournaments.models import Draw, Job, PairedRound, Stage
from tournaments.queue.runner import enqueue
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND
from tournaments.stages.selectors.stage_facts import can_pair


def next_round(stage: Stage, *, author: Author, at: datetime) -> Job | None:
    """Request the next round and return the job that makes the round.

    A repeated call while the round is made or played returns the same job. Return None if no job has been
    created: the draw makes the first round and, in some formats, all rounds.
    """
    if stage.format not in ROUND_BY_ROUND:
        return None
    with transaction.atomic():
        lock_stage(stage)
        if can_pair(stage):
            wanted = _paired_rounds(stage) + 1
            move(stage, "drawing")
            enqueue("round", stage.pk, tournament_id=stage.tournament_id, wanted=wanted)
            body = {"stage": stage.number, "round": wanted}
            note_move(stage.tournament_id, "round_paired", author=author, at=at, body=body)
            note_change(stage.tournament_id, "bracket")
    return latest_round_job(stage)


def latest_round_job(stage: Stage) -> Job | None:
    """Return the job that makes the newest round.

    Return None if no round has been requested after the draw. The draw makes the first round and, in some
    formats, all rounds.
    """
    if stage.format not in ROUND_BY_ROUND:
        return None
    return Job.objects.filter(kind="round", subject=stage.pk).order_by("-wanted").first()


def _paired_rounds(stage: Stage) -> int:
    """Return the number of rounds paired since the draw."""
    draw = Draw.objects.standing().filter(stage=stage)[0]
    paired = PairedRound.objects.filter(stage=stage, version__gte=draw.version)
    return int(paired.aggregate(rounds=Count("round", distinct=True))["rounds"])
