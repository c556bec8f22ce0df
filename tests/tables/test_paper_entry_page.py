"""Paper score sheets entered at the desk: rows are checked as on a phone, and refused rows are kept."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.games import CARD_GAMES
from scoring.models import SheetEvent
from scoring.sheet.rules.reader import read_profile
from tests.builders import PASSWORD, an_account, drawn_tournament, match_of, sheet_log
from tests.forms import seating
from tests.markup import one_line
from tests.tiers import sampled
from tournaments.models import Match, Outcome, Tournament
from tournaments.tables.desk.paper_form import read_card
from tournaments.values.roles import TABLES

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

# Sum 36 to 19.
FIRST_GAME = [("KH", 43), ("7S", 29), ("4C", 47), ("AD", 32), ("JC", 35), ("QH", 46)]
# Sum 38 to 0.
SECOND_GAME = [("AS", 60), ("6H", 44)]


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(4)


@pytest.fixture
def match(tournament: Tournament) -> Match:
    return match_of(tournament)


@pytest.fixture
def desk(tournament: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(tournament.owner)
    return client


def address(match: Match) -> str:
    return reverse("desk_paper", args=[match.tournament.slug, match.pk])


def row(
    place: str = "1-1", *, dealer: Any = 0, card: str = "KH", points: Any = 43, **more: Any
) -> dict[str, Any]:
    """Return the form data of one row of a paper score sheet."""
    fields = {"dealer": dealer, "trionfo": card, "card_points_0": points, "state": "played", "version": 0}
    named = {f"{place}-{name}": value for name, value in {**fields, "key": uuid4(), **more}.items()}
    return {"place": place, **named}


def write_first_game(desk: Client, match: Match) -> None:
    for number, (card, points) in enumerate(FIRST_GAME):
        answer = desk.post(
            address(match), row(f"1-{number + 1}", dealer=number % 4, card=card, points=points)
        )
        assert answer.status_code == 302


def test_table_helper_cannot_enter_a_hand_adjusted_by_the_referee(desk: Client, match: Match) -> None:
    helper = Client(headers={"accept-language": "en"})
    helper.force_login(an_account("aldo", TABLES))
    assert "Adjusted by the referee" not in helper.get(address(match)).text
    refused = helper.post(address(match), row(state="adjusted"))
    assert (refused.status_code, "Only the referee writes this." in one_line(refused.text)) == (400, True)
    assert helper.post(address(match), row()).status_code == 302
    assert "Adjusted by the referee" in desk.get(address(match)).text
    assert SheetEvent.objects.filter(kind="hand").count() == 1


@pytest.mark.parametrize(
    ("typed", "language", "card"),
    [
        ("rc", "it", "KH"),
        ("R C", "it", "KH"),
        ("7picche", "it", "7S"),
        ("2f", "it", "2C"),
        ("dq", "it", "QD"),
        ("kh", "en", "KH"),
        ("2 s", "en", "2S"),
        ("x", "en", "x"),
        ("", "en", ""),
    ],
)
def test_card_is_entered_with_the_letters_of_the_users_language(typed: str, language: str, card: str) -> None:
    with translation.override(language):
        assert read_card(typed, read_profile(CARD_GAMES["mariglia"], {})) == card


def test_paper_sheet_row_is_stored_as_a_hand_and_the_next_row_shows_the_next_dealer(
    desk: Client, match: Match
) -> None:
    assert desk.post(address(match), row()).status_code == 302
    (hand,) = sheet_log(match.pk).hands.values()
    assert hand.body["card_points"] == [43, 27]
    page = one_line(desk.get(address(match)).content.decode())
    assert "hand 2" in page
    assert '<option value="1" selected>' in page


def test_paper_sheet_row_submitted_several_times_is_stored_as_one_hand(desk: Client, match: Match) -> None:
    sent = row()
    for _ in range(3):
        assert desk.post(address(match), sent).status_code == 302
    assert SheetEvent.objects.filter(sheet=match.pk, kind="hand").count() == 1


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"points": 71}, "card_points"),
        ({"card": "KX"}, "trionfo"),
        ({"card": ""}, "trionfo"),
        ({"points": "many"}, "card_points"),
        ({"dealer": ""}, "dealer"),
    ],
    ids=str,
)
def test_refused_paper_sheet_row_keeps_its_values(
    desk: Client, match: Match, wrong: dict[str, Any], field: str
) -> None:
    sent = row(**wrong)
    answer = desk.post(address(match), sent)
    assert answer.status_code == 400
    form = answer.context["form"]
    assert [name for name in form.errors if name.startswith(field)]
    for name, value in sent.items():
        assert form.data[name] == str(value)
    assert SheetEvent.objects.filter(sheet=match.pk).count() == 0
    assert sent["1-1-key"].__str__() in answer.content.decode()


def test_paper_sheet_row_corrected_after_a_refusal_is_stored(desk: Client, match: Match) -> None:
    sent = row(points=71)
    assert desk.post(address(match), sent).status_code == 400
    assert desk.post(address(match), {**sent, "1-1-card_points_0": 43}).status_code == 302
    assert len(sheet_log(match.pk).hands) == 1


def test_hand_entered_out_of_order_is_refused_with_an_explanation(desk: Client, match: Match) -> None:
    answer = desk.post(address(match), row("1-3"))
    assert answer.status_code == 409
    assert "Write hand 1 of game 1 first" in answer.content.decode()


def test_any_hand_can_be_corrected_and_the_last_hand_can_be_struck_out(desk: Client, match: Match) -> None:
    desk.post(address(match), row())
    page = desk.get(f"{address(match)}?mano=1-1")
    assert page.context["form"].fields["trionfo"].initial == "KH"
    assert desk.post(address(match), row(card="AH", version=1)).status_code == 302
    assert sheet_log(match.pk).hands[1, 1].body["trionfo"] == "AH"
    assert desk.post(address(match), row(card="AH", version=2, strike="on")).status_code == 302
    assert sheet_log(match.pk).hands == {}


def test_hand_after_the_end_of_a_game_is_stored_as_void(desk: Client, match: Match) -> None:
    write_first_game(desk, match)
    page = desk.get(address(match))
    assert 'name="late" value="1-7"' in page.content.decode()
    sent = row("2-1", dealer=2, card="AS", points=60)
    assert desk.post(address(match), {**sent, "late": "1-7"}).status_code == 302
    body = sheet_log(match.pk).hands[1, 7].body
    assert (body["state"], body["trionfo"], body["card_points"]) == ("void", "AS", [60, 10])
    assert desk.get(address(match)).context["view"].state.games[0].score == (36, 19)
    assert desk.get(address(match)).context["form"].place == (2, 1)


def test_hand_before_the_end_of_a_game_cannot_be_marked_as_late(desk: Client, match: Match) -> None:
    desk.post(address(match), row())
    answer = desk.post(address(match), {**row("1-2", dealer=1), "late": "1-2"})
    assert answer.status_code == 400
    assert len(sheet_log(match.pk).hands) == 1


def test_paper_sheet_row_that_differs_from_the_recorded_hand_opens_a_dispute(
    desk: Client, match: Match
) -> None:
    desk.post(address(match), row())
    answer = desk.post(address(match), row(card="AH"))
    assert answer["Location"] == reverse("desk_match", args=[match.tournament.slug, match.pk])
    assert sheet_log(match.pk).disputes


def test_complete_paper_sheet_is_entered_and_confirmed(desk: Client, match: Match) -> None:
    write_first_game(desk, match)
    for number, (card, points) in enumerate(SECOND_GAME):
        dealer = (len(FIRST_GAME) + number) % 4
        desk.post(address(match), row(f"2-{number + 1}", dealer=dealer, card=card, points=points))
    page = one_line(desk.get(address(match)).content.decode())
    confirm = reverse("desk_confirm", args=[match.tournament.slug, match.pk])
    assert confirm in page
    desk.post(confirm)
    assert Outcome.objects.get(match=match).games == [[36, 19], [38, 0]]
    assert desk.get(address(match)).status_code == 302


@pytest.mark.parametrize("key", sampled(CARD_GAMES, 6))
def test_every_card_game_has_a_form_for_paper_sheets(key: str) -> None:
    sides = read_profile(CARD_GAMES[key], {}).sides
    tournament = drawn_tournament(2 * sides, card_game=key, form=seating(sides), tables=2)
    client = Client()
    client.force_login(tournament.owner)
    page = client.get(address(tournament.matches.filter(state="ready").order_by("number")[0]))
    form = page.context["form"]
    assert {field.key for field in form.hand_fields} <= set(form.names)
    assert sum("autofocus" in field.widget.attrs for field in form.fields.values()) == 1


def test_only_permitted_roles_can_enter_a_paper_sheet(match: Match) -> None:
    another = Client()
    another.force_login(an_account("efisio"))
    assert Client().get(address(match)).status_code == 302
    assert another.post(address(match), row()).status_code == 404
    another.force_login(an_account("porta", "door"))
    assert another.post(address(match), row()).status_code == 403


def test_paper_page_has_a_constant_number_of_queries(
    desk: Client, match: Match, django_assert_num_queries: Any
) -> None:
    write_first_game(desk, match)
    with django_assert_num_queries(13):
        desk.get(address(match))


@pytest.mark.browser
def test_paper_sheet_can_be_entered_with_the_keyboard_only(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    match = match_of(drawn_tournament(4))
    page.goto(f"{live_server.url}/accounts/login/?next={address(match)}")
    page.fill("input[name=login]", match.tournament.owner.username)
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    hands = [(1, FIRST_GAME), (2, SECOND_GAME)]
    presses = 0
    for game, game_hands in hands:
        for number, (card, points) in enumerate(game_hands, start=1):
            expect(page.locator("input[name=place]")).to_have_value(f"{game}-{number}")
            first = (game, number) == (1, 1)
            cursor = page.locator(f"[name='{game}-{number}-{'dealer' if first else 'trionfo'}']")
            expect(cursor).to_be_focused()
            if first:
                page.keyboard.type("A")  # the dealer, chosen by the first letter of the name
                page.keyboard.press("Tab")
            typed = italian(card)
            page.keyboard.type(typed)
            page.keyboard.press("Tab")
            page.keyboard.type(str(points))
            page.keyboard.press("Enter")
            presses += len(typed) + 1 + len(str(points)) + 1
    expect(page.locator(f"form[action$='{match.pk}/convalida/'] button")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/regia/{match.tournament.slug}/")
    assert Outcome.objects.get(match=match).games == [[36, 19], [38, 0]]
    assert presses / 8 <= 6


def italian(card: str) -> str:
    ranks, suits = {"K": "r", "Q": "d", "J": "f", "A": "a"}, {"H": "c", "D": "q", "C": "f", "S": "p"}
    return ranks.get(card[:-1], card[:-1]) + suits[card[-1]]


def test_rarely_used_fields_are_collapsed_unless_they_have_values(desk: Client, match: Match) -> None:
    page = desk.get(address(match))
    form = page.context["form"]
    assert [field.name for field in form.first_fields] == [
        "dealer", "trionfo", "card_points_0", "card_points_1"
    ]  # fmt: skip
    assert [field.name for field in form.more_fields] == ["tricks_0", "tricks_1", "state", "note"]
    assert not form.more_are_used
    refused = desk.post(address(match), row(tricks_0="many"))
    assert refused.context["form"].more_are_used


def test_tricks_field_is_not_collapsed_if_every_hand_needs_tricks() -> None:
    tournament = drawn_tournament(4, form="table_rounds", card_game="manni")
    desk = Client()
    desk.force_login(tournament.owner)
    match = Match.objects.filter(tournament=tournament, state="ready")[0]
    form = desk.get(address(match)).context["form"]
    assert "tricks_0" in [field.name for field in form.first_fields]
