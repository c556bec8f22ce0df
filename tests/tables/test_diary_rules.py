"""Calendar times of a match: recorded times have priority over planned times and estimates."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.tables.rules.match_hours import Hours, MatchFacts, MeasuredPace, hours_of, usual_length

LENGTH = timedelta(minutes=40)


def at(hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 11, 21, hour, minute, tzinfo=UTC)


def expected_hours(start: datetime, end: datetime | None = None, *, sure: bool = True) -> Hours:
    return Hours(start, end or start + LENGTH, sure)


@pytest.mark.parametrize(
    ("facts", "hours"),
    [
        pytest.param(MatchFacts(), None, id="nobody can tell"),
        pytest.param(MatchFacts(called=at(21)), expected_hours(at(21)), id="called: a usual match long"),
        pytest.param(
            MatchFacts(called=at(21), over=at(21, 25)),
            expected_hours(at(21), at(21, 25)),
            id="over: as it was",
        ),
        pytest.param(
            MatchFacts(called=at(21), over=at(20)),
            expected_hours(at(21)),
            id="over before it was called: paper",
        ),
        pytest.param(MatchFacts(over=at(21)), expected_hours(at(20, 20), at(21)), id="over, never called"),
        pytest.param(
            MatchFacts(postponed=at(20), planned=at(19), ready=at(18)),
            expected_hours(at(20)),
            id="postponed before planned",
        ),
        pytest.param(
            MatchFacts(called=at(21), postponed=at(20)), expected_hours(at(21)), id="called before postponed"
        ),
        pytest.param(
            MatchFacts(planned=at(19), ready=at(18)), expected_hours(at(19)), id="planned before ready"
        ),
        pytest.param(
            MatchFacts(deadline=at(22), ready=at(18)),
            Hours(at(22), at(22), sure=True, by_day=True),
            id="a day",
        ),
        pytest.param(
            MatchFacts(deadline=at(22), postponed=at(18)),
            expected_hours(at(18)),
            id="an hour within the time to play it",
        ),
        pytest.param(MatchFacts(ready=at(18)), expected_hours(at(18), sure=False), id="ready: any moment"),
        pytest.param(
            MatchFacts(before=(at(20), at(20, 30)), begins=at(12)),
            expected_hours(at(20, 35), sure=False),
            id="after both",
        ),
        pytest.param(MatchFacts(begins=at(18)), expected_hours(at(18), sure=False), id="the first round"),
        pytest.param(
            MatchFacts(begins=at(18), rounds_before=2), expected_hours(at(19, 30), sure=False), id="the third"
        ),
    ],
)
def test_start_and_end_of_a_match_are_computed_from_its_recorded_and_planned_times(
    facts: MatchFacts, hours: Hours | None
) -> None:
    assert hours_of(facts, LENGTH) == hours


@pytest.mark.parametrize(
    ("pace", "minutes"),
    [
        pytest.param(MeasuredPace((60,), ((5,),), 1), 5, id="five hands of a minute"),
        pytest.param(MeasuredPace((61,), ((5,),), 1), 10, id="a little longer: the next step"),
        pytest.param(MeasuredPace((60,), ((10,), (10,), (20,)), 2), 20, id="best of three, won in two"),
        pytest.param(MeasuredPace((1,), ((1,),), 1), 5, id="no event is shorter"),
    ],
)
def test_usual_length_of_a_match_is_rounded_up_to_five_minutes(pace: MeasuredPace, minutes: int) -> None:
    assert usual_length(pace, lambda: 0.6) == timedelta(minutes=minutes)
