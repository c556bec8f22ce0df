"""The count helper (01d): the cards one side took are ticked, added up, and stay with the hand."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.keys import shown_code, table_token
from scoring.selectors import sheet_log
from tests.builders import drawn_tournament, match_of
from tournaments.models import Match

STEP = "dealer=0&trionfo_suit=C&trionfo_rank=K"
TICKED = ["7H", "7C", "7S", "AH", "AD", "KH", "KC", "JS", "JD", "QH", "QC"]
"""Thirty-five in card values."""


def seated(match: Match) -> Client:
    """A phone whose holder said who they are."""
    phone = Client(headers={"accept-language": "en"})
    phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})
    phone.post(reverse("table_side", args=[match.pk]), {"side": "0"})
    return phone


@pytest.mark.django_db
def test_every_card_of_value_can_be_ticked_and_no_other() -> None:
    match = match_of(drawn_tournament(4))
    page = seated(match).get(f"{reverse('table_step', args=[match.pk, 1, 1, 'points'])}?{STEP}").text
    ticks = re.findall(r'type="checkbox" name="taken_(\w+)" value="(\w+)" data-value="(\d)"', page)
    assert len(ticks) == 20
    assert all(name == value for name, value, _points in ticks)
    assert sum(int(points) for _name, _value, points in ticks) == 60


@pytest.mark.django_db
def test_what_was_ticked_stays_with_the_hand() -> None:
    match = match_of(drawn_tournament(4))
    phone, address = seated(match), reverse("table_confirm", args=[match.pk, 1, 1])
    ticks = {f"taken_{card}": card for card in TICKED}
    typed = {"dealer": "0", "trionfo_suit": "C", "trionfo_rank": "K", "card_points_0": "41", "tricks_0": "6"}
    assert "is right?" not in phone.get(address, {**typed, "taken_side": "0", **ticks}).text
    asked = phone.get(address, {**typed, "tricks_0": "5", "taken_side": "0", **ticks}).text
    assert "The cards that were ticked make 40, and 41 are written." in asked
    phone.post(address, {**typed, "key": "a-key-of-this-hand", "taken_side": "0", **ticks})
    hand = sheet_log(match.sheet.pk).hands[1, 1].body
    assert hand["taken"]["side"] == 0
    assert {*hand["taken"]["cards"]} == {*TICKED}


@pytest.mark.django_db
def test_without_a_tick_nothing_is_written() -> None:
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


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_ticks_are_added_up_and_written_into_the_points(page: Page, live_server: LiveServer) -> None:
    match = match_of(drawn_tournament(4))
    page.set_viewport_size({"width": 390, "height": 844})
    page.route("**/copie/", lambda route: route.fulfill(json={}))
    page.goto(f"{live_server.url}/t/#{table_token(match.sheet.key)}")
    page.locator("button[name=side][value='0']").click()
    page.goto(f"{live_server.url}{reverse('table_step', args=[match.pk, 1, 1, 'points'])}?{STEP}")
    page.locator("details.taken summary").click()
    for card in TICKED:
        page.locator(f"input[name=taken_{card}] + .box").click()
    for _trick in range(2):
        page.locator("[data-step='1'][data-for=tricks_0]").click()
    tot = page.locator("[data-tot]")
    expect(tot.locator("[data-cards]")).to_have_text("35")
    expect(tot.locator("[data-tricks]")).to_have_text("6")
    expect(tot.locator("[data-who]")).to_have_text("Noi")
    expect(page.locator(".duo")).to_be_hidden()
    page.locator("[data-use-it]").click()
    expect(page.locator(".duo")).to_be_visible()
    expect(page.locator("input[name=card_points_0]")).to_have_value("41")
    expect(page.locator("input[name=card_points_1]")).to_have_value("29")
    expect(page.locator("details.taken")).not_to_have_attribute("open", "")
    page.locator("details.taken summary").click()
    page.locator("[data-row]").first.click()
    expect(tot.locator("[data-cards]")).to_have_text("40")
