"""Row locks on tournaments and stages. A tournament is locked before its stages and matches."""

from uuid import UUID

from django.db.models import F

from scoring.types import NotNow, Sentence, _
from tournaments.models import Stage, Tournament


def lock_tournament(tournament_id: UUID) -> None:
    """Lock a tournament's row until the transaction ends. Objects that were loaded before must be reread."""
    Tournament.objects.filter(pk=tournament_id).update(version=F("version"))


def lock_stage(stage: Stage) -> None:
    """Lock a tournament and then its stage, and reload the stage. Three queries."""
    lock_tournament(stage.tournament_id)
    Stage.objects.filter(pk=stage.pk).update(outcome_seq=F("outcome_seq"))
    stage.refresh_from_db()


def lock_entries(tournament: Tournament) -> Tournament:
    """Lock and return the tournament's row; raise NotNow if entries are closed."""
    lock_tournament(tournament.pk)
    locked = Tournament.objects.get(pk=tournament.pk)
    if locked.state != "entries":
        raise NotNow("already_drawn", Sentence(_("The draw is made: the entries are closed.")))
    return locked
