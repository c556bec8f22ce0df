"""Benchmark of the bracket page for 1,024 pairs: page size, rendering time, and scrolling in Chromium.

The baseline of the server time is a bracket of 16 pairs, rendered in the same run. A long task blocks the
page for more than 50 ms (as measured by the browser's `PerformanceObserver`).
"""

import gzip
import itertools
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.figures import Figure
from bench.in_play import knockout
from bench.readers import Reader
from tests.servers.site import embedded_site

SIZES = (16, 1_024)
RUNS = 15
# The maximum size of a bracket page in kB.
KB = 100
SCREENS = {"phone": (390, 844), "wide": (1440, 900)}
LISTEN = """window.long = [];
const keep = (list) => window.long.push(...list.getEntries().map((each) => Math.round(each.duration)));
new PerformanceObserver(keep).observe({ type: "longtask" });"""
PLACES = """[scrollX, scrollY,
  ...[...document.querySelectorAll("main *")].map((el) => el.scrollLeft + el.scrollTop)].join()"""


def run() -> list[Figure]:
    """Measure the pages of a small and of a large bracket, and scroll through the large one."""
    figures: list[Figure] = []
    times: dict[int, list[float]] = {}
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder, embedded_site(Path(folder)) as site:
            path = f"/{knockout(site, size).slug}/"
            times[size], body = _times(site.port, path)
            figures.append(Figure(f"{size}: page size, kB", len(body) / 1000, goal=KB))
            figures.append(Figure(f"{size}: page size compressed, kB", len(gzip.compress(body)) / 1000))
            if size == SIZES[-1]:
                with sync_playwright() as playwright:
                    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
                    for name, screen in SCREENS.items():
                        figures += _scrolled(browser, name, screen, site.url + path)
                    browser.close()
    small, large = (median(times[size]) * 1000 for size in SIZES)
    return [*figures, Figure("ms to render the page of 1,024; of 16", large, small)]


def _times(port: int, path: str) -> tuple[list[float], bytes]:
    """Request the page several times; return the rendering time of each request, and the page's HTML."""
    fresh, times, body = itertools.count(), [], b""
    with closing(Reader(port)) as reader:
        for _run in range(RUNS):
            started = time.perf_counter()
            status, _headers, body = reader.ask(f"{path}?n={next(fresh)}", gzip=False)
            times.append(time.perf_counter() - started)
            assert status == 200
    return times[1:], body


def _scrolled(browser: Browser, name: str, screen: tuple[int, int], url: str) -> list[Figure]:
    """Scroll the page with the mouse wheel, down and then right; return the measurements."""
    width, height = screen
    context = browser.new_context(viewport={"width": width, "height": height}, locale="it-IT")
    page = context.new_page()
    page.add_init_script(LISTEN)
    page.goto(url)
    page.wait_for_timeout(1000)
    loading = _long(page)
    steps = 0
    page.mouse.move(width / 2, height / 2)
    for across, down in ((0, 400), (400, 0)):
        before = None
        while (now := _place(page)) != before and steps < 300:
            before, steps = now, steps + 1
            page.mouse.wheel(across, down)
            page.wait_for_timeout(50)
    page.wait_for_timeout(500)
    scrolling = _long(page)
    boxes = page.locator("#live a").count()
    context.close()
    return [
        Figure(f"{name}: links", boxes),
        Figure(f"{name}: wheel steps", steps),
        Figure(f"{name}: ms of long tasks while loading", sum(loading)),
        Figure(f"{name}: ms of long tasks while scrolling", sum(scrolling)),
    ]


def _place(page: Page) -> Any:
    """Return the scroll positions of the page and of each scrollable element in it."""
    return page.evaluate(PLACES)


def _long(page: Page) -> list[int]:
    """Return the durations, in milliseconds, of the browser's long tasks since the last call."""
    tasks: list[int] = page.evaluate("window.long.splice(0)")
    return tasks
