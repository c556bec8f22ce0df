"""Outages of the database, the broker and the disk: responses within the time limit, and no data loss.

The database is locked for half a minute by `make outages`, for some seconds by `make test-all`.
"""

import os
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import expect

from config.databases import THREADS
from tests.faults.phones import HANDS, Phone, expect_waiting, write
from tests.faults.tables import Standing, Table
from tests.faults.visits import IN_TIME, Browser, Guests, show
from tests.servers import needs
from tests.servers.postgres import Postgres, running_postgres
from tests.servers.site import DATABASE, Site, changed_site, embedded_site, scaled_site
from tests.waiting import wait_for

LOCKED = float(os.environ.get("LOCKED", "6"))  # seconds
PHONES = 8

pytestmark = [pytest.mark.site, pytest.mark.timeout(300), pytest.mark.timing]


@contextmanager
def guests_of(standing: Standing) -> Iterator[Guests]:
    """Yield the visitors of a site.

    Before that, one hand is sent, and the first page of the tournament is read once.
    """
    with closing(Table(standing)) as table:
        guests = Guests(table)
        assert guests.hand().status == 201
        assert guests.page().status == 200
        yield guests


def a_table(site: Site) -> AbstractContextManager[Guests]:
    """Return a context manager that yields the visitors of a new table."""
    return guests_of(Standing(site, site.organise()))


