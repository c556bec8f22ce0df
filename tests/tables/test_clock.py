"""The clock of a round: stored actions, warnings sent by a job, and refused actions."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import drawn_tournament, first_stage
from tournaments.models import Change, ClockMove, Job, JournalEntry, RoundPlan, Stage
from tournaments.queue import runner
from tournaments.tables.rules.clock import ClockState
from tournaments.tables.selectors.calendar import clock_of
from tournaments.tables.services.round_clock import USUAL_MINUTES, move_round_clock, planned_minutes
from tournaments.values.clock import ClockAct

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def stage() -> Stage:
    tournament = drawn_tournament(4)
    Job.objects.filter(kind="forecast").delete()  # a forecast would add changes of the topic "clock"
    return first_stage(tournament)


def act(stage: Stage, word: str, minute: int = 0, **more: Any) -> Any:
    at = START + timedelta(minutes=minute)
    author = Author(stage.tournament.owner_id)
    return move_round_clock(stage, more.pop("round", 1), ClockAct(word), author=author, at=at, **more)


def change_count(stage: Stage) -> int:
    return Change.objects.filter(tournament=stage.tournament_id, topic="clock").count()


def test_clock_of_a_round_is_computed_from_its_stored_actions(stage: Stage) -> None:
    act(stage, "start", minutes=50)
    act(stage, "pause", 20, reason="manca la luce")
    act(stage, "resume", 30)
    act(stage, "shift", 35, minutes=5, reason="recupero")
    stage_clock = clock_of(stage)
    assert stage_clock is not None
    assert stage_clock.clock.ends_at == START + timedelta(minutes=65)
    assert (stage_clock.round, stage_clock.reason) == (1, "recupero")
    assert list(ClockMove.objects.values_list("act", flat=True)) == ["start", "pause", "resume", "shift"]
    assert change_count(stage) == 4
    reasons = (
        JournalEntry.objects.filter(kind__startswith="clock_").order_by("at").values_list("reason", flat=True)
    )
    assert list(reasons) == ["", "manca la luce", "", "recupero"]


@pytest.mark.parametrize("word", ["pause", "shift"])
def test_pause_and_shift_of_a_clock_need_a_reason(stage: Stage, word: str) -> None:
    act(stage, "start", minutes=50)
    with pytest.raises(BadEntry) as refusal:
        act(stage, word, 1, minutes=5, reason="  ")
    assert refusal.value.code == "reason_missing"


def test_each_warning_is_sent_when_it_is_due(stage: Stage) -> None:
    """A warning is a job with a due time. When one warning has been sent, the next is queued."""
    with time_machine.travel(START, tick=False) as now:
        act(stage, "start", minutes=50)
        before, instants = change_count(stage), []
        for minute in range(1, 60):
            now.move_to(START + timedelta(minutes=minute))
            runner.drain()
            if change_count(stage) > before:
                before = change_count(stage)
                instants.append(minute)
        assert instants == [40, 45, 50]
    assert not Job.objects.filter(kind="clock", state="queued").exists()


def test_shift_of_a_clock_also_shifts_the_next_warning(stage: Stage) -> None:
    act(stage, "start", minutes=50)
    act(stage, "shift", 5, minutes=10, reason="tavoli in ritardo")
    assert Job.objects.get(kind="clock", state="queued").due_at == START + timedelta(minutes=50)


def test_warning_of_a_paused_clock_is_not_sent(stage: Stage) -> None:
    with time_machine.travel(START, tick=False) as now:
        act(stage, "start", minutes=50)
        act(stage, "pause", 30, reason="luce")
        now.move_to(START + timedelta(minutes=41))
        runner.drain()
    assert not Job.objects.filter(kind="clock", state="queued").exists()


def test_clock_started_without_a_length_uses_the_planned_length(stage: Stage) -> None:
    assert planned_minutes(stage, 1) == USUAL_MINUTES
    RoundPlan.objects.create(stage=stage, round=1, minutes=35)
    assert planned_minutes(stage, 2) == 35
    act(stage, "start")
    stage_clock = clock_of(stage)
    assert stage_clock is not None
    assert stage_clock.clock.remaining(START) == timedelta(minutes=35)


def test_clock_of_the_next_round_replaces_the_clock_of_the_previous_round(stage: Stage) -> None:
    act(stage, "start", minutes=50)
    act(stage, "start", 60, round=2, minutes=40)
    stage_clock = clock_of(stage)
    assert stage_clock is not None
    assert (stage_clock.round, stage_clock.clock.state(START + timedelta(minutes=61))) == (
        2,
        ClockState.RUNNING,
    )


def test_second_start_of_a_running_clock_is_refused(stage: Stage) -> None:
    act(stage, "start", minutes=50)
    with pytest.raises(NotNow):
        act(stage, "start", minutes=50)
    with pytest.raises(IntegrityError), transaction.atomic():
        ClockMove.objects.create(stage=stage, round=1, seq=1, act="stop", at=START)


def test_stored_actions_of_a_clock_cannot_be_changed(stage: Stage) -> None:
    act(stage, "start", minutes=50)
    with pytest.raises(IntegrityError), transaction.atomic():
        ClockMove.objects.update(seconds=60)
