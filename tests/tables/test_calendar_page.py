"""The calendar page of the desk, and postponed matches on the public pages."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.builders import drawn_tournament
from tests.forms import as_shown
from tests.markup import one_line
from tournaments.models import Match, RoundPlan, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ENGLISH = {"accept-language": "en"}
MONDAY = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)


@pytest.fixture
def league() -> Tournament:
    return drawn_tournament(4, form="round_robin", tables=2)


@pytest.fixture
def desk(client: Client, league: Tournament) -> Client:
    client.force_login(league.owner)
    return client


def read(client: Client, name: str, *args: Any) -> str:
    return one_line(client.get(reverse(name, args=args), headers=ENGLISH).content.decode())


def test_desk_plans_a_round_in_the_time_zone_of_the_club(desk: Client, league: Tournament) -> None:
    sent = {"round": "2", "starts_at": "2026-11-23T21:00", "deadline": "2026-11-30T23:00", "minutes": "90"}
    with time_machine.travel(MONDAY, tick=False):
        answer = desk.post(reverse("desk_calendar", args=[league.slug]), sent, follow=True, headers=ENGLISH)
        text = one_line(answer.content.decode())
    assert RoundPlan.objects.get().starts_at == MONDAY
    assert "Monday 23 November, 21:00 · 90 minutes" in text
    assert "Monday 30 November, 23:00" in text
    assert "overdue" not in text
    with time_machine.travel(MONDAY + timedelta(days=8), tick=False):
        assert "overdue" in read(desk, "desk_calendar", league.slug)


def test_deadline_before_the_start_is_refused_with_an_error_beside_the_field(
    desk: Client, league: Tournament
) -> None:
    sent = {"round": "1", "starts_at": "2026-11-23T21:00", "deadline": "2026-11-23T20:00"}
    answer = desk.post(reverse("desk_calendar", args=[league.slug]), sent, headers=ENGLISH)
    assert answer.status_code == 400
    assert "The deadline is before the round begins." in answer.content.decode()


def test_local_time_that_does_not_exist_is_refused(desk: Client, league: Tournament) -> None:
    """On the day in this test, summer time begins at two o'clock."""
    sent = {"round": "1", "starts_at": "2027-03-28T02:30"}
    answer = desk.post(reverse("desk_calendar", args=[league.slug]), sent, headers=ENGLISH)
    assert answer.status_code == 400
    assert not RoundPlan.objects.exists()


@pytest.mark.parametrize(
    "start",
    [
        pytest.param("2026-11-23T20:00:30+00:00", id="seconds"),
        pytest.param("2026-10-25T00:10:00+00:00", id="the first of two hours"),
        pytest.param("2026-10-25T01:10:00+00:00", id="the second of two hours"),
    ],
)
def test_round_plan_keeps_its_start_and_deadline_when_only_its_length_is_changed(
    desk: Client, league: Tournament, start: str
) -> None:
    begins = datetime.fromisoformat(start)
    planned = {"starts_at": begins, "deadline": begins + timedelta(days=7, seconds=5), "minutes": 60}
    stage = league.stages.get()
    RoundPlan.objects.create(stage=stage, round=2, **planned)
    where = reverse("desk_calendar", args=[league.slug]) + "?turno=2"
    sent = as_shown(desk.get(where).context["form"])
    answer = desk.post(where, sent | {"minutes": "90"}, headers=ENGLISH)
    assert answer.status_code == 302
    plan = RoundPlan.objects.values(*planned).get(stage=stage, round=2)
    assert plan == planned | {"minutes": 90}


def test_plan_form_shows_round_1_if_the_url_contains_no_round(desk: Client, league: Tournament) -> None:
    where = reverse("desk_calendar", args=[league.slug])
    assert as_shown(desk.get(where).context["form"]) == {"round": "1"}
    RoundPlan.objects.create(stage=league.stages.get(), round=1, starts_at=MONDAY, minutes=45)
    fields = as_shown(desk.get(where).context["form"])
    assert fields == as_shown(desk.get(f"{where}?turno=1").context["form"])
    assert fields["minutes"] == "45"


def test_postponed_match_is_shown_with_its_date(desk: Client, league: Tournament) -> None:
    match = Match.objects.filter(tournament=league, state="ready").order_by("number")[0]
    with time_machine.travel(MONDAY, tick=False):
        where = reverse("desk_postpone", args=[league.slug, match.pk])
        desk.post(where, {"to": "2026-12-07T21:30", "reason": "una coppia via"}, headers=ENGLISH)
        text = "postponed to Monday 7 December, 21:30"
        for name in ("desk_calendar", "desk_evening", "tables"):
            assert text in read(desk, name, league.slug), name
        assert "una coppia via" in read(desk, "desk_evening", league.slug)


def test_postponed_match_is_called_to_a_free_table_only_from_its_date_on(
    desk: Client, league: Tournament
) -> None:
    day = MONDAY + timedelta(days=7)
    Match.objects.filter(tournament=league, table=1).update(table=None, called_at=None, postponed_to=day)
    for at, tables in ((day - timedelta(minutes=1), []), (day, [1])):
        with time_machine.travel(at, tick=False):
            tasks = desk.get(reverse("desk_evening", args=[league.slug])).context["evening"].tasks
        assert [task.table for task in tasks if task.kind == "free"] == tables


def test_postponement_to_a_past_date_shows_an_error(desk: Client, league: Tournament) -> None:
    match = Match.objects.filter(tournament=league, state="ready")[0]
    where = reverse("desk_postpone", args=[league.slug, match.pk])
    answer = desk.post(where, {"to": "2020-01-01T21:30", "reason": "via"}, headers=ENGLISH)
    assert answer.status_code == 400
    assert "Write a day and an hour that are still to come." in answer.content.decode()


def test_calendar_of_rounds_and_postponed_matches_is_read_and_changed_over_the_api(
    desk: Client, league: Tournament
) -> None:
    address = f"/api/v1/tournaments/{league.slug}/calendar/"
    sent = {"round": 1, "deadline": "2020-01-01T20:00:00+01:00"}
    calendar = desk.post(address, sent, content_type="application/json").json()
    assert [(row["round"], row["overdue"]) for row in calendar["rounds"]] == [
        (1, True),
        (2, False),
        (3, False),
    ]
    match = Match.objects.filter(tournament=league, state="ready")[0]
    postponed = {"to": "2099-01-01T20:00:00+01:00", "reason": "via"}
    desk.post(f"/api/v1/matches/{match.pk}/postpone/", postponed, content_type="application/json")
    assert [row["label"] for row in desk.get(address).json()["postponed"]] == [match.label]
