"""Tournaments and layout checks for tests of the wall page on a screen of television size."""

from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, first_stage
from tournaments.competition.types import Scene
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.matches.services import results
from tournaments.models import Match, Tournament
from tournaments.queue import runner
from tournaments.wall.services import show_on_wall

NINE = {"dealer": 0, "trionfo": "KC", "card_points": [41, 29]}
TV = {"width": 1920, "height": 1080}

# Texts smaller than this number of pixels
SMALL = """(least) => {
    const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        const el = node.parentElement, box = el.getBoundingClientRect();
        if (!node.data.trim() || el.closest('.vh, .skip, script, template') || !box.width) continue;
        const size = parseFloat(getComputedStyle(el).fontSize);
        if (size < least - 0.01) found.push(`${size} px: ${node.data.trim().slice(0, 40)}`);
    }
    return found;
}"""

# Elements nearer to an edge of the screen than the margin, except the woven edges
OUTSIDE = """(margin) => [...document.querySelectorAll('#wall *')].filter((el) => {
    if (el.closest('svg, .cimosa, .w-cloth, .vh') && !el.matches('.w-qr svg')) return false;
    const box = el.getBoundingClientRect();
    return box.width && (box.left < margin - 0.6 || box.top < margin - 0.6
        || box.right > innerWidth - margin + 0.6 || box.bottom > innerHeight - margin + 0.6);
}).map((el) => `${el.className} ${JSON.stringify(el.getBoundingClientRect())}`.slice(0, 160))"""

ROOMS = ".table-card, .w-pages, .w-page, .w-list, .w-beside, .w-champions, .w-won, .w-podium, .w-places, .lv"
# Elements whose content is cut off
CUT = """(rooms) => [...document.querySelectorAll(rooms)].filter((el) =>
    el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1
).map((el) => `${el.className}: ${el.scrollWidth} x ${el.scrollHeight}`)"""

SCROLLS = """() => document.documentElement.scrollHeight > innerHeight
    || document.documentElement.scrollWidth > innerWidth"""


def a_tournament_in_play(tables: int, teams: int | None = None, form: str = "swiss") -> Tournament:
    """Return a drawn tournament with `tables` tables, some very long names and matches in several states."""
    tournament = a_tournament(tables=tables, form=form)
    author, at = Author(tournament.owner_id), timezone.now()
    entered = [_entry(number) for number in range(1, (teams or 2 * tables) + 1)]
    enter_teams(tournament, entered, author=author, at=at)
    draw_stage(first_stage(tournament), by="seeds", author=author, at=at)
    runner.drain()
    for number, match in enumerate(
        Match.objects.filter(tournament=tournament, table__isnull=False).order_by("table")
    ):
        if number % 4:
            results.write_hand(match.pk, (1, 1), NINE, author=author, at=at)
    return tournament


def _entry(number: int) -> Entry:
    surnames = ("Sanna", "Demontis", "Degortes-Campus", "De Logu")
    names = [f"Anna {surnames[number % 4]}{number}", f"Ugo {surnames[(number + 1) % 4]}{number}"]
    return Entry(names, "Circolo dei Lavoratori di Santu Lussurgiu e Bonarcado" if number == 3 else "")


def show(tournament: Tournament, scene: Scene) -> None:
    tournament.refresh_from_db()
    show_on_wall(tournament, scene, author=Author(tournament.owner_id), at=timezone.now())


def faults(page: Page, scale: float = 1) -> list[str]:
    """Return the layout errors of a page: small text, clipped text, text near the edge, and scrolling."""
    problems = [*page.evaluate(SMALL, 28 * scale), *page.evaluate(CUT, ROOMS)]
    for shift in range(5):
        page.evaluate("(shift) => { document.body.dataset.shift = shift; }", shift)
        problems += page.evaluate(OUTSIDE, 48 * scale)
        problems += ["scrolls"] * page.evaluate(SCROLLS)
    return problems


def open_wall(page: Page, live_server: LiveServer, tournament: Tournament) -> None:
    page.goto(f"{live_server.url}/{tournament.slug}/parete/")
    page.evaluate("document.fonts.ready")
    expect(page.locator("#wall")).to_be_visible()
