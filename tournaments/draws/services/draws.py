"""Services that commit to a draw, make the draw once, and withdraw it.

The rules are in docs/decisions/0002-draws.md. If two requests draw at the same time, the unique constraint on
(stage, round, version) rejects one of the two draws, and both requests return the stored draw. The request
stores the draw; a job creates its matches (`rounds.py`).
"""

import secrets
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from scoring.models import ScoreSheet, SheetEvent
from scoring.sheet.services.log import Author, lock_sheet
from scoring.types import BadEntry, NoPairing, NotNow, Problem, RuleError, Sentence, _
from tournaments.competition import lots
from tournaments.competition.formats import FORMATS
from tournaments.competition.names import name_key
from tournaments.competition.seals import refuse_changed
from tournaments.competition.seeding import lines_by_seeds
from tournaments.competition.types import Entrant, EntrantId
from tournaments.draws.selectors.proposed_rounds import lines_by_promise, proposed_round, seal_of_round
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_entries, lock_stage, lock_tournament
from tournaments.lifecycle.services.states import move
from tournaments.models import Draw, DrawCommitment, FileKind, Job, Match, Stage, Team, TeamPlayer, Tournament
from tournaments.queue.runner import enqueue
from tournaments.queue.services import drop_files
from tournaments.stages.selectors.stage_details import profile_of
from tournaments.stages.selectors.stage_facts import can_pair
from tournaments.stages.services import next_round
from tournaments.standings.selectors import qualified

BY = ("seeds", "lots")


def commit_draw(stage: Stage, *, author: Author, at: datetime) -> DrawCommitment:
    """Commit to the draw by publishing a hash of the entrants and a salt; return the commitment.

    An unused commitment to the same entrants is returned again, and nothing changes. Raise NotNow or
    NoPairing if a draw is impossible (see `drawn_entrants`), and NotNow (`already_drawn`) if the stage is
    drawn.
    """
    with transaction.atomic():
        tournament = _lock(stage)
        commitment = _commitment(stage, tournament, author, at)
        if commitment._state.adding:
            commitment.save(force_insert=True)
            note_move(
                tournament.pk, "draw_committed", author=author, at=at, body={"digest": commitment.digest}
            )
            note_change(tournament.pk, "entries")
    return commitment


def _lock(stage: Stage) -> Tournament:
    """Lock and return the tournament, and reload the state of the stage.

    Raise NotNow (`already_drawn`) if the stage is drawn. The first stage counts as drawn once its draw has
    closed the entries.
    """
    if stage.number == 1:
        tournament = lock_entries(stage.tournament)
    else:
        lock_tournament(stage.tournament_id)
        tournament = Tournament.objects.get(pk=stage.tournament_id)
    stage.refresh_from_db(fields=["state"])
    if stage.state != "planned":
        raise NotNow("already_drawn", Sentence(_("This stage is drawn.")))
    return tournament


def _commitment(stage: Stage, tournament: Tournament, author: Author, at: datetime) -> DrawCommitment:
    """Return the current commitment to the draw (a published hash), or a new, unsaved commitment."""
    entrants = drawn_entrants(stage, tournament)
    apart = FORMATS[stage.format].apart(len(entrants), stage.options, profile_of(stage).sides)
    algorithm = lots.algorithm_for(entrants, apart)
    listed = lots.entrants_as_json(entrants, algorithm)
    last = stage.commitments.filter(round=Draw.FIRST_ROUND).order_by("-attempt").first()
    drawn_by_it = last is not None and Draw.objects.filter(commitment=last).exists()
    if last is not None and last.entrants == listed and not drawn_by_it:
        return last
    salt = secrets.token_hex(32)
    return DrawCommitment(
        stage=stage,
        round=Draw.FIRST_ROUND,
        attempt=last.attempt + 1 if last else 1,
        entrants=listed,
        apart=apart if lots.ALGORITHMS[algorithm].parts_clubs else [],
        algorithm=algorithm,
        salt=salt,
        digest=lots.commitment(entrants, algorithm, salt, apart),
        user_id=author.user_id,
        made_at=at,
    )


def drawn_entrants(stage: Stage, tournament: Tournament) -> list[Entrant]:
    """Return the entrants to be drawn, in order; raise NoPairing or NotNow if a draw is impossible.

    Once a team has been checked in, every team must be present or absent, and absent teams are left out. The
    entrants of a later stage are the qualifiers of the previous stage, seeded in qualifying order.
    """
    if stage.number > 1:
        going_on = _qualified_entrants(stage)
        if refusal := _too_few(stage, len(going_on)):
            raise refusal
        FORMATS[stage.format].check(len(going_on), stage.options, profile_of(stage).sides)
        return [Entrant(entrant, seed) for seed, entrant in enumerate(going_on, start=1)]
    teams = list(tournament.teams.all())
    if any(team.presence != "expected" for team in teams):
        _refuse_expected(teams)
    present = [team for team in teams if team.presence != "absent"]
    _refuse_shared_players(tournament, present)
    FORMATS[stage.format].check(len(present), stage.options, profile_of(stage).sides)
    return [Entrant(EntrantId(str(team.pk)), team.seed, name_key(team.club)) for team in present]


