"""Links between the public pages and the desk, for accounts that may open the desk."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_tournament, an_account, drawn_tournament, match_of, play_match
from tournaments.models import Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

PUBLIC = ("tournament", "standings", "tables", "teams", "draw_public")
CLUB = ("card_games", "archive", "circuits")


@pytest.fixture
def tournament() -> Tournament:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament))
    return tournament


def link(name: str, *place: object) -> str:
    return f'href="{reverse(name, args=place)}"'


def sheet_of(match: Match) -> str:
    return reverse("match_sheet", args=[match.tournament.slug, match.pk])


@pytest.mark.parametrize("page", PUBLIC)
def test_public_page_for_an_organiser_links_to_the_evening_page(
    client: Client, tournament: Tournament, page: str
) -> None:
    address = reverse(page, args=[tournament.slug])
    assert link("desk_evening", tournament.slug) not in client.get(address).text
    client.force_login(tournament.owner)
    assert link("desk_evening", tournament.slug) in client.get(address).text


def test_rounds_page_for_an_organiser_links_to_the_evening_page(client: Client) -> None:
    tournament = drawn_tournament(4, form="swiss")
    client.force_login(tournament.owner)
    page = client.get(reverse("rounds", args=[tournament.slug])).text
    assert link("desk_evening", tournament.slug) in page
    assert f'{reverse("desk_evening", args=[tournament.slug])}#matches"' in page


@pytest.mark.parametrize("page", CLUB)
def test_club_page_for_an_organiser_links_to_the_desk(client: Client, page: str) -> None:
    tournament = a_tournament(teams=2)
    assert link("desk") not in client.get(reverse(page)).text
    client.force_login(tournament.owner)
    assert link("desk") in client.get(reverse(page)).text


def test_public_page_for_a_check_in_helper_links_to_entries(client: Client, tournament: Tournament) -> None:
    client.force_login(an_account("porta", "door", tournament))
    page = client.get(reverse("tournament", args=[tournament.slug])).text
    assert link("desk_entries", tournament.slug) in page
    assert link("desk_evening", tournament.slug) not in page


def test_public_page_for_a_helper_of_another_tournament_has_no_link_to_the_desk(
    client: Client, tournament: Tournament
) -> None:
    client.force_login(an_account("altra", "director", a_tournament(name="Altro")))
    page = client.get(reverse("tournament", args=[tournament.slug])).text
    assert "desk-links" not in page


@pytest.mark.parametrize(("role", "corrects"), [("organiser", True), ("director", True), ("tables", False)])
def test_public_sheet_of_a_finished_match_links_to_the_correction_page_for_a_permitted_role(
    client: Client, tournament: Tournament, role: str, corrects: bool
) -> None:
    match = match_of(tournament)
    client.force_login(an_account("persona", role))
    page = client.get(sheet_of(match)).text
    assert link("desk_match", tournament.slug, match.pk) in page
    assert (link("desk_correct", tournament.slug, match.pk) in page) is corrects


def test_public_sheet_for_a_visitor_has_no_link_to_the_desk(client: Client, tournament: Tournament) -> None:
    assert "/regia/" not in client.get(sheet_of(match_of(tournament))).text


def test_public_sheet_of_an_open_match_has_no_link_to_the_correction_page(
    client: Client, tournament: Tournament
) -> None:
    match = match_of(tournament, "R1.2")
    client.force_login(tournament.owner)
    assert link("desk_correct", tournament.slug, match.pk) not in client.get(sheet_of(match)).text


def test_bracket_for_an_organiser_links_to_the_finished_matches(
    client: Client, tournament: Tournament
) -> None:
    address = reverse("tournament", args=[tournament.slug])
    ways = f'{reverse("desk_evening", args=[tournament.slug])}#matches"'
    assert ways not in client.get(address).text
    client.force_login(tournament.owner)
    assert ways in client.get(address).text


def test_desk_page_links_to_the_public_page(client: Client, tournament: Tournament) -> None:
    client.force_login(tournament.owner)
    rules = client.get(reverse("desk_rules", args=[tournament.slug])).text
    assert link("tournament", tournament.slug) in rules
    assert "La pagina pubblica" in rules
    assert link("landing") in client.get(reverse("desk")).text
