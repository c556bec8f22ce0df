"""A tour of all pages: start the site, create test data, and pass each page to a check function."""

import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.screens.afterwards import AFTERWARDS, found_afterwards
from tests.screens.arrivals import ARRIVALS, found_arrivals
from tests.screens.brackets import BRACKETS, found_brackets
from tests.screens.cash import CASH, found_cash
from tests.screens.club import Club, empty_club, evening_zone, found_club
from tests.screens.club_desk import CLUB_DESK, EMPTY_DESK, found_club_desk
from tests.screens.faults import Ear
from tests.screens.gallery import EVERYTHING, FIRST_RUN, GAMES, Shown
from tests.screens.games import found_games
from tests.screens.notices import NOTICES, found_notices
from tests.screens.prizes import found_prizes
from tests.screens.requests import REQUESTS, found_requests
from tests.screens.sizes import OF_EACH_SIZE, found_size
from tests.screens.visitors import Look, Visitors, bring_in, first_organiser
from tests.servers.site import Site, embedded_site

# Checks one page and returns its faults.
Watch = Callable[[Page, Shown, Look], list[str]]
# Shows the pages of one set of data and yields the faults of each page.
Show = Callable[[Browser, Sequence[Look], Watch, Sequence[str]], Iterator[str]]
LATER = [*BRACKETS, *AFTERWARDS]


def tour(browser: Browser, looks: Iterable[Look], watch: Watch, only: Sequence[str] = ()) -> Iterator[str]:
    """Show every page in each look, and yield the errors of each page.

    If `only` is not empty, show only the pages with a name that matches one of its patterns.
    """
    looks = list(looks)
    tours: Sequence[tuple[Show, Sequence[Shown]]] = (
        (evening_tour, [*FIRST_RUN, *EVERYTHING]),
        (games_tour, GAMES),
        (brackets_tour, LATER),
        (desk_tour, [*EMPTY_DESK, *CLUB_DESK, *ARRIVALS]),
        (notices_tour, NOTICES),
        (requests_tour, REQUESTS),
        (cash_tour, CASH),
        *((partial(size_tour, size), pages) for size, pages in OF_EACH_SIZE.items()),
    )
    for show, pages in tours:
        if named(pages, only):
            yield from show(browser, looks, watch, only)


def evening_tour(
    browser: Browser, looks: Sequence[Look], watch: Watch, only: Sequence[str] = ()
) -> Iterator[str]:
    """Show the set-up pages, then a club whose tournament is being played on phones."""
    with _site() as site:
        link = _setup_link(site)
        for look in looks:
            yield from _round(
                browser, site, {"setup": link}, named(FIRST_RUN, only), look, Visitors(None, None), watch
            )
        with _organiser(browser, site, link) as desk, found_club(site) as club:
            found_prizes(club)
            visitors = bring_in(browser, club, desk)
        for look in looks:
            places = {"setup": link, **club.places}
            yield from _round(browser, site, places, named(EVERYTHING, only), look, visitors, watch)


def games_tour(
    browser: Browser, looks: Sequence[Look], watch: Watch, only: Sequence[str] = ()
) -> Iterator[str]:
    """Show the rules of every card game, and tournaments of some card games."""
    yield from _filled_tour(browser, found_games, looks, watch, named(GAMES, only))


def brackets_tour(
    browser: Browser, looks: Sequence[Look], watch: Watch, only: Sequence[str] = ()
) -> Iterator[str]:
    """Show brackets of several formats, Swiss rounds, planned stages, and pages after a tournament."""

    def fill(club: Club) -> None:
        found_brackets(club)
        found_afterwards(club)

    yield from _filled_tour(browser, fill, looks, watch, named(LATER, only))


def desk_tour(
    browser: Browser, looks: Sequence[Look], watch: Watch, only: Sequence[str] = ()
) -> Iterator[str]:
    """Show the desk of the club, first without contents, then with persons, roles and backups."""
    with _site() as site, _organiser(browser, site, _setup_link(site)) as desk:
        for look in looks:
            yield from _round(browser, site, {}, named(EMPTY_DESK, only), look, Visitors(desk, None), watch)
        with empty_club(site) as club:
            found_club_desk(club)
            found_arrivals(club)
        for look in looks:
            pages = named([*CLUB_DESK, *ARRIVALS], only)
            yield from _round(browser, site, club.places, pages, look, Visitors(desk, None), watch)


