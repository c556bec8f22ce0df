"""Phones at the tables of a running site: real browsers that use a host name other than localhost.

They use plain HTTP, as in a club, or HTTPS with a trusted certificate.
"""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import BrowserContext, BrowserType, Locator, Page, expect

from tests.servers import needs
from tests.servers.site import ROOT

NAME = "trionfo.lan"
MAPPED = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
# Five hands of a game that is not decided.
HANDS: list[dict[str, Any]] = [
    {"dealer": number % 4, "trionfo": card, "card_points": points}
    for number, (card, points) in enumerate(
        [("2C", [36, 34]), ("3H", [34, 36]), ("4S", [37, 33]), ("5D", [33, 37]), ("6C", [35, 35])]
    )
]
# A page with this script sends no request about a match until `localStorage.hears` is set.
DEAF = """
const call = window.fetch;
window.fetch = (address, ...more) =>
  !localStorage.hears && String(address).includes("/api/v1/matches/")
    ? Promise.reject(new TypeError("deaf"))
    : call(address, ...more);
"""


class Phone:
    """A browser with its own profile folder, which remains when the browser is killed."""

    def __init__(self, chrome: BrowserType, folder: Path, port: int, *, trusts: str = "") -> None:
        self.chrome, self.folder, self.deaf, self.trusts = chrome, folder, False, trusts
        self.origin = f"{'https' if trusts else 'http'}://{NAME}:{port}"
        self.context = self.start()

    def start(self) -> BrowserContext:
        """Start the browser with the data in its profile folder."""
        self.context = self.chrome.launch_persistent_context(
            self.folder,
            executable_path=needs.chromium() or needs.lack("Chromium"),
            args=[*needs.QUIET, MAPPED, f"--ignore-certificate-errors-spki-list={self.trusts}"],
            locale="en-GB",
            viewport={"width": 390, "height": 844},
        )
        self.context.set_default_timeout(60_000)
        self.listen_or_not()
        return self.context

    def listen_or_not(self) -> None:
        """Block all API requests about matches, on present and later pages, if `self.deaf` is true.

        A script in the page also blocks these requests, because a page may send one before Playwright's route
        applies.
        """
        if self.deaf:
            self.context.route("**/api/v1/matches/**", lambda route: route.abort())
            self.context.add_init_script(DEAF)

    @property
    def page(self) -> Page:
        """The browser tab that was opened last."""
        return self.context.pages[-1]

    def kill(self) -> None:
        """Kill the browser immediately, as if the battery of the phone were empty."""
        mine = [each for each in psutil.Process().children(recursive=True) if self._is_mine(each)]
        for process in mine:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(mine, timeout=5)
        with contextlib.suppress(Exception):
            self.context.close()

    def _is_mine(self, process: psutil.Process) -> bool:
        try:
            return any(str(self.folder) in word for word in process.cmdline())
        except psutil.Error:
            return False

    def sit_down(self, code: str, side: int = 0) -> str:
        """Open a table by its code and choose a side; return the id of the match."""
        self.page.goto(f"{self.origin}/t/")
        self.page.locator("#code").fill(code)
        with self.page.expect_response(re.compile("/copie/")):
            self.page.locator("#open button").click()
            side_button = self.page.locator(f"button[name=side][value='{side}']")
            side_button.or_(self.page.locator("#sheet")).first.wait_for()
            if side_button.count():
                side_button.click()
        write, pen = self.page.locator("#acts a.primary"), self.page.locator("#acts form[action$='/penna/']")
        write.or_(pen).first.wait_for()
        if pen.count():  # this phone was here before and lost its cookie, so its earlier device has the pen
            pen.locator("button").click()
        expect(write).to_be_visible()
        return self.page.url.split("/")[4]

    def at(self, match: str) -> Page:
        """Open the sheet of a match in a new tab."""
        page = self.context.new_page()
        with page.expect_response(re.compile("/copie/")):
            page.goto(f"{self.origin}/tavolo/{match}/")
        return page


def write(
    page: Page,
    hand: dict[str, Any],
    *,
    number: int | None = None,
    button: str = "#acts a.primary",
    then: Locator | None = None,
) -> None:
    """Enter and confirm one hand of Mariglia by tapping.

    If `hand` has no card points, the function enters no points.
    """
    fill_in(page, hand, number=number, button=button)
    page.locator("button.say").click()
    expect(then or page.locator("#sheet")).to_be_visible()


def fill_in(
    page: Page, hand: dict[str, Any], *, number: int | None = None, button: str = "#acts a.primary"
) -> None:
    """Enter one hand of Mariglia by tapping, but do not confirm it."""
    begin = page.locator(button)
    if number:
        expect(begin).to_have_attribute("href", re.compile(rf"-{number}/"))
    begin.click()
    dealer = page.locator(f"input[type=radio][name=dealer][value='{hand['dealer']}']")
    expect(page.locator(".suits")).to_be_visible()
    if not dealer.is_checked():
        label = page.locator("label").filter(has=dealer)
        if not label.is_visible():
            page.locator("details.seats summary").click()
        label.click()
    for part, value in (("suit", hand["trionfo"][-1]), ("rank", hand["trionfo"][:-1])):
        page.locator(f"input[name=trionfo_{part}][value='{value}']").dispatch_event("click")
    page.locator("[data-go]").click()
    if "card_points" in hand:
        expect(page.locator(".duo")).to_be_visible()
        page.locator("input[name=card_points_0]").fill(str(hand["card_points"][0]))
        if "tricks" in hand:
            page.locator("input[name=tricks_0]").fill(str(hand["tricks"][0]))
        page.locator("[data-go]").click()
    expect(page.locator("button.say")).to_be_visible()


def expect_waiting(page: Page, count: int) -> None:
    """Wait until the page shows the given number of waiting hands, or "Online" for 0."""
    expect(page.locator("#outbox[data-read]")).to_be_attached(timeout=60_000)
    chip = page.locator("#state .chip:visible")
    expect(chip).to_have_text(f"{count} waiting" if count else "Online", timeout=60_000)


@contextlib.contextmanager
def no_answers(phone: Phone) -> Iterator[None]:
    """Block the API requests about matches inside the `with` block, even if the browser restarts."""
    phone.deaf = True
    phone.listen_or_not()
    phone.context.set_offline(False)
    yield
    phone.deaf = False
    phone.context.unroute_all()
    for page in phone.context.pages:
        page.evaluate("localStorage.hears = 1")


def believing() -> str:
    """Return the outbox script without its check of the response body.

    The script then accepts every response with a 2xx status.
    """
    script = (ROOT / "static/js/outbox.js").read_text()
    check = " && answer.said?.key === item.key && (item.strike || answer.said.digest === digest(item.body))"
    assert check in script
    return script.replace(check, "")
