"""The clock of a round in the API: the server's time and the seconds left."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from tests.builders import drawn_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

# 02:40 in Rome, in the night in which the hour from 2 to 3 is repeated
START = datetime(2026, 10, 25, 0, 40, tzinfo=UTC)


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(4)


def test_seconds_left_in_a_round_are_computed_from_the_server_time(desk: Any, tournament: Tournament) -> None:
    address = f"/api/v1/tournaments/{tournament.slug}/clock/"
    assert desk.get(address).json()["state"] == "none"
    with time_machine.travel(START, tick=False) as now:
        started = desk.post(address, {"round": 1, "act": "start", "minutes": 50})
        assert started.json()["left"] == 50 * 60
        now.move_to(START + timedelta(minutes=30))
        answer = desk.get(address)
        assert answer.headers["Cache-Control"] == "no-store"
        clock = answer.json()
    assert (clock["left"], clock["state"], clock["warnings"]) == (20 * 60, "running", [600, 300, 0])
    assert datetime.fromisoformat(clock["ends_at"]) - datetime.fromisoformat(clock["now"]) == timedelta(
        minutes=20
    )


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        pytest.param(
            {"round": 1, "act": "pause", "reason": "luce"}, 409, "clock_not_started", id="not started"
        ),
        pytest.param({"round": 1, "act": "pause"}, 400, "reason_missing", id="without a reason"),
        pytest.param({"round": 9, "act": "start"}, 400, "no_such_round", id="a round there is not"),
        pytest.param({"round": 1, "act": "start", "minutes": 0}, 400, "bad_length", id="no minutes"),
        pytest.param({"round": 1, "act": "start", "minutes": 2**63 - 1}, 400, "bad_request", id="for ever"),
        pytest.param({"round": 1, "act": "start", "minutes": 32_767}, 400, "bad_length", id="for weeks"),
        pytest.param({"round": 1, "act": "wind"}, 400, "bad_request", id="no such act"),
    ],
)
def test_refused_clock_action_returns_status_and_code(
    desk: Any, tournament: Tournament, sent: dict[str, Any], status: int, code: str
) -> None:
    answer = desk.post(f"/api/v1/tournaments/{tournament.slug}/clock/", sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_reading_the_clock_needs_three_queries(
    call: Any, tournament: Tournament, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(3):
        call.get(f"/api/v1/tournaments/{tournament.slug}/clock/")
