"""The expected finish of a tournament at the desk, on public pages and in the API."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.builders import a_tournament, drawn_tournament
from tests.markup import one_line
from tournaments.models import Job, Tournament
from tournaments.queue import runner

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ENGLISH = {"accept-language": "en"}
NINE = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
FORECAST = {
    "as_of": (NINE - timedelta(minutes=5)).isoformat(),
    "low": (NINE + timedelta(minutes=168)).isoformat(),
    "middle": (NINE + timedelta(minutes=202)).isoformat(),
    "high": (NINE + timedelta(minutes=223)).isoformat(),
    "measured": 40,
    "hand_seconds": 230,
    "stage": 1,
    "seed": "seed",
    "runs": 300,
}


def foretell(tournament: Tournament) -> None:
    Job.objects.filter(kind="forecast").delete()
    Job.objects.create(
        kind="forecast",
        subject=tournament.pk,
        tournament=tournament,
        state="done",
        result=FORECAST,
        due_at=NINE,
        made_at=NINE,
        over_at=NINE,
    )


def read(client: Client, name: str, *args: str) -> str:
    return one_line(client.get(reverse(name, args=args), headers=ENGLISH).content.decode())


def test_desk_shows_the_expected_finish_and_its_likely_range(client: Client) -> None:
    with time_machine.travel(NINE, tick=False):
        tournament = drawn_tournament(4)
        foretell(tournament)
        client.force_login(tournament.owner)
        text = read(client, "desk_evening", tournament.slug)
    assert "Expected finish about 00:20 (likely 23:50–00:45)." in text
    words = re.sub(r"<[^>]*>", "", text)
    assert "Reckoned at 4 minutes a hand, measured on 40 hands, updated at 20:55." in words


def test_landing_page_and_tournament_page_show_the_expected_finish(client: Client) -> None:
    with time_machine.travel(NINE, tick=False):
        tournament = a_tournament(teams=4)
        foretell(tournament)
        assert "ends at about 00:20" in read(client, "landing")
        assert "Expected finish about 00:20" in read(client, "tournament", tournament.slug)


def test_page_of_a_round_robin_shows_the_expected_finish(client: Client) -> None:
    with time_machine.travel(NINE, tick=False):
        tournament = a_tournament(teams=4, form="round_robin")
        foretell(tournament)
        assert "Expected finish about 00:20" in read(client, "tournament", tournament.slug)


def test_expected_finish_on_a_later_day_is_shown_with_the_day(client: Client) -> None:
    with time_machine.travel(NINE - timedelta(days=3), tick=False):
        tournament = a_tournament(teams=4)
        foretell(tournament)
        text = read(client, "tournament", tournament.slug)
    assert "Expected finish on Sunday 22 November about 00:20 (likely 23:50–00:45)." in text


def test_api_returns_the_random_seed_of_the_forecast(client: Client) -> None:
    tournament = a_tournament(teams=4)
    where = f"/api/v1/tournaments/{tournament.slug}/forecast/"
    assert client.get(where).json() == {"forecast": None}
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=1)):
        runner.drain()
    forecast = client.get(where).json()["forecast"]
    assert forecast["seed"].startswith(str(tournament.pk))
    assert forecast["low"] <= forecast["middle"] <= forecast["high"]
