"""Tests of the bracket and standings API: contents, time of computation, counted results, and ETags."""

import csv
from typing import Any

import pytest
from django.test import Client

from tests import builders
from tests.club.test_tournaments_api import places
from tests.corrections.test_corrections import correct
from tests.entries.test_withdrawals import leave
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS
from tournaments.corrections.services import Correction
from tournaments.models import Team, Tournament
from tournaments.queue import runner


def address(tournament: Tournament, what: str) -> str:
    return f"/api/v1/tournaments/{tournament.slug}/{what}/"


@pytest.fixture(params=["bracket", "standings"])
def what(request: pytest.FixtureRequest) -> str:
    """The name of the API resource to test: bracket or standings."""
    return str(request.param)


def test_bracket_and_standings_of_the_api_have_no_rows_before_the_draw(desk: Any, what: str) -> None:
    answer = desk.get(address(builders.a_tournament(teams=4), what)).json()
    counted = {"stage": 1, "computed_at": None, "results_counted": 0, "up_to_date": True}
    withholding = {"held_after": None} if what == "standings" else {}
    assert answer == {**counted, "standing": "open", "official_at": None, **withholding, "rows": []}


@pytest.mark.databases
def test_result_is_not_counted_before_its_job_has_run(desk: Any, what: str) -> None:
    tournament = builders.drawn_tournament(4)
    builders.play_match(builders.match_of(tournament), drain=False)
    waiting = desk.get(address(tournament, what)).json()
    assert (waiting["results_counted"], waiting["up_to_date"]) == (0, False)
    runner.drain()
    counted = desk.get(address(tournament, what)).json()
    assert (counted["results_counted"], counted["up_to_date"]) == (1, True)
    assert counted["computed_at"] > waiting["computed_at"]


def test_request_for_standings_after_an_unpaired_round_is_refused(desk: Any) -> None:
    swiss = builders.drawn_tournament(6, form="swiss", options={"rounds": 3}, name="Svizzero")
    knockout = builders.drawn_tournament(4)
    for tournament, after in ((swiss, "2"), (swiss, "x"), (swiss, "0"), (knockout, "1")):
        answer = desk.get(f"{address(tournament, 'standings')}?after={after}")
        assert (answer.status_code, answer.json()["problems"][0]["where"]) == (400, "/after")


def test_api_request_for_an_unchanged_bracket_or_standings_returns_304(desk: Any, what: str) -> None:
    tournament = builders.drawn_tournament(4)
    url = address(tournament, what)
    etag = desk.get(url).headers["ETag"]
    assert desk.get(url, headers={"if-none-match": etag}).status_code == 304
    builders.play_match(builders.match_of(tournament))
    assert desk.get(url, headers={"if-none-match": etag}).status_code == 200


@pytest.mark.databases
def test_etag_changes_when_the_job_counts_a_result(desk: Any, what: str) -> None:
    tournament = builders.drawn_tournament(2)
    url = address(tournament, what)
    builders.play_match(builders.match_of(tournament), drain=False)
    etag = desk.get(url).headers["ETag"]
    runner.drain()
    answer = desk.get(url, headers={"if-none-match": etag})
    assert (answer.status_code, answer.json()["up_to_date"]) == (200, True)


@pytest.mark.parametrize(("query", "status"), [("?stage=2", 404), ("?stage=one", 400), ("?stage=1", 200)])
def test_stage_of_the_bracket_or_standings_is_selected_by_its_number(
    desk: Any, what: str, query: str, status: int
) -> None:
    answer = desk.get(address(builders.a_tournament(teams=4), what) + query)
    assert answer.status_code == status
    assert status != 400 or places(answer) == {"/stage": "invalid"}


@pytest.mark.databases
def test_bracket_has_every_match_in_playing_order(desk: Any) -> None:
    tournament = builders.drawn_tournament(4, options={"third_place": True})
    rows = desk.get(address(tournament, "bracket")).json()["rows"]
    assert [row["label"] for row in rows] == ["R1.1", "R1.2", "R2.1", "P3"]
    assert rows == desk.get(address(tournament, "matches")).json()["results"]


