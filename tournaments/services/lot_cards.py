"""The cards of a lot: laid face down, turned one by one before the room, then the draw is made by them.

There is no draw until the last card is turned and the desk confirms it, so nothing of it can be known
before (docs/decisions/0020-the-wall.md).
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from scoring.rules.errors import NotNow
from scoring.rules.words import Sentence, _
from scoring.services.log import Author
from tournaments.live import note_change
from tournaments.models import Draw, Job, Stage, Tournament
from tournaments.rules.lots import CARDS
from tournaments.rules.wall import Scene
from tournaments.services.draws import commit_draw, draw_stage, standing_draw
from tournaments.services.journal import note_move
from tournaments.services.locks import lock_tournament


def lay_cards(stage: Stage, cards: Sequence[str], *, author: Author, at: datetime) -> None:
    """Lay the cards that were drawn in the room, face down; the promise is published before any is turned."""
    with transaction.atomic():
        _refuse_drawn(stage)
        commit_draw(stage, author=author, at=at)
        tournament = _locked(stage)
        if tournament.laid:
            text = _("Cards lie on the table already. Turn them, or take them up first.")
            raise NotNow("cards_laid", Sentence(text))
        _put(tournament, " ".join(cards), 0)
        note_move(tournament.pk, "cards_laid", author=author, at=at)


def turn_cards(stage: Stage, up_to: int) -> None:
    """Turn the cards up to this one, counted from 1; those that are turned already stay so."""
    with transaction.atomic():
        tournament = _with_cards(stage)
        turned = min(max(up_to, tournament.turned), CARDS)
        if turned != tournament.turned:
            _put(tournament, tournament.laid, turned)


def take_up_cards(stage: Stage, *, author: Author, at: datetime) -> None:
    """Take the cards up again, before the draw is made; what was seen of them stays in the journal."""
    with transaction.atomic():
        tournament = _with_cards(stage)
        seen = " ".join(tournament.laid.split()[: tournament.turned])
        _put(tournament, "", 0)
        note_move(tournament.pk, "cards_taken_up", author=author, at=at, body={"seen": seen})


def draw_by_cards(stage: Stage, *, author: Author, at: datetime) -> tuple[Draw, Job]:
    """Make the draw by the cards once all are turned, and show it on the wall."""
    with transaction.atomic():
        tournament = _with_cards(stage)
        if tournament.turned < CARDS:
            text = _("Turn all five cards first: then the draw is made by them.")
            raise NotNow("cards_not_turned", Sentence(text))
        if commit_draw(stage, author=author, at=at).made_at == at:  # another promise than before the cards
            text = _("The entries have changed since the cards were laid. Take them up and draw five again.")
            raise NotNow("entries_changed", Sentence(text))
        lot = tournament.laid
        _put(tournament, "", 0)
        Tournament.objects.filter(pk=tournament.pk).update(wall=Scene.DRAW.value)
        return draw_stage(stage, by="lots", lot=lot, author=author, at=at)


def _with_cards(stage: Stage) -> Tournament:
    """Lock the tournament and return it while cards lie on its table."""
    _refuse_drawn(stage)
    tournament = _locked(stage)
    if not tournament.laid:
        raise NotNow("no_cards", Sentence(_("No cards lie on the table. Write those that were drawn.")))
    return tournament


def _refuse_drawn(stage: Stage) -> None:
    if standing_draw(stage) is not None:
        raise NotNow("already_drawn", Sentence(_("This stage is drawn.")))


def _locked(stage: Stage) -> Tournament:
    lock_tournament(stage.tournament_id)
    return Tournament.objects.get(pk=stage.tournament_id)


def _put(tournament: Tournament, laid: str, turned: int) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(laid=laid, turned=turned)
    note_change(tournament.pk, "wall")
