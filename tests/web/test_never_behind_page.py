"""The page cache of a running site: pages include all changes made before the request."""

import re
import urllib.error
import urllib.request
from time import sleep
from typing import Any

import pytest

from tests.servers.site import Site as RunningSite
from tournaments.replay.client import Site

pytestmark = [pytest.mark.site, pytest.mark.timeout(300), pytest.mark.timing]

SINCE = re.compile(r"since=(\d+)")


def get(site: RunningSite, path: str, **headers: str) -> tuple[int, str, str]:
    """Return the status, body and ETag of a page."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urllib.request.urlopen(urllib.request.Request(site.url + path, headers=named)) as answer:
            return answer.status, answer.read().decode(), answer.headers.get("ETag", "")
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode(), refused.headers.get("ETag", "")


def an_evening(site: RunningSite) -> tuple[Site, str, str]:
    """Draw a knock-out of four pairs; return an API client, the tournament's slug and a ready match's id."""
    desk = Site(site.url, site.organise())
    setup: dict[str, Any] = {"name": "Subito", "card_game": "mariglia", "stages": [{"format": "knockout"}]}
    slug = str(desk.send("POST", "/tournaments/", setup | {"tables": 2}).body["slug"])
    teams = [{"name": f"Coppia {n}", "players": [{"name": f"A B{n}"}, {"name": f"C D{n}"}]} for n in range(4)]
    desk.send("POST", f"/tournaments/{slug}/teams/", teams)
    desk.send("POST", f"/tournaments/{slug}/draw/", {"stage": 1, "by": "seeds"})
    while not (ready := desk.pages(f"/tournaments/{slug}/matches/?state=ready")):
        sleep(0.05)
    return desk, slug, str(ready[0]["id"])


def test_page_requested_after_a_change_includes_the_change(site: RunningSite) -> None:
    desk, slug, match = an_evening(site)
    call = f"/tournaments/{slug}/"
    for hand in range(1, 7):
        body = {"dealer": (hand - 1) % 4, "trionfo": "2C", "card_points": [36, 34]}
        desk.send("PUT", f"/matches/{match}/games/1/hands/{hand}/", body)
        version = desk.get(call)["version"]
        for path in (f"/{slug}/", f"/{slug}/tavoli/"):
            status, page, _etag = get(site, path)
            assert status == 200
            assert int(SINCE.findall(page)[0]) >= version
    for closed, status in ((["tables"], 404), ([], 200)):
        desk.send("PATCH", call, {"closed_pages": closed})
        assert get(site, f"/{slug}/tavoli/")[0] == status
        assert get(site, f"/{slug}/")[0] == 200
    for visibility, status in (("unpublished", 404), ("published", 200)):
        desk.send("PATCH", call, {"visibility": visibility})
        assert {get(site, path)[0] for path in (f"/{slug}/", f"/{slug}/tavoli/")} == {status}
    desk.close()


def test_cached_pages_differ_by_language_theme_and_cookies(site: RunningSite) -> None:
    desk, slug, _match = an_evening(site)
    desk.close()
    path = f"/{slug}/tavoli/"
    for _each in range(2):
        status, italian, etag = get(site, path, accept_language="it")
        assert (status, '<html lang="it"' in italian) == (200, True)
        assert '<html lang="en"' in get(site, path, accept_language="en")[1]
        assert '<html lang="en"' in get(site, path, accept_language="it", cookie="django_language=en")[1]
        assert 'data-theme="dark"' in get(site, path, cookie="theme=dark")[1]
        assert 'data-theme="dark"' not in italian
    status, body, again = get(site, path, accept_language="it", if_none_match=etag)
    assert (status, body) == (304, "") or again != etag, "unless the minute is another by now"