def notices_tour(
    browser: Browser, looks: Sequence[Look], watch: Watch, only: Sequence[str] = ()
) -> Iterator[str]:
    """Show the public notices before the draw, and the desk page on which they are edited."""
    yield from _filled_tour(browser, found_notices, looks, watch, named(NOTICES, only))


def requests_tour(
    browser: Browser, looks: Sequence[Look], watch: Watch, only: Sequence[str] = ()
) -> Iterator[str]:
    """Show the entry form and the personal page in each of their states."""
    yield from _filled_tour(browser, found_requests, looks, watch, named(REQUESTS, only))


def cash_tour(
    browser: Browser, looks: Sequence[Look], watch: Watch, only: Sequence[str] = ()
) -> Iterator[str]:
    """Show the cash pages."""
    yield from _filled_tour(browser, found_cash, looks, watch, named(CASH, only))


def size_tour(
    size: int, browser: Browser, looks: Sequence[Look], watch: Watch, only: Sequence[str] = ()
) -> Iterator[str]:
    """Show tournaments of `size` pairs: before the draw, in play and over."""
    fill = partial(found_size, size)
    yield from _filled_tour(browser, fill, looks, watch, named(OF_EACH_SIZE[size], only))


def _filled_tour(
    browser: Browser,
    fill: Callable[[Club], None],
    looks: Sequence[Look],
    watch: Watch,
    pages: Sequence[Shown],
) -> Iterator[str]:
    """Create a club with test data, show `pages` in each look, and yield the errors of each page."""
    with _site() as site, _organiser(browser, site, _setup_link(site)) as desk:
        with empty_club(site) as club:
            fill(club)
        for look in looks:
            yield from _round(browser, site, club.places, pages, look, Visitors(desk, None), watch)


def named(pages: Sequence[Shown], only: Sequence[str]) -> Sequence[Shown]:
    """Return the pages whose names match a pattern in `only`; all pages if `only` is empty."""
    if not only:
        return pages
    return [page for page in pages if any(fnmatchcase(page.name, pattern) for pattern in only)]


@contextmanager
def _site() -> Iterator[Site]:
    folder = tempfile.TemporaryDirectory(prefix="trionfo-screens-")
    with folder as data, embedded_site(Path(data), TIME_ZONE=evening_zone()) as site:
        yield site


def _setup_link(site: Site) -> str:
    match = re.search(r"(/setup/[^/\s]+/)", site.said())
    assert match, site.output()
    return match[1]


@contextmanager
def _organiser(browser: Browser, site: Site, link: str) -> Iterator[object]:
    context = Look().context(browser)
    first_organiser(context.new_page(), site.url + link)
    yield context.storage_state()
    context.close()


def _round(
    browser: Browser,
    site: Site,
    places: dict[str, str],
    pages: Sequence[Shown],
    look: Look,
    visitors: Visitors,
    watch: Watch,
) -> Iterator[str]:
    """Show pages in one look (size, language, colours), with a separate browser for each visitor."""
    for visitor in ("public", "phone", "desk"):
        context = look.context(browser, visitors.memory(visitor))
        page = context.new_page()
        ear = Ear(page, site.url)
        for screen in pages:
            if screen.visitor == visitor and look.takes(screen.name):
                page_faults = _show(page, site.url + screen.address.format(**places), screen, look, watch)
                yield from (f"{screen.name} {look}: {fault}" for fault in page_faults + ear.empty())
        context.close()


def _show(page: Page, address: str, screen: Shown, look: Look, watch: Watch) -> list[str]:
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == screen.status, f"{address}: {answer.status}"
    screen.touch(page)
    page.evaluate("document.fonts.ready.then(() => true)")
    return watch(page, screen, look)
