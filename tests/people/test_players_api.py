"""Tests of player names in the API: the desk reads the full names, everybody else the public names."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.builders import a_tournament
from tests.entries.test_teams_api import team

pytestmark = pytest.mark.django_db


@pytest.fixture
def entered(desk: Any) -> str:
    """Enter the team of Gavino Deiana and Lucia Puddu; return the URL of the team."""
    address = f"/api/v1/tournaments/{a_tournament().slug}/teams/"
    return f"{address}{desk.post(address, team(1, name='Deiana – Puddu')).json()['id']}/"


def test_public_api_returns_initials_and_desk_api_returns_the_full_name(desk: Any, entered: str) -> None:
    answer = desk.patch(f"{entered}players/2/", {"showing": "initials"})
    assert (answer.status_code, answer.json()) == (
        200,
        {
            "name": "Lucia Puddu 1",
            "shown_as": "L. P. 1.",
            "showing": "initials",
            "alias": "",
            "is_minor": False,
        },
    )
    public = APIClient().get(entered).json()
    assert (public["name"], public["players"][1]) == ("Deiana – L. P. 1.", {"name": "L. P. 1."})
    read = desk.get(entered).json()
    assert (read["name"], read["players"][1]) == ("Deiana – Puddu", {"name": "Lucia Puddu 1"})


def test_minor_is_shown_by_initials_unless_the_request_chooses_otherwise(desk: Any, entered: str) -> None:
    body = desk.patch(f"{entered}players/1/", {"is_minor": True}).json()
    assert (body["showing"], body["is_minor"]) == ("initials", True)
    body = desk.patch(f"{entered}players/1/", {"showing": "full"}).json()
    assert (body["showing"], body["is_minor"], body["shown_as"]) == ("full", True, "Gavino Deiana 1")


def test_erased_name_cannot_be_shown_again(desk: Any, entered: str) -> None:
    assert desk.delete(f"{entered}players/1/").status_code == 204
    assert desk.get(f"{entered}players/1/").json()["shown_as"] == "N. N."
    refused = desk.patch(f"{entered}players/1/", {"showing": "full"})
    assert (refused.status_code, refused.json()["code"]) == (409, "name_erased")


@pytest.mark.parametrize(
    ("sent", "code", "where"),
    [
        pytest.param({"showing": "alias"}, "name_missing", "/alias", id="no alias"),
        pytest.param({"showing": "loud"}, "invalid_choice", "/showing", id="no such way"),
        pytest.param({"alias": "x" * 81}, "max_length", "/alias", id="too long"),
        pytest.param(
            {"alias": "A\u202eb", "showing": "alias"}, "name_invisible", "/alias", id="turned round"
        ),
        pytest.param({"shown": "full"}, "unknown_field", "/shown", id="unknown field"),
    ],
)
def test_error_for_an_invalid_change_of_a_name_identifies_the_field(
    desk: Any, entered: str, sent: dict[str, Any], code: str, where: str
) -> None:
    refused = desk.patch(f"{entered}players/1/", sent)
    assert refused.status_code == 400
    assert [(each["code"], each["where"]) for each in refused.json()["problems"]] == [(code, where)]


def test_player_position_that_a_team_does_not_have_returns_404(desk: Any, entered: str) -> None:
    assert desk.get(f"{entered}players/3/").status_code == 404
    assert desk.get(f"{entered}players/0/").status_code == 404
