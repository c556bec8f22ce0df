"""Which stage of a tournament is meant where none is named."""

from tournaments.models import Stage, Tournament


def stage_at_hand(tournament: Tournament) -> Stage:
    """Return the stage the organiser works on: the first that is not over, else the last."""
    stages = list(tournament.stages.all())
    stage = next((stage for stage in stages if stage.state != "over"), stages[-1])
    stage.tournament = tournament
    return stage


def shown_stage(tournament: Tournament) -> Stage:
    """Return the stage the public pages are about: the latest one begun, else the first."""
    stages = list(tournament.stages.all())
    begun = [stage for stage in stages if stage.state != "planned"]
    stage = begun[-1] if begun else stages[0]
    stage.tournament = tournament
    return stage
