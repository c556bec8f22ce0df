"""Corrections of results by the director: a preview, then the correction. Both versions are stored.

Later matches change as far as the policy of the stage allows (`competition/correction_policies.py`); a match
that has begun keeps its entrants. The service locks and empties the matches that get other entrants, so that
no hand is written in the meantime; the bracket job fills them again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from scoring.sheet.devices import open_table
from scoring.sheet.services.corrections import HandChange, correct_hands, corrected_sheet
from scoring.sheet.services.log import Author, lock_sheet
from scoring.sheet.services.signing import reopen_sheet
from scoring.types import BadEntry, NotNow, Sentence, SheetState, _
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.competition.seals import refuse_changed
from tournaments.corrections.selectors.preview import CorrectionPreview, fed_matches, preview
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.states import move, reopen_stage
from tournaments.matches.selectors.end_of_play import END_OF_PLAY
from tournaments.matches.selectors.matches import is_frozen
from tournaments.matches.services.results import add_outcome, lock_match, state_of
from tournaments.matches.services.slots import empty_slots_after, write_reason
from tournaments.models import Match, Outcome, Stage, Tournament
from tournaments.stages.selectors.stage_details import profile_of
from tournaments.stages.selectors.stage_facts import REOPENED, facts_of


def reopen_event(tournament: Tournament, reason: str, *, author: Author, at: datetime) -> Tournament:
    """Reopen a tournament for another correction period; raise NotNow if its results are not yet official.

    Raises BadEntry without a reason. The standings are not withheld again, because they were official.
    """
    if not reason.strip():
        raise BadEntry("reason_missing", Sentence(_("Write why the event is opened again.")))
    with transaction.atomic():
        note_change(tournament.pk, "standings")
        tournament.refresh_from_db()
        if not is_frozen(tournament, at):
            text = _(
                "The results are not official yet: they can be corrected without opening the event again."
            )
            raise NotNow("not_frozen", Sentence(text))
        Tournament.objects.filter(pk=tournament.pk).update(reopened_at=at, standings_until=None)
        note_move(tournament.pk, "event_reopened", author=author, at=at, reason=reason.strip())
    tournament.refresh_from_db()
    return tournament


def refuse_frozen(tournament: Tournament, at: datetime) -> None:
    """Raise NotNow if the results are official: the owner has to reopen the tournament first."""
    if is_frozen(tournament, at):
        text = _("The results are official. Who owns the tournament can open it again, with a reason.")
        raise NotNow("event_frozen", Sentence(text))


OUTCOMES_WITH_WINNER = frozenset({"walkover", "withdrawal", "disqualification"})
OUTCOMES_WITHOUT_WINNER = frozenset({"double_walkover", "double_disqualification", "annulled"})
OUTCOMES = OUTCOMES_WITH_WINNER | OUTCOMES_WITHOUT_WINNER | {REOPENED}


@dataclass(frozen=True)
class Correction:
    """A correction: corrected hands, or another outcome without play; never both.

    `stays` is the director's decision that the entrants of later matches are kept.
    """

    hands: Sequence[HandChange] = ()
    outcome: str = ""
    winner: int | None = None
    stays: bool = False


def preview_correction(match_id: UUID, correction: Correction, *, at: datetime) -> CorrectionPreview:
    """Return the effects of a correction without saving the correction.

    Raise BadEntry or NotNow if the correction is impossible or the results are official. A missing decision
    of the director (`CorrectionPreview.decide`) and a later stage that is already drawn raise no error here.
    """
    match = Match.objects.select_related("tournament", "stage__tournament", "sheet").get(pk=match_id)
    refuse_frozen(match.tournament, at)
    return preview(match, _corrected_outcome(match, correction), stays=correction.stays)


def correct_match(
    match_id: UUID,
    correction: Correction,
    reason: str,
    *,
    author: Author,
    at: datetime,
    seal: str | None = None,
) -> CorrectionPreview:
    """Correct the result of a decided match, and update later matches; return the changes.

    A repeated outcome without play, with the same reason, changes nothing. `seal` is the seal of the
    preview that the director saw, None to skip the check.

    Raises:
        BadEntry: the result is impossible or the reason is missing.
        NotNow: the match has no result; the results are official; the preview or a hand has changed; the
            director has to decide first; the next match has just begun; a team that has left would play
            again; or a match would be open again although the next stage is drawn.
    """
    if not reason.strip():
        raise BadEntry("reason_missing", Sentence(_("Write the reason of the correction.")))
    with transaction.atomic():
        match = lock_match(match_id)
        refuse_frozen(match.tournament, at)
        outcome = _corrected_outcome(match, correction)
        effects = preview(match, outcome, stays=correction.stays)
        kept_version = _version_to_keep(match, effects, correction)
        if correction.outcome and _is_current(match, outcome, reason, kept_version):
            return effects
        refuse_changed(seal, effects.seal)
        fed = _lock_fed_matches(match) if effects.slots and kept_version is None else []
        if outcome.kind == REOPENED or fed:
            _refuse_drawn_stage(match)
        note_change(match.tournament_id, "match", match.pk)
        if correction.hands:
            correct_hands(match.sheet, correction.hands, author=author, at=at)
        elif outcome.kind == REOPENED:
            reopen_sheet(match.sheet, author=author, at=at)
        add_outcome(
            match,
            kind=outcome.kind,
            winner=outcome.winner,
            played=_played(outcome) if outcome.kind == "result" else [],
            moves_as=kept_version,
            author=author,
            at=at,
            reason=reason,
        )
        if fed:
            _empty_fed_slots(match, fed, at)
        else:
            _write_reasons(match, effects)
        _set_state(match, outcome)
        if outcome.kind == REOPENED or fed:
            reopen_stage(match.stage)
        body = {"reopened": True} if outcome.kind == REOPENED else {}
        note_move(
            match.tournament_id,
            "result_corrected",
            author=author,
            at=at,
            match_id=match.pk,
            body=body,
            reason=reason,
        )
    return effects


def _is_current(match: Match, outcome: Outcome, reason: str, moves_as: int | None) -> bool:
    """Return True if this outcome and reason equal those of the latest outcome."""
    latest = match.outcomes.order_by("-version")[0]
    same = (latest.kind, latest.winner) == (outcome.kind, outcome.winner)
    return same and (latest.reason, latest.moves_as) == (reason, moves_as)


def _corrected_outcome(match: Match, correction: Correction) -> Outcome:
    """Return the corrected outcome, not saved; raise NotNow or BadEntry if it is impossible."""
    if match.state not in OVER or match.state == "bye":
        text = _("This match has no result yet: put its hands right on its sheet.")
        raise NotNow("nothing_to_correct", Sentence(text))
    if bool(correction.hands) == bool(correction.outcome):
        text = _("Correct the hands, or say how the match ended without play: one of the two.")
        raise BadEntry("bad_correction", Sentence(text))
    if correction.hands:
        return _outcome_of_sheet(match, corrected_sheet(match.sheet, correction.hands))
    _refuse_outcome(match, correction)
    return Outcome(match=match, stage=match.stage, kind=correction.outcome, winner=correction.winner)


def _outcome_of_sheet(match: Match, state: SheetState) -> Outcome:
    """Return the outcome of the corrected sheet; an undecided sheet reopens the match."""
    over = [game for game in state.games if game.counts]
    return Outcome(
        match=match,
        stage=match.stage,
        kind="result" if state.over else REOPENED,
        winner=state.winner if state.over else None,
        games=[list(game.score) for game in over],
        game_winners=[game.winner for game in over],
    )


def _refuse_outcome(match: Match, correction: Correction) -> None:
    if correction.outcome == REOPENED:
        _refuse_withdrawn(match)
    if correction.outcome not in OUTCOMES:
        text = _("There is no outcome called “%(kind)s”. Choose one of: %(known)s.")
        kinds = ", ".join(sorted(OUTCOMES))
        raise BadEntry("unknown_outcome", Sentence(text, {"kind": correction.outcome[:40], "known": kinds}))
    if (correction.winner is None) == (correction.outcome in OUTCOMES_WITH_WINNER):
        text = _("Say who wins, and only where somebody does.")
        raise BadEntry("bad_winner", Sentence(text))
    if correction.winner is not None and not 0 <= correction.winner < profile_of(match.stage).sides:
        raise BadEntry("no_such_side", Sentence(_("There is no such side at this table.")))
    if correction.outcome == "annulled" and FORMATS[match.stage.format].bracket:
        text = _("In a bracket somebody has to go on: say who, or that nobody does.")
        raise BadEntry("bracket_annulled", Sentence(text))


def _refuse_withdrawn(match: Match) -> None:
    """Raise NotNow if a team of the match has left, because the match cannot be reopened then."""
    facts = facts_of([match.stage], up_to="outcome_seq")[match.stage_id]
    for slot in match.slots.select_related("team"):
        if slot.team and str(slot.team.pk) in facts.roster.withdrawals:
            text = _("%(team)s has left. Take that back first; its matches are then open again.")
            raise NotNow("team_has_left", Sentence(text, {"team": slot.team.name}))


def _version_to_keep(match: Match, preview: CorrectionPreview, correction: Correction) -> int | None:
    """Return the version of the result whose winner stays in the next match; None if entrants may change.

    Raise NotNow if the director has to decide first.
    """
    if not preview.stays:
        return None
    if preview.decide and not correction.stays:
        text = _("The match that follows has begun: who plays it stays. Say so explicitly, or leave it.")
        raise NotNow("director_decides", Sentence(text))
    standing = match.outcomes.order_by("-version")[0]
    return standing.moves_as or standing.version


def _refuse_drawn_stage(match: Match) -> None:
    """Raise NotNow if the next stage is drawn, because all matches of this stage must be decided then."""
    if Stage.objects.with_draw().after(match.stage).exists():
        text = _(
            "The next stage is drawn from this one, so no match of this one can be played again. "
            "Correct the result itself, or take back that draw first."
        )
        raise NotNow("next_stage_drawn", Sentence(text))


def _lock_fed_matches(match: Match) -> list[Match]:
    """Lock the sheets of the matches to which entrants of a match advance; return these matches."""
    reached = sorted(fed_matches(match), key=lambda each: each.pk)
    for fed in reached:
        lock_sheet(fed.pk)
    return reached


def _empty_fed_slots(match: Match, reached: Sequence[Match], at: datetime) -> None:
    """Empty the slots filled from a match; raise NotNow if a match with such a slot has begun."""
    for fed in reached:
        count = Match.objects.filter(pk=fed.pk, state__in=["waiting", "ready", "bye"]).update(
            state="waiting", table=None, ready_at=None, called_at=None, over_at=None
        )
        if not count:
            text = _("The match that follows has just begun: who plays it stays. Look again.")
            raise NotNow("next_match_begun", Sentence(text))
        fed.sheet.grants.filter(revoked_at=None).update(revoked_at=at)
    sources = [match.pk, *(fed.pk for fed in reached if fed.state == "bye")]
    empty_slots_after(sources)


def _write_reasons(match: Match, preview: CorrectionPreview) -> None:
    """Store the new reasons for empty slots. The bracket job would not change a slot that is already set."""
    for slot in preview.reasons:
        write_reason(match.stage, slot.label, slot.side, slot.reason)


def _played(outcome: Outcome) -> list[dict[str, Any]]:
    return [
        {"score": score, "winner": winner}
        for score, winner in zip(outcome.games, outcome.game_winners, strict=True)
    ]


def _set_state(match: Match, outcome: Outcome) -> None:
    """Set the state of a match after a correction: confirmed, walkover, or reopened and without a table."""
    if outcome.kind == REOPENED:
        move(match, state_of(match.sheet.summary), table=None, moved_from=match.table, over_at=None)
        open_table(match.sheet)
        return
    wanted = "confirmed" if outcome.kind == "result" else "walkover"
    if match.state != wanted:
        move(match, wanted, over_at=END_OF_PLAY)
