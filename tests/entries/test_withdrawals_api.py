"""Withdrawal, disqualification and return of a team over the API: preview, change, and refusals."""

from typing import Any

import pytest

from tests import builders
from tests.club.test_tournaments_api import places
from tournaments.models import Tournament
from tournaments.queue import runner

REASON = {"reason": "Torna a casa."}
LEAVES = {"kind": "withdrawal"} | REASON


@pytest.fixture
def tournament(desk: Any) -> Tournament:
    return builders.drawn_tournament(4)


def address(tournament: Tournament, call: str, seed: int = 1) -> str:
    team = tournament.teams.get(seed=seed)
    return f"/api/v1/tournaments/{tournament.slug}/teams/{team.pk}/{call}"


def test_withdrawal_is_previewed_saved_and_undone_over_the_api(desk: Any, tournament: Tournament) -> None:
    preview = desk.post(address(tournament, "leave/preview/"), {"kind": "withdrawal"})
    effects = preview.json()
    assert preview.status_code == 200
    assert effects["matches"] == [{"label": "R1.1", "kind": "withdrawal", "winner": 1, "played": False}]
    last = str(tournament.teams.get(seed=4).pk)
    assert effects["slots"] == [{"label": "R2.1", "side": 0, "from": None, "to": last}]
    response = desk.post(address(tournament, "leave/"), LEAVES)
    assert (response.status_code, response.json()) == (201, effects)
    runner.drain()
    assert desk.get(f"/api/v1/matches/{builders.match_of(tournament).pk}/").json()["state"] == "walkover"
    back = desk.post(address(tournament, "return/preview/"), {})
    assert back.json()["matches"][0]["kind"] == "reopened"
    assert desk.post(address(tournament, "return/"), REASON).status_code == 201
    runner.drain()
    assert desk.get(f"/api/v1/matches/{builders.match_of(tournament).pk}/").json()["state"] == "ready"


@pytest.mark.parametrize(
    ("act", "sent", "status", "code"),
    [
        pytest.param("leave/", {"kind": "withdrawal", "reason": " "}, 400, "bad_request", id="no reason"),
        pytest.param("leave/", REASON | {"kind": "bored"}, 400, "bad_request", id="no such way"),
        pytest.param("return/", REASON, 409, "not_gone", id="nobody has left"),
        pytest.param("return/preview/", {}, 409, "not_gone", id="nothing to look at"),
    ],
)
def test_invalid_withdrawal_or_return_is_refused(
    desk: Any, tournament: Tournament, act: str, sent: dict[str, Any], status: int, code: str
) -> None:
    answer = desk.post(address(tournament, act), sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_error_for_an_invalid_withdrawal_names_the_field(desk: Any, tournament: Tournament) -> None:
    answer = desk.post(address(tournament, "leave/"), {"kind": "withdrawal", "why": "x"})
    assert set(places(answer)) == {"/reason", "/why"}


def test_withdrawal_before_the_draw_is_refused(desk: Any) -> None:
    tournament = builders.a_tournament(teams=4)
    answer = desk.post(address(tournament, "leave/"), LEAVES)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_in_a_stage")


def test_preview_of_a_withdrawal_has_a_bounded_number_of_queries(
    desk: Any, tournament: Tournament, django_assert_max_num_queries: Any
) -> None:
    larger = builders.drawn_tournament(16, name="Più grande", owner=tournament.owner)
    for each in (tournament, larger):
        with django_assert_max_num_queries(18):
            desk.post(address(each, "leave/preview/"), {"kind": "withdrawal"})
