"""Phones with incomplete requests do not delay the tables.

`make crowds` runs the long test with random requests: one minute for each kind of faulty phone, and at most
1,024 open files, the default limit of many systems.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.in_play import knockout
from tests.faults import crowds
from tests.faults.crowds import ENTRANCES, Evening, Figures, alone, measured
from tests.servers.site import Site, embedded_site

pytestmark = [pytest.mark.site, pytest.mark.timeout(3600), pytest.mark.timing]

# Seconds for which each kind of phone is held in the campaign; zero skips the campaign.
HOLD = float(os.environ.get("HOLD", "0"))
# Seconds between two honest hands; the campaign has about two thousand hands to write.
PACE = 0.8
FILES = 1024 if HOLD else 512
LOG = 100_000  # bytes
SOON = 15.0  # seconds


# Seconds that one response may take.
SLOW = 5.0


def limited(command: list[str], files: int) -> list[str]:
    """Return a shell command that runs `command` with the given limit on the number of open files."""
    return ["sh", "-c", f'ulimit -n {files} && exec "$0" "$@"', *command]


@contextlib.contextmanager
def an_evening(folder: Path, pairs: int, files: int) -> Iterator[Evening]:
    """Yield a tournament in play on a site that may open the given number of files."""
    with embedded_site(folder) as site:
        begun = knockout(site, pairs)
        site.stop()
        site.commands = [limited(command, files) for command in site.commands]
        site.start()
        site.said()
        yield Evening(site, begun)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A tournament in play on a site with a limit on the number of open files.

    The site is started with the same commands as by `make run`.
    """
    with an_evening(tmp_path_factory.mktemp("crowds"), 128 if HOLD else 8, FILES) as evening:
        yield evening


def unguarded(evening: Evening, application: str) -> Site:
    """Return a site on the same data that runs `application` in plain uvicorn, without connection limits."""
    command = [sys.executable, "-m", "uvicorn", application, "--lifespan=off", "--no-access-log"]
    command += [f"--port={evening.site.port}"]
    environment = {
        name: value for name, value in evening.site.environment.items() if name != "PYTHONUNBUFFERED"
    }
    return Site(evening.site.data, [limited(command, FILES)], evening.site.port, environment)


def expect_nobody_waits(figures: Figures) -> None:
    """Fail unless every normal request had a fast response and the log stayed small."""
    print(figures.line)
    assert figures.honest.faults == []
    assert len(figures.honest.hands) > 2
    assert max(figures.honest.hands + figures.honest.pages) < SLOW
    assert figures.log < LOG


def test_unfinished_request_bodies_get_408_and_do_not_delay_other_requests(evening: Evening) -> None:
    """Twenty requests with unfinished bodies are sent to the API."""
    figures = measured(evening, "unfinished bodies", crowds.unfinished("API", 20), 12)
    expect_nobody_waits(figures)
    assert set(figures.endings.status) == {408}
    assert len(figures.endings.status) == 20
    assert max(figures.endings.seconds) < SOON


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_unfinished_request_bodies_at_any_url_do_not_delay_other_requests(
    entrance: str, evening: Evening
) -> None:
    expect_nobody_waits(measured(evening, entrance, crowds.unfinished(entrance, 8), 2))


def test_silent_connections_above_the_open_file_limit_do_not_delay_requests(evening: Evening) -> None:
    expect_nobody_waits(measured(evening, "silent", crowds.silent(600), 4))


def test_unread_responses_do_not_delay_other_requests(evening: Evening) -> None:
    expect_nobody_waits(measured(evening, "not reading", crowds.not_reading(8), 3))


@pytest.mark.parametrize("kind", [crowds.dripping_body, crowds.dripping_head, crowds.vanished])
def test_requests_sent_byte_by_byte_or_cut_off_do_not_delay_other_requests(
    kind: object, evening: Evening
) -> None:
    crowd = kind(20)  # type: ignore[operator]
    expect_nobody_waits(measured(evening, crowd.first[:20], crowd, 3))


def test_unfinished_request_bodies_block_a_site_that_does_not_read_bodies_first(tmp_path: Path) -> None:
    with an_evening(tmp_path, 4, FILES) as evening:
        evening.site.stop()
        evening.site = unguarded(evening, "config.asgi:dispatch")
        evening.site.start()
        try:
            figures = measured(evening, "control", crowds.unfinished("API", 6), 3)
        finally:
            evening.site.kill()
    print(figures.line)
    assert max(figures.honest.hands) > 2
    assert figures.endings.status == []


def test_silent_connections_block_a_site_without_connection_limits(tmp_path: Path) -> None:
    with an_evening(tmp_path, 4, FILES) as evening:
        evening.site.stop()
        evening.site = unguarded(evening, "config.asgi:application")
        evening.site.start()
        try:
            figures = measured(evening, "control", crowds.silent(600), 4)
        finally:
            evening.site.kill()
    print(figures.line)
    assert max(figures.honest.hands + figures.honest.pages) > 2


if HOLD:  # the campaign: make crowds

    def test_faulty_phones_of_any_kind_do_not_delay_the_phones_at_the_tables(evening: Evening) -> None:
        kinds = {
            f"{phones} × {entrance}": crowds.unfinished(entrance, phones)
            for phones in (6, 20, 200)
            for entrance in ENTRANCES
        }
        large_crowds = {
            "1,500 silent": crowds.silent(1500),
            "200 dripping bodies": crowds.dripping_body(200),
            "200 dripping heads": crowds.dripping_head(200),
            "50 vanished in an upload": crowds.vanished(50),
            "50 not reading": crowds.not_reading(50),
        }
        print(f"\n{alone(evening, HOLD, pace=PACE).line}")
        figures = {}
        for name, kind in (kinds | large_crowds).items():
            figures[name] = measured(evening, name, kind, HOLD, pace=PACE)
            print(figures[name].line, flush=True)
        print(alone(evening, HOLD, pace=PACE).line)
        for each in figures.values():
            expect_nobody_waits(each)
        for name in kinds:
            assert set(figures[name].endings.status) == {408}
            assert max(figures[name].endings.seconds) < SOON