@contextmanager
def locked(file: Path, how: str) -> Iterator[None]:
    """Lock the database during the `with` block, as another program would."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=30)) as database:
        database.execute(f"BEGIN {how}")
        yield
        database.execute("ROLLBACK")


def is_back(guests: Guests) -> None:
    """Fail unless all requests succeed again without a restart of the site."""
    wait_for(lambda: guests.page().status == 200 and guests.sheet().status == 200)
    wait_for(lambda: guests.hand().status == 201)
    wait_for(lambda: guests.log_in().status == 302)
    assert guests.nothing_is_lost()


@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
def test_locked_database_delays_writers_but_cached_pages_are_served(how: str, embedded: Standing) -> None:
    with guests_of(embedded) as guests:
        with locked(embedded.site.data / DATABASE, how):
            until = time.monotonic() + (LOCKED if how == "IMMEDIATE" else 1)
            while True:
                visits = guests.all()
                show(f"SQLite, {how}", visits)
                assert visits["hand"].puts_off
                assert visits["hand"].type == "application/problem+json"
                assert visits["page"].status == 200
                assert visits["page"].seconds < 2.5
                for name in ("sheet", "other_page"):
                    assert visits[name].status == 200 if how == "IMMEDIATE" else visits[name].puts_off
                assert visits["log_in"].puts_off
                assert "<h1" in visits["log_in"].text
                if time.monotonic() > until:
                    break
        is_back(guests)


def test_eight_writers_that_wait_for_the_lock_do_not_delay_a_reader(embedded: Standing) -> None:
    with guests_of(embedded) as guests, ThreadPoolExecutor(PHONES) as phones:
        with locked(embedded.site.data / DATABASE, "IMMEDIATE"):
            writing = [phones.submit(guests.hand) for _phone in range(PHONES)]
            time.sleep(0.5)
            sheet = guests.sheet()
            visits = {f"hand {number}": each.result() for number, each in enumerate(writing)}
        show("SQLite, 8 phones", {"sheet": sheet, **visits})
        assert sheet.status == 200
        assert sheet.seconds < 2
        assert all(each.puts_off for each in visits.values())
        is_back(guests)


def on_time(standing: Standing) -> None:
    test_locked_database_delays_writers_but_cached_pages_are_served("IMMEDIATE", standing)


def kept(standing: Standing) -> None:
    test_locked_database_delays_writers_but_cached_pages_are_served("EXCLUSIVE", standing)


def reading(standing: Standing) -> None:
    test_eight_writers_that_wait_for_the_lock_do_not_delay_a_reader(standing)


@pytest.mark.browser
def test_phone_keeps_its_hand_while_the_database_is_locked_and_sends_it_again(
    phone: Phone, table: Table
) -> None:
    phone.sit_down(table.code)
    page = phone.page
    with locked(table.standing.site.data / DATABASE, "IMMEDIATE"):
        with page.expect_response(lambda answer: answer.request.method == "PUT", timeout=20_000) as put_off:
            write(page, HANDS[0], number=1)
        assert put_off.value.status == 503
        expect_waiting(page, 1)
        expect(page.locator("[data-notes]")).to_be_empty()
    expect_waiting(page, 0)
    assert table.hands() == [HANDS[0]["card_points"]]
    assert table.facts() == ["hand"]


@pytest.mark.browser
def test_page_does_not_ask_for_the_table_code_when_a_late_hand_cannot_be_sent(
    phone: Phone, table: Table
) -> None:
    phone.sit_down(table.code)
    page = phone.page
    closed, away = {"code": "sheet_closed", "detail": "Signed."}, {"code": "unavailable", "detail": "Away."}
    page.route("**/late-hands/", lambda route: route.fulfill(status=503, json=away))
    page.route("**/games/1/hands/1/", lambda route: route.fulfill(status=409, json=closed))
    write(page, HANDS[0], number=1)
    expect(page.locator("[data-notes]")).to_contain_text("Signed.")
    expect(page.locator("[data-notes] a[href='/t/']")).to_have_count(0)
    page.unroute_all()
    expect_waiting(page, 0)
    assert table.facts() == ["hand"]


def test_only_five_of_many_simultaneous_wrong_passwords_are_checked(embedded: Standing) -> None:
    def one(_number: int) -> str:
        return Browser(embedded.site.url, cookies={"django_language": "en"}).log_in("wrong").text

    with ThreadPoolExecutor(16) as crowd:
        pages = list(crowd.map(one, range(32)))
    judged = sum("Too many failed" not in page for page in pages)
    embedded.site.manage("shell", "--no-imports", "-c", FORGET)
    assert judged <= 5


FORGET = "from scoring.models import CodeTry; CodeTry.objects.all().delete()"


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Yield a small disk; mounting it usually needs root."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        needs.lack("the right to mount a small disk (tests of a full disk)")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path) -> None:
    """Write until the disk is full."""
    with (disk / "ballast").open("wb", buffering=0) as file:
        try:
            for size in (2**16, 2**10, 1):
                while True:
                    try:
                        file.write(b"\0" * size)
                    except OSError:
                        break
        finally:
            os.fsync(file.fileno())


def test_full_disk_delays_writers_but_readers_are_served(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk, embedded_site(disk) as site, a_table(site) as guests:
        fill(disk)
        visits = guests.all()
        show("SQLite, disk full", visits)
        assert visits["hand"].status == 507
        assert visits["hand"].puts_off
        assert visits["log_in"].puts_off
        assert {visits[name].status for name in ("page", "other_page", "sheet")} == {200}
        (disk / "ballast").unlink()
        is_back(guests)


def test_site_recovers_after_postgresql_is_stopped_and_started(tmp_path: Path) -> None:
    with (
        running_postgres(fsync=True) as server,
        scaled_site(tmp_path, server) as site,
        a_table(site) as guests,
    ):
        server.stop()
        for _again in range(2):
            visits = guests.all()
            show("PostgreSQL stopped", visits)
            assert visits["page"].status == 200
            assert visits["page"].seconds < 2.5
            assert all(visits[name].puts_off for name in ("hand", "sheet", "other_page", "log_in"))
        server.start()
        is_back(guests)


def test_hanging_postgresql_delays_no_request_longer_than_the_limit(tmp_path: Path) -> None:
    """PostgreSQL keeps its connections open and does not respond."""
    with (
        running_postgres(fsync=True) as server,
        scaled_site(tmp_path, server) as site,
        a_table(site) as guests,
    ):
        assert server.process
        frozen = [psutil.Process(server.process.pid), *psutil.Process(server.process.pid).children()]
        for process in frozen:
            process.suspend()
        with ThreadPoolExecutor(THREADS) as crowd:
            stuck = [crowd.submit(each) for each in (guests.other_page, guests.sheet) for _again in range(5)]
            time.sleep(1)
            visits = {"page": guests.page(), "other_page": guests.other_page(), "sheet": guests.sheet()}
            show("PostgreSQL stands still", visits)
            for process in reversed(frozen):
                process.resume()
            assert {each.result().status for each in stuck} <= {200, 503}
        assert visits["page"].status == 200
        assert visits["page"].seconds < 2.5
        assert visits["other_page"].puts_off
        assert visits["sheet"].puts_off
        is_back(guests)


def test_locked_tables_on_postgresql_delay_writers_but_cached_pages_are_served(
    scaled_out: Standing, postgres: Postgres
) -> None:
    import psycopg

    with guests_of(scaled_out) as guests:
        url = scaled_out.site.environment["DATABASE_URL"]
        with psycopg.connect(url) as other:
            other.execute("LOCK TABLE scoring_sheetevent, scoring_codetry, django_session")
            visits = guests.all()
            show("PostgreSQL, tables locked", visits)
            assert visits["hand"].puts_off
            assert visits["log_in"].puts_off
            assert visits["page"].status == 200
        is_back(guests)


def test_hands_pages_and_logins_work_without_redis(tmp_path: Path, postgres: Postgres) -> None:
    with scaled_site(tmp_path, postgres) as site, a_table(site) as guests:
        assert site.valkey
        site.valkey.stop()
        visits = guests.all()
        show("Valkey stopped", visits)
        statuses = Counter(visit.status for visit in visits.values())
        assert statuses == {200: 3, 201: 1, 302: 1}
        assert max(visit.seconds for visit in visits.values()) < IN_TIME
        with closing(Table(Standing(site, guests.token))) as another:  # drawn without a wake-up message
            assert another.match
        site.valkey.start()
        is_back(guests)


if "OUTAGES" in os.environ:
    # The controls: without the tested part the tests fail.

    @pytest.mark.parametrize(
        ("file", "old", "new", "fails"),
        [
            pytest.param("config/failures.py", "PATIENCE = 3.5", "PATIENCE = 9.0", on_time, id="patience"),
            pytest.param("config/failures.py", "if status:", "if False:", on_time, id="no outage is told"),
            pytest.param(
                "config/asgi.py",
                "read_pool = ThreadPool",
                "read_pool = write_pool or ThreadPool",
                reading,
                id="one pool",
            ),
            pytest.param(
                "config/server/page_store.py",
                "return page if page.is_of(Edition(*counters, page.edition.tick)) else None",
                "return None",
                kept,
                id="no page cache",
            ),
        ],
    )
    def test_site_fails_during_an_outage_if_one_protection_is_removed(
        file: str, old: str, new: str, fails: Callable[[Standing], None], tmp_path: Path
    ) -> None:
        root = changed_site(tmp_path / "copy", file, old, new)
        with embedded_site(tmp_path, root=root) as site, pytest.raises(AssertionError):
            fails(Standing(site, site.organise()))
