"""The first page of a table on a phone that has nothing of it yet, on slow 3G: requests, bytes, milliseconds.

Slow 3G is 400 kbit/s with 400 ms there and back. The floor, in the same run, is a page of one line on the
same network: what no page can be quicker than.
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
KB = 150
"""The most that a first page may weigh."""
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
SCORE = "#sheet .score .n"
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
ANSWERED = "performance.getEntriesByType('navigation')[0].responseEnd"


def run() -> list[Figure]:
    """Open a table again and again, each time with an empty cache."""
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
        Figure("requests with what is fetched ahead", figures["requests"]),
        Figure("kB until the score can be read", figures["early_kb"]),
        Figure("kB of the page with its font", figures["page_kb"], goal=KB),
        Figure("kB with what is fetched ahead", figures["kb"]),
        Figure("ms until the score can be read; a page of one line", figures["ms"], figures["floor"]),
    ]


def _open(playwright: Playwright, folder: Path, port: int, table: Table) -> dict[str, float]:
    """Sit down with a quick network, then open the table as if for the first time, with a slow one."""
    phone = Phone(playwright.chromium, folder, port)
    try:
        match = phone.sit_down(table.code)
        page = phone.context.new_page()
        browser = page.context.new_cdp_session(page)
        browser.send("Network.enable")
        browser.send("Network.emulateNetworkConditions", SLOW_3G)
        floor = _floor(page, browser, f"{phone.origin}/api/v1/")
        browser.send("Network.clearBrowserCache")
        phone.context.clear_cookies(name="style")  # which says that the cache has our style
        by: dict[str, str] = {}
        browser.on("Network.requestWillBeSent", lambda sent: by.update({sent["requestId"]: _asker(sent)}))
        seen: list[dict[str, Any]] = []
        browser.on("Network.loadingFinished", lambda finished: seen.append(finished))  # noqa: PLW0108 (no builtin)
        page.goto(f"{phone.origin}/tavolo/{match}/", wait_until="commit")
        page.locator(SCORE).first.wait_for()
        painted = float(_once(page, PAINTED))
        early = [*seen]
        _once(page, "!!(window.Copies && Copies.rules())")
        own = [each for each in seen if by.get(each["requestId"]) != "script"]
        return {
            "ms": round(painted),
            "floor": round(floor),
            "early": len(early),
            "early_kb": _kb(early),
            "page": len(own),
            "page_kb": _kb(own),
            "requests": len(seen),
            "kb": _kb(seen),
        }
    finally:
        phone.kill()


def _once(page: Page, what: str) -> Any:
    """Ask until it is so; no page of ours lets a text be evaluated, so the page cannot ask itself."""
    while not (found := page.evaluate(what)):
        page.wait_for_timeout(20)
    return found


def _floor(page: Page, browser: CDPSession, address: str) -> float:
    """How long the shortest answer of the site takes on this network."""
    browser.send("Network.clearBrowserCache")
    page.goto(address)
    return float(page.evaluate(ANSWERED))


def _asker(sent: dict[str, Any]) -> str:
    """Whether the page itself asked, or a script, ahead of what is touched next."""
    return str(sent["initiator"]["type"])


def _kb(finished: list[dict[str, Any]]) -> float:
    return float(round(sum(each["encodedDataLength"] for each in finished) / 1000, 1))