def too_few_for(stage: Stage) -> NoPairing | None:
    """Return a NoPairing error if too few teams qualify from the previous stage, otherwise None."""
    before = Stage.objects.filter(tournament=stage.tournament_id, number=stage.number - 1, state="over")
    if stage.state != "planned" or not before.exists():
        return None
    try:
        return _too_few(stage, len(_qualified_entrants(stage)))
    except NotNow:  # the qualified entrants depend on a lot
        return None


def _qualified_entrants(stage: Stage) -> tuple[EntrantId, ...]:
    return qualified(Stage.objects.get(tournament=stage.tournament_id, number=stage.number - 1))


def _too_few(stage: Stage, going_on: int) -> NoPairing | None:
    fewest = FORMATS[stage.format].fewest_teams(profile_of(stage).sides)
    if going_on >= fewest:
        return None
    text = _(
        "Stage %(stage)s needs at least %(fewest)s teams; qualified: %(count)s. Choose another format for "
        "the stage, or take the stage away: then the standings of stage %(before)s stand."
    )
    values = {"stage": stage.number, "fewest": fewest, "count": going_on, "before": stage.number - 1}
    return NoPairing("too_few_entrants", Sentence(text, values))


def _refuse_expected(teams: list[Team]) -> None:
    expected = [team.name for team in teams if team.presence == "expected"]
    if expected:
        text = _("Check-in is not finished: say whether %(teams)s are here.")
        raise NotNow(
            "check_in_open",
            Sentence(text, {"teams": ", ".join(expected[:6]) + ("…" if expected[6:] else "")}),
        )


def _refuse_shared_players(tournament: Tournament, teams: list[Team]) -> None:
    """Raise NoPairing if a player is in two teams. A database constraint also prevents this."""
    team_of_person: dict[UUID, str] = {}
    names = {team.pk: team.name for team in teams}
    seats = TeamPlayer.objects.filter(tournament=tournament).order_by("team", "position")
    for team, person, player in seats.values_list("team", "person", "person__name"):
        if team not in names:
            continue
        if person in team_of_person:
            text = _("%(player)s plays in %(first)s and in %(second)s. Put one of them right, then draw.")
            values = {"player": player, "first": team_of_person[person], "second": names[team]}
            raise NoPairing("player_twice", Sentence(text, values))
        team_of_person[person] = names[team]


def draw_stage(stage: Stage, *, by: str, author: Author, at: datetime, lot: str = "") -> tuple[Draw, Job]:
    """Draw a stage by seeds or by lot, or use its existing draw; return the draw and its job.

    `by` is "seeds" or "lots". A new draw by "lots" needs `lot`: the cards or the text that was drawn (see
    `read_lot`). If a drawn stage is paired round by round, request the next round once the current round is
    over.

    Raises:
        BadEntry: `by` is unknown, or a lot is needed and is missing or invalid.
        NoPairing: the entrants do not fit the format, or a player is in two teams.
        NotNow: cards are on the table (`cards_laid`), or a draw is not possible yet (see `drawn_entrants`).
    """
    if by not in BY:
        sentence = Sentence(_("Draw by “seeds” or by “lots”."))
        raise BadEntry("unknown_draw", sentence, (Problem("unknown_draw", "", "error", "/by", sentence),))
    standing = standing_draw(stage)
    if standing is not None:
        return standing[0], next_round(stage, author=author, at=at) or standing[1]
    lot = lots.read_lot(lot) if by == "lots" else ""
    promise = _ahead(stage, by, lot, author, at)
    try:
        with transaction.atomic():
            _draw(stage, by, lot, promise, author, at)
    except (IntegrityError, NotNow) as refusal:  # a concurrent request drew first, or the entries are closed
        return _standing_draw_or_raise(refusal, stage)
    return _standing_draw_or_raise(NotNow("not_drawn", Sentence(_("This stage is not drawn yet."))), stage)


def draw_as_proposed(stage: Stage, seal: str, *, author: Author, at: datetime) -> None:
    """Draw by seeds or pair the next round, unless the proposed matches have changed.

    `seal` is the digest of the matches that the user saw (`seal_of_round`). Do nothing if no round can be
    paired now. Raise NotNow (`preview_changed`) if the proposed matches have changed. Errors of
    `proposed_round` and `draw_stage` are passed on.
    """
    if stage.state == "planned" or can_pair(stage):
        refuse_changed(seal, seal_of_round(proposed_round(stage)))
        draw_stage(stage, by="seeds", author=author, at=at)


def _standing_draw_or_raise(refusal: Exception, stage: Stage) -> tuple[Draw, Job]:
    standing = standing_draw(stage)
    if standing is None:
        raise refusal
    return standing


