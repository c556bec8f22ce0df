"""Tests of the rules for provisional and official results, and for reopening an event."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.competition.correction_policies import SettledState, settled

OVER = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)


def after(minutes: int) -> datetime:
    return OVER + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("minutes", "now", "reopened", "standing", "official"),
    [
        pytest.param(30, after(0), None, "provisional", after(30), id="just over"),
        pytest.param(30, after(29), None, "provisional", after(30), id="the last minute"),
        pytest.param(30, after(30), None, "official", after(30), id="to the minute"),
        pytest.param(0, after(0), None, "official", after(0), id="no period at all"),
        pytest.param(30, after(100), after(90), "provisional", after(120), id="opened again"),
        pytest.param(30, after(120), after(90), "official", after(120), id="and over again"),
        pytest.param(30, after(100), after(-50), "official", after(30), id="opened before it was over"),
    ],
)  # fmt: skip
def test_results_become_official_after_the_correction_period(
    minutes: int, now: datetime, reopened: datetime | None, standing: str, official: datetime
) -> None:
    assert settled(OVER, minutes, now, reopened) == (SettledState(standing), official)


def test_results_stay_open_to_correction_while_matches_are_still_to_be_played() -> None:
    assert settled(None, 30, OVER, OVER) == (SettledState.OPEN, None)
