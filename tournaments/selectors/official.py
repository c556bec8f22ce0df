"""How far the results of a stage are from being official, and whether an event is frozen."""

from datetime import datetime

from tournaments.models import Stage, Tournament
from tournaments.rules.official import Settled, Standing, settled


def settled_now(stage: Stage, at: datetime) -> Settled:
    """Return how the results of a stage stand; its tournament must be fetched with it."""
    tournament = stage.tournament
    return settled(stage.over_at, tournament.correction_minutes, at, tournament.reopened_at)


def event_settled(tournament: Tournament, at: datetime) -> Settled:
    """Return how the results of an event stand, which its last stage decides: one query."""
    last = tournament.stages.order_by("-number")[0]
    last.tournament = tournament
    return settled_now(last, at)


def is_frozen(tournament: Tournament, at: datetime) -> bool:
    """Whether nothing of an event is put right any more before its owner opens it again: one query."""
    return event_settled(tournament, at).standing is Standing.OFFICIAL
