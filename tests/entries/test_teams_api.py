"""Entries over the API: a single team, or a list of teams that is entered whole or not at all."""

import json
from typing import Any

import pytest

from tests import builders
from tests.club.test_tournaments_api import places
from tournaments.models import Team


def team(number: int, **more: Any) -> dict[str, Any]:
    """Return the request body that enters a team."""
    players = [{"name": f"Gavino Deiana {number}"}, {"name": f"Lucia Puddu {number}"}]
    return {"name": f"Squadra {number}", "players": players, "town": "Ozieri", "seed": number} | more


@pytest.fixture
def teams(desk: Any) -> str:
    """Return the API URL of the teams of a tournament in which two teams are entered."""
    address = f"/api/v1/tournaments/{builders.a_tournament().slug}/teams/"
    assert desk.post(address, [team(1), team(2)]).status_code == 201
    return address


@pytest.mark.databases
def test_one_team_is_entered_over_the_api(desk: Any, teams: str) -> None:
    answer = desk.post(teams, team(3, club="Circolo Logudoro"))
    entered = answer.json()
    assert answer.status_code == 201
    assert entered | {"id": None} == {
        "id": None,
        "number": 3,
        "presence": "expected",
        "club": "Circolo Logudoro",
        **team(3),
    }
    assert desk.get(f"{teams}{entered['id']}/").json() == entered


@pytest.mark.databases
def test_list_of_teams_is_entered_in_the_given_order(desk: Any, teams: str) -> None:
    answer = desk.post(teams, [team(5), team(4)])
    assert (answer.status_code, [row["seed"] for row in answer.json()]) == (201, [5, 4])


def test_team_without_a_name_is_named_after_the_surnames_of_its_players(desk: Any, teams: str) -> None:
    unnamed = {"players": [{"name": "Efisio De Luca"}, {"name": "Rosa Piras"}]}
    entered = desk.post(teams, unnamed).json()
    assert (entered["name"], entered["seed"], entered["town"]) == ("De Luca – Piras", None, "")


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (team(3, seed="3"), {"/seed": "invalid"}),
        (team(3, seed=True), {"/seed": "invalid"}),
        (team(3, seed=1), {"/seed": "seed_taken"}),
        (team(3, seed=0), {"/seed": "seed_range"}),
        (team(3, players=[]), {"/players": "team_size"}),
        (team(3, players=[{"name": "Solo Uno"}]), {"/players": "team_size"}),
        (team(3, players="Uno e Due"), {"/players": "not_a_list"}),
        (team(3, players=["Uno", "Due"]), {"/players/0": "invalid", "/players/1": "invalid"}),
        (team(3, players=[{"name": "Uno"}, {"name": 2}]), {"/players/1/name": "invalid"}),
        (team(3, players=[{"name": "Uno", "age": 9}, {"name": "Due"}]), {"/players/0/age": "unknown_field"}),
        (team(3, name="squadra 1"), {"/name": "team_name_taken"}),
        (team(3, name="Squa\u202edra"), {"/name": "name_invisible"}),
        (
            team(1, name="Altra", seed=3),
            {"/players/0/name": "player_twice", "/players/1/name": "player_twice"},
        ),
        (team(3, colour="red"), {"/colour": "unknown_field"}),
        ([team(3), team(4, seed=3)], {"/1/seed": "seed_taken"}),
        ([team(3), team(4, seed="4"), {}], {"/1/seed": "invalid", "/2/players": "required"}),
        ([], {"": "empty"}),
        (7, {"": "invalid"}),
        (None, {"": "null"}),
    ],
)
def test_list_of_teams_with_an_error_is_refused_as_a_whole(
    desk: Any, teams: str, sent: Any, expected: dict[str, str]
) -> None:
    answer = desk.generic("POST", teams, json.dumps(sent), content_type="application/json")
    assert (answer.status_code, places(answer)) == (400, expected)
    assert Team.objects.count() == 2


