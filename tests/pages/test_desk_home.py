"""The first run, the organiser's own page, the rules of a stage, the codes of the tables."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.keys import shown_code, table_token
from scoring.models import Grant
from scoring.rules.card_games import CARD_GAMES
from scoring.services.devices import know_device, open_by_token
from tests.builders import a_tournament, an_organiser, drawn_tournament, first_stage, match_of
from tournaments.models import Club, Tournament
from tournaments.services.setup import setup_link

pytestmark = pytest.mark.django_db

CLUB = {"club": "La Mariglia", "town": "Sassari", "username": "antonella", "password": "sette bello di cuori"}
EVENING = {"preset": "35_35_45", "name": "Torneo d’autunno", "tables": "6", "starts_at": "2026-11-21T20:30"}


def the_link() -> str:
    link = setup_link()
    assert link is not None
    return link


def test_the_first_run_names_the_club_and_opens_the_desk(client: Client) -> None:
    answer = client.post(the_link(), CLUB)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/regia/")
    assert Club.objects.get().name == "La Mariglia"
    assert client.get("/regia/").status_code == 200


@pytest.mark.parametrize("password", ["corta", "123456789012345", "password1234", "antonella12345"])
def test_a_weak_password_is_refused_in_words_and_the_rest_stays(client: Client, password: str) -> None:
    answer = client.post(the_link(), {**CLUB, "password": password})
    assert answer.status_code == 400
    assert answer.context["form"].errors["password"]
    assert answer.context["form"]["club"].value() == "La Mariglia"
    assert not get_user_model().objects.exists()


def test_a_link_opens_once(client: Client) -> None:
    link = the_link()
    client.post(link, CLUB)
    client.logout()
    for answer in (client.get(link), client.post(link, CLUB), client.get("/setup/unknown/")):
        assert answer.status_code == 410
        assert reverse("account_login") in answer.text


def test_every_field_of_the_first_run_is_asked_for(client: Client) -> None:
    answer = client.post(the_link(), {})
    assert answer.status_code == 400
    assert set(answer.context["form"].errors) == {"club", "username", "password"}


def at_home(client: Client) -> Client:
    client.force_login(an_organiser())
    return client


def test_a_tournament_is_made_from_a_preset(client: Client) -> None:
    answer = at_home(client).post("/regia/", {**EVENING, "stage_third_place": "on"})
    tournament = Tournament.objects.get()
    assert answer.headers["Location"] == reverse("desk_entries", args=[tournament.slug])
    assert (tournament.name, tournament.tables) == ("Torneo d’autunno", 6)
    assert timezone.localtime(tournament.starts_at).hour == 20
    stage = first_stage(tournament)
    assert (stage.profile["targets"], stage.options["third_place"]) == ([35, 35, 45], True)


def test_every_preset_of_the_game_can_be_chosen(client: Client) -> None:
    at_home(client)
    for preset in CARD_GAMES["mariglia"].presets:
        client.post("/regia/", {**EVENING, "preset": preset.key, "name": preset.key})
        tournament = Tournament.objects.get(name=preset.key)
        assert first_stage(tournament).profile["targets"] == preset.profile["targets"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "a\u202eb"}, None),
        ({"tables": "0"}, "tables"),
        ({"tables": "513"}, "tables"),
        ({"preset": "36"}, "preset"),
        ({"starts_at": "domani"}, "starts_at"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(
    client: Client, wrong: dict[str, str], field: str | None
) -> None:
    answer = at_home(client).post("/regia/", {**EVENING, **wrong})
    assert answer.status_code == 400
    assert (field or "__all__") in answer.context["form"].errors
    assert not Tournament.objects.exists()


def test_only_ones_own_tournaments_are_listed(client: Client) -> None:
    a_tournament(name="Di un altro", owner=an_organiser("somebody-else"))
    directed = a_tournament(name="Diretto", owner=an_organiser("somebody-else"))
    directed.directors.add(an_organiser())
    a_tournament(name="Mio")
    shown = at_home(client).get("/regia/").context["tournaments"]
    assert {tournament.name for tournament, _day in shown} == {"Mio", "Diretto"}


def rules(client: Client, tournament: Tournament, **sent: str) -> Any:
    where = reverse("desk_rules", args=[tournament.slug])
    return client.post(where, sent) if sent else client.get(where)


def as_they_stand(client: Client, tournament: Tournament) -> dict[str, str]:
    """Return the rules as a browser would send them back unchanged."""
    form = rules(client, tournament).context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {
        name: "on" if value is True else str(value) for name, value in values.items() if value is not False
    }


def test_the_rules_are_shown_and_sent_back_unchanged(client: Client) -> None:
    tournament = a_tournament()
    at_home(client)
    before = first_stage(tournament).profile
    answer = rules(client, tournament, part="rules", **as_they_stand(client, tournament))
    assert answer.status_code == 302
    assert first_stage(tournament).profile == before


CHANGED = [
    pytest.param({"preset": "70"}, "targets", [70], id="a preset"),
    pytest.param({"preset": "own", "targets": "40, 40, 50"}, "targets", [40, 40, 50], id="own targets"),
    pytest.param({"court_order": "queen_high"}, "court_order", "queen_high", id="the order of the courts"),
]


@pytest.mark.parametrize(("sent", "key", "value"), CHANGED)
def test_the_rules_are_changed_before_the_draw(
    client: Client, sent: dict[str, str], key: str, value: object
) -> None:
    tournament = a_tournament()
    at_home(client)
    answer = rules(client, tournament, part="rules", **{**as_they_stand(client, tournament), **sent})
    assert answer.status_code == 302
    assert first_stage(tournament).profile[key] == value


WRONG = [
    pytest.param({"preset": "own", "targets": "35, 35"}, "targets", id="two games"),
    pytest.param({"preset": "own", "targets": "5"}, "targets", id="a target too low"),
    pytest.param({"preset": "own", "targets": "trentacinque"}, "targets", id="a target in letters"),
    pytest.param(
        {"pack": "latin", "court_order": "queen_high"}, "court_order", id="courts that are not in the pack"
    ),
]


@pytest.mark.parametrize(("sent", "field"), WRONG)
def test_rules_that_contradict_each_other_are_refused_beside_their_field(
    client: Client, sent: dict[str, str], field: str
) -> None:
    tournament = a_tournament()
    at_home(client)
    answer = rules(client, tournament, part="rules", **{**as_they_stand(client, tournament), **sent})
    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    assert {name: answer.context["form"][name].value() for name in sent} == sent


def test_the_third_place_match_is_switched(client: Client) -> None:
    tournament = a_tournament(options={"third_place": True})
    at_home(client)
    sent = as_they_stand(client, tournament)
    del sent["stage_third_place"]
    rules(client, tournament, part="rules", **sent)
    assert first_stage(tournament).options["third_place"] is False


def test_a_drawn_stage_keeps_its_rules(client: Client) -> None:
    tournament = drawn_tournament(4)
    at_home(client)
    shown = rules(client, tournament)
    assert shown.context["settled"]
    assert all(field.disabled for field in shown.context["form"].fields.values())
    answer = rules(client, tournament, part="rules", preset="70", targets="")
    assert answer.status_code in (400, 409)
    assert first_stage(tournament).profile["targets"] == [35, 35, 45]


def test_name_start_and_tables_change_at_any_time(client: Client) -> None:
    tournament = drawn_tournament(4)
    at_home(client)
    sent = {"part": "about", "name": "Altro nome", "tables": "8", "starts_at": ""}
    assert rules(client, tournament, **sent).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.tables) == ("Altro nome", 8)
    assert rules(client, tournament, **{**sent, "tables": "0"}).status_code == 400


def sheets(client: Client, tournament: Tournament) -> Any:
    return client.get(reverse("desk_sheets", args=[tournament.slug]), headers={"host": "192.168.1.20:8000"})


def test_every_open_match_has_its_code_and_a_qr_that_opens_it(client: Client) -> None:
    tournament = drawn_tournament(8)
    at_home(client)
    page = sheets(client, tournament)
    cards = page.context["cards"]
    assert [card.match.match.table for card in cards] == [1, 2, 3, 4]
    key = match_of(tournament).sheet.key
    assert cards[0].code == shown_code(key)
    device, _secret = know_device(None, at=timezone.now())
    grant = open_by_token(table_token(key), device, at=timezone.now())
    assert grant.sheet_id == match_of(tournament).pk
    assert "<svg" in cards[0].qr
    assert "style=" not in cards[0].qr


def test_phones_are_listed_with_the_side_that_holds_them(client: Client) -> None:
    tournament = drawn_tournament(4)
    at_home(client)
    device, _secret = know_device(None, at=timezone.now())
    Grant.objects.create(device=device, sheet_id=match_of(tournament).pk, side=0, made_at=timezone.now())
    (phone,) = sheets(client, tournament).context["cards"][0].phones
    assert phone["side"] == "Coppia 1"


@pytest.mark.parametrize(
    ("host", "only_here"),
    [
        ("127.0.0.1:8000", True),
        ("localhost", True),
        ("[::1]:8000", True),
        ("192.168.1.20:8000", False),
        ("trionfo.example", False),
    ],
)
def test_a_page_that_no_phone_can_reach_says_so(client: Client, host: str, only_here: bool) -> None:
    tournament = drawn_tournament(4)
    at_home(client)
    page = client.get(reverse("desk_sheets", args=[tournament.slug]), headers={"host": host})
    assert page.context["unreachable"] is only_here


def test_without_a_draw_there_are_no_codes(client: Client) -> None:
    tournament = a_tournament(teams=4)
    at_home(client)
    page = sheets(client, tournament)
    assert page.context["cards"] == []
    assert reverse("desk_draw", args=[tournament.slug]) in page.text


@pytest.mark.parametrize("teams", [16, 128])
def test_the_codes_ask_as_often_for_a_large_tournament(
    client: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams)
    at_home(client)
    sheets(client, tournament)
    with django_assert_num_queries(11):
        sheets(client, tournament)
