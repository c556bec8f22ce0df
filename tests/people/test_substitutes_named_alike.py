"""Tests of substitutes who share a name with a person in the register."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import an_organiser, drawn_tournament
from tests.people.test_lists_with_members import a_member
from tests.people.test_register_page import text_of
from tournaments.models import Person, Team, TeamPlayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def team() -> Team:
    """Return a team whose players may be replaced by substitutes."""
    return drawn_tournament(4, options={"substitutes": 2}).teams.order_by("number")[0]


@pytest.fixture
def desk(client: Client, team: Team) -> Client:
    """Return a test client that is logged in as the organiser."""
    client.force_login(an_organiser())
    return client


def seated(team: Team) -> set[Person]:
    """Return the players of a team."""
    return {seat.person for seat in TeamPlayer.objects.filter(team=team).select_related("person")}


def test_desk_chooses_the_substitute_from_two_persons_with_the_same_name(desk: Client, team: Team) -> None:
    one, other = a_member("Dora Piga", member_number="61"), a_member("Dora Piga", note="di Ozieri")
    where = reverse("desk_substitute", args=[team.tournament.slug, team.pk])
    sent = {"position": "0", "name": "Dora Piga", "reason": "malata"}
    response = desk.post(where, sent)
    assert response.status_code == 400
    assert "Quale?" in text_of(response)
    assert "di Ozieri" in text_of(response)
    assert not {one, other} & seated(team)
    assert desk.post(where, {**sent, "which_0": str(other.pk)}).status_code == 302
    assert other in seated(team)
    chosen = re.search(r'<option value="(Dora Piga [^"]*61[^"]*)"', text_of(desk.get(where)))
    assert chosen
    assert desk.post(where, {**sent, "position": "1", "name": chosen[1]}).status_code == 302
    assert seated(team) == {one, other}


def test_substitute_with_the_name_of_a_registered_person_can_be_a_new_person(
    desk: Client, team: Team
) -> None:
    one = a_member("Dora Piga", member_number="61")
    where = reverse("desk_substitute", args=[team.tournament.slug, team.pk])
    sent = {"position": "0", "name": "dora piga", "reason": "malata"}
    assert "Quale?" in text_of(desk.post(where, sent))
    assert desk.post(where, {**sent, "which_0": "new"}).status_code == 302
    assert one not in seated(team)
    assert Person.objects.filter(name_key="dora piga").count() == 2


def test_api_identifies_a_substitute_by_id_or_member_number(desk: Client, team: Team) -> None:
    one, other = a_member("Dora Piga", member_number="61"), a_member("Dora Piga", note="di Ozieri")
    address = f"/api/v1/tournaments/{team.tournament.slug}/teams/{team.pk}/substitute/"

    def replaced(player: int, **substitute: Any) -> Any:
        body = {"player": player, "reason": "malata", **substitute}
        return desk.post(address, body, content_type="application/json")

    bare = replaced(1, name="Dora Piga")
    assert (bare.status_code, bare.json()["problems"][0]["code"]) == (400, "which_person")
    unknown = replaced(1, member_number="9").json()["problems"][0]
    assert (unknown["code"], unknown["where"]) == ("unknown_member_number", "/member_number")
    assert replaced(1).status_code == 400
    assert replaced(1, member_number="61").status_code == 201
    assert replaced(2, person=str(other.pk)).status_code == 201
    assert seated(team) == {one, other}
