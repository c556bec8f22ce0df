"""The cards of a lot: laid face down and turned one by one before the room, then the pairs drawn by them.

There is no draw until the desk confirms it: what the cards will draw is worked out for those that are turned
and stored nowhere, so nothing else of it can be known before (docs/decisions/0039-pairs-turned.md).
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from scoring.errors import NotNow
from scoring.sentences import Sentence, _
from scoring.sheet.services.log import Author
from tournaments.journal import note_move
from tournaments.lifecycle.services import lock_tournament
from tournaments.live import note_change
from tournaments.models import Draw, Job, Stage, Tournament
from tournaments.rules.lots import CARDS
from tournaments.rules.wall import Scene
from tournaments.selectors.drawn import cards_of_lot
from tournaments.services.draws import commit_draw, draw_stage, standing_draw


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


def turn_pairs(stage: Stage, up_to: int, *, author: Author, at: datetime) -> None:
    """Turn the pairs up to this one, counted from 1, once all cards of the lot are turned.

    Raise NotNow while one is face down, or where the entries have changed since the cards were laid.
    """
    with transaction.atomic():
        tournament = _with_all_turned(stage, author, at)
        sides = [side for match in cards_of_lot(stage, tournament.laid) for side in match.sides if side.teams]
        pairs_up = min(max(up_to, tournament.pairs_up), len(sides))
        if pairs_up != tournament.pairs_up:
            _put(tournament, tournament.laid, CARDS, pairs_up)


def take_up_cards(stage: Stage, *, author: Author, at: datetime) -> None:
    """Take the cards up again, before the draw is made; what was seen of them stays in the journal."""
    with transaction.atomic():
        tournament = _with_cards(stage)
        seen = " ".join(tournament.laid.split()[: tournament.turned])
        body = {"seen": seen} | ({"pairs": tournament.pairs_up} if tournament.pairs_up else {})
        _put(tournament, "", 0)
        note_move(tournament.pk, "cards_taken_up", author=author, at=at, body=body)


def draw_by_cards(stage: Stage, *, author: Author, at: datetime) -> tuple[Draw, Job]:
    """Make the draw by the cards once all are turned, and show it on the wall."""
    with transaction.atomic():
        tournament = _with_all_turned(stage, author, at)
        lot = tournament.laid
        _put(tournament, "", 0)
        Tournament.objects.filter(pk=tournament.pk).update(wall=Scene.DRAW.value, wall_since=at)
        return draw_stage(stage, by="lots", lot=lot, author=author, at=at)


def _with_all_turned(stage: Stage, author: Author, at: datetime) -> Tournament:
    """Lock the tournament and return it while all cards of the lot are turned and the promise still holds."""
    tournament = _with_cards(stage)
    if tournament.turned < CARDS:
        text = _("Turn all five cards first: then the draw is made by them.")
        raise NotNow("cards_not_turned", Sentence(text))
    if commit_draw(stage, author=author, at=at).made_at == at:  # another promise than before the cards
        text = _("The entries have changed since the cards were laid. Take them up and draw five again.")
        raise NotNow("entries_changed", Sentence(text))
    return tournament


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


def _put(tournament: Tournament, laid: str, turned: int, pairs_up: int = 0) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(laid=laid, turned=turned, pairs_up=pairs_up)
    note_change(tournament.pk, "wall")
