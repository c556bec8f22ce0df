"""The wall page on a television: font size, margins, pages shown in turn, loss of the network."""

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, drawn_tournament, match_of, play_match, play_out
from tests.faults.tables import enter_pairs
from tests.servers.site import Site as RunningSite
from tests.wall.television import NINE, TV, a_tournament_in_play, faults, open_wall, show
from tournaments.competition.types import Scene
from tournaments.matches.services import results
from tournaments.models import Match, Tournament
from tournaments.replay.client import Site
from tournaments.values.visibility import Visibility

pytestmark = pytest.mark.browser

expect.set_options(timeout=15_000)


@pytest.fixture
def tv(browser: Browser) -> Iterator[Page]:
    """Return an Italian browser page of television size."""
    context = browser.new_context(viewport=TV, locale="it-IT")  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("tables", [1, 2, 3, 4, 6, 7, 12, 13, 16, 33, 40])
def test_wall_fits_on_the_screen_with_any_number_of_tables(
    live_server: LiveServer, transactional_db: None, tv: Page, tables: int
) -> None:
    open_wall(tv, live_server, a_tournament_in_play(tables))
    assert faults(tv) == []
    two_sides = tv.locator(".table-card:visible .score-figure").first
    if tables > 1:
        size = {2: "144px", 3: "112px", 4: "112px"}.get(tables, "76px" if tables > 8 else "88px")
        assert two_sides.evaluate("(el) => getComputedStyle(el).fontSize") == size
    tv.set_viewport_size({"width": 1280, "height": 720})
    assert faults(tv, 2 / 3) == []
    tv.set_viewport_size({"width": 3840, "height": 2160})
    assert faults(tv, 2) == []


@pytest.mark.parametrize(("tables", "teams"), [(8, 16), (16, 33), (40, 33)])
def test_next_and_finished_matches_fit_below_many_tables(
    live_server: LiveServer, transactional_db: None, tv: Page, tables: int, teams: int
) -> None:
    """Check that free tables have no cards, and that the title names the rounds in play."""
    tournament = a_tournament_in_play(tables, teams, form="knockout")
    ready = Match.objects.filter(tournament=tournament, state="ready", table__isnull=False)
    for match in list(ready.order_by("-table"))[:3]:
        play_match(match)
    open_wall(tv, live_server, tournament)
    band = tv.locator(".w-band")
    expect(band.get_by_role("heading", name="Poi giocano")).to_be_visible()
    expect(band.get_by_role("heading", name="Appena finiti")).to_be_visible()
    expect(tv.locator(".table-card.free")).to_have_count(0)
    assert faults(tv) == []
    show(tournament, Scene.STANDINGS)
    open_wall(tv, live_server, tournament)
    expect(tv.locator(".w-title")).to_have_text("Ottavi" if teams == 16 else "Trentaduesimi · Sedicesimi")
    assert faults(tv) == []


@pytest.mark.parametrize("scene", [Scene.DRAW, Scene.STANDINGS])
@pytest.mark.parametrize("teams", [8, 26])
def test_every_wall_view_fits_on_the_screen(
    live_server: LiveServer, transactional_db: None, tv: Page, scene: Scene, teams: int
) -> None:
    tournament = a_tournament_in_play(6, teams)
    show(tournament, scene)
    open_wall(tv, live_server, tournament)
    assert faults(tv) == []


@pytest.mark.parametrize("scene", list(Scene))
def test_wall_before_and_after_the_tournament_fits_on_the_screen(
    live_server: LiveServer, transactional_db: None, tv: Page, scene: Scene
) -> None:
    tournament = drawn_tournament(4)
    play_out(tournament)
    show(tournament, scene)
    for event in (tournament, a_tournament(teams=4, name="Prima del sorteggio")):
        open_wall(tv, live_server, event)
        assert faults(tv) == []


def test_layout_check_detects_small_clipped_and_overflowing_elements(
    live_server: LiveServer, transactional_db: None, tv: Page
) -> None:
    open_wall(tv, live_server, a_tournament_in_play(6))
    tv.evaluate(
        """() => {
            document.querySelector('.round-name').style.fontSize = '27px';
            document.querySelector('.w-foot').style.marginLeft = '-20px';
            document.querySelector('.table-card.live').style.height = '100px';
        }"""
    )
    text = "\n".join(faults(tv))
    assert "27 px" in text
    assert "w-foot" in text
    assert "table-card live" in text


