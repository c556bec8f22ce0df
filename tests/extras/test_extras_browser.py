"""If an optional extra is missing, a tournament can be played to the end, and no link is broken.

The test suite plays one tournament on a site without two extras, the two with the most links. `make extras`
plays one tournament for each extra, on a site without this extra.
"""

import os
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from scoring.games import CARD_GAMES
from tests.extras.copies import KEYS, copy_without, others
from tests.extras.evening import EveningByPages
from tests.extras.links import visit
from tests.screens.visitors import Look
from tests.servers.site import Site, embedded_site
from tournaments.replay.client import Site as Client

pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.timeout(600)]

# The extras that are left out.
TAKEN_AWAY = [(key,) for key in KEYS] if os.environ.get("EXTRAS") == "all" else [("printing", "publishing")]


def play(site: Site, browser: Browser) -> tuple[int, int]:
    """Play a tournament and follow every link; return the numbers of visited pages.

    The first number is for the organiser, the second for the public.
    """
    with closing(Client(site.url, site.organise())) as client:
        evening = EveningByPages(client, CARD_GAMES["mariglia"], {}, entrants=4, random=Random(1))
        with evening.desk(browser) as desk:
            evening.prepare(desk)
            champions = evening.play_by_pages(desk)
            front = f"{site.url}/{evening.slug}/"
            first = [f"{site.url}/", front, f"{site.url}/regia/", f"{site.url}/regia/{evening.slug}/"]
            reached, broken = visit(desk.context, first)
        anybody = Look().context(browser)
        page = anybody.new_page()
        page.goto(front)
        text = page.inner_text("body")
        reached_by_all, broken_for_all = visit(anybody, first[:2])
        anybody.close()
    assert champions
    assert champions in text
    assert evening.faults == []
    assert broken + broken_for_all == []
    assert len(reached) > len(reached_by_all) > 20
    return len(reached), len(reached_by_all)


@pytest.mark.parametrize("keys", TAKEN_AWAY, ids="-".join)
def test_tournament_on_a_site_without_an_extra_has_no_broken_link(
    keys: tuple[str, ...], tmp_path: Path, browser: Browser
) -> None:
    with embedded_site(tmp_path, TRIONFO_EXTRAS=others(*keys)) as site:
        print(*keys, *play(site, browser))


def test_broken_link_on_a_page_is_reported(tmp_path: Path, browser: Browser) -> None:
    copy = copy_without("wall", folder=tmp_path / "copy")
    page = copy / "templates" / "web" / "_footer.html"
    page.write_text(page.read_text() + '<a href="/giochi/whist/">Whist</a>')
    (tmp_path / "data").mkdir()
    with (
        embedded_site(tmp_path / "data", root=copy, TRIONFO_EXTRAS=others("wall")) as site,
        closing(Look().context(browser)) as anybody,
    ):
        reached, broken = visit(anybody, [f"{site.url}/giochi/"])
    assert len(reached) > 5
    assert {each.rpartition(" leads to ")[2] for each in broken} == {f"{site.url}/giochi/whist/: 404"}
