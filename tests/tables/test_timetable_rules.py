"""The clock of a round, computed from stored times: pauses, midnight, start and end of summer time."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from scoring.types import BadEntry, NotNow, RuleError
from tournaments.tables.rules.clock import Clock, ClockFact, ClockState, fold_clock
from tournaments.tables.rules.grace import grace_left
from tournaments.values.clock import ClockAct

ROME = ZoneInfo("Europe/Rome")
START = datetime(2026, 11, 21, 21, 0, tzinfo=ROME)
# Minutes after the start, the act, the minutes of the act.
Acts = list[tuple[int, str, int]]


def minutes(number: int) -> timedelta:
    return timedelta(minutes=number)


def after(number: int, start: datetime = START) -> datetime:
    """Return the time `number` minutes after `start`, in the time zone of the club."""
    return (start.astimezone(UTC) + minutes(number)).astimezone(ROME)


def facts(acts: Acts, start: datetime = START) -> list[ClockFact]:
    return [ClockFact(ClockAct(act), after(at, start), minutes(span)) for at, act, span in acts]


def clock(acts: Acts, start: datetime = START) -> Clock:
    folded = fold_clock(facts(acts, start))
    assert folded is not None
    return folded


@pytest.mark.parametrize(
    ("acts", "at", "state", "minutes_left"),
    [
        pytest.param([(0, "start", 50)], 0, "running", 50, id="it starts with all it has"),
        pytest.param([(0, "start", 50)], 20, "running", 30, id="what has gone is gone"),
        pytest.param([(0, "start", 50)], 50, "time", 0, id="time"),
        pytest.param([(0, "start", 50)], 500, "time", 0, id="and never less than none"),
        pytest.param([(0, "start", 50), (20, "pause", 0)], 45, "paused", 30, id="paused, nothing goes"),
        pytest.param(
            [(0, "start", 50), (20, "pause", 0), (35, "resume", 0)], 45, "running", 20, id="resumed"
        ),
        pytest.param([(0, "start", 50), (10, "shift", 15)], 20, "running", 45, id="set forward"),
        pytest.param([(0, "start", 50), (10, "shift", -20)], 20, "running", 10, id="and back"),
        pytest.param([(0, "start", 50), (10, "shift", -45)], 20, "time", 0, id="back beyond now: time"),
        pytest.param(
            [(0, "start", 50), (60, "shift", 5)], 62, "running", 3, id="after time: so much from now"
        ),
        pytest.param(
            [(0, "start", 50), (20, "pause", 0), (30, "shift", 5)],
            40,
            "paused",
            35,
            id="shifted while paused",
        ),
        pytest.param([(0, "start", 50), (20, "stop", 0)], 40, "stopped", 30, id="stopped"),
        pytest.param(
            [(0, "start", 50), (20, "stop", 0), (30, "start", 40)], 40, "running", 30, id="started anew"
        ),
    ],
)
def test_state_and_remaining_time_of_a_clock_are_computed_from_its_actions(
    acts: Acts, at: int, state: str, minutes_left: int
) -> None:
    round_clock = clock(acts)
    assert (round_clock.state(after(at)), round_clock.remaining(after(at))) == (
        ClockState(state),
        minutes(minutes_left),
    )


@pytest.mark.parametrize(
    ("acts", "act", "code"),
    [
        pytest.param([], (0, "pause", 0), "clock_not_started", id="nothing to pause"),
        pytest.param([], (0, "shift", 5), "clock_not_started", id="nothing to shift"),
        pytest.param([(0, "start", 50), (5, "stop", 0)], (6, "resume", 0), "clock_not_started", id="stopped"),
        pytest.param([(0, "start", 50)], (5, "start", 50), "clock_started", id="twice"),
        pytest.param([(0, "start", 50)], (5, "resume", 0), "clock_not_paused", id="not paused"),
        pytest.param([(0, "start", 50), (5, "pause", 0)], (6, "pause", 0), "clock_paused", id="paused twice"),
        pytest.param([(0, "start", 50)], (51, "pause", 0), "clock_over", id="time is up"),
        pytest.param([], (0, "start", 0), "bad_length", id="no length"),
        pytest.param([], (0, "start", 721), "bad_length", id="longer than a night"),
        pytest.param([(0, "start", 50)], (1, "shift", 0), "bad_shift", id="by nothing"),
        pytest.param([(0, "start", 50)], (1, "shift", -721), "bad_shift", id="too far"),
    ],
)
def test_clock_action_in_the_wrong_state_or_with_invalid_minutes_is_refused(
    acts: Acts, act: tuple[int, str, int], code: str
) -> None:
    with pytest.raises(RuleError) as refusal:
        fold_clock(facts([*acts, act]))
    assert refusal.value.code == code
    assert isinstance(refusal.value, BadEntry if code.startswith("bad") else NotNow)


@pytest.mark.parametrize(
    ("acts", "at", "warned"),
    [
        pytest.param([(0, "start", 50)], 0, 40, id="ten minutes before"),
        pytest.param([(0, "start", 50)], 40, 45, id="five minutes before"),
        pytest.param([(0, "start", 50)], 45, 50, id="time itself"),
        pytest.param([(0, "start", 50)], 50, None, id="then nothing"),
        pytest.param([(0, "start", 7)], 0, 2, id="a short round: five minutes before"),
        pytest.param([(0, "start", 50), (20, "pause", 0)], 21, None, id="paused: nobody can tell"),
        pytest.param([(0, "start", 50), (42, "shift", 10)], 43, 50, id="set forward: once more ten"),
    ],
)
def test_clock_warnings_are_due_ten_and_five_minutes_before_and_at_the_end(
    acts: Acts, at: int, warned: int | None
) -> None:
    assert clock(acts).next_warning(after(at)) == (None if warned is None else after(warned))


@pytest.mark.parametrize(("passed", "minutes_left"), [(0, 15), (8, 7), (15, 0), (60, 0)])
def test_grace_period_counts_down_to_zero(passed: int, minutes_left: int) -> None:
    assert grace_left(START, after(passed), 15) == minutes(minutes_left)


NIGHTS: dict[str, Any] = {
    "an evening": START,
    "across midnight": datetime(2026, 12, 31, 23, 40, tzinfo=ROME),
    "the night the clocks go forward": datetime(2027, 3, 28, 1, 40, tzinfo=ROME),
    "the night the clocks go back": datetime(2026, 10, 25, 2, 40, tzinfo=ROME),
    "the hour that comes twice": datetime(2026, 10, 25, 2, 40, tzinfo=ROME, fold=1),
}


@pytest.mark.parametrize("start", NIGHTS.values(), ids=NIGHTS)
def test_round_of_fifty_minutes_lasts_fifty_minutes_across_any_clock_change(start: datetime) -> None:
    acts: Acts = [(0, "start", 50), (10, "pause", 0), (25, "resume", 0), (30, "shift", 5)]
    round_clock = clock(acts, start)
    assert round_clock.remaining(after(40, start)) == minutes(30)
    assert round_clock.ends_at == after(70, start).astimezone(UTC)
    assert round_clock.next_warning(after(40, start)) == after(60, start).astimezone(UTC)


def test_adding_minutes_to_local_times_across_a_clock_change_is_wrong_by_an_hour() -> None:
    for night, wrong in (("the night the clocks go forward", 60), ("the night the clocks go back", -60)):
        start = NIGHTS[night]
        end = after(50, start)
        assert end.replace(tzinfo=None) - start.replace(tzinfo=None) - minutes(50) == minutes(wrong)
        assert clock([(0, "start", 50)], start).ends_at == end.astimezone(UTC)


def test_each_minute_of_a_pause_delays_the_end_of_the_round() -> None:
    round_clock = clock([(0, "start", 50), (20, "pause", 0)])
    assert [round_clock.end(after(at)) for at in (20, 30)] == [after(50), after(60)]