@pytest.mark.databases
def test_standings_contain_places_match_points_and_tie_breaks(desk: Any) -> None:
    tournament = builders.drawn_tournament(4)
    builders.play_out(tournament)
    rows = desk.get(address(tournament, "standings")).json()["rows"]
    seeds = {str(team.pk): team.seed for team in tournament.teams.all()}
    assert [(row["place"], seeds[row["team"]]) for row in rows] == [(1, 1), (2, 2), (3, 3), (3, 4)]
    assert [row["placing"] for row in rows] == [[1, 1], [2, 2], [3, 4], [3, 4]]
    first = rows[0]
    assert (first["match_points"], first["won"], first["games_won"], first["games_lost"]) == (2, 2, 4, 0)
    assert [each["key"] for each in first["tie_breaks"]] == list(DEFAULT_TIE_BREAKS)
    assert {each["key"]: each["value"] for each in first["tie_breaks"]}["game_difference"] == 4


@pytest.mark.databases
@pytest.mark.parametrize("teams", [4, 32])
def test_standings_api_needs_the_same_number_of_queries_for_any_number_of_teams(
    desk: Any, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = builders.drawn_tournament(teams)
    builders.play_match(builders.match_of(tournament))
    for what, queries in (("bracket", 6), ("standings", 6)):
        with django_assert_num_queries(queries):
            etag = desk.get(address(tournament, what)).headers["ETag"]
        with django_assert_num_queries(2):
            desk.get(address(tournament, what), headers={"if-none-match": etag})


@pytest.mark.databases
def test_loser_of_the_final_is_above_the_winner_of_the_third_place_match(client: Any, db: None) -> None:
    tournament = builders.drawn_tournament(5, options={"third_place": True})
    builders.play_out(tournament)
    rows = client.get(f"/api/v1/tournaments/{tournament.slug}/standings/").json()["rows"]
    assert [row["place"] for row in rows[:3]] == [1, 2, 3]
    assert [row["placing"] for row in rows[:3]] == [[1, 1], [2, 2], [3, 3]]


def nobody_won(case: str) -> Tournament:
    """Return a finished knock-out without a champion."""
    options = {"third_place": case.startswith("a finalist left")}
    teams = 8 if case in ("nobody came", "a finalist left of eight") else 4
    tournament = builders.drawn_tournament(teams, options=options)
    if case == "nobody came":
        builders.leave_unplayed(tournament, "R1.1", "R1.2", "R1.3", "R1.4")
    elif case == "no finalist":
        builders.leave_unplayed(tournament, "R1.1", "R1.2")
    elif case == "a finalist left":
        builders.play_match(builders.match_of(tournament, "R1.1"))
        leave(tournament, 1)
        builders.leave_unplayed(tournament, "R1.2")
    elif case == "a finalist left of eight":
        for label in ("R1.1", "R1.2", "R1.3", "R1.4", "R2.1"):
            builders.play_match(builders.match_of(tournament, label))
        leave(tournament, 1)
        builders.leave_unplayed(tournament, "R2.2")
    elif case == "nobody at the final":
        for label in ("R1.1", "R1.2"):
            builders.play_match(builders.match_of(tournament, label))
        builders.leave_unplayed(tournament, "R2.1")
    else:
        builders.play_out(tournament)
        correct(builders.match_of(tournament, "R2.1"), Correction(outcome="double_disqualification"))
    tournament.refresh_from_db()
    return tournament


@pytest.mark.databases
@pytest.mark.parametrize(
    ("case", "places"),
    [
        ("nobody at the final", ["2", "2", "3–4", "3–4"]),
        ("both disqualified", ["2", "2", "3–4", "3–4"]),
        ("no finalist", ["2–4"] * 4),
        ("nobody came", ["2–8"] * 8),
        ("a finalist left", ["2", "3", "4", "4"]),
        ("a finalist left of eight", ["2", "3", "4", "4", *["5–8"] * 4]),
    ],
)
def test_places_without_a_champion_start_at_two(desk: Any, case: str, places: list[str]) -> None:
    tournament = nobody_won(case)
    rows = desk.get(address(tournament, "standings")).json()["rows"]
    assert [row["place"] for row in rows] == [int(span[0]) for span in places]
    assert ["–".join(map(str, dict.fromkeys(row["placing"]))) for row in rows] == places
    reader = Client(headers={"accept-language": "en"})
    lines = list(csv.DictReader(reader.get(f"/{tournament.slug}/classifica.csv").text[1:].splitlines()))
    assert [line["Place"] for line in lines] == [span[0] for span in places]
    for row, span in zip(rows, places, strict=True):
        team = Team.objects.get(pk=row["team"])
        page = reader.get(f"/{tournament.slug}/coppie/{team.pk}/").text
        assert f"place {span} of {len(places)}" in page.lower()
    assert "nobody won the final" in reader.get(f"/{tournament.slug}/").text
