"""Open pages that update without a reload: the bracket and the wall page of a tournament."""

import pytest
from playwright.sync_api import Page, expect

from tests.faults.tables import Standing, draw_by_seeds, enter_pairs, unused_name
from tests.wall.television import NINE, TV
from tournaments.replay.client import Site

pytestmark = [pytest.mark.smoke, pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(300)]


def write_first_hand(desk: Site, slug: str) -> None:
    """Record the first hand of the first match: side A has 41 of 70 card points and scores nine points."""
    match = desk.pages(f"/tournaments/{slug}/matches/")[0]["id"]
    desk.send("PUT", f"/matches/{match}/games/1/hands/1/", NINE)


def test_open_bracket_page_shows_a_draw_and_a_hand_without_a_reload(
    embedded: Standing, desk: Site, page: Page
) -> None:
    slug = enter_pairs(desk, unused_name("Tabellone"))
    page.goto(f"{embedded.site.url}/{slug}/")
    expect(page.locator(".empty")).to_be_visible()
    draw_by_seeds(desk, slug)
    expect(page.locator(".match-box.call")).to_be_visible()
    write_first_hand(desk, slug)
    expect(page.locator(".match-rows .now").first).to_have_text("9")


def test_open_wall_page_shows_called_match_chosen_view_and_score_without_a_reload(
    embedded: Standing, desk: Site, page: Page
) -> None:
    page.set_viewport_size(TV)  # type: ignore[arg-type]
    slug = enter_pairs(desk, unused_name("Parete"))
    page.goto(f"{embedded.site.url}/{slug}/parete/")
    expect(page.get_by_text("Il sorteggio")).to_be_visible()
    draw_by_seeds(desk, slug)
    expect(page.locator(".table-card.call")).to_be_visible()
    desk.send("POST", f"/tournaments/{slug}/wall/", {"scene": "draw"})
    expect(page.locator(".w-title")).to_have_text("Il sorteggio")
    desk.send("POST", f"/tournaments/{slug}/wall/", {"scene": "tables"})
    expect(page.locator(".table-card.call")).to_be_visible()
    write_first_hand(desk, slug)
    expect(page.locator(".side-row.a .score-figure")).to_have_text("9")
