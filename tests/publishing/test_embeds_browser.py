"""Pages of the site in an iframe on a website of another origin, in a browser."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.builders import drawn_tournament
from tournaments.models import Tournament

expect.set_options(timeout=15_000)


class OtherSite(BaseHTTPRequestHandler):
    """A simulated website of a club. Its only page has an iframe, which shows the URL in the query string."""

    def do_GET(self) -> None:
        """Send the page with the iframe."""
        _path, _mark, framed = self.path.partition("?")
        body = f"<!doctype html><h1>Il circolo</h1><iframe src='{framed}' title='x' width='900' height='640'>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_args: object) -> None:
        """Suppress the log output of the server."""


@pytest.fixture
def other_site() -> Iterator[str]:
    """Run another website with a different host name and port; yield its URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), OtherSite)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.browser
def test_other_website_can_embed_only_the_allowed_pages(
    live_server: LiveServer, transactional_db: None, other_site: str, page: Page
) -> None:
    tournament = drawn_tournament(4)
    Tournament.objects.update(embeddable=True)
    front = f"{live_server.url}/{tournament.slug}/"
    frame = page.frame_locator("iframe")
    cookies = []
    for what, word in (("tabellone", "Coppia 1"), ("classifica", "Coppia 3")):
        page.goto(f"{other_site}/?{front}incorpora/{what}/")
        expect(frame.get_by_role("link", name=word).first).to_be_visible()
        cookies += page.context.cookies()
        link = frame.get_by_role("link", name="Apri la pagina intera")
        with page.expect_popup() as opened:
            link.click()
        expect(opened.value.locator("header.site")).to_be_visible()
        opened.value.close()
        page.context.clear_cookies()
    assert cookies == []
    for refused in ("", "classifica/", "coppie/"):
        page.goto(f"{other_site}/?{front}{refused}")
        page.wait_for_load_state("networkidle")
        assert page.frames[1].url.startswith("chrome-error://"), refused
        expect(frame.get_by_text("Coppia 1")).to_have_count(0)


@pytest.mark.browser
def test_other_website_can_embed_nothing_if_embedding_is_forbidden(
    live_server: LiveServer, transactional_db: None, other_site: str, page: Page
) -> None:
    tournament = drawn_tournament(4)
    page.goto(f"{other_site}/?{live_server.url}/{tournament.slug}/incorpora/tabellone/")
    page.wait_for_load_state("networkidle")
    assert page.frames[1].url.startswith("chrome-error://")
