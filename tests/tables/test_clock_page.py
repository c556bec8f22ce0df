"""The clock of a round on the desk pages, the tables page and the phone pages."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.builders import drawn_tournament, match_of
from tests.markup import one_line
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ENGLISH = {"accept-language": "en"}
START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(4)


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(tournament.owner)
    return client


def send(desk: Client, tournament: Tournament, **sent: str) -> str:
    where = reverse("desk_clock", args=[tournament.slug])
    return one_line(desk.post(where, {"round": "1", **sent}, follow=True, headers=ENGLISH).content.decode())


def pages(client: Client, tournament: Tournament) -> dict[str, str]:
    places: dict[str, list[Any]] = {
        "desk_evening": [tournament.slug],
        "tables": [tournament.slug],
        "table": [match_of(tournament).pk],
    }
    return {
        name: one_line(client.get(reverse(name, args=args), headers=ENGLISH).content.decode())
        for name, args in places.items()
    }


@pytest.mark.parametrize(
    ("minute", "words", "detail"),
    [
        pytest.param(0, "50 minutes", "until 21:50", id="just started, in the club's zone"),
        pytest.param(40, "10 minutes", "until 21:50", id="ten minutes"),
        pytest.param(49, "1 minute", "until 21:50", id="one"),
        pytest.param(55, "Time!", "since 21:50", id="time"),
    ],
)
def test_every_page_with_a_clock_shows_the_time_left_in_the_round(
    desk: Client, tournament: Tournament, minute: int, words: str, detail: str
) -> None:
    with time_machine.travel(START, tick=False) as now:
        send(desk, tournament, act="start", minutes="50")
        now.move_to(START + timedelta(minutes=minute))
        for name, text in pages(desk, tournament).items():
            assert f">{words}</b>" in text, name
            assert detail in text, name
            assert (" near" in text.split('class="rclock')[1][:20]) is (minute >= 40), name


def test_paused_clock_shows_its_time_and_reason(desk: Client, tournament: Tournament) -> None:
    with time_machine.travel(START, tick=False):
        send(desk, tournament, act="start", minutes="50")
        send(desk, tournament, act="pause", reason="manca la luce")
        for text in pages(desk, tournament).values():
            assert "stopped at 21:00: manca la luce" in text
            assert "data-left" not in text
        assert "data-left" in send(desk, tournament, act="resume")
        assert "rclock" not in send(desk, tournament, act="stop")


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        pytest.param({"act": "pause"}, "Write why the clock is paused or set.", id="no reason"),
        pytest.param(
            {"act": "start", "minutes": "x"}, "Write the minutes as a whole number.", id="no number"
        ),
        pytest.param({"act": "wind"}, "Choose what to do with the clock.", id="no act"),
    ],
)
def test_invalid_clock_action_shows_an_error(
    desk: Client, tournament: Tournament, sent: dict[str, str], words: str
) -> None:
    assert words in send(desk, tournament, **sent)


def test_hour_repeated_at_the_end_of_summer_time_is_shown_with_the_time_zone(
    desk: Client, tournament: Tournament
) -> None:
    with time_machine.travel(datetime(2026, 10, 25, 0, 40, tzinfo=UTC), tick=False):
        assert "until 02:20 CET" in send(desk, tournament, act="start", minutes="40")
