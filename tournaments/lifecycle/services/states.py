"""States of tournaments, stages and matches. Only `move` changes the state of a row."""

from typing import Any

from scoring.types import NotNow, Sentence, _
from tournaments.competition import lifecycle
from tournaments.models import Match, Stage, Tournament
from tournaments.queue.runner import follow_up

MACHINES: dict[type, lifecycle.Machine] = {
    Tournament: lifecycle.TOURNAMENT,
    Stage: lifecycle.STAGE,
    Match: lifecycle.MATCH,
}


def move(row: Tournament | Stage | Match, state: str, **columns: Any) -> None:
    """Change the state of a row if the transition is allowed; set `columns` in the same query.

    The object gets the new values too. If a column is set to an expression, the object reads the value from
    the database at the next use. The version of the tournament stays the same.

    Raises NotNow (`state_changed`) if the stored state does not allow the transition.
    """
    kind = type(row)
    rows: Any = kind._default_manager
    before = lifecycle.states_before(MACHINES[kind], state)
    if not rows.filter(pk=row.pk, state__in=before).update(state=state, **columns):
        raise NotNow(
            "state_changed",
            Sentence(_("Somebody else was faster. Look again, then repeat what is still needed.")),
        )
    for name, value in {"state": state, **columns}.items():
        if hasattr(value, "resolve_expression"):
            delattr(row, name)
        else:
            setattr(row, name, value)


def reopen_stage(stage: Stage) -> None:
    """Reopen a finished stage and its tournament, so that play can continue.

    Does nothing if the stage is not over or the next stage is drawn.
    """
    if stage.state != "over" or Stage.objects.with_draw().after(stage).exists():
        return
    move(stage, "playing", over_at=None)
    if stage.tournament.state == "over":
        move(stage.tournament, "playing")
        follow_up("reopened", stage.tournament)
