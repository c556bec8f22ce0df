"""The bracket job: bring a stage's slots up to its outcomes. Nothing else fills a slot.

It reads the outcomes it has not seen, and touches the matches they lead to; the rule is
`rules/brackets.py`, the same that folds a whole stage for `verify`.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from tournaments.jobs.draw import planned
from tournaments.live import forget_old_changes, note_change
from tournaments.models import Draw, Job, Match, Outcome, Slot, Stage, Tournament
from tournaments.rules.brackets import Occupant, Progress, pass_on
from tournaments.rules.brackets import Slot as Feed
from tournaments.rules.types import Bye, Known, Nobody, read_occupant, read_outcome, read_source
from tournaments.services.tables import seat_matches


def bring_bracket_up(job: Job) -> dict[str, Any]:
    """Fill what the outcomes since last time decide, hand out tables, and close what is over."""
    Stage.objects.filter(pk=job.subject).update(bracket_seq=F("bracket_seq"))
    stage = Stage.objects.select_related("tournament").get(pk=job.subject)
    at = timezone.now()
    board = Board(stage, at)
    if stage.bracket_seq == 0 and stage.outcome_seq == 0 or not _lines_placed(stage):
        board.place_lines()
    seen = stage.bracket_seq
    for outcome in _unseen(stage):
        pass_on(board, outcome.match.label, as_rule(outcome))
        seen = max(seen, outcome.seq)
    Stage.objects.filter(pk=stage.pk).update(bracket_seq=seen)
    seat_matches(stage.tournament, at=at)
    _close_if_over(stage)
    if board.touched:
        forget_old_changes(stage.tournament_id, note_change(stage.tournament_id, "bracket"))
    return {"stage": stage.number, "outcomes": seen}


def _unseen(stage: Stage) -> Iterable[Outcome]:
    outcomes = Outcome.objects.filter(stage=stage, seq__gt=stage.bracket_seq)
    return outcomes.select_related("match").order_by("seq")


def _lines_placed(stage: Stage) -> bool:
    return not Slot.objects.filter(stage=stage, source="line", resolved=False).exists()


def as_rule(outcome: Outcome) -> Any:
    """Return a stored outcome as the rules know it."""
    return read_outcome(outcome.kind, outcome.winner, games=_games(outcome), reason=outcome.reason)


def _games(outcome: Outcome) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(score) for score in outcome.games)


class Board:
    """A stage's rows, as `pass_on` sees a bracket: reads and writes only the matches it is led to."""

    def __init__(self, stage: Stage, at: datetime) -> None:
        self.stage = stage
        self.at = at
        self.touched = False

    def place_lines(self) -> None:
        """Put the drawn entrants on their lines, and pass the first byes on."""
        draw = Draw.objects.select_related("stage").filter(stage=self.stage).order_by("-version")[0]
        plan = planned(draw)
        from tournaments.rules.brackets import advance

        bracket = advance(plan, {})
        for label, match in bracket.matches.items():
            for side, occupant in enumerate(match.sides):
                self.place(label, side, occupant)
            if match.progress != "waiting":
                self.stand(label, match.progress, match.outcome if isinstance(match.outcome, Bye) else None)

    def sides(self, label: str) -> tuple[Occupant, Occupant]:
        """Return who stands on both sides of a match."""
        first, second = Slot.objects.filter(stage=self.stage, match__label=label).order_by("side")
        return occupant_of(first), occupant_of(second)

    def fed_by(self, label: str) -> Iterable[Feed]:
        """Return the slots that wait for the winner or the loser of a match."""
        slots = Slot.objects.filter(stage=self.stage, source_match__label=label).select_related("match")
        return [Feed(slot.match.label, slot.side, read_source(slot.source, slot.source_line, label)) for slot in slots]

    def place(self, label: str, side: int, occupant: Occupant) -> None:
        """Fill an open slot; one that is filled already stays as it is."""
        if isinstance(occupant, Known):
            filled: dict[str, Any] = {"team_id": UUID(str(occupant.entrant)), "resolved": True}
        elif isinstance(occupant, Nobody):
            filled = {"resolved": True, "reason": occupant.reason}
        else:
            return
        slots = Slot.objects.filter(stage=self.stage, match__label=label, side=side, resolved=False)
        self.touched |= bool(slots.update(**filled))

    def stand(self, label: str, progress: Progress, bye: Bye | None) -> None:
        """Say what a match is, now that both its sides are known."""
        matches = Match.objects.filter(stage=self.stage, label=label, state="waiting")
        if progress == "ready":
            self.touched |= bool(matches.update(state="ready", ready_at=self.at))
        elif progress == "bye":
            self.touched |= bool(matches.update(state="bye", over_at=self.at))


def occupant_of(slot: Slot) -> Occupant:
    """Return who stands in a slot, as the rules know it."""
    return read_occupant(slot.resolved, str(slot.team_id) if slot.team_id else None, slot.reason)


def _close_if_over(stage: Stage) -> None:
    """A stage is over when none of its matches can still be played."""
    if stage.state == "playing" and not stage.matches.exclude(state__in=["signed", "confirmed", "bye", "walkover"]).exists():
        Stage.objects.filter(pk=stage.pk, state="playing").update(state="over")
        Tournament.objects.filter(pk=stage.tournament_id).update(state="over")
        note_change(stage.tournament_id, "standings")
