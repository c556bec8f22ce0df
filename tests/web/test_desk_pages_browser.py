"""The accessibility of desk pages in a browser, and their width on a narrow phone."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.sheet.services.log import Author
from tests.builders import WINS_FOR_FIRST, an_organiser, drawn_tournament, match_of, play_match
from tests.draws.test_desk_draw import groups_and_knockout
from tests.screens.faults import accessibility, sideways
from tests.web.test_desk_browser import at_desk
from tournaments.matches.services import results

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.alike]


def faults(page: Page) -> list[str]:
    """Return the accessibility errors of a page, and its elements that are wider than 320 pixels."""
    return [*accessibility(page), *sideways(page, 320)]


def test_draw_page_of_groups_is_accessible_and_fits_a_narrow_phone(
    page: Page, live_server: LiveServer
) -> None:
    tournament = groups_and_knockout(12)
    at_desk(page, live_server, f"/regia/{tournament.slug}/sorteggio/")
    assert faults(page) == []


def test_rules_of_two_stages_fit_a_narrow_phone_with_large_text(page: Page, live_server: LiveServer) -> None:
    tournament = groups_and_knockout(12)
    at_desk(page, live_server, f"/regia/{tournament.slug}/regole/?fase=2")
    assert sideways(page, 320, text=32) == []


def test_selected_option_of_a_segmented_control_is_not_underlined(
    page: Page, live_server: LiveServer
) -> None:
    tournament = drawn_tournament(2)
    page.goto(f"{live_server.url}/{tournament.slug}/")
    style: Any = page.locator(".prefs [aria-pressed=true]").first.evaluate(
        "each => [getComputedStyle(each).boxShadow, getComputedStyle(each).borderBottomStyle]"
    )
    assert "inset" not in style[0]
    assert style[1] == "none"


def test_match_page_and_paper_form_are_accessible_and_fit_a_narrow_phone(
    page: Page, live_server: LiveServer
) -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament)
    author = Author(tournament.owner_id)
    results.write_hand(match.pk, (1, 1), WINS_FOR_FIRST[0], author=author, at=timezone.now())
    at_desk(page, live_server, f"/regia/{tournament.slug}/incontri/{match.pk}/")
    assert faults(page) == []
    page.goto(f"{live_server.url}/regia/{tournament.slug}/incontri/{match.pk}/carta/")
    assert faults(page) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    tops = page.locator(".typed-hand > .hand-form :is(input, select)").evaluate_all(
        "all => all.map(each => Math.round(each.getBoundingClientRect().top))"
    )
    assert len(set(tops)) == 1
    play_match(match_of(tournament, "R1.2"))
    page.goto(f"{live_server.url}/regia/{tournament.slug}/incontri/{match_of(tournament, 'R1.2').pk}/")
    assert faults(page) == []


def test_entries_after_the_draw_are_accessible_and_fit_a_narrow_phone(
    page: Page, live_server: LiveServer
) -> None:
    tournament = drawn_tournament(4)
    at_desk(page, live_server, f"/regia/{tournament.slug}/iscrizioni/")
    assert faults(page) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    heights = page.locator(".entered tbody tr").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().height)"
    )
    assert max(heights) <= 50
    page.locator(".entered .acts > a").first.click()
    expect(page.locator(".entered .menu .leaves").first).to_be_in_viewport()
    assert accessibility(page) == []


def after_posting(page: Page, server: LiveServer, client: Client, address: str, data: dict[str, str]) -> None:
    """Post a form as the organiser, and open the page of the redirect with its messages."""
    client.force_login(an_organiser())
    target = client.post(address, data).headers["location"]
    page.context.add_cookies(
        [{"name": name, "value": each.value, "url": server.url} for name, each in client.cookies.items()]
    )
    page.goto(f"{server.url}{target}")


@pytest.mark.parametrize(("width", "edge"), [(390, "top"), (1440, "bottom")])
def test_toast_disappears_unless_hovered_or_focused(
    page: Page, live_server: LiveServer, client: Client, width: int, edge: str
) -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament)
    page.set_viewport_size({"width": width, "height": 800})
    address = reverse("desk_walkover", args=[tournament.slug, match.pk])
    after_posting(page, live_server, client, address, {"winner": "0", "reason": "absent"})
    toast = page.locator(".toast")
    expect(toast.get_by_role("button")).to_have_text("Annulla")
    box = toast.bounding_box()
    assert box
    assert box["height"] <= 60
    assert (box["y"] < 60) if edge == "top" else (box["y"] + box["height"] > 700)
    play_state = "each => getComputedStyle(each).animationPlayState"
    toast.get_by_role("button").focus()
    assert toast.evaluate(play_state) == "paused"
    page.evaluate("document.activeElement.blur()")
    assert toast.evaluate(play_state) == "running"
    toast.hover()
    assert toast.evaluate(play_state) == "paused"
    toast.evaluate("each => each.getAnimations().forEach(time => time.finish())")
    expect(toast).to_be_hidden()


def test_evening_page_with_two_pages_of_finished_matches_opens_at_the_top(
    page: Page, live_server: LiveServer
) -> None:
    tournament = drawn_tournament(32, tables=16)
    for match in tournament.matches.filter(state="ready"):
        play_match(match)
    page.set_viewport_size({"width": 1440, "height": 900})
    at_desk(page, live_server, f"/regia/{tournament.slug}/")
    expect(page.locator(".scrollx [aria-current=page]")).to_be_attached()
    assert page.evaluate("scrollY") == 0


def test_escape_key_closes_the_menu_of_a_row_and_returns_the_focus(
    page: Page, live_server: LiveServer
) -> None:
    tournament = drawn_tournament(4)
    at_desk(page, live_server, reverse("desk_entries", args=[tournament.slug]))
    page.locator(".entered .acts > a").first.click()
    menu = page.locator("details.menu").first
    expect(menu.get_by_role("link").first).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(menu.get_by_role("link").first).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
