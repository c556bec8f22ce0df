"""The order in which rows are locked, everywhere: sheets, tournament, stage, matches.

PostgreSQL ends one of two writers who meet in opposite orders. A row is locked by an UPDATE that changes
nothing, which waits on both databases; sheets are locked by `scoring.sheet.services.log.lock_sheet`, in the order
of their keys. Every function here must be called inside a transaction.
"""

from uuid import UUID

from django.db.models import F

from tournaments.models import Stage, Tournament


def lock_tournament(tournament_id: UUID) -> None:
    """Lock a tournament's row; read it again after it, for it may have changed meanwhile."""
    Tournament.objects.filter(pk=tournament_id).update(version=F("version"))


def lock_stage(stage: Stage) -> None:
    """Lock a stage after its tournament, and read it again: three queries."""
    lock_tournament(stage.tournament_id)
    Stage.objects.filter(pk=stage.pk).update(outcome_seq=F("outcome_seq"))
    stage.refresh_from_db()