@pytest.mark.databases
def test_list_of_teams_is_paginated(desk: Any, teams: str) -> None:
    first = desk.get(f"{teams}?page_size=1").json()
    second = desk.get(first["next"]).json()
    assert [row["number"] for row in (*first["results"], *second["results"])] == [1, 2]


@pytest.mark.databases
def test_team_is_changed_over_the_api(desk: Any, teams: str) -> None:
    address = f"{teams}{Team.objects.get(number=1).pk}/"
    changed = desk.patch(address, {"name": "Nuova", "seed": None}).json()
    assert (changed["name"], changed["seed"], changed["town"]) == ("Nuova", None, "Ozieri")
    assert [player["name"] for player in changed["players"]] == ["Gavino Deiana 1", "Lucia Puddu 1"]


def test_changed_player_without_a_name_is_refused(desk: Any, teams: str) -> None:
    answer = desk.patch(f"{teams}{Team.objects.get(number=1).pk}/", {"players": [{}, {"name": "Due"}]})
    assert (answer.status_code, places(answer)) == (400, {"/players/0/name": "required"})


def test_error_for_an_invalid_change_of_a_team_names_the_field(desk: Any, teams: str) -> None:
    answer = desk.patch(f"{teams}{Team.objects.get(number=1).pk}/", {"seed": 2})
    assert (answer.status_code, places(answer)) == (400, {"/seed": "seed_taken"})


@pytest.mark.databases
def test_team_is_deleted_from_the_entries(desk: Any, teams: str) -> None:
    address = f"{teams}{Team.objects.get(number=1).pk}/"
    assert desk.delete(address).status_code == 204
    assert desk.get(address).status_code == 404


def test_team_of_another_tournament_returns_404(desk: Any, teams: str) -> None:
    other = builders.a_tournament(name="Altro", teams=2)
    assert desk.get(f"{teams}{other.teams.all()[0].pk}/").status_code == 404


def test_entries_are_closed_after_the_draw(desk: Any) -> None:
    tournament = builders.drawn_tournament(4)
    address = f"/api/v1/tournaments/{tournament.slug}/teams/"
    one = f"{address}{tournament.teams.all()[0].pk}/"
    for answer in (desk.post(address, team(9)), desk.patch(one, {"seed": None}), desk.delete(one)):
        assert (answer.status_code, answer.json()["code"]) == (409, "already_drawn")


@pytest.mark.databases
def test_teams_are_checked_in_over_the_api(desk: Any, teams: str) -> None:
    first, second = (str(row.pk) for row in Team.objects.order_by("number"))
    address = teams.replace("teams", "check-in")
    presence = {first: "present", second: "absent"}
    assert desk.post(address, presence).json() == presence
    assert [row["presence"] for row in desk.get(teams).json()["results"]] == ["present", "absent"]


def test_check_in_with_errors_saves_nothing(desk: Any, teams: str) -> None:
    first, second = (str(row.pk) for row in Team.objects.order_by("number"))
    address = teams.replace("teams", "check-in")
    answer = desk.post(address, {first: "present", second: "here", "nobody": "present"})
    assert places(answer) == {f"/{second}": "invalid_choice", "/nobody": "unknown_team"}
    assert not Team.objects.filter(presence="present").exists()
    assert places(desk.post(address, [])) == {"": "invalid"}
    assert places(desk.post(address, {first: []})) == {f"/{first}": "invalid_choice"}


@pytest.mark.databases
def test_team_endpoints_have_a_fixed_number_of_queries(
    desk: Any, teams: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(3):
        desk.get(teams)
    one = f"{teams}{Team.objects.all()[0].pk}/"
    with django_assert_num_queries(3):
        desk.get(one)


@pytest.mark.databases
def test_entering_teams_has_a_constant_number_of_queries(
    desk: Any, teams: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(20):
        desk.post(teams, [team(3), team(4)])
    with django_assert_num_queries(20):
        desk.post(teams, [team(number) for number in range(5, 25)])
