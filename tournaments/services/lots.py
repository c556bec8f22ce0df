"""A lot between those whom nothing else separates: promised and drawn like a draw, or drawn by hand.

It is a draw of round 0, so everything that shows, checks and repeats a draw does so with it. It holds as long
as those it drew are level: results that part them leave it without effect.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Max

from scoring.errors import BadEntry, NotNow
from scoring.sentences import Sentence, _
from scoring.sheet.services.log import Author
from tournaments.journal import note_move
from tournaments.lifecycle.services import lock_stage
from tournaments.live import note_change
from tournaments.models import Draw, DrawCommitment, Stage
from tournaments.rules import lots
from tournaments.services.draws import lines_of
from tournaments.services.official import refuse_frozen
from tournaments.standings.selectors import levels_of
from tournaments.types import Entrant, EntrantId

ALGORITHM = "trionfo-1"


def promise_lot(stage: Stage, teams: Sequence[str], *, author: Author, at: datetime) -> DrawCommitment:
    """Promise a lot between these teams: fix them and a salt, publish their hash; the same once promised."""
    with transaction.atomic():
        _lock(stage, at)
        return _promise(stage, _level(stage, teams), author, at)


def draw_lot(stage: Stage, teams: Sequence[str], lot: str, *, author: Author, at: datetime) -> Draw:
    """Draw the lot between these teams by what was drawn in the room: cards, or any text."""
    return _record(stage, teams, "lots", lots.read_lot(lot), author, at)


def write_lot(stage: Stage, teams: Sequence[str], *, author: Author, at: datetime) -> Draw:
    """Write down a lot that was drawn by hand: the teams in the order it gave."""
    return _record(stage, teams, "hand", "", author, at)


def _record(stage: Stage, teams: Sequence[str], by: str, lot: str, author: Author, at: datetime) -> Draw:
    try:
        with transaction.atomic():
            _lock(stage, at)
            promise = _promise(stage, _level(stage, teams), author, at)
            lines = list(teams) if by == "hand" else lines_of(promise, by, lot)
            draw = Draw.objects.create(
                stage=stage,
                round=Draw.LOTS,
                version=Draw.objects.next_version(stage, Draw.LOTS),
                commitment=promise,
                by=by,
                lot=lot,
                lines=lines,
                user_id=author.user_id,
                made_at=at,
            )
            body = {"stage": stage.number, "by": by, "lot": lot, "teams": len(teams)}
            note_move(stage.tournament_id, "lot_drawn", author=author, at=at, body=body)
            note_change(stage.tournament_id, "standings")
    except IntegrityError as clash:  # another click was faster
        raise _not_level() from clash
    return draw


def _lock(stage: Stage, at: datetime) -> None:
    lock_stage(stage)
    refuse_frozen(stage.tournament, at)
    if Stage.objects.drawn().after(stage).exists():
        text = _("The next stage is drawn: who goes on is settled.")
        raise NotNow("next_stage_drawn", Sentence(text))


def _level(stage: Stage, teams: Sequence[str]) -> list[EntrantId]:
    """Return those the lot is between, in the order of the standings; raise where they are not level."""
    if len(set(teams)) < len(teams):
        raise BadEntry("team_twice", Sentence(_("A team stands here twice. Name each once.")))
    asked = (level.entrants for level in levels_of(stage))
    level = next((each for each in asked if frozenset(each) == frozenset(teams)), None)
    if level is None:
        raise _not_level()
    return list(level)


def _not_level() -> NotNow:
    text = _("No lot is asked for between these teams. Look at the standings again.")
    return NotNow("no_lot_asked", Sentence(text))


def _promise(stage: Stage, level: Sequence[EntrantId], author: Author, at: datetime) -> DrawCommitment:
    entrants = [Entrant(who) for who in level]
    listed = lots.entrants_as_json(entrants, ALGORITHM)
    earlier = stage.commitments.filter(round=Draw.LOTS)
    open_promises = earlier.filter(draw__isnull=True).order_by("-attempt")
    known = next((each for each in open_promises if each.entrants == listed), None)
    if known is not None:
        return known
    salt = secrets.token_hex(32)
    return DrawCommitment.objects.create(
        stage=stage,
        round=Draw.LOTS,
        attempt=(earlier.aggregate(last=Max("attempt"))["last"] or 0) + 1,
        entrants=listed,
        apart=[],
        algorithm=ALGORITHM,
        salt=salt,
        digest=lots.commitment(entrants, ALGORITHM, salt),
        user_id=author.user_id,
        made_at=at,
    )
