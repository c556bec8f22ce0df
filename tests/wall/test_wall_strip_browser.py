"""The strip below the tables fits on screens of every size, and its pages are shown in turn."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.builders import play_match
from tests.wall.television import TV, a_tournament_in_play, faults, open_wall
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.browser

SIZES = [({"width": 1920, "height": 1080}, 1), ({"width": 1280, "height": 720}, 2 / 3)]
LARGE = ({"width": 3840, "height": 2160}, 2)


@pytest.fixture
def tv(browser: Browser) -> Iterator[Page]:
    """Return an English browser page of television size; English texts are longer than Italian texts."""
    context = browser.new_context(viewport=TV, locale="en-GB")  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


def with_results(form: str, tables: int, teams: int) -> Tournament:
    """Return a tournament in which the first two called matches are over."""
    tournament = a_tournament_in_play(tables, teams, form)
    called = Match.objects.filter(tournament=tournament, state="ready", table__isnull=False)
    for match in called.order_by("table")[:2]:
        play_match(match)
    return tournament


@pytest.mark.parametrize(
    ("form", "tables", "teams"),
    [
        ("knockout", 1, 4),
        ("knockout", 6, 16),
        ("knockout", 6, 32),
        ("swiss", 6, 12),
        ("groups", 6, 18),
    ],
)
def test_wall_strip_fits_on_screens_of_every_size(
    live_server: LiveServer, transactional_db: None, tv: Page, form: str, tables: int, teams: int
) -> None:
    open_wall(tv, live_server, with_results(form, tables, teams))
    expect(tv.locator(".w-strip [data-strip]:visible").first).to_be_visible()
    for size, scale in (*SIZES, LARGE):
        tv.set_viewport_size(size)  # type: ignore[arg-type]
        assert faults(tv, scale) == []
        assert tv.evaluate(CLIPPED) == []


# Names that are cut off
CLIPPED = """() => [...document.querySelectorAll('.w-strip span, .w-beside span')].filter(
    (el) => el.clientWidth && (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 4)
).map((el) => el.textContent)"""


def test_pages_of_the_wall_strip_are_shown_in_turn(
    live_server: LiveServer, transactional_db: None, tv: Page
) -> None:
    tv.clock.install()
    open_wall(tv, live_server, with_results("knockout", 6, 32))
    strip_page, texts = tv.locator("[data-strip]:visible"), []
    for _turn in range(4):
        expect(strip_page).to_have_count(1)
        texts.append(strip_page.inner_text())
        tv.clock.run_for(15_000)
    assert len(set(texts)) == 4
    expect(strip_page).to_have_text(texts[0], use_inner_text=True)
