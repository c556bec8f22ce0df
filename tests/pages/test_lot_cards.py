"""The five cards turned at the desk and on the wall: nobody sees a card before it is turned."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_tournament
from tournaments.models import Draw, Tournament

pytestmark = pytest.mark.django_db

FIVE = {"card_0": "7D", "card_1": "KC", "card_2": "4S", "card_3": "AH", "card_4": "QD"}
CARDS = ("Seven of diamonds", "King of clubs", "Four of spades", "Ace of hearts", "Queen of diamonds")


@pytest.fixture
def tournament(client: Client) -> Tournament:
    """Four pairs, and their organiser at the desk."""
    made = a_tournament(teams=4)
    client.force_login(made.owner)
    return made


def lay(client: Client, tournament: Tournament, **sent: str) -> Any:
    where = reverse("desk_lay_cards", args=[tournament.slug])
    return client.post(where, sent or {"by": "lots", **FIVE})


def act(client: Client, tournament: Tournament, **sent: object) -> Any:
    where = reverse("desk_turn_cards", args=[tournament.slug])
    return client.post(where, sent, follow=True, headers={"accept-language": "en"})


def face_up(page: str) -> list[str]:
    """The cards that can be read, by their names; those face down have none."""
    return re.findall(r'class="pcard (?:red|black|)[^"]*" role="img" aria-label="([^"]+ of [^"]+)"', page)


def everywhere(tournament: Tournament) -> list[str]:
    """What somebody without an account is told of it, page by page and call by call."""
    reader = Client(headers={"accept-language": "en"})
    base, api = f"/{tournament.slug}/", f"/api/v1/tournaments/{tournament.slug}/"
    pages = [base, f"{base}sorteggio/", f"{base}coppie/", f"{base}parete/", f"{base}tavoli/"]
    calls = [api, f"{api}draws/", f"{api}wall/", f"{api}matches/"]
    assert reader.get(f"{base}sorteggio/draw.json").status_code == 404
    return [reader.get(address).content.decode() for address in (*pages, *calls)]


def test_the_wall_turns_with_the_desk_and_knows_no_card_before(
    client: Client, tournament: Tournament
) -> None:
    assert lay(client, tournament).status_code == 302
    wall = Client(headers={"accept-language": "en"})
    for turned in range(6):
        if turned:
            desk = act(client, tournament, up_to=turned).content.decode()
            assert face_up(desk) == list(CARDS[:turned])
        page = wall.get(f"/{tournament.slug}/parete/").content.decode()
        assert face_up(page) == list(CARDS[:turned])
        assert page.count("pcard back") == 5 - turned
        for told in everywhere(tournament):
            for card, name in list(zip(FIVE.values(), CARDS, strict=True))[turned:]:
                assert not re.search(rf"\b{card}\b", told)
                assert name not in told
    assert not Draw.objects.exists()
    act(client, tournament, act="draw")
    assert Draw.objects.get().lot == "7D KC 4S AH QD"


def test_the_desk_offers_what_comes_next(client: Client, tournament: Tournament) -> None:
    lay(client, tournament)
    page = act(client, tournament, up_to=2).content.decode()
    assert 'value="3" data-space autofocus' in page
    assert "2 of 5 turned" in page
    assert "Make the draw by these cards" not in page
    page = act(client, tournament, up_to=5).content.decode()
    assert "data-space" not in page
    assert "Make the draw by these cards" in page
    page = act(client, tournament, act="take_up").content.decode()
    assert "First turn the cards on the wall" in page


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        pytest.param({"by": "lots"}, "text", id="no cards"),
        pytest.param({"by": "lots", "text": "parole"}, "text", id="words are not turned"),
        pytest.param({"by": "lots", **FIVE, "card_3": ""}, "card_3", id="four cards"),
        pytest.param({"by": "seeds", **FIVE, "card_4": "7D"}, "card_4", id="the same card twice"),
        pytest.param({"by": "lots", **FIVE, "card_0": "9D"}, "card_0", id="a card that is not in this pack"),
    ],
)
def test_what_is_no_lot_of_cards_is_not_laid(
    client: Client, tournament: Tournament, sent: dict[str, str], field: str
) -> None:
    answer = lay(client, tournament, **sent)
    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    tournament.refresh_from_db()
    assert tournament.laid == ""


@pytest.mark.parametrize("up_to", ["", "x", "\u0661", "-1", "99", "0"])
def test_a_number_that_is_no_card_turns_none(client: Client, tournament: Tournament, up_to: str) -> None:
    lay(client, tournament)
    assert act(client, tournament, up_to=up_to).status_code == 200
    tournament.refresh_from_db()
    assert tournament.turned == 0


def test_a_refusal_is_told_at_the_desk(client: Client, tournament: Tournament) -> None:
    assert "No cards lie on the table." in act(client, tournament, up_to=1).content.decode()
    lay(client, tournament)
    assert "Turn all five cards first" in act(client, tournament, act="draw").content.decode()
    assert lay(client, tournament).status_code == 409


def test_too_few_teams_lay_no_cards(client: Client) -> None:
    tournament = a_tournament(teams=1)
    client.force_login(tournament.owner)
    assert lay(client, tournament).status_code == 409


def test_the_wall_with_cards_costs_the_same_for_any_number(
    client: Client, django_assert_num_queries: Any
) -> None:
    for teams in (4, 32):
        made = a_tournament(teams=teams, name=f"Torneo di {teams}")
        client.force_login(made.owner)
        lay(client, made)
        with django_assert_num_queries(5):
            Client().get(f"/{made.slug}/parete/")
