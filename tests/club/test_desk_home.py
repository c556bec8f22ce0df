"""First-run setup, the home page of the desk, creation of a tournament, and the page of table codes."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.game_parts.card_game import CardGame, Preset
from scoring.games import CARD_GAMES
from scoring.models import Grant
from scoring.sheet.devices import know_device, open_by_token, shown_code, table_token
from scoring.sheet.rules.reader import read_profile
from tests.builders import a_tournament, an_account, an_organiser, drawn_tournament, first_stage, match_of
from tests.forms import filled
from tests.tiers import sampled
from tournaments.club.services.setup import setup_link
from tournaments.house_rules.desk.presets import preset_of
from tournaments.models import Club, Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

CLUB = {"club": "La Mariglia", "town": "Sassari", "username": "antonella", "password": "sette bello di cuori"}
EVENING = {
    "card_game": "mariglia",
    "preset": "35_35_45",
    "format": "knockout",
    "name": "Torneo d’autunno",
    "tables": "6",
    "starts_at": "2026-11-21T20:30",
}


def the_link() -> str:
    link = setup_link()
    assert link is not None
    return link


def test_first_run_setup_creates_the_club_and_opens_the_desk(client: Client) -> None:
    answer = client.post(the_link(), CLUB)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/regia/")
    assert Club.objects.get().name == "La Mariglia"
    assert client.get("/regia/").status_code == 200


@pytest.mark.parametrize("password", ["corta", "123456789012345", "password1234", "antonella12345"])
def test_weak_password_is_refused_and_the_other_fields_are_kept(client: Client, password: str) -> None:
    answer = client.post(the_link(), {**CLUB, "password": password})
    assert answer.status_code == 400
    assert answer.context["form"].errors["password"]
    assert answer.context["form"]["club"].value() == "La Mariglia"
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize("username", ["bruno", "Bruno", "anna maria", "!"])
def test_taken_or_invalid_user_name_is_refused_with_an_error_beside_the_field(
    client: Client, username: str
) -> None:
    an_account("bruno")
    answer = client.post(the_link(), {**CLUB, "username": username})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["username"]


@pytest.mark.parametrize("field", ["club", "town", "name"])
def test_invisible_character_in_the_setup_shows_an_error_beside_the_field(client: Client, field: str) -> None:
    answer = client.post(the_link(), {**CLUB, field: "La\u202e Mariglia"})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    assert not Club.objects.exists()
    assert not get_user_model().objects.exists()


def test_setup_link_can_be_used_once(client: Client) -> None:
    link = the_link()
    client.post(link, CLUB)
    client.logout()
    for answer in (client.get(link), client.post(link, CLUB), client.get("/setup/unknown/")):
        assert answer.status_code == 410
        assert reverse("account_login") in answer.text


def test_first_run_setup_with_empty_fields_shows_an_error_beside_each_field(client: Client) -> None:
    answer = client.post(the_link(), {})
    assert answer.status_code == 400
    assert set(answer.context["form"].errors) == {"club", "username", "password"}


def at_home(client: Client) -> Client:
    client.force_login(an_organiser())
    return client


def test_tournament_is_created_from_a_preset(client: Client) -> None:
    answer = at_home(client).post("/regia/", {**EVENING, "knockout_third_place": "on"})
    tournament = Tournament.objects.get()
    assert answer.headers["Location"] == reverse("desk_entries", args=[tournament.slug])
    assert (tournament.name, tournament.tables) == ("Torneo d’autunno", 6)
    assert timezone.localtime(tournament.starts_at).hour == 20
    stage = first_stage(tournament)
    assert (stage.profile["targets"], stage.options["third_place"]) == ([35, 35, 45], True)


# Each preset with its card game: the first preset of each game, then the second, and so on.
PRESETS = sorted(
    ((game, preset) for game in CARD_GAMES.values() for preset in game.presets),
    key=lambda choice: choice[0].presets.index(choice[1]),
)


@pytest.mark.parametrize(
    "choice",
    sampled(PRESETS, len(CARD_GAMES)),
    ids=[f"{game.key}-{preset.key}" for game, preset in PRESETS],
)
def test_every_card_game_preset_can_be_chosen(client: Client, choice: tuple[CardGame, Preset]) -> None:
    game, preset = choice
    page = at_home(client).get("/regia/", {"gioco": game.key})
    fields = {**filled(page.context["form"]), "card_game": game.key, "preset": preset.key, "name": "Serata"}
    assert client.post("/regia/", fields).status_code == 302
    stage = first_stage(Tournament.objects.get())
    assert stage.profile == read_profile(game, dict(preset.profile)).as_json()
    assert preset_of(game, stage.profile) == preset.key


def test_new_tournament_page_first_offers_all_card_games_if_there_is_no_tournament(client: Client) -> None:
    page = at_home(client).get("/regia/")
    assert page.context["form"] is None
    assert {game.key for game in page.context["games"]} == set(CARD_GAMES)
    assert client.post("/regia/", {**EVENING, "card_game": "tresette"}).status_code == 400
    assert not Tournament.objects.exists()


def test_new_tournament_form_offers_the_card_game_of_the_latest_tournament(client: Client) -> None:
    a_tournament(card_game="marianna")
    assert at_home(client).get("/regia/").context["form"].card_game.key == "marianna"


FORMATS_FOR_TWO_SIDES = {"knockout", "table_rounds"}
MARIGLIA_FORMATS = FORMATS_FOR_TWO_SIDES | {"individual"}


@pytest.mark.parametrize(
    ("key", "formats"),
    [
        ("mariglia", MARIGLIA_FORMATS),
        ("manni", {"table_rounds"}),
        ("mariagio", FORMATS_FOR_TWO_SIDES),
        ("mariaggia", FORMATS_FOR_TWO_SIDES),
        ("briscola_151", FORMATS_FOR_TWO_SIDES),
    ],
)
def test_only_formats_that_suit_the_card_game_are_offered(
    client: Client, key: str, formats: set[str]
) -> None:
    form = at_home(client).get("/regia/", {"gioco": key}).context["form"]
    assert {offered for offered, *_rest in form.by_format()} & MARIGLIA_FORMATS == formats


def test_formats_are_offered_with_their_descriptions(client: Client) -> None:
    page = at_home(client).get("/regia/", {"gioco": "mariglia"}).text
    assert "Danese<small>Dopo ogni turno la prima incontra la seconda, la terza la quarta e così via." in page


def test_presets_that_differ_in_one_option_are_labelled_with_the_option(client: Client) -> None:
    form = at_home(client).get("/regia/", {"gioco": "maniglia_auction"}).context["form"]
    preset = form.fields["preset"]
    assert (preset.label, [str(name) for _key, name in preset.choices]) == (
        "Giocatori per tavolo", ["3 giocatori", "4 giocatori", "5 giocatori"]
    )  # fmt: skip


def test_only_the_options_of_the_chosen_format_are_saved(client: Client) -> None:
    rounds = {"format": "table_rounds", "table_rounds_rounds": "5", "knockout_third_place": "on"}
    at_home(client).post("/regia/", {**EVENING, **rounds})
    stage = first_stage(Tournament.objects.get())
    assert (stage.format, stage.options["rounds"]) == ("table_rounds", 5)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "a\u202eb"}, None),
        ({"tables": "0"}, "tables"),
        ({"tables": "513"}, "tables"),
        ({"preset": "36"}, "preset"),
        ({"format": "circle"}, "format"),
        ({"format": "table_rounds", "table_rounds_rounds": "13"}, "table_rounds_rounds"),
        ({"starts_at": "domani"}, "starts_at"),
    ],
)
def test_tournament_with_invalid_fields_is_refused(
    client: Client, wrong: dict[str, str], field: str | None
) -> None:
    answer = at_home(client).post("/regia/", {**EVENING, **wrong})
    assert answer.status_code == 400
    assert (field or "__all__") in answer.context["form"].errors
    assert not Tournament.objects.exists()


def test_tournaments_are_listed_by_state_and_then_by_start_time(client: Client) -> None:
    now, day = timezone.now(), timedelta(days=1)
    starts = {"Fra un mese": 30, "Domani": 1, "Vecchio": -60, "Ieri": -1, "Stasera": 0}
    tournaments = {name: a_tournament(name=name, starts_at=now + days * day) for name, days in starts.items()}
    tournaments["Senza giorno"] = a_tournament(name="Senza giorno")
    for name in ("Vecchio", "Ieri"):
        Tournament.objects.filter(pk=tournaments[name].pk).update(state="over")
    Tournament.objects.filter(pk=tournaments["Stasera"].pk).update(state="playing")
    names = [each.name for each in at_home(client).get("/regia/").context["tournaments"]]
    assert names == ["Stasera", "Domani", "Fra un mese", "Senza giorno", "Ieri", "Vecchio"]


def test_organisers_see_all_tournaments_and_other_accounts_see_those_in_which_they_have_a_role(
    client: Client,
) -> None:
    a_tournament(name="Di un altro", owner=an_organiser("somebody-else"))
    directed = a_tournament(name="Diretto", owner=an_organiser("somebody-else"))
    listed = at_home(client).get("/regia/").context["tournaments"]
    assert {tournament.name for tournament in listed} == {"Di un altro", "Diretto"}
    client.force_login(an_account("caterina", "speaker", directed))
    page = client.get("/regia/")
    assert [tournament.name for tournament in page.context["tournaments"]] == ["Diretto"]
    assert page.context["form"] is None
    assert client.post("/regia/", {"name": "Mio"}).status_code == 403


def sheets(client: Client, tournament: Tournament) -> Any:
    return client.get(reverse("desk_sheets", args=[tournament.slug]), headers={"host": "192.168.1.20:8000"})


def test_every_open_match_has_a_code_and_a_qr_code_that_opens_its_sheet(client: Client) -> None:
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
    assert cards[0].qr.startswith("data:image/png;base64,")


def test_page_of_codes_lists_each_phone_with_its_side(client: Client) -> None:
    tournament = drawn_tournament(4)
    at_home(client)
    device, _secret = know_device(None, at=timezone.now())
    Grant.objects.create(device=device, sheet_id=match_of(tournament).pk, side=0, made_at=timezone.now())
    (phone,) = sheets(client, tournament).context["cards"][0].phones
    assert phone.grant.side == 0


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
def test_page_of_codes_warns_if_phones_cannot_reach_the_host(
    client: Client, host: str, only_here: bool
) -> None:
    tournament = drawn_tournament(4)
    at_home(client)
    page = client.get(reverse("desk_sheets", args=[tournament.slug]), headers={"host": host})
    assert page.context["unreachable"] is only_here


def test_page_of_codes_is_empty_before_the_draw(client: Client) -> None:
    tournament = a_tournament(teams=4)
    at_home(client)
    page = sheets(client, tournament)
    assert page.context["cards"] == []
    assert reverse("desk_draw", args=[tournament.slug]) in page.text


@pytest.mark.parametrize(
    ("called", "day_text"),
    [("27T15:10", "Friday 27 November"), ("28T20:10", "Saturday 28 November"), ("30T09:00", "Saturday 28")],
)
def test_lists_show_the_actual_day_of_play_if_it_is_before_the_planned_date(
    client: Client, called: str, day_text: str
) -> None:
    zone = timezone.get_default_timezone()
    tournament = drawn_tournament(4)
    at_home(client)
    Tournament.objects.update(starts_at=datetime(2026, 11, 28, 20, 30, tzinfo=zone))
    Match.objects.update(called_at=datetime.fromisoformat(f"2026-11-{called}").replace(tzinfo=zone))
    for state in ("playing", "over"):
        Tournament.objects.update(state=state)
        for page in ("/", reverse("desk")):
            text = client.get(page, headers={"accept-language": "en"}).text
            assert day_text in text
            assert text.count(" November") == 1
    assert ("20:30" in text) == (day_text != "Friday 27 November")
    Match.objects.filter(tournament=tournament).update(called_at=None)
    assert "Saturday 28 November" in client.get("/", headers={"accept-language": "en"}).text


@pytest.mark.parametrize("teams", sampled([16, 32, 128], 2))
def test_page_of_codes_needs_a_constant_number_of_queries(
    client: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams)
    at_home(client)
    sheets(client, tournament)
    with django_assert_num_queries(18):
        sheets(client, tournament)
