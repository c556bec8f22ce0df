"""The public pages in a browser: a phone shows one round of a bracket, a wide screen shows all rounds."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from tests.builders import drawn_tournament, match_of, play_match
from tests.faults.tables import enter_pairs
from tests.servers.site import Site as RunningSite
from tournaments.models import Tournament
from tournaments.replay.client import Site

HAND = {"dealer": 0, "trionfo": "KH", "card_points": [41, 29]}

expect.set_options(timeout=15_000)


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    """Return a knock-out of eight pairs in which one match is over and signed."""
    tournament = drawn_tournament(8)
    play_match(match_of(tournament))
    return tournament


@pytest.fixture
def wide(browser: Browser) -> Iterator[Page]:
    """Yield a browser page that is 1440 pixels wide."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    yield context.new_page()
    context.close()


@pytest.fixture
def without_script(browser: Browser) -> Iterator[Page]:
    """Yield a browser page of phone size with JavaScript disabled."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en-GB", java_script_enabled=False
    )
    yield context.new_page()
    context.close()


@pytest.mark.browser
def test_bracket_on_a_phone_without_scripts_shows_one_round_and_the_followed_pair(
    live_server: LiveServer, tournament: Tournament, without_script: Page
) -> None:
    page = without_script
    page.goto(f"{live_server.url}/{tournament.slug}/")
    expect(page.locator(".round-column:visible")).to_have_count(1)
    page.get_by_role("link", name="Semifinals").click()
    expect(page.locator(".round-column:visible .match-box")).to_have_count(2)
    page.locator(".round-column:visible").get_by_role("link", name="Coppia 1").click()
    expect(page.get_by_text("You follow Coppia 1")).to_be_visible()
    page.get_by_role("link", name="Stop following").click()
    expect(page.get_by_text("You follow")).to_have_count(0)


@pytest.mark.browser
def test_match_box_links_to_the_sheet_of_its_match(
    live_server: LiveServer, tournament: Tournament, page: Page
) -> None:
    page.goto(f"{live_server.url}/{tournament.slug}/?turno=1")
    page.locator(".match-box .open").first.click(position={"x": 290, "y": 60})
    page.wait_for_url(re.compile(r"/incontri/[0-9a-f-]+/$"))
    expect(page.locator(".games3 .game").first).to_be_visible()


@pytest.mark.browser
def test_bracket_on_a_wide_screen_connects_all_rounds(
    live_server: LiveServer, tournament: Tournament, wide: Page
) -> None:
    wide.goto(f"{live_server.url}/{tournament.slug}/")
    expect(wide.locator(".round-column:visible")).to_have_count(3)
    boxes = [wide.locator(".match-box").nth(number).bounding_box() for number in (0, 1, 4)]
    first, second, following = [box for box in boxes if box is not None]
    assert first["x"] + first["width"] < following["x"]
    middle = (first["y"] + second["y"]) / 2
    assert abs(following["y"] - middle) < 3


@pytest.mark.browser
def test_tabs_of_a_public_page_stand_at_the_same_place_whatever_the_heading(
    live_server: LiveServer, transactional_db: None, wide: Page
) -> None:
    """In a former version, a heading wider than the brand and the tabs moved the tabs to the right."""
    places = set()
    for name in ("Coppa", "Memorial Salvatore Porcheddu, torneo di Mariglia a coppie dell’autunno sassarese"):
        tournament = drawn_tournament(4, name=name)
        for path in ("", "tavoli/", "classifica/", "coppie/"):
            wide.goto(f"{live_server.url}/{tournament.slug}/{path}")
            box = wide.locator(".site .tabs").bounding_box()
            assert box
            places.add((box["x"], box["y"]))
    assert len(places) == 1


@pytest.mark.browser
def test_bracket_on_a_wide_screen_is_scrolled_to_the_requested_round(
    live_server: LiveServer, transactional_db: None, wide: Page
) -> None:
    slug = drawn_tournament(32).slug
    wide.set_viewport_size({"width": 900, "height": 900})
    for turn, name in ((5, "Final"), (1, "Round of 32")):
        wide.goto(f"{live_server.url}/{slug}/?turno={turn}")
        heading = wide.locator(".round-column.now h2")
        expect(heading).to_contain_text(name)
        expect(heading).to_be_in_viewport(ratio=1)


@pytest.mark.browser
def test_left_and_right_arrow_keys_move_the_focus_between_rounds_of_the_bracket(
    live_server: LiveServer, tournament: Tournament, wide: Page
) -> None:
    wide.goto(f"{live_server.url}/{tournament.slug}/")
    wide.locator(".round-column").first.get_by_role("link", name="Coppia 4").focus()
    wide.keyboard.press("ArrowRight")
    expect(wide.locator(".round-column:nth-child(2) .match-rows a").first).to_be_focused()
    wide.keyboard.press("ArrowLeft")
    expect(wide.locator(".round-column").first.get_by_role("link", name="Coppia 1")).to_be_focused()
    wide.keyboard.press("Enter")
    expect(wide.get_by_text("You follow Coppia 1")).to_be_visible()


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("path", ["", "tavoli/", "classifica/", "coppie/", "sorteggio/"])
def test_public_page_does_not_scroll_sideways_on_a_narrow_screen(
    live_server: LiveServer, tournament: Tournament, page: Page, path: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{live_server.url}/{tournament.slug}/{path}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def two_enter(site: RunningSite, name: str) -> tuple[Site, str]:
    """Return an API client of the organiser, and the slug of a knock-out of two pairs before the draw."""
    desk = Site(site.url, site.organise())
    return desk, enter_pairs(desk, name, tables=2)


@pytest.mark.site
@pytest.mark.browser
def test_hand_written_at_a_table_appears_on_the_bracket_without_a_reload(
    site: RunningSite, page: Page
) -> None:
    desk, slug = two_enter(site, "Dal vivo")
    page.goto(f"{site.url}/{slug}/")
    expect(page.locator(".empty")).to_be_visible()
    desk.send("POST", f"/tournaments/{slug}/draw/", {"stage": 1, "by": "seeds"})
    expect(page.locator(".match-box.call")).to_be_visible(timeout=20_000)
    match = desk.pages(f"/tournaments/{slug}/matches/")[0]["id"]
    desk.send("PUT", f"/matches/{match}/games/1/hands/1/", HAND)
    desk.close()
    expect(page.locator(".match-rows .now").first).to_have_text("9", timeout=20_000)


@pytest.mark.site
@pytest.mark.browser
def test_live_page_is_refreshed_at_most_once_a_second(site: RunningSite, page: Page) -> None:
    desk, slug = two_enter(site, "Di fretta")
    desk.send("POST", f"/tournaments/{slug}/draw/", {"stage": 1, "by": "seeds"})
    page.goto(f"{site.url}/{slug}/")
    expect(page.locator(".match-box.call")).to_be_visible(timeout=20_000)
    page.wait_for_timeout(1_500)
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request) if "hx-request" in request.headers else None)
    match = desk.pages(f"/tournaments/{slug}/matches/")[0]["id"]
    for hand in range(1, 13):
        body = {"dealer": (hand - 1) % 4, "trionfo": "2C", "card_points": [36, 34]}
        desk.send("PUT", f"/matches/{match}/games/1/hands/{hand}/", body)
        page.wait_for_timeout(300)
    desk.close()
    page.wait_for_timeout(3_000)
    row_texts = page.locator(".match-rows .now").all_inner_texts()
    when = [request.timing["startTime"] / 1000 for request in requests]
    assert len(when) > 2
    assert min(after - before for before, after in pairwise(when)) > 0.9
    page.reload()
    assert page.locator(".match-rows .now").all_inner_texts() == row_texts


@pytest.mark.parametrize("teams", [33, 64])
def test_bracket_of_six_rounds_fits_a_wide_screen_without_inner_scrolling(
    page: Page, live_server: LiveServer, teams: int
) -> None:
    tournament = drawn_tournament(teams)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{live_server.url}/{tournament.slug}/")
    hidden = page.locator(".bracket").evaluate(
        "each => [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]"
    )
    assert hidden == [0, 0]


CENTRES = """
() => [...document.querySelectorAll(".round-column")].map((column) =>
  [...column.querySelectorAll(".pair > ol")].map((pair) => {
    const box = pair.getBoundingClientRect();
    return Math.round(box.top + box.height / 2);
  })
)
"""
BOXES = """
() => [...document.querySelectorAll(".round-column")].map((column) =>
  [...column.querySelectorAll(".m")].map((match) => {
    const box = match.getBoundingClientRect();
    return Math.round(box.top + box.height / 2);
  })
)
"""


@pytest.mark.parametrize("teams", [11, 33])
def test_match_box_is_vertically_centred_between_its_two_preceding_matches(
    page: Page, live_server: LiveServer, teams: int
) -> None:
    tournament = drawn_tournament(teams)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{live_server.url}/{tournament.slug}/")
    pairs, boxes = page.evaluate(CENTRES), page.evaluate(BOXES)
    for round_pairs, next_boxes in zip(pairs, boxes[1:], strict=False):
        assert len(round_pairs) == len(next_boxes)
        assert all(abs(first - second) <= 2 for first, second in zip(round_pairs, next_boxes, strict=True))
