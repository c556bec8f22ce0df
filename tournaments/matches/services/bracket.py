"""The job that fills the slots of later matches with the winners and losers of earlier matches.

The job reads new outcomes and updates the matches that depend on them. The rule for winners and losers is in
`format_parts/advancement.py`; the command `verify` uses it to recompute whole stages.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, UUIDField, Value, When
from django.utils import timezone

from scoring.models import ScoreSheet
from scoring.statements import Blank, Statement
from tournaments.competition import types
from tournaments.competition.format_parts.advancement import Progress, SlotMove, free, pass_on
from tournaments.competition.format_parts.brackets import Bracket
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.competition.types import Outcome as RuleOutcome, PlannedSlot as Feed
from tournaments.lifecycle.services.changes import forget_old_changes, note_change, one_version
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.lifecycle.services.states import move, reopen_stage
from tournaments.matches.services.results import state_of
from tournaments.matches.services.slots import fill_slot, refill_slots, save_slots
from tournaments.matches.services.tables import seat_matches
from tournaments.models import Job, Match, Outcome, Slot, Stage
from tournaments.queue.runner import follow_up
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND, profile_of, rounds_to_play
from tournaments.stages.selectors.stage_facts import REOPENED, as_rule, facts_of, occupant_of

BATCH = 200
STAGE = Statement(
    lambda: Stage.objects.select_related("tournament").filter(pk=Blank("stage", UUIDField())).order_by()
)
OUTCOMES_AFTER = Statement(
    lambda: (
        Outcome.objects.select_related("match")
        .filter(stage=Blank("stage", UUIDField()), seq__gt=Blank("seq", IntegerField()))
        .order_by("seq")
    )
)


def bring_bracket_up(job: Job) -> dict[str, Any]:
    """Update the bracket of the job's stage with the new outcomes."""
    return bring_stage_up(job.subject, job.event_id)


def bring_stage_up(stage_id: UUID, tournament_id: UUID, *, placed: bool = False) -> dict[str, Any]:
    """Fill slots with the teams from new outcomes, assign tables, and close a finished stage.

    The caller opens the transaction: the bracket job or the draw job. `placed` is True if the draw job has
    placed the entrants of new matches. Returns the number of the stage and the number of the last outcome
    read.
    """
    lock_tournament(tournament_id)
    (stage,) = STAGE.rows(stage=stage_id)
    with one_version(tournament_id):
        return _update_bracket(stage, timezone.now(), placed)


def _update_bracket(stage: Stage, at: datetime, placed: bool) -> dict[str, Any]:
    last_seq = stage.outcome_seq
    if stage.roster_changes:
        changed, ended = refold(stage, at), True
    else:
        changed, ended = _pass_on_new_outcomes(stage, at)
    Stage.objects.filter(pk=stage.pk).update(bracket_seq=last_seq)
    seat_matches(stage.tournament, at=at)
    if ended:
        _close_or_reopen(stage, at)
    if last_seq > stage.bracket_seq:
        note_change(stage.tournament_id, "standings")
    if placed or last_seq > stage.bracket_seq:
        follow_up("plan", stage.tournament)
    if last_seq > stage.bracket_seq or ended:
        follow_up("results", stage.tournament)
    if placed or changed:
        note_change(stage.tournament_id, "bracket")
        forget_old_changes(stage.tournament_id, stage.tournament.version)
    return {"stage": stage.number, "outcomes": last_seq}


def _pass_on_new_outcomes(stage: Stage, at: datetime) -> tuple[bool, bool]:
    outcomes = list(unseen_outcomes(stage))
    board = Rows(stage, [outcome.match for outcome in outcomes])
    for outcome in outcomes:
        ended = as_rule(moved_by(outcome))
        if ended is not None:
            pass_on(board, outcome.match.label, ended)
        elif outcome.kind == REOPENED:
            free(board, outcome.match.label)
    board.save(at)
    return bool(board.placed), board.ended


def refold(stage: Stage, at: datetime) -> bool:
    """Recompute waiting matches and byes from the stage's recorded data; return whether any have changed.

    This is needed after a team leaves: a filled side can then become empty although no match has a new
    outcome.
    """
    bracket = facts_of([stage], up_to="outcome_seq")[stage.pk].bracket
    still = stage.matches.filter(state__in=STILL).select_related("sheet")
    slots = Slot.objects.filter(stage=stage, match__state__in=(*STILL, "walkover")).select_related("match")
    wrong = [
        (slot, _folded_occupant(bracket, slot))
        for slot in slots
        if occupant_of(slot) != _folded_occupant(bracket, slot)
    ]
    refill_slots(wrong)
    moved = [match for match in still if bracket.matches[match.label].progress != match.state]
    for match in moved:
        match.state, match.ready_at, match.over_at = "waiting", None, None
    stand_all({match.label: match for match in moved}, bracket, at)
    Match.objects.bulk_update(moved, ["state", "ready_at", "over_at"], batch_size=BATCH)
    return bool(wrong or moved)


STILL = ("waiting", "bye")


def _folded_occupant(bracket: Bracket, slot: Slot) -> types.Occupant:
    return bracket.matches[slot.match.label].sides[slot.side]


def unseen_outcomes(stage: Stage) -> Iterable[Outcome]:
    """Return the latest outcome of each match whose latest outcome is not yet in the bracket.

    Only open slots are filled from an outcome; a correction empties the slots that have to change.
    """
    outcomes = OUTCOMES_AFTER.rows(stage=stage.pk, seq=stage.bracket_seq)
    return {row.match_id: row for row in outcomes}.values()