def test_wall_shows_the_pages_of_a_view_in_turn(
    live_server: LiveServer, transactional_db: None, tv: Page
) -> None:
    tv.clock.install()
    open_wall(tv, live_server, a_tournament_in_play(13))
    label, cards = tv.locator("[data-turn]"), tv.locator(".table-card:visible")
    expect(label).to_have_text("1 di 2")
    expect(cards).to_have_count(12)
    tv.clock.run_for(15_000)
    expect(label).to_have_text("2 di 2")
    expect(cards).to_have_count(1)
    tv.evaluate("htmx.trigger('#wall', 'live')")
    tv.wait_for_load_state("networkidle")
    expect(label).to_have_text("2 di 2")
    expect(cards).to_have_count(1)
    tv.clock.run_for(15_000)
    expect(label).to_have_text("1 di 2")


def test_wall_content_is_shifted_to_prevent_burn_in(
    live_server: LiveServer, transactional_db: None, tv: Page
) -> None:
    tv.clock.install()
    open_wall(tv, live_server, a_tournament_in_play(1))
    where = "() => document.querySelector('.w-clock').getBoundingClientRect().right"
    before = tv.evaluate(where)
    tv.clock.fast_forward(600_000)
    assert tv.evaluate(where) == before + 8


def stitches(tv: Page, side: str, kind: str) -> int:
    """Return the number of point marks ("stitches") of the CSS class `kind` that a side has at the first
    table.
    """
    count = "(paths) => paths.map((path) => path.getAttribute('d')).join('').split('M').length - 1"
    return int(tv.locator(f".side-row.{side} .trama {kind}").evaluate_all(count))


def test_point_marks_flash_when_points_are_added(
    live_server: LiveServer, transactional_db: None, tv: Page
) -> None:
    tournament = drawn_tournament(2)
    match = match_of(tournament)
    tv.clock.install()
    open_wall(tv, live_server, tournament)
    for hand, (totals, first_stitches, second_stitches) in enumerate(
        (([9, 0], 9, 0), ([15, 3], 6, 3)), start=1
    ):
        write = {**NINE, "dealer": hand - 1}
        results.write_hand(match.pk, (1, hand), write, author=Author(tournament.owner_id), at=timezone.now())
        tv.evaluate("htmx.trigger('#wall', 'live')")
        expect(tv.locator(".side-row.a .score-figure")).to_have_text(str(totals[0]))
        assert [stitches(tv, side, ".n") for side in "ab"] == [first_stitches, second_stitches]
        assert [stitches(tv, side, ":not(.o)") for side in "ab"] == totals
        tv.clock.run_for(3_500)
        expect(tv.locator(".side-row.a.new")).to_have_count(1)
        tv.clock.run_for(1_000)
        expect(tv.locator(".trama .n, .new")).to_have_count(0)
        assert [stitches(tv, side, ":not(.o)") for side in "ab"] == totals


def test_reduced_motion_disables_the_animation(
    live_server: LiveServer, transactional_db: None, tv: Page
) -> None:
    tv.emulate_media(reduced_motion="reduce")
    open_wall(tv, live_server, a_tournament_in_play(2))
    stitch = tv.locator(".side-row.a .trama > .f0").first
    moves = "(el) => { el.classList.add('n'); return getComputedStyle(el).animationName; }"
    assert stitch.evaluate(moves) == "none"
    tv.emulate_media(reduced_motion="no-preference")
    assert stitch.evaluate(moves) == "flash"


def test_key_f_toggles_full_screen_and_the_pointer_is_hidden(
    live_server: LiveServer, transactional_db: None, tv: Page
) -> None:
    open_wall(tv, live_server, a_tournament_in_play(1))
    assert tv.evaluate("getComputedStyle(document.body).cursor") == "none"
    full = "Boolean(document.fullscreenElement)"
    for wanted in (True, False):
        tv.keyboard.press("f")
        wait_until(tv, full, wanted)


