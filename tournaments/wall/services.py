"""The service that sets the view of the wall page and notifies all connected wall pages."""

from datetime import datetime

from django.db import transaction

from scoring.sheet.services.log import Author
from tournaments.competition.types import Scene
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.lifecycle.services.undo import too_late
from tournaments.models import JournalEntry, Tournament
from tournaments.wall.rules import refuse_scene
from tournaments.wall.selectors import scene_shown


def show_on_wall(tournament: Tournament, scene: Scene, *, author: Author, at: datetime) -> None:
    """Set the view of the wall page; do nothing if this view is shown already.

    Raise NotNow for the draw or the standings before the draw, and for the champions before the end of the
    tournament.
    """
    with transaction.atomic():
        lock_tournament(tournament.pk)
        tournament.refresh_from_db()
        has_draw = tournament.shown_stage().matches.exists()
        refuse_scene(scene, has_draw=has_draw, over=tournament.state == "over")
        if scene_shown(tournament, has_draw=has_draw, over=tournament.state == "over", now=at) == scene:
            return
        body = {"scene": scene.value, "before": tournament.wall}
        tournament.wall, tournament.wall_since = scene.value, at
        tournament.save(update_fields=["wall", "wall_since"])
        note_move(tournament.pk, "show_on_wall", author=author, at=at, body=body)
        note_change(tournament.pk, "wall")


def undo_scene(entry: JournalEntry, _reason: str, author: Author, at: datetime) -> None:
    """Restore the previous wall view; raise NotNow if another view has been chosen since."""
    tournament = Tournament.objects.get(pk=entry.tournament_id)
    if tournament.wall != entry.body["scene"]:
        raise too_late()
    show_on_wall(tournament, Scene(entry.body["before"]), author=author, at=at)
