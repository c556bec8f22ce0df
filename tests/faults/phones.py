"""Phones at the tables of a real site: real browsers, on a name that is no loopback's.

Over plain HTTP, as in a hall; over HTTPS where they are told whose certificate to trust.
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
HANDS: list[dict[str, Any]] = [
    {"dealer": number % 4, "trionfo": card, "card_points": points}
    for number, (card, points) in enumerate(
        [("2C", [36, 34]), ("3H", [34, 36]), ("4S", [37, 33]), ("5D", [33, 37]), ("6C", [35, 35])]
    )
]
"""Five hands that decide nothing."""
DEAF = """
const call = window.fetch;
window.fetch = (address, ...more) =>
  !localStorage.hears && String(address).includes("/api/v1/matches/")
    ? Promise.reject(new TypeError("deaf"))
    : call(address, ...more);
"""
"""A page with this script sends nothing about a match until its origin `hears`."""


class Phone:
    """One browser with its own folder, which outlives it."""

    def __init__(self, chrome: BrowserType, folder: Path, port: int, *, trusts: str = "") -> None:
        self.chrome, self.folder, self.deaf, self.trusts = chrome, folder, False, trusts
        self.origin = f"{'https' if trusts else 'http'}://{NAME}:{port}"
        self.context = self.start()

    def start(self) -> BrowserContext:
        """Start the browser on what its folder still holds."""
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
        """While it is deaf, no call reaches the server: neither of a page that is open nor of one to come.

        A page that is just being loaded may send before its requests are held up, so it is told as well.
        """
        if self.deaf:
            self.context.route("**/api/v1/matches/**", lambda route: route.abort())
            self.context.add_init_script(DEAF)

    @property
    def page(self) -> Page:
        """The tab that is looked at."""
        return self.context.pages[-1]

    def kill(self) -> None:
        """End the browser at once, as a flat battery would."""
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
        """Open a table by its code, say who holds the phone; return the match."""
        self.page.goto(f"{self.origin}/t/")
        self.page.locator("#code").fill(code)
        with self.page.expect_response(re.compile("/copie/")):
            self.page.locator("#open button").click()
            ours = self.page.locator(f"button[name=side][value='{side}']")
            ours.or_(self.page.locator("#sheet")).first.wait_for()
            if ours.count():
                ours.click()
        write, pen = self.page.locator("#acts a.primary"), self.page.locator("#acts form[action$='/penna/']")
        write.or_(pen).first.wait_for()
        if pen.count():  # it sat here before, and its cookie is gone: the pen is with who it was
            pen.locator("button").click()
        expect(write).to_be_visible()
        return self.page.url.split("/")[4]

    def at(self, match: str) -> Page:
        """Look at the sheet of a match in a new tab."""
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
    """Write one hand of Mariglia by taps, and confirm it; what the card decides ends after the card."""
    fill_in(page, hand, number=number, button=button)
    page.locator("button.say").click()
    expect(then or page.locator("#sheet")).to_be_visible()


def fill_in(
    page: Page, hand: dict[str, Any], *, number: int | None = None, button: str = "#acts a.primary"
) -> None:
    """Write one hand of Mariglia by taps as far as the page that is read aloud."""
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
    """The chip says how many hands wait; with none, that there is a network: once the outbox was read."""
    expect(page.locator("#outbox[data-read]")).to_be_attached(timeout=60_000)
    chip = page.locator("#state .chip:visible")
    expect(chip).to_have_text(f"{count} waiting" if count else "Online", timeout=60_000)


@contextlib.contextmanager
def no_answers(phone: Phone) -> Iterator[None]:
    """Let no hand through to the server while pages still come, also should the browser be another one."""
    phone.deaf = True
    phone.listen_or_not()
    phone.context.set_offline(False)
    yield
    phone.deaf = False
    phone.context.unroute_all()
    for page in phone.context.pages:
        page.evaluate("localStorage.hears = 1")


def believing() -> str:
    """Return the outbox's script without its check of the echo: any 2xx is believed."""
    script = (ROOT / "static/js/outbox.js").read_text()
    check = " && answer.said?.key === item.key && (item.strike || answer.said.digest === digest(item.body))"
    assert check in script
    return script.replace(check, "")
