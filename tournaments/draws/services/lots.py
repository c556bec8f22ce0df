"""Services for lots between tied teams, and for draws by cards laid on a table.

A lot is stored as a draw of round 0, so a lot is shown, checked and repeated like any draw. A lot has no
effect once results separate the entrants.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Max

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Sentence, _
from tournaments.competition import lots
from tournaments.competition.lots import CARDS
from tournaments.competition.types import Entrant, EntrantId, Scene
from tournaments.corrections.services import refuse_frozen
from tournaments.draws.selectors.proposed_rounds import cards_of_lot
from tournaments.draws.services.draws import commit_draw, draw_stage, lines_of, standing_draw
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_stage, lock_tournament
from tournaments.models import Draw, DrawCommitment, Job, Stage, Tournament
from tournaments.standings.selectors import levels_of

ALGORITHM = "trionfo-1"


def promise_lot(stage: Stage, teams: Sequence[str], *, author: Author, at: datetime) -> DrawCommitment:
    """Commit to a lot between tied teams: publish a hash of the teams and a salt. Idempotent.

    Raise BadEntry if a team is named twice. Raise NotNow if the teams are not tied (`no_lot_asked`), if the
    results are official, or if the next stage is drawn.
    """
    with transaction.atomic():
        _lock(stage, at)
        return _promise(stage, _level(stage, teams), author, at)


def draw_lot(
    stage: Stage, teams: Sequence[str], lot: str, *, author: Author, at: datetime, reason: str = ""
) -> Draw:
    """Draw a lot between tied teams from the cards or the text drawn at the venue.

    With a reason, the lot replaces an earlier lot between the same teams. Raise BadEntry for an invalid lot
    (see `read_lot`), and the errors of `promise_lot`.
    """
    return _record(stage, teams, "lots", lots.read_lot(lot), reason, author, at)


def write_lot(stage: Stage, teams: Sequence[str], *, author: Author, at: datetime, reason: str = "") -> Draw:
    """Record the order of the teams in a lot drawn by hand; `teams` begins with the best place.

    With a reason, the lot replaces an earlier lot between the same teams. Raise the errors of `promise_lot`.
    """
    return _record(stage, teams, "hand", "", reason, author, at)


def current_lots(stage: Stage) -> list[Draw]:
    """Return the lots that may be replaced: the newest lot of each group of tied entrants.

    Empty before the end of the stage, and once the next stage is drawn.
    """
    if stage.state != "over" or Stage.objects.with_draw().after(stage).exists():
        return []
    rows = stage.draws.filter(round=Draw.LOTS).order_by("version")
    newest = {frozenset(draw.lines): draw for draw in rows}
    levels = levels_of(stage, before_lots=True) if newest else ()
    return [newest[teams] for each in levels if (teams := frozenset(each.entrants)) in newest]


def _record(  # a lot is made of all of these
    stage: Stage, teams: Sequence[str], by: str, lot: str, reason: str, author: Author, at: datetime
) -> Draw:
    try:
        with transaction.atomic():
            _lock(stage, at)
            promise = _promise(stage, _level(stage, teams, reason), author, at)
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
            kind = "lot_drawn_again" if reason else "lot_drawn"
            note_move(stage.tournament_id, kind, author=author, at=at, body=body, reason=reason)
            note_change(stage.tournament_id, "standings")
    except IntegrityError as clash:  # a concurrent request recorded a lot first
        raise not_level() from clash
    return draw


def _lock(stage: Stage, at: datetime) -> None:
    lock_stage(stage)
    refuse_frozen(stage.tournament, at)
    if Stage.objects.with_draw().after(stage).exists():
        text = _("The next stage is drawn: who goes on is settled.")
        raise NotNow("next_stage_drawn", Sentence(text))


def _level(stage: Stage, teams: Sequence[str], reason: str = "") -> list[EntrantId]:
    """Return the tied entrants in the order of the standings; raise NotNow if they are not tied."""
    if len(set(teams)) < len(teams):
        raise BadEntry("team_twice", Sentence(_("A team stands here twice. Name each once.")))
    if reason:
        levels = [[EntrantId(line) for line in sorted(draw.lines)] for draw in current_lots(stage)]
    else:
        levels = [list(level.entrants) for level in levels_of(stage)]
    level = next((each for each in levels if frozenset(each) == frozenset(teams)), None)
    if level is None:
        raise not_level()
    return level


def not_level() -> NotNow:
    """Return the error for a lot between teams that are not, or no longer, tied."""
    text = _("No lot is asked for between these teams. Look at the standings again.")
    return NotNow("no_lot_asked", Sentence(text))


def _promise(stage: Stage, level: Sequence[EntrantId], author: Author, at: datetime) -> DrawCommitment:
    entrants = [Entrant(entrant) for entrant in level]
    listed = lots.entrants_as_json(entrants, ALGORITHM)
    earlier = stage.commitments.filter(round=Draw.LOTS)
    open_promises = earlier.filter(draw__isnull=True).order_by("-attempt")
    promise = next((each for each in open_promises if each.entrants == listed), None)
    if promise is not None:
        return promise
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


def lay_cards(stage: Stage, cards: Sequence[str], *, author: Author, at: datetime) -> None:
    """Lay the drawn cards face down on the table; publish the commitment before a card is turned.

    `cards` are five codes such as 7C, which are not checked. Raise NotNow if the stage is drawn or cards are
    on the table already, and the errors of `commit_draw`.
    """
    with transaction.atomic():
        _refuse_drawn(stage)
        commit_draw(stage, author=author, at=at)
        tournament = _locked(stage)
        if tournament.laid:
            text = _("Cards lie on the table already. Turn them, or take them up first.")
            raise NotNow("cards_laid", Sentence(text))
        _store_cards(tournament, " ".join(cards), 0)
        note_move(tournament.pk, "cards_laid", author=author, at=at)


def turn_cards(stage: Stage, up_to: int) -> None:
    """Turn the first `up_to` cards face up. Cards never turn face down again.

    Raise NotNow if the stage is drawn or no cards are on the table.
    """
    with transaction.atomic():
        tournament = _with_cards(stage)
        turned = min(max(up_to, tournament.turned), CARDS)
        if turned != tournament.turned:
            _store_cards(tournament, tournament.laid, turned)


def turn_pairs(stage: Stage, up_to: int, *, author: Author, at: datetime) -> None:
    """Turn the first `up_to` sides of the drawn matches face up.

    Raise NotNow if the stage is drawn, if no cards are on the table, while a card is face down, or if the
    entries have changed since the cards were laid.
    """
    with transaction.atomic():
        tournament = _with_all_turned(stage, author, at)
        sides = [side for match in cards_of_lot(stage, tournament.laid) for side in match.sides if side.teams]
        pairs_up = min(max(up_to, tournament.pairs_up), len(sides))
        if pairs_up != tournament.pairs_up:
            _store_cards(tournament, tournament.laid, CARDS, pairs_up)


def take_up_cards(stage: Stage, *, author: Author, at: datetime) -> None:
    """Remove the cards from the table without a draw. The journal records which cards were face up.

    Raise NotNow if the stage is drawn or no cards are on the table.
    """
    with transaction.atomic():
        tournament = _with_cards(stage)
        turned_cards = " ".join(tournament.laid.split()[: tournament.turned])
        body = {"seen": turned_cards} | ({"pairs": tournament.pairs_up} if tournament.pairs_up else {})
        _store_cards(tournament, "", 0)
        note_move(tournament.pk, "cards_taken_up", author=author, at=at, body=body)


def draw_by_cards(stage: Stage, *, author: Author, at: datetime) -> tuple[Draw, Job]:
    """Make the draw by the cards once all cards are face up, and show the draw on the wall display.

    Raise NotNow in the same cases as `turn_pairs`.
    """
    laid = Tournament.objects.values_list("laid", flat=True).get(pk=stage.tournament_id)
    if laid:
        cards_of_lot(stage, laid)  # warms the cache before the lock
    with transaction.atomic():
        tournament = _with_all_turned(stage, author, at)
        lot = tournament.laid
        _store_cards(tournament, "", 0)
        Tournament.objects.filter(pk=tournament.pk).update(wall=Scene.DRAW.value, wall_since=at)
        return draw_stage(stage, by="lots", lot=lot, author=author, at=at)


def _with_all_turned(stage: Stage, author: Author, at: datetime) -> Tournament:
    """Lock and return the tournament; raise NotNow if a card is face down or the entries have changed."""
    tournament = _with_cards(stage)
    if tournament.turned < CARDS:
        text = _("Turn all five cards first: then the draw is made by them.")
        raise NotNow("cards_not_turned", Sentence(text))
    if (
        commit_draw(stage, author=author, at=at).made_at == at
    ):  # a new commitment was made after the cards were laid
        text = _("The entries have changed since the cards were laid. Take them up and draw five again.")
        raise NotNow("entries_changed", Sentence(text))
    return tournament


def _with_cards(stage: Stage) -> Tournament:
    """Lock and return the tournament; raise NotNow if the stage is drawn or no cards are on the table."""
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


def _store_cards(tournament: Tournament, laid: str, turned: int, pairs_up: int = 0) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(laid=laid, turned=turned, pairs_up=pairs_up)
    note_change(tournament.pk, "wall")
