"""The count helper on the phone, which adds up the ticked cards and stores the cards with the hand."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.sheet.devices import shown_code, table_token
from tests.builders import drawn_tournament, match_of, sheet_log
from tests.markup import one_line
from tournaments.models import Match

pytestmark = pytest.mark.alike

STEP = "dealer=0&trionfo_suit=C&trionfo_rank=K"
# Cards worth thirty-five points.
TICKED = ["7H", "7C", "7S", "AH", "AD", "KH", "KC", "JS", "JD", "QH", "QC"]


def seated(match: Match) -> Client:
    """Return a phone client that has opened the table and chosen side 0."""
    phone = Client(headers={"accept-language": "en"})
    phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})
    phone.post(reverse("table_side", args=[match.pk]), {"side": "0"})
    return phone


@pytest.mark.django_db
def test_count_helper_lists_exactly_the_cards_with_a_value() -> None:
    match = match_of(drawn_tournament(4))
    page = one_line(
        seated(match).get(f"{reverse('table_step', args=[match.pk, 1, 1, 'points'])}?{STEP}").text
    )
    ticks = re.findall(r'type="checkbox" name="taken_(\w+)" value="(\w+)" data-value="(\d)"', page)
    assert len(ticks) == 20
    assert all(name == value for name, value, _points in ticks)
    assert sum(int(points) for _name, _value, points in ticks) == 60


@pytest.mark.django_db
def test_ticked_cards_are_checked_and_stored_with_the_hand() -> None:
    match = match_of(drawn_tournament(4))
    phone, address = seated(match), reverse("table_confirm", args=[match.pk, 1, 1])
    ticks = {f"taken_{card}": card for card in TICKED}
    typed = {"dealer": "0", "trionfo_suit": "C", "trionfo_rank": "K", "card_points_0": "41", "tricks_0": "6"}
    assert "is right?" not in phone.get(address, {**typed, "taken_side": "0", **ticks}).text
    confirmation = one_line(phone.get(address, {**typed, "tricks_0": "5", "taken_side": "0", **ticks}).text)
    assert "The cards that were ticked make 40, and 41 are written." in confirmation
    phone.post(address, {**typed, "key": "a-key-of-this-hand", "taken_side": "0", **ticks})
    hand = sheet_log(match.sheet.pk).hands[1, 1].body
    assert hand["taken"]["side"] == 0
    assert {*hand["taken"]["cards"]} == {*TICKED}


@pytest.mark.django_db
def test_hand_without_ticked_cards_stores_no_captured_cards() -> None:
    match = match_of(drawn_tournament(4))
    typed = {
        "dealer": "0",
        "trionfo_suit": "C",
        "trionfo_rank": "K",
        "card_points_0": "41",
        "taken_side": "1",
    }
    seated(match).post(
        reverse("table_confirm", args=[match.pk, 1, 1]), {**typed, "key": "a-key-of-this-hand"}
    )
    assert "taken" not in sheet_log(match.sheet.pk).hands[1, 1].body


@pytest.fixture
def helper(page: Page, live_server: LiveServer) -> Page:
    """Return the points page of side 0 with the count helper open and no cards ticked."""
    match = match_of(drawn_tournament(4))
    page.set_viewport_size({"width": 390, "height": 844})
    page.route("**/copie/", lambda route: route.fulfill(json={}))
    page.goto(f"{live_server.url}/t/#{table_token(match.sheet.key)}")
    page.locator("button[name=side][value='0']").click()
    page.goto(f"{live_server.url}{reverse('table_step', args=[match.pk, 1, 1, 'points'])}?{STEP}")
    page.locator("details.captured-cards summary").click()
    return page


def tick(page: Page, *cards: str) -> None:
    """Tick the given cards in the count helper."""
    for card in cards:
        page.locator(f"input[name=taken_{card}] + .box").click()


def more_tricks(page: Page, times: int) -> None:
    """Press the plus button for tricks `times` times."""
    for _touch in range(times):
        page.locator("[data-step='1'][data-for=tricks_0]").click()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_count_helper_fills_the_sum_of_cards_and_tricks_into_the_points_field(helper: Page) -> None:
    tick(helper, *TICKED)
    more_tricks(helper, 2)
    tot = helper.locator("[data-tot]")
    expect(tot.locator("[data-cards]")).to_have_text("35")
    expect(tot.locator("[data-tricks]")).to_have_text("6")
    expect(tot.locator("[data-sum]")).to_have_text("41")
    expect(tot.locator("[data-who]")).to_have_text("a Noi, 29 a Loro")
    expect(helper.locator(".duo")).to_be_hidden()
    helper.locator("[data-use-it]").click()
    expect(helper.locator(".duo")).to_be_visible()
    expect(helper.locator("input[name=card_points_0]")).to_have_value("41")
    expect(helper.locator("input[name=card_points_1]")).to_have_value("29")
    expect(helper.locator("details.captured-cards")).not_to_have_attribute("open", "")
    helper.locator("details.captured-cards summary").click()
    helper.locator("[data-row]").first.click()
    expect(tot.locator("[data-cards]")).to_have_text("40")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_count_helper_that_is_open_on_page_load_shows_the_tricks_below_the_cards(helper: Page) -> None:
    """The count helper is open before the script adds its event handler."""
    tick(helper, *TICKED)
    helper.goto(f"{helper.url}&taken_side=0&" + "&".join(f"taken_{card}={card}" for card in TICKED))
    expect(helper.locator("details.captured-cards[open]")).to_be_visible()
    expect(helper.locator("[data-tricks-here] #tricks_row")).to_be_visible()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_count_helper_rounds_thirds_of_points_down_before_adding_the_last_trick(
    page: Page, live_server: LiveServer
) -> None:
    """An Ace and four cards worth a third of a point are two points, or three with the last trick
    (TRE-SCORE-1).
    """
    match = match_of(drawn_tournament(4, card_game="tressette"))
    page.set_viewport_size({"width": 390, "height": 844})
    page.route("**/copie/", lambda route: route.fulfill(json={}))
    page.goto(f"{live_server.url}/t/#{table_token(match.sheet.key)}")
    page.locator("button[name=side][value='0']").click()
    page.goto(f"{live_server.url}{reverse('table_step', args=[match.pk, 1, 1, 'points'])}?dealer=0")
    page.locator("details.captured-cards summary").click()
    expect(page.locator("label:has(input[name=taken_AD]) b")).to_have_text("1")
    expect(page.locator("label:has(input[name=taken_3D]) b")).to_have_text("⅓")
    tick(page, "AD", "3D", "2C", "KB", "MS")
    expect(page.locator("[data-cards]")).to_have_text("2")
    expect(page.locator("[data-sum]")).to_have_text("–")
    expect(page.locator("[data-use-it]")).to_be_hidden()
    page.locator("input[name=last_trick][value='1'] + .box").click()
    expect(page.locator("[data-sum]")).to_have_text("2")
    page.locator("input[name=last_trick][value='0'] + .box").click()
    expect(page.locator("[data-tricks]")).to_have_text("1")
    expect(page.locator("[data-sum]")).to_have_text("3")
    page.locator("[data-use-it]").click()
    expect(page.locator("input[name=card_points_0]")).to_have_value("3")
    expect(page.locator("input[name=card_points_1]")).to_have_value("8")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_count_helper_shows_no_sum_until_the_number_of_tricks_is_entered(helper: Page) -> None:
    """Each trick is worth a point, so the sum is unknown until the tricks are entered (MAR-VAL-1)."""
    tick(helper, "7H", "7D", "AH", "KC")
    expect(helper.locator("[data-cards]")).to_have_text("17")
    expect(helper.locator("[data-use-it]")).to_be_hidden()
    expect(helper.locator("[data-tricks]")).to_have_text("–")
    expect(helper.locator("[data-sum]")).to_have_text("–")
    expect(helper.locator("[data-how-many]")).to_have_text("Quante prese? 1 punto l’una, 10 in tutto")
    tops = [
        helper.locator(name).bounding_box()["y"]  # type: ignore[index]
        for name in (".captured-cards .grid", "[data-how-many]", "#tricks_0", "[data-tot]")
    ]
    assert tops == sorted(tops)
    helper.locator("#tricks_0").fill("1")
    expect(helper.locator("[data-use-it]")).to_have_text("Usa 18 a 52")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("cards", "tricks", "offered"),
    [
        (["7H", "7D", "AH", "KC"], "0", ""),  # no trick, but cards
        (["7H", "7D", "AH", "KC", "JC"], "1", ""),  # five cards do not fit into one trick of four
        (["7H", "7D", "AH", "KC", "JC"], "2", "Usa 21 a 49"),
        (["7H", "7D", "AH", "KC", "JC"], "6", "Usa 25 a 45"),
        (["7H", "7D", "AH", "KC", "JC"], "7", ""),  # the other fifteen cards do not fit into three tricks
    ],
)
def test_count_helper_does_not_offer_an_impossible_sum_of_cards_and_tricks(
    helper: Page, cards: list[str], tricks: str, offered: str
) -> None:
    tick(helper, *cards)
    helper.locator("#tricks_0").fill(tricks)
    use, impossible = helper.locator("[data-use-it]"), helper.locator("[data-unfit]")
    if offered:
        expect(use).to_have_text(offered)
        expect(impossible).to_be_hidden()
    else:
        expect(impossible).to_have_text("Queste carte non stanno in queste prese: ricontate.")
        expect(use).to_be_hidden()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_count_helper_adds_the_cards_and_tricks_of_the_opponents(helper: Page) -> None:
    helper.locator("input[name=taken_side][value='1'] + .box").click()
    tick(helper, "7H", "7D", "AH", "KC")
    helper.locator("#tricks_0").fill("9")
    expect(helper.locator("[data-tricks]")).to_have_text("1")
    expect(helper.locator("[data-who]")).to_have_text("a Loro, 52 a Noi")
    helper.locator("[data-use-it]").click()
    expect(helper.locator("input[name=card_points_1]")).to_have_value("18")
    expect(helper.locator("input[name=card_points_0]")).to_have_value("52")
    parts = "[...document.querySelectorAll('.duo, .tricks, .captured-cards')].map((el) => el.classList[0])"
    assert helper.evaluate(parts) == ["duo", "tricks", "captured-cards"]
