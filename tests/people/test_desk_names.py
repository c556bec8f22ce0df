"""Tests of the desk page for choosing how a team's player names are shown publicly."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import an_account, drawn_tournament
from tests.markup import one_line
from tournaments.models import Person, Team, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(4)


@pytest.fixture
def desk(tournament: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(tournament.owner)
    return client


@pytest.fixture
def team(tournament: Tournament) -> Team:
    return tournament.teams.get(seed=1)


def names_page(team: Team) -> str:
    return reverse("desk_names", args=[team.tournament.slug, team.pk])


def person(team: Team, position: int) -> Person:
    return team.seats.get(position=position).person


def test_alias_of_one_player_is_shown_publicly(desk: Client, team: Team) -> None:
    fields = {"position": "1", "p1-showing": "alias", "p1-alias": "La Rossa"}
    assert desk.post(names_page(team), fields).status_code == 302
    assert (person(team, 0).name, person(team, 1).name) == ("Anna Primu1", "La Rossa")
    page = one_line(desk.get(names_page(team)).content.decode())
    assert "Shown now as “La Rossa”; initials would be “B. S.”." in page


def test_minor_is_shown_by_initials_unless_the_desk_chooses_otherwise(desk: Client, team: Team) -> None:
    fields = {"position": "0", "p0-showing": "full", "p0-is_minor": "on"}
    desk.post(names_page(team), fields)
    assert person(team, 0).name == "A. P."
    desk.post(names_page(team), fields)
    assert person(team, 0).name == "Anna Primu1"


def test_missing_alias_is_reported_at_the_alias_field(desk: Client, team: Team) -> None:
    answer = desk.post(names_page(team), {"position": "1", "p1-showing": "alias"})
    assert answer.status_code == 400
    assert "Write a name." in answer.content.decode()
    assert person(team, 1).name == "Bachisio Segundu1"


def test_only_the_organiser_can_erase_a_name(desk: Client, team: Team) -> None:
    director = an_account("caterina", "director", team.tournament)
    hers = Client(headers={"accept-language": "en"})
    hers.force_login(director)
    erase = reverse("desk_erase_name", args=[team.tournament.slug, team.pk])
    assert "Erase the name" not in hers.get(names_page(team)).content.decode()
    assert hers.post(erase, {"position": "0"}).status_code == 403
    assert "Erase the name" in desk.get(names_page(team)).content.decode()
    assert desk.post(erase, {"position": "0"}).status_code == 302
    assert person(team, 0).name == "N. N."
    assert "This name was erased." in desk.get(names_page(team)).content.decode()


@pytest.mark.parametrize("position", ["", "2", "-1", "x"])
def test_player_position_that_a_team_does_not_have_returns_404(
    desk: Client, team: Team, position: str
) -> None:
    assert desk.post(names_page(team), {"position": position}).status_code == 404


def test_entries_page_shows_the_public_name_of_a_team(
    desk: Client, tournament: Tournament, team: Team
) -> None:
    team.written_name = "Primu – Segundu"
    team.save()
    desk.post(names_page(team), {"position": "1", "p1-showing": "initials"})
    entries = one_line(desk.get(reverse("desk_entries", args=[tournament.slug])).content.decode())
    assert "Bachisio Segundu1" in entries
    assert entries.count("shown as ") == 1
