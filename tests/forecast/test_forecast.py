"""The job that forecasts the end of a tournament before the draw and during play."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import (
    WINS_FOR_FIRST,
    a_tournament,
    an_organiser,
    drawn_tournament,
    entries,
    first_stage,
    match_of,
    play_match,
    play_out,
)
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.competition.formats import FORMATS
from tournaments.entries.services.entries import enter_teams
from tournaments.forecast.selectors import latest_forecasts
from tournaments.forecast.services import foretold
from tournaments.matches.services.results import write_hand
from tournaments.models import Job, RoundPlan, Tournament
from tournaments.queue import runner
from tournaments.tables.selectors.calendar import ENOUGH_HANDS, pace_of

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

EIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
SOON = timedelta(seconds=10)


def ends(forecast: dict[str, Any]) -> tuple[datetime, datetime, datetime]:
    low, middle, high = (datetime.fromisoformat(forecast[key]) for key in ("low", "middle", "high"))
    return low, middle, high


def test_forecast_before_the_draw_counts_from_the_start_time_of_the_tournament() -> None:
    tournament = a_tournament(teams=16, starts_at=EIGHT)
    forecast = foretold(tournament, EIGHT - timedelta(hours=3))
    low, middle, high = ends(forecast)
    assert EIGHT + timedelta(hours=2) < low < middle < high < EIGHT + timedelta(hours=9)
    assert forecast["measured"] == 0
    assert forecast["as_of"] == (EIGHT - timedelta(hours=3)).isoformat()


def test_forecast_with_more_tables_ends_earlier() -> None:
    few, many = (a_tournament(teams=16, tables=tables, name=str(tables)) for tables in (2, 8))
    assert ends(foretold(many, EIGHT))[1] < ends(foretold(few, EIGHT))[1]


def test_forecasts_of_the_same_tournament_version_are_equal() -> None:
    tournament = a_tournament(teams=8)
    assert foretold(tournament, EIGHT) == foretold(tournament, EIGHT)
    other = foretold(tournament, EIGHT)
    tournament.version += 1
    assert foretold(tournament, EIGHT)["seed"] != other["seed"]


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_has_a_forecast(key: str) -> None:
    form = FORMATS[key]
    game = "mariglia" if 2 in form.sides else "manni"
    tournament = a_tournament(teams=12, form=key, card_game=game)
    low, middle, high = ends(foretold(tournament, EIGHT))
    assert EIGHT < low <= middle <= high


def test_tournament_with_one_team_or_over_several_days_has_no_forecast() -> None:
    assert foretold(a_tournament(teams=1), EIGHT) == {}
    weeks = a_tournament(teams=8, name="Campionato")
    RoundPlan.objects.create(stage=first_stage(weeks), round=1, deadline=EIGHT)
    assert foretold(weeks, EIGHT) == {}


def test_forecast_of_a_tournament_with_two_stages_includes_the_matches_of_both_stages() -> None:
    owner = an_organiser()
    stages = [
        StageSetup("groups", {"groups": 4, "advance": 2}),
        StageSetup("knockout", {}),
    ]
    both = create_tournament(
        owner, name="Due fasi", card_game="mariglia", stages=stages, tables=8, at=timezone.now()
    )
    enter_teams(both, entries(16), author=Author(owner.pk), at=timezone.now())
    alone = a_tournament(teams=16, form="groups", options={"groups": 4, "advance": 2}, tables=8)
    forecast, first = foretold(both, EIGHT), foretold(alone, EIGHT)
    assert forecast["matches"] == first["matches"] + 7
    assert ends(forecast)[1] > ends(first)[1] + timedelta(hours=1)


def test_measured_durations_of_hands_replace_the_default_duration() -> None:
    tournament = drawn_tournament(16, tables=8)
    for number in range(1, 9):
        for hand in range(1, 5):
            body = {"dealer": (hand - 1) % 4, "trionfo": "2C", "card_points": [35, 35]}
            at = EIGHT + timedelta(seconds=100 * hand)
            match = match_of(tournament, f"R1.{number}")
            write_hand(match.pk, (1, hand), body, author=Author(tournament.owner_id), at=at)
    pace, measured = pace_of(tournament)
    assert measured == 24 >= ENOUGH_HANDS
    assert set(pace.hand_seconds) == {100}
    assert foretold(tournament, EIGHT)["hand_seconds"] == 100


def test_forecast_is_renewed_by_a_result_and_cleared_at_the_end_of_the_tournament() -> None:
    with time_machine.travel(EIGHT, tick=False) as now:
        tournament = drawn_tournament(4)
        now.shift(SOON)
        runner.drain()
        first = latest_forecasts([tournament])[tournament.pk]
        assert first.as_of == EIGHT + SOON
        play_match(match_of(tournament))
        now.shift(timedelta(minutes=30))
        runner.drain()
        second = latest_forecasts([tournament])[tournament.pk]
        assert second.as_of == EIGHT + SOON + timedelta(minutes=30)
        assert Job.objects.filter(kind="forecast", state="done").count() == 1
        play_out(tournament)
        now.shift(SOON)
        runner.drain()
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert tournament.state == "over"
    assert latest_forecasts([tournament]) == {}


def test_forecast_is_at_most_five_minutes_old_while_matches_are_played() -> None:
    with time_machine.travel(EIGHT, tick=False) as now:
        tournament = drawn_tournament(4)
        for _minute in range(60):
            now.shift(timedelta(minutes=1))
            runner.drain()
            forecast = latest_forecasts([tournament])[tournament.pk]
            assert timezone.now() - forecast.as_of <= timedelta(minutes=5)


def test_forecast_is_not_renewed_while_no_match_is_played() -> None:
    with time_machine.travel(EIGHT, tick=False) as now:
        tournament = drawn_tournament(4)
        for _hour in range(3):
            now.shift(timedelta(hours=1))
            runner.drain()
        assert not Job.objects.filter(kind="forecast", state="queued").exists()
        play_match(match_of(tournament))
        assert Job.objects.filter(kind="forecast", state="queued").count() == 1


def test_new_result_renews_the_forecast_before_the_scheduled_renewal() -> None:
    with time_machine.travel(EIGHT, tick=False) as now:
        tournament = drawn_tournament(4)
        now.shift(SOON)
        runner.drain()
        assert Job.objects.get(kind="forecast", state="queued").due_at > EIGHT + 2 * SOON
        play_match(match_of(tournament))
        assert Job.objects.get(kind="forecast", state="queued").due_at < EIGHT + 2 * SOON


def test_forecast_of_a_match_in_play_omits_the_hands_already_played() -> None:
    tournament = drawn_tournament(2)
    before = ends(foretold(tournament, EIGHT))[1]
    author = Author(tournament.owner_id)
    write_hand(match_of(tournament).pk, (1, 1), WINS_FOR_FIRST[0], author=author, at=EIGHT)
    assert ends(foretold(tournament, EIGHT))[1] < before


def test_several_changes_to_a_tournament_queue_only_one_forecast_job() -> None:
    a_tournament(teams=6)
    assert Job.objects.filter(kind="forecast", state="queued").count() == 1