def standing_draw(stage: Stage) -> tuple[Draw, Job] | None:
    """Return the current draw and the job that creates its matches; None if the stage is not drawn."""
    draw = Draw.objects.standing().filter(stage=stage).first()
    if draw is None:
        return None
    return draw, Job.objects.filter(kind="draw", subject=draw.pk).order_by("made_at")[0]


def _ahead(stage: Stage, by: str, lot: str, author: Author, at: datetime) -> DrawCommitment | None:
    """Compute the draw without a lock to fill the cache; return its commitment, saved or unsaved.

    Return None if the draw is not possible; `_draw` then raises the error.
    """
    with suppress(RuleError):
        promise = _commitment(stage, Tournament.objects.get(pk=stage.tournament_id), author, at)
        _lines(promise, by, lot)
        return promise
    return None


def _lines(promise: DrawCommitment, by: str, lot: str) -> list[str]:
    return list(lines_by_promise(promise, lot)) if by == "lots" else lines_of(promise, by, lot)


def _draw(  # a draw is made of all of these
    stage: Stage, by: str, lot: str, ahead: DrawCommitment | None, author: Author, at: datetime
) -> None:
    tournament = _lock(stage)
    if tournament.laid:
        text = _(
            "Cards of a lot lie on the table: the draw is made by them. Turn them, or take them up first."
        )
        raise NotNow("cards_laid", Sentence(text))
    commitment = _commitment(stage, tournament, author, at)
    if ahead is not None and _is_same_commitment(ahead, commitment):
        commitment = ahead
    if commitment._state.adding:
        commitment.save(force_insert=True)
    draw = Draw.objects.create(
        stage=stage,
        round=Draw.FIRST_ROUND,
        version=Draw.objects.next_version(stage, Draw.FIRST_ROUND),
        commitment=commitment,
        by=by,
        lot=lot,
        lines=_lines(commitment, by, lot),
        user_id=author.user_id,
        made_at=at,
    )
    if stage.number == 1:
        move(tournament, "playing")
    move(stage, "drawing")
    enqueue("draw", draw.pk, tournament_id=tournament.pk)
    note_move(tournament.pk, "draw_made", author=author, at=at, body={"by": by, "lot": lot})
    note_change(tournament.pk, "bracket")


def _is_same_commitment(ahead: DrawCommitment, now: DrawCommitment) -> bool:
    """Return whether two commitments are equal; the salts of unsaved commitments may differ."""
    if not now._state.adding:
        return ahead.pk == now.pk
    promised = ("attempt", "entrants", "algorithm", "apart")
    return ahead._state.adding and all(getattr(ahead, name) == getattr(now, name) for name in promised)


def lines_of(commitment: DrawCommitment, by: str, lot: str) -> list[str]:
    """Return the entrant ids in the order of the draw, computed only from published data.

    If `by` is "hand", the order cannot be computed, and the ids are returned sorted.
    """
    entrants = lots.read_entrants(commitment.entrants)
    if by == "seeds":
        return list(lines_by_seeds(entrants))
    if by == "hand":  # a draw by hand cannot be recomputed: only its entrants can be checked
        return sorted(entrant.id for entrant in entrants)
    return list(lots.lines_by_lot(entrants, commitment.algorithm, commitment.salt, lot, commitment.apart))


def take_back_draw(stage: Stage, reason: str, *, author: Author, at: datetime) -> None:
    """Withdraw the draw of a stage and delete its matches with their sheets.

    The draw and its commitment stay stored; the next draw has a new commitment. The withdrawal of the first
    stage's draw opens the entries again.

    Raises:
        BadEntry: the reason is blank (`reason_missing`).
        NotNow: the draw cannot be withdrawn, for example after a hand (see `refuse_taking_back`).
    """
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
        drop_files([stage.tournament_id], [FileKind.PACK])
        move(stage, "planned")
        if stage.number == 1:
            move(stage.tournament, "entries")
        note_move(stage.tournament_id, "draw_taken_back", author=author, at=at, body=body, reason=reason)
        note_change(stage.tournament_id, "bracket")


def refuse_taking_back(stage: Stage) -> None:
    """Raise NotNow if the draw of a stage cannot be withdrawn.

    The code is `not_drawn` without a draw, `being_drawn` while the matches are made, and `draw_stands` if the
    stage is over or has entries on its sheets, outcomes or roster changes.
    """
    if stage.state == "planned":
        text = _("This stage is not drawn yet: there is nothing to draw again.")
        raise NotNow("not_drawn", Sentence(text))
    if stage.state == "drawing":
        text = _("The matches are being made. Wait until they stand, then draw again.")
        raise NotNow("being_drawn", Sentence(text))
    has_hands = SheetEvent.objects.filter(sheet__in=stage.matches.values("pk")).exists()
    if has_hands or stage.outcome_seq or stage.state == "over":
        text = _(
            "A hand has been written, or a match is decided: the draw stands. "
            "What went wrong is put right match by match."
        )
        raise NotNow("draw_stands", Sentence(text))
