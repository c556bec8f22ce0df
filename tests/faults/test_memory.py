"""Requests with invented URLs and headers do not fill the memory of a web process.

`make crowds` sends five thousand requests of each kind; the suite sends enough to detect growth.
"""

import http.client
import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench.in_play import knockout
from tests.servers.site import Site, embedded_site
from tests.waiting import wait_for

pytestmark = [pytest.mark.site, pytest.mark.timeout(1800), pytest.mark.timing]

TIMES = int(os.environ.get("TIMES", "120"))
MOST = (20 if TIMES > 1000 else 8) * 2**20  # bytes; before the fix it was more than 100,000 for each request


class Web:
    """A web process, the page maker (the process that renders cached pages), and a tournament with cached
    pages.
    """

    def __init__(self, site: Site) -> None:
        self.site = site
        self.slug = knockout(site, 4).slug
        wait_for(site.has_page_maker)
        self.processes = [site.process_of(program) for program in ("config.web", "config.server.page_maker")]

    def send(self, make_request: Callable[[int], tuple[str, dict[str, str]]], times: int) -> set[int]:
        """Send the given number of requests; return the set of their statuses."""
        statuses = set()
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=20)
        for number in range(times):
            query, headers = make_request(number)
            connection.request("GET", f"/{self.slug}/calendario.ics{query}", headers=headers)
            with connection.getresponse() as answer:
                statuses.add(answer.status)
                answer.read()
        connection.close()
        return statuses

    def memory(self) -> int:
        """Return the memory used by the web process and the page maker together, in bytes."""
        return sum(process.memory_info().rss for process in self.processes if process)


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """A web process that has already served some pages, so that its first allocations are not measured."""
    folder: Path = tmp_path_factory.mktemp("memory")
    with embedded_site(folder) as site:
        web = Web(site)
        web.send(lambda number: (f"?pagina={number % 20}", {}), 100)
        yield web


def many_languages(number: int) -> tuple[str, dict[str, str]]:
    return "", {"Accept-Language": f"it;q=0.{number:06}"}


def many_teams_followed(number: int) -> tuple[str, dict[str, str]]:
    return "", {"Cookie": f"segui={uuid.UUID(int=number)}"}


def many_themes(number: int) -> tuple[str, dict[str, str]]:
    return "", {"Cookie": f"theme={'x' * 4000}{number}"}


def many_names(number: int) -> tuple[str, dict[str, str]]:
    return "", {"Host": f"10.{number % 200}.{number // 200}.1", "X-Forwarded-Host": f"x{number}" * 500}


@pytest.mark.parametrize(
    ("make_request", "status"),
    [
        (lambda number: (f"?a={'x' * 60_000}&n={number}", {}), 414),
        (lambda number: (f"?a={'x' * 7_500}&n={number}", {}), 200),
        (lambda number: (f"?fase={number}", {}), 200),
        (many_languages, 200),
        (many_teams_followed, 200),
        (many_themes, 200),
        (many_names, 200),
        (lambda number: ("", {"X-Long": "x" * 30_000 + str(number)}), 431),
    ],
    ids=["60 kB", "7 kB", "parameters", "languages", "teams followed", "themes", "names", "headers"],
)
def test_requests_with_many_different_urls_or_headers_do_not_fill_the_memory(
    make_request: Callable[[int], tuple[str, dict[str, str]]], status: int, web: Web
) -> None:
    before = web.memory()
    assert web.send(make_request, TIMES) == {status}
    grown = web.memory() - before
    print(f"{TIMES} requests: {grown / 2**20:+.1f} MB")
    assert grown < MOST