def test_unpublished_tournament_disappears_from_the_wall(
    live_server: LiveServer, transactional_db: None, tv: Page
) -> None:
    tournament = drawn_tournament(2)
    open_wall(tv, live_server, tournament)
    hidden = Tournament.objects.filter(pk=tournament.pk)
    hidden.update(visibility=Visibility.UNPUBLISHED)
    tv.evaluate("htmx.trigger('#wall', 'live')")
    expect(tv.get_by_text("Questo torneo ora non è sul sito.")).to_be_visible()
    assert "Coppia" not in tv.content()
    hidden.update(visibility=Visibility.PUBLISHED)
    tv.evaluate("htmx.trigger('#wall', 'live')")
    expect(tv.locator(".table-card").first).to_be_visible()
    expect(tv.locator("[data-gone]")).to_be_hidden()


def test_wall_on_a_phone_shows_the_tables_below_each_other(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    open_wall(page, live_server, a_tournament_in_play(13))
    expect(page.locator(".table-card:visible")).to_have_count(13)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        boxes = [page.locator(".table-card").nth(number).bounding_box() for number in range(13)]
        assert [box and box["width"] for box in boxes] == [width - 32] * 13
        assert page.evaluate("document.elementFromPoint(innerWidth / 2, 300).closest('.table-card') !== null")
        tops = [box["y"] for box in boxes if box]
        assert tops == sorted(set(tops))


def test_wall_on_a_phone_does_not_wrap_numbers_of_the_standings(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    tournament = a_tournament_in_play(6, 26)
    show(tournament, Scene.STANDINGS)
    open_wall(page, live_server, tournament)
    lines = page.locator(".w-list .num").evaluate_all("""cells => cells.map(cell => {
        const words = document.createRange();
        words.selectNodeContents(cell);
        const tops = new Set([...words.getClientRects()].map(each => each.top));
        return [cell.textContent.split(" ").length, tops.size];
    })""")
    assert len(lines) > 30
    assert all(line_count <= words for words, line_count in lines)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.site
def test_wall_keeps_its_content_while_the_server_is_unreachable(site: RunningSite, tv: Page) -> None:
    desk = Site(site.url, site.organise())
    slug = enter_pairs(desk, "Dal vivo", tables=2)
    address = f"{site.url}/{slug}/parete/"
    tv.goto(address)
    expect(tv.get_by_text("Il sorteggio")).to_be_visible()
    desk.send("POST", f"/tournaments/{slug}/draw/", {"stage": 1, "by": "seeds"})
    expect(tv.locator(".table-card.call")).to_be_visible(timeout=20_000)
    desk.send("POST", f"/tournaments/{slug}/wall/", {"scene": "draw"})
    expect(tv.locator(".w-title")).to_have_text("Il sorteggio", timeout=20_000)
    desk.send("POST", f"/tournaments/{slug}/wall/", {"scene": "tables"})
    expect(tv.locator(".table-card.call")).to_be_visible(timeout=20_000)
    stale = tv.locator("[data-stale]")
    expect(stale).to_be_hidden()
    site.stop()
    expect(stale).to_be_visible(timeout=45_000)
    assert stale.inner_text().strip().startswith("dati delle ")
    tv.evaluate("document.querySelector('[data-clock]').textContent = ''")
    wait_until(tv, "/^\\d\\d:\\d\\d$/.test(document.querySelector('[data-clock]').textContent)", True)
    expect(tv.locator(".table-card.call")).to_be_visible()
    site.start()
    expect(stale).to_be_hidden(timeout=60_000)
    match = desk.pages(f"/tournaments/{slug}/matches/")[0]["id"]
    desk.send("PUT", f"/matches/{match}/games/1/hands/1/", NINE)
    desk.close()
    expect(tv.locator(".side-row.a .score-figure")).to_have_text("9", timeout=40_000)


def wait_until(page: Page, words: str, wanted: object) -> None:
    """Wait until the JavaScript expression has the value (the CSP forbids `wait_for_function`)."""
    for _try in range(75):
        if page.evaluate(words) == wanted:
            return
        page.wait_for_timeout(200)
    raise AssertionError(f"never {wanted}: {words}")
