"""A stage's slots brought up to its outcomes. Nothing else fills a slot.

The outcomes that were not seen yet are read, and the matches they lead to written. Who goes where is said by
`format_parts/advancement.py`, the same rule that folds a whole stage for `verify`.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from tournaments import types
from tournaments.forecast.services import ask_forecast
from tournaments.format_parts.advancement import Progress, SlotMove, free, pass_on
from tournaments.format_parts.brackets import Bracket, advance
from tournaments.formats import FORMATS
from tournaments.lifecycle.rules import OVER
from tournaments.lifecycle.services import forget_old_changes, lock_tournament, move, note_change
from tournaments.models import Job, Match, Outcome, Slot, Stage
from tournaments.season.services import ask_season
from tournaments.stages.selectors.stage_facts import REOPENED, ROUND_BY_ROUND, as_rule, facts_of, occupant_of
from tournaments.tables.services.tables import seat_matches
from tournaments.types import Outcome as RuleOutcome, PlannedSlot as Feed

BATCH = 200


def bring_bracket_up(job: Job) -> dict[str, Any]:
    """Bring the bracket of a stage (the job's subject) up to its outcomes."""
    return bring_stage_up(job.subject, job.event_id)


def bring_stage_up(stage_id: UUID, tournament_id: UUID) -> dict[str, Any]:
    """Fill what the outcomes since last time decide, hand out tables, and close what is over.

    It is done within the transaction of the caller: the job of the bracket, or of the draw. Returns the
    number of the stage and of the last outcome that was seen.
    """
    lock_tournament(tournament_id)
    Stage.objects.filter(pk=stage_id).update(bracket_seq=F("bracket_seq"))
    stage = Stage.objects.select_related("tournament").get(pk=stage_id)
    at = timezone.now()
    touched = place_lines(stage, at) if stage.state == "drawing" else False
    seen = stage.outcome_seq
    if stage.roster_changes:
        changed, ended = refold(stage, at), True
    else:
        board = Rows(stage, at)
        _pass_on_unseen(board)
        changed, ended = board.touched, board.ended
    Stage.objects.filter(pk=stage.pk).update(bracket_seq=seen)
    seat_matches(stage.tournament, at=at)
    if ended:
        _close_if_over(stage, at)
    if seen > stage.bracket_seq:
        note_change(stage.tournament_id, "standings")
    if touched or seen > stage.bracket_seq:
        ask_forecast(stage.tournament_id)
    if seen > stage.bracket_seq or ended:
        ask_season(stage.tournament)
    if touched or changed:
        forget_old_changes(stage.tournament_id, note_change(stage.tournament_id, "bracket"))
    return {"stage": stage.number, "outcomes": seen}


def _pass_on_unseen(board: "Rows") -> None:
    for outcome in unseen_outcomes(board.stage):
        ended = as_rule(moved_by(outcome))
        if ended is not None:
            pass_on(board, outcome.match.label, ended)
        elif outcome.kind == REOPENED:
            free(board, outcome.match.label)


def refold(stage: Stage, at: datetime) -> bool:
    """Bring the matches nobody can write on to what the facts say; return whether that changed anything.

    Where a team has left, a side can come to stand empty that was filled: no outcome alone says so.
    """
    bracket = facts_of([stage], up_to="outcome_seq")[stage.pk].bracket
    still = stage.matches.filter(state__in=STILL)
    slots = Slot.objects.filter(stage=stage, match__state__in=(*STILL, "walkover")).select_related("match")
    wrong = [slot for slot in slots if occupant_of(slot) != _folded(bracket, slot)]
    Slot.objects.filter(pk__in=[slot.pk for slot in wrong]).update(team=None, resolved=False, reason="")
    for slot in wrong:
        slot.team_id, slot.resolved, slot.reason = None, False, ""
        _fill(slot, _folded(bracket, slot))
    Slot.objects.bulk_update(wrong, ["team", "resolved", "reason"], batch_size=BATCH)
    moved = [match for match in still if bracket.matches[match.label].progress != match.state]
    for match in moved:
        match.state, match.ready_at, match.over_at = "waiting", None, None
    _stand_all({match.label: match for match in moved}, bracket, at)
    Match.objects.bulk_update(moved, ["state", "ready_at", "over_at"], batch_size=BATCH)
    return bool(wrong or moved)


STILL = ("waiting", "bye")


def _folded(bracket: Bracket, slot: Slot) -> types.Occupant:
    return bracket.matches[slot.match.label].sides[slot.side]


def unseen_outcomes(stage: Stage) -> Iterable[Outcome]:
    """Return the outcomes that came after those the slots were filled from: of each match the latest.

    A correction has emptied the slots that are filled anew; what stayed filled stays as it is.
    """
    outcomes = Outcome.objects.filter(stage=stage, seq__gt=stage.bracket_seq)
    return {row.match_id: row for row in outcomes.select_related("match").order_by("seq")}.values()


def moved_by(outcome: Outcome) -> Outcome:
    """Return the outcome whose winner goes on: an earlier one, where a correction left that as it was."""
    if outcome.moves_as is None:
        return outcome
    return Outcome.objects.get(match=outcome.match_id, version=outcome.moves_as)


def place_lines(stage: Stage, at: datetime) -> bool:
    """Put the entrants of new matches on their lines and pass the first byes on, in a few statements.

    False while their own job has not made them yet: it brings the bracket up itself when it has.
    """
    matches = {match.label: match for match in stage.matches.filter(state="waiting")}
    if not matches:
        return False
    bracket = advance(facts_of([stage])[stage.pk].plan(), {})
    slots = list(Slot.objects.filter(match__in=matches.values()).select_related("match"))
    for slot in slots:
        _fill(slot, bracket.matches[slot.match.label].sides[slot.side])
    _stand_all(matches, bracket, at)
    Slot.objects.bulk_update(slots, ["team", "resolved", "reason"], batch_size=BATCH)
    Match.objects.bulk_update(matches.values(), ["state", "ready_at", "over_at"], batch_size=BATCH)
    move(stage, "playing")
    return True


def _fill(slot: Slot, occupant: types.Occupant) -> None:
    for column, value in _columns(occupant).items():
        setattr(slot, column, value)


def _columns(occupant: types.Occupant) -> dict[str, Any]:
    """Return the columns of a slot that hold this occupant."""
    if isinstance(occupant, types.Unknown):
        return {}
    if isinstance(occupant, types.KnownEntrant | types.Expected):
        return {"team_id": UUID(str(occupant.entrant)), "resolved": isinstance(occupant, types.KnownEntrant)}
    return {"resolved": True, "reason": occupant.reason}


def _stand_all(matches: dict[str, Match], bracket: Bracket, at: datetime) -> None:
    for label, match in matches.items():
        progress = bracket.matches[label].progress
        if progress is Progress.READY:
            match.state, match.ready_at = "ready", at
        elif progress is Progress.BYE:
            match.state, match.over_at = "bye", at


class Rows:
    """A stage's rows as `pass_on` sees a bracket: it reads and writes only the matches it is led to."""

    def __init__(self, stage: Stage, at: datetime) -> None:
        self.stage = stage
        self.at = at
        self.touched = False
        self.ended = False
        self.states: dict[types.Label, str] = {}
        """The states of the matches that were led to."""

    def sides(self, match: types.Label) -> types.Sides:
        """Return who stands on every side of a match."""
        slots = Slot.objects.filter(match__stage=self.stage, match__label=match).order_by("side")
        return tuple(map(occupant_of, slots))

    def fed_by(self, match: types.Label) -> Iterable[Feed]:
        """Return the slots that get somebody from a match; once nobody waits for it, all may be over."""
        slots = Slot.objects.filter(source_match__stage=self.stage, source_match__label=match).select_related(
            "match"
        )
        self.states |= {slot.match.label: slot.match.state for slot in slots}
        feeds = [
            Feed(
                slot.match.label,
                slot.side,
                types.read_source(slot.source, slot.source_line, match),
                types.EntrantId(str(slot.team_id)) if slot.source == types.LineAfter.kind else None,
            )
            for slot in slots
        ]
        self.ended |= all(slot.resolved for slot in slots)
        return feeds

    def place(self, move: SlotMove) -> bool:
        """Fill an open slot; one that is filled stays as it is."""
        slots = Slot.objects.filter(
            match__stage=self.stage, match__label=move.match, side=move.side, resolved=False
        )
        changed = bool(slots.update(**_columns(move.occupant)))
        self.touched |= changed
        return changed

    def decided(self, match: types.Label) -> RuleOutcome | None:
        """Return how a match ended that was given away before who plays it was free."""
        if self.states.get(match) != "walkover":
            return None
        latest = Outcome.objects.filter(stage=self.stage, match__label=match).order_by("-version")[0]
        return as_rule(latest)

    def stand(self, match: types.Label, progress: Progress, _bye: types.Bye | None) -> None:
        """Say what a waiting match has become."""
        matches = Match.objects.filter(stage=self.stage, label=match, state="waiting")
        if progress is Progress.READY:
            matches.update(state="ready", ready_at=self.at)
        elif progress is Progress.BYE:
            matches.update(state="bye", over_at=self.at)


def _close_if_over(stage: Stage, at: datetime) -> None:
    """A stage is over when none of its matches can still be played and no round is to come."""
    if stage.state == "over" or stage.matches.exclude(state__in=OVER).exists() or _rounds_to_come(stage):
        return
    move(stage, "over", over_at=at)
    if not Stage.objects.after(stage).exists():
        move(stage.tournament, "over")


def _rounds_to_come(stage: Stage) -> bool:
    """Whether a round is still to be paired from the results, and enough are left for a table."""
    if stage.format not in ROUND_BY_ROUND:
        return False
    facts = facts_of([stage])[stage.pk]
    state = facts.state()
    still_in = len(state.entrants) - len(state.out)
    return still_in >= state.seats and len(facts.rounds) < FORMATS[stage.format].round_count(state)
