"""A change of who is in a stage, written under the stage's next number among its outcomes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import F

from scoring.sheet.services.log import Author
from tournaments.jobs.runner import enqueue
from tournaments.models import RosterChange, Stage, Team
from tournaments.rules.roster import SUBSTITUTE


def write_roster_change(  # noqa: PLR0913  # a fact with all of these
    stage: Stage,
    team: Team,
    kind: str,
    *,
    author: Author,
    at: datetime,
    reason: str = "",
    body: Mapping[str, Any] | None = None,
    first_seq: int | None = None,
) -> None:
    """Add a change to a locked stage and queue the bracket job.

    `first_seq` is the number of the first outcome that was written because of it. Who plays for whom changes
    nothing of who is in, so the bracket is not folded anew for a substitute.
    """
    folded = 0 if kind == SUBSTITUTE else 1
    rows = Stage.objects.filter(pk=stage.pk)
    rows.update(outcome_seq=F("outcome_seq") + 1, roster_changes=F("roster_changes") + folded)
    stage.refresh_from_db(fields=["outcome_seq", "roster_changes"])
    RosterChange.objects.create(
        stage=stage,
        team=team,
        version=RosterChange.objects.filter(stage=stage, team=team).count() + 1,
        first_seq=first_seq or stage.outcome_seq,
        seq=stage.outcome_seq,
        kind=kind,
        body=dict(body or {}),
        reason=reason,
        user_id=author.user_id,
        made_at=at,
    )
    enqueue("bracket", stage.pk, tournament_id=stage.tournament_id, wanted=stage.outcome_seq)
