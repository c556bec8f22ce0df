"""The draw endpoints of the API: commitment, draw, job, and the data for repeating the draw."""

from typing import Any

import pytest

from tests import builders
from tests.club.test_tournaments_api import places
from tournaments.competition import lots
from tournaments.models import Draw, Team
from tournaments.queue import runner


@pytest.fixture
def address(desk: Any) -> str:
    """Return the API URL of a tournament with four teams and no draw."""
    return f"/api/v1/tournaments/{builders.a_tournament(teams=4, seeded=False).slug}/"


@pytest.mark.databases
def test_draw_request_returns_a_job_that_creates_the_matches(desk: Any, address: str) -> None:
    answer = desk.post(f"{address}draw/", {"stage": 1, "by": "seeds"})
    job = answer.json()["job"]
    assert (answer.status_code, job["kind"], job["state"], job["progress"]) == (202, "draw", "queued", 0)
    assert desk.get(f"{address}matches/").json()["results"] == []
    runner.drain()
    finished_job = desk.get(f"/api/v1/jobs/{job['id']}/").json()
    assert (finished_job["state"], finished_job["progress"], finished_job["result"]) == (
        "done",
        1,
        {"stage": 1, "matches": 3},
    )
    assert len(desk.get(f"{address}matches/").json()["results"]) == 3


@pytest.mark.databases
def test_second_draw_request_returns_the_same_draw_and_job(desk: Any, address: str) -> None:
    first = desk.post(f"{address}draw/", {"stage": 1, "by": "lots", "lot": "7D KC 4S AH QD"})
    again = desk.post(f"{address}draw/", {"stage": 1, "by": "lots", "lot": "another"})
    assert again.status_code == 202
    assert again.json() == first.json()
    assert Draw.objects.count() == 1


@pytest.mark.databases
def test_commitment_publishes_its_digest_and_hides_its_salt_until_the_draw(desk: Any, address: str) -> None:
    promised = desk.post(f"{address}draws/", {"stage": 1})
    assert (promised.status_code, promised.json()["salt"]) == (201, None)
    (promise,) = desk.get(f"{address}draws/").json()["results"]
    assert promise == promised.json()
    desk.post(f"{address}draw/", {"stage": 1, "by": "lots", "lot": "7D KC 4S AH QD"})
    (draw,) = desk.get(f"{address}draws/").json()["results"]
    assert draw["digest"] == promise["digest"]
    assert (draw["by"], draw["lot"]) == ("lots", "7D KC 4S AH QD")
    entries = lots.read_entrants(draw["entrants"])
    assert lots.commitment(entries, draw["algorithm"], draw["salt"]) == draw["digest"]
    assert list(lots.lines_by_lot(entries, draw["algorithm"], draw["salt"], draw["lot"])) == draw["lines"]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({}, {"/by": "required"}),
        ({"by": "magic"}, {"/by": "invalid_choice"}),
        ({"by": 1}, {"/by": "invalid_choice"}),
        ({"by": "lots", "lot": 7}, {"/lot": "invalid"}),
        ({"by": "seeds", "stage": "1"}, {"/stage": "invalid"}),
        ({"by": "seeds", "stage": 0}, {"/stage": "min_value"}),
        ({"by": "seeds", "round": 1}, {"/round": "unknown_field"}),
    ],
)
def test_draw_request_with_invalid_fields_is_refused(
    desk: Any, address: str, sent: Any, expected: Any
) -> None:
    answer = desk.post(f"{address}draw/", sent)
    assert (answer.status_code, places(answer)) == (400, expected)


def test_draw_by_lots_without_a_lot_is_refused(desk: Any, address: str) -> None:
    answer = desk.post(f"{address}draw/", {"by": "lots", "lot": " "})
    assert (answer.status_code, answer.json()["code"]) == (400, "lot_missing")


def test_draw_of_an_unknown_stage_returns_404(desk: Any, address: str) -> None:
    assert desk.post(f"{address}draw/", {"by": "seeds", "stage": 2}).status_code == 404


def test_draw_of_one_team_over_the_api_is_refused(desk: Any) -> None:
    slug = builders.a_tournament(teams=1).slug
    answer = desk.post(f"/api/v1/tournaments/{slug}/draw/", {"by": "seeds"})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_few_entrants")


def test_draw_with_an_incomplete_check_in_is_refused(desk: Any, address: str) -> None:
    Team.objects.filter(number=1).update(presence="present")
    answer = desk.post(f"{address}draw/", {"by": "seeds"})
    assert (answer.status_code, answer.json()["code"]) == (409, "check_in_open")


def test_unknown_job_returns_404(desk: Any) -> None:
    assert desk.get("/api/v1/jobs/00000000-0000-0000-0000-000000000000/").status_code == 404


@pytest.mark.databases
def test_draw_and_job_endpoints_have_a_fixed_number_of_queries(
    desk: Any, django_assert_num_queries: Any
) -> None:
    tournament = builders.drawn_tournament(4)
    address = f"/api/v1/tournaments/{tournament.slug}/"
    job = desk.post(f"{address}draw/", {"by": "seeds"}).json()["job"]["id"]
    with django_assert_num_queries(2):
        desk.get(f"{address}draws/")
    with django_assert_num_queries(1):
        desk.get(f"/api/v1/jobs/{job}/")
    with django_assert_num_queries(5):
        desk.post(f"{address}draw/", {"by": "seeds"})
