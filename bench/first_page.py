"""Benchmark of the time to load a table page on a phone with an empty cache and a slow 3G connection.

Requests, bytes and milliseconds are measured. Slow 3G is 400 kbit/s with a round trip of 400 ms. The
baseline, measured in the same run, is a page of one line on the same network; no page can load faster.
"""

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import CDPSession, Page, Playwright, sync_playwright

from bench.figures import Figure
from tests.faults.phones import Phone
from tests.faults.tables import Standing, Table
from tests.servers.site import embedded_site

RUNS = 5
# The maximum size of a first page in kB.
KB = 150
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
SCORE = "#sheet .score .n"
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
ANSWERED = "performance.getEntriesByType('navigation')[0].responseEnd"


def run() -> list[Figure]:
    """Load a table page several times, each time with an empty cache; return the median values."""
    with (
        tempfile.TemporaryDirectory() as folder,
        embedded_site(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        table = Table(Standing(site, site.organise()))
        try:
            opened = [
                _open(playwright, Path(folder) / f"phone-{number}", site.port, table)
                for number in range(RUNS)
            ]
        finally:
            table.close()
    figures = {name: median(each[name] for each in opened) for name in opened[0]}
    return [
        Figure("requests until the score can be read", figures["early"]),
        Figure("requests of the page", figures["page"]),
        Figure("requests with those fetched ahead", figures["requests"]),
        Figure("kB until the score can be read", figures["early_kb"]),
        Figure("kB of the page with its font", figures["page_kb"], goal=KB),
        Figure("kB with files fetched ahead", figures["kb"]),
        Figure("ms until the score can be read; a page of one line", figures["ms"], figures["floor"]),
    ]


def _open(playwright: Playwright, folder: Path, port: int, table: Table) -> dict[str, float]:
    """Join a table on a fast network, then load its page with an empty cache on a slow network."""
    phone = Phone(playwright.chromium, folder, port)
    try:
        match = phone.sit_down(table.code)
        page = phone.context.new_page()
        browser = page.context.new_cdp_session(page)
        browser.send("Network.enable")
        browser.send("Network.emulateNetworkConditions", SLOW_3G)
        floor = _floor(page, browser, f"{phone.origin}/api/v1/")
        browser.send("Network.clearBrowserCache")
        phone.context.clear_cookies(name="style")  # the cookie that marks the style sheet as cached
        by: dict[str, str] = {}
        browser.on("Network.requestWillBeSent", lambda sent: by.update({sent["requestId"]: _asker(sent)}))
        finished_requests: list[dict[str, Any]] = []
        browser.on("Network.loadingFinished", lambda finished: finished_requests.append(finished))  # noqa: PLW0108 (no builtin)
        page.goto(f"{phone.origin}/tavolo/{match}/", wait_until="commit")
        page.locator(SCORE).first.wait_for()
        painted = float(_once(page, PAINTED))
        early = [*finished_requests]
        _once(page, "!!(window.Copies && Copies.rules())")
        page_requests = [each for each in finished_requests if by.get(each["requestId"]) != "script"]
        return {
            "ms": round(painted),
            "floor": round(floor),
            "early": len(early),
            "early_kb": _kb(early),
            "page": len(page_requests),
            "page_kb": _kb(page_requests),
            "requests": len(finished_requests),
            "kb": _kb(finished_requests),
        }
    finally:
        phone.kill()


def _once(page: Page, what: str) -> Any:
    """Evaluate a JavaScript expression repeatedly until its value is true; return that value."""
    while not (result := page.evaluate(what)):
        page.wait_for_timeout(20)
    return result


def _floor(page: Page, browser: CDPSession, address: str) -> float:
    """Return the response time of a minimal page on this network, in milliseconds."""
    browser.send("Network.clearBrowserCache")
    page.goto(address)
    return float(page.evaluate(ANSWERED))


def _asker(sent: dict[str, Any]) -> str:
    return str(sent["initiator"]["type"])


def _kb(finished: list[dict[str, Any]]) -> float:
    return float(round(sum(each["encodedDataLength"] for each in finished) / 1000, 1))
