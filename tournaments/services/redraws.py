"""A draw is taken back, with a reason, while no hand is written: the stage is planned again, and drawn anew.

The draw stays on record beside the one that follows it. Its matches go, for nobody has played one.
"""

from datetime import datetime

from django.db import transaction

from scoring.errors import BadEntry, NotNow
from scoring.models import ScoreSheet, SheetEvent
from scoring.sentences import Sentence, _
from scoring.sheet.services.log import Author, lock_sheet
from tournaments.journal import note_move
from tournaments.lifecycle.services import lock_stage, move
from tournaments.live import note_change
from tournaments.models import Match, Stage
from tournaments.services.draws import standing_draw


def take_back_draw(stage: Stage, reason: str, *, author: Author, at: datetime) -> None:
    """Take the draw of a stage back; of the first one the entries are open again."""
    if not reason.strip():
        sentence = Sentence(_("Write why the draw is made again: everybody reads it."))
        raise BadEntry("reason_missing", sentence)
    with transaction.atomic():
        sheets = list(stage.matches.order_by("pk").values_list("pk", flat=True))
        for sheet in sheets:
            lock_sheet(sheet)
        lock_stage(stage)
        refuse_taking_back(stage)
        standing = standing_draw(stage)
        body = {"stage": stage.number, "version": standing[0].version if standing else 0}
        Match.objects.filter(pk__in=sheets).delete()
        ScoreSheet.objects.filter(pk__in=sheets).delete()
        move(stage, "planned")
        if stage.number == 1:
            move(stage.tournament, "entries")
        note_move(stage.tournament_id, "draw_taken_back", author=author, at=at, body=body, reason=reason)
        note_change(stage.tournament_id, "bracket")


def refuse_taking_back(stage: Stage) -> None:
    """Raise NotNow where the draw of a stage stands: nothing is drawn, or something has been written."""
    if stage.state == "planned":
        text = _("This stage is not drawn yet: there is nothing to draw again.")
        raise NotNow("not_drawn", Sentence(text))
    if stage.state == "drawing":
        text = _("The matches are being made. Wait until they stand, then draw again.")
        raise NotNow("being_drawn", Sentence(text))
    written = SheetEvent.objects.filter(sheet__in=stage.matches.values("pk")).exists()
    if written or stage.outcome_seq or stage.state == "over":
        text = _(
            "A hand has been written, or a match is decided: the draw stands. "
            "What went wrong is put right match by match."
        )
        raise NotNow("draw_stands", Sentence(text))
