"""An event stream that is dead but not closed: the page opens another stream or shows the age of its data."""

import contextlib
import re
import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Self

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from tests.faults.phones import HANDS, Phone
from tests.faults.tables import Standing, Table
from tests.servers.site import changed_site, embedded_site
from tests.waiting import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(300)]

BEAT = b"event: beat"


class SwallowingNetwork(socketserver.ThreadingTCPServer):
    """A proxy that can discard all bytes of a connection without closing it."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, site_port: int) -> None:
        super().__init__(("127.0.0.1", 0), Connection)
        self.site_port, self.port = site_port, self.server_address[1]
        self.connections: list[Connection] = []
        self.swallows_all = False

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.shutdown()
        self.server_close()

    def open_streams(self) -> list["Connection"]:
        """Return the open connections of event streams whose bytes are not discarded."""
        return [each for each in self.connections if each.streams and not (each.swallowed or each.closed)]

    def swallow_streams(self) -> None:
        """Discard all further bytes of the event streams that are now open."""
        wait_for(lambda: bool(self.open_streams()))
        for connection in self.open_streams():
            connection.swallowed = True

    def swallow_all(self) -> None:
        """Discard all further bytes of all present and later connections."""
        self.swallows_all = True
        for connection in self.connections:
            connection.swallowed = True


class Connection(socketserver.BaseRequestHandler):
    """A connection of a browser and the corresponding connection to the site."""

    server: SwallowingNetwork
    request: socket.socket

    def handle(self) -> None:
        """Forward bytes in both directions until one side closes the connection."""
        self.swallowed, self.closed, self.streams = self.server.swallows_all, False, False
        self.server.connections.append(self)
        with socket.create_connection(("127.0.0.1", self.server.site_port)) as site:
            threading.Thread(target=self.forward, args=(site, self.request), daemon=True).start()
            self.forward(self.request, site)
        self.closed = True

    def forward(self, source: socket.socket, target: socket.socket) -> None:
        """Read from one side and send to the other side, unless bytes are being discarded."""
        with contextlib.suppress(OSError):
            while part := source.recv(65536):
                if not self.swallowed:
                    target.sendall(part)
                    self.streams = self.streams or BEAT in part
        if not self.swallowed:
            with contextlib.suppress(OSError):
                target.shutdown(socket.SHUT_WR)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Standing]:
    """A site whose streams send a heartbeat every second."""
    folder = tmp_path_factory.mktemp("quick")
    root = changed_site(folder / "copy", "config/events.py", "BEAT = 15 ", "BEAT = 1 ")
    with embedded_site(folder, root=root) as site:
        yield Standing(site, site.organise())


@pytest.fixture
def network(quick: Standing) -> Iterator[SwallowingNetwork]:
    with SwallowingNetwork(quick.site.port) as network:
        yield network


@pytest.fixture
def called(quick: Standing) -> Iterator[Table]:
    """A match that waits for its first hand."""
    with closing(Table(quick)) as table:
        yield table


def write_a_hand(table: Table) -> None:
    """Record the first hand over a connection without the proxy, as another phone would."""
    table.site.send("PUT", f"/matches/{table.match}/games/1/hands/1/", HANDS[0])


def tables_page(context: BrowserContext, network: SwallowingNetwork, table: Table) -> Page:
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{network.port}/{table.slug}/tavoli/")
    return page


def test_public_page_shows_a_hand_after_its_event_stream_went_silent(
    context: BrowserContext, network: SwallowingNetwork, called: Table
) -> None:
    pages = [tables_page(context, network, called) for _tab in range(2)]
    network.swallow_streams()
    write_a_hand(called)
    for page in pages:
        expect(page.get_by_text("mano 2")).to_be_visible(timeout=30_000)
        expect(page.locator("[data-old]")).to_be_hidden()


def test_phone_at_its_table_shows_a_hand_after_its_event_stream_went_silent(
    playwright: Playwright, tmp_path: Path, network: SwallowingNetwork, called: Table
) -> None:
    phone = Phone(playwright.chromium, tmp_path / "phone", network.port)
    with contextlib.ExitStack() as stack:
        stack.callback(phone.kill)
        phone.sit_down(called.code)
        network.swallow_streams()
        write_a_hand(called)
        expect(phone.page.locator("#sheet[data-next='1-2']")).to_be_attached(timeout=30_000)


def test_page_without_any_connection_shows_the_time_of_its_data_until_the_network_is_back(
    context: BrowserContext, network: SwallowingNetwork, called: Table
) -> None:
    page = tables_page(context, network, called)
    wait_for(lambda: bool(network.open_streams()))
    network.swallow_all()
    expect(page.locator("[data-old]")).to_have_text(re.compile(r"dati delle \d\d:\d\d"), timeout=30_000)
    network.swallows_all = False
    expect(page.locator("[data-old]")).to_be_hidden(timeout=60_000)