def moved_by(outcome: Outcome) -> Outcome:
    """Return the outcome whose winner advances: `outcome` or, after some corrections, an earlier version."""
    if outcome.moves_as is None:
        return outcome
    return Outcome.objects.get(match=outcome.match_id, version=outcome.moves_as)


def stand_all(matches: Mapping[str, Match], bracket: Bracket, at: datetime) -> None:
    """Set the states of waiting matches according to `bracket`, without saving them.

    A match with known entrants gets the state of its sheet (ready, playing or disputed); a bye gets the state
    bye. The matches are keyed by label.
    """
    for label, match in matches.items():
        progress = bracket.matches[label].progress
        if progress is Progress.READY:
            match.state, match.ready_at = state_of(match.sheet.summary), at
        elif progress is Progress.BYE:
            match.state, match.over_at = "bye", at


_SHEET = ScoreSheet.objects.filter(pk=OuterRef("pk"))
_DISPUTED = Q(summary__objection=True) | Q(summary__disputed__0__isnull=False)
# Expression for the state of a match with known entrants; equal to `state_of`.
READY = Case(
    When(Exists(_SHEET.filter(_DISPUTED)), then=Value("disputed")),
    When(Exists(_SHEET.filter(summary__hands__gt=0)), then=Value("playing")),
    default=Value("ready"),
)


class Rows:
    """Adapter through which `pass_on` reads and changes the database rows of a bracket.

    Finished matches and the matches that get teams from them are read together: one query for all new
    outcomes.
    """

    def __init__(self, stage: Stage, over: Sequence[Match]) -> None:
        self.stage = stage
        self.matches = {match.label: match for match in over}
        # The slots of each match, by side.
        self.slots: dict[UUID, dict[int, Slot]] = {}
        # The matches whose fed matches have been read.
        self.complete: set[UUID] = set()
        self.placed: list[Slot] = []
        # The new progress of matches that waited.
        self.standing: dict[UUID, Progress] = {}
        self.ended = False
        if over:
            self._read(over)

    def _read(self, matches: Iterable[Match]) -> None:
        ids = [match.pk for match in matches]
        fed = Slot.objects.filter(source_match__in=ids).values("match")
        slots = Slot.objects.filter(Q(match__in=ids) | Q(match__in=fed)).select_related("match")
        for slot in slots.order_by("pk"):
            self.matches.setdefault(slot.match.label, slot.match)
            self.slots.setdefault(slot.match_id, {}).setdefault(slot.side, slot)
        self.complete.update(ids)

    def sides(self, match: types.Label) -> types.Sides:
        """Return the occupants of all sides of a match, ordered by side number."""
        return tuple(occupant_of(slot) for _side, slot in sorted(self.slots[self.matches[match].pk].items()))

    def fed_by(self, match: types.Label) -> Iterable[Feed]:
        """Return the slots of later matches that a match's winner or loser fills.

        If every one of these slots is resolved already, set `ended`, because the stage may be over.
        """
        row = self.matches[match]
        if row.pk not in self.complete:
            self._read([row])
        slots = [each for sides in self.slots.values() for each in sides.values()]
        slots = [slot for slot in slots if slot.source_match_id == row.pk]
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
        """Fill an open slot and return True; return False if the slot is already filled."""
        slot = self.slots[self.matches[move.match].pk][move.side]
        if slot.resolved:
            return False
        fill_slot(slot, move.occupant)
        self.placed.append(slot)
        return True

    def decided(self, match: types.Label) -> RuleOutcome | None:
        """Return the outcome of a match that was awarded by walkover before it was ready, or None."""
        row = self.matches[match]
        if row.state != "walkover":
            return None
        return as_rule(Outcome.objects.filter(match=row).order_by("-version")[0])

    def stand(self, match: types.Label, progress: Progress, _bye: types.Bye | None) -> None:
        """Set the new state of a waiting match in memory; the method `save` stores it in the database."""
        if progress in (Progress.READY, Progress.BYE):
            self.standing[self.matches[match].pk] = progress

    def save(self, at: datetime) -> None:
        """Save the filled slots and the new states of waiting matches."""
        save_slots(self.placed)
        for progress, state, column in (
            (Progress.READY, READY, "ready_at"),
            (Progress.BYE, Value("bye"), "over_at"),
        ):
            ids = [match for match, become in self.standing.items() if become is progress]
            if ids:
                waiting = Match.objects.filter(pk__in=ids, state="waiting")
                waiting.update(state=state, **{column: at})


def _close_or_reopen(stage: Stage, at: datetime) -> None:
    """Close the stage if no match or round is left to play; otherwise reopen it."""
    if stage.matches.exclude(state__in=OVER).exists() or _rounds_to_come(stage):
        reopen_stage(stage)
        return
    if stage.state == "over":
        return
    move(stage, "over", over_at=at)
    if not Stage.objects.after(stage).exists():
        move(stage.tournament, "over")


def _rounds_to_come(stage: Stage) -> bool:
    if stage.format not in ROUND_BY_ROUND:
        return False
    facts = facts_of([stage], results=False)[stage.pk]
    still_in = len(facts.lines) - len(facts.roster.withdrawals)
    rounds = rounds_to_play(stage, len(facts.lines) - len(facts.roster.late))
    seats = profile_of(stage).sides * FORMATS[stage.format].partners
    return still_in >= seats and len(facts.rounds) < rounds
