"""Test of a match on a phone in WebKit (the engine of iPhone browsers), Firefox and Chromium.

`make browsers` plays the whole match in all three browsers and keeps a screenshot of each step. The test
suite plays only the first part.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browsers.drivers import ENGINES, Phone, phone_in
from tests.browsers.reporting_network import ReportingNetwork
from tests.faults.tables import Standing, Table
from tests.faults.test_taps import FIRST_GAME, SECOND_GAME
from tests.servers import needs

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(300)]

INSTALLED: dict[str, Callable[[], object]] = {
    "webkit": needs.webkit, "firefox": needs.firefox, "chromium": needs.chromium,
}  # fmt: skip
OTHER_ENGINES = ("webkit", "firefox")
# The folder of the pictures of the whole match; empty for the first part without pictures.
FULL_WAY = os.environ.get("WHOLE_WAY", "")


@dataclass
class Way:
    """A phone on which a match is played, and the list of the finished steps."""

    phone: Phone
    network: ReportingNetwork
    table: Table
    steps: list[str] = field(default_factory=list)

    def done(self, step: str) -> None:
        """Record a finished step; store a screenshot if a folder for screenshots is set."""
        self.steps.append(step)
        if FULL_WAY:
            Path(FULL_WAY).mkdir(parents=True, exist_ok=True)
            name = f"{len(self.steps):02}-{step.replace(' ', '-')}-{self.phone.engine}.png"
            Path(FULL_WAY, name).write_bytes(self.phone.png())

    def sit_down(self) -> None:
        """Open the match with its table code, and choose a side."""
        self.phone.go(f"{self.network.origin}/t/")
        self.phone.type("#code", self.table.code)
        self.done("code")
        self.phone.tap("#open button")
        self.phone.expect("button[name=side][value='0']")
        self.done("who")
        self.phone.tap("button[name=side][value='0']")
        self.phone.expect("#acts a.primary")
        self.done("match")

    def write(self, card: str, points: int, *, then: str = ".toast", picture: bool = False) -> None:
        """Enter one hand on the phone and confirm it."""
        self.answer(card, points, picture=picture)
        self.phone.tap("button.say")
        self.phone.expect(then)

    def answer(self, card: str, points: int, *, picture: bool = False) -> None:
        """Enter all steps of a hand, up to the confirmation page."""
        phone, suit = self.phone, f"#acts .quick a[href$='_suit={card[-1]}']"
        if phone.visible(suit):
            phone.tap(suit)
        else:
            phone.tap("#acts a.btn.big")
            phone.tap("input[name=dealer][value='0'] + .box")
            phone.tap(f"input[name=trionfo_suit][value='{card[-1]}'] + .box")
        phone.expect("input[name=trionfo_rank] + .box")
        if picture:
            self.done("trionfo")
        phone.tap(f"input[name=trionfo_rank][value='{card[:-1]}'] + .box")
        phone.expect(".duo")
        for key in ["=35"] if points == 35 else list(str(points)):
            phone.tap(f"[data-key='{key}']")
        if picture:
            self.done("points")
        phone.tap("[data-go]")
        phone.expect("button.say")
        if picture:
            self.done("confirm")

    def undo(self) -> None:
        """Enter a hand, and then undo it."""
        before = self.table.hands()
        self.write("2C", 30)
        self.phone.wait(lambda: self.table.hands() == [*before, [30, 40]], "waited for the hand")
        self.phone.tap(".toast button, .toast a")
        self.phone.wait(lambda: self.table.hands() == before, "waited until the hand was undone")
        self.phone.expect("#acts a.primary")
        self.done("undone")

    def write_behind_a_portal(self, card: str, points: int) -> None:
        """Confirm a hand while a Wi-Fi portal replaces the site; check that the hand is sent later."""
        before = self.table.hands()
        self.answer(card, points)
        self.network.only("portal", pages=True)
        self.phone.tap("button.say")
        self.phone.expect("#state .chip", "1")
        assert self.table.hands() == before
        self.done("waiting")
        self.network.only("")
        self.phone.wait(lambda: self.table.hands() == [*before, [points, 70 - points]], "waited for delivery")
        self.phone.go(f"{self.network.origin}/tavolo/{self.table.match}/")
        self.phone.expect("#acts a.primary")
        self.done("delivered")

    def settle_a_dispute(self, card: str, points: int, dealer: int) -> None:
        """Confirm a hand that another phone has sent with swapped points, and settle the dispute.

        The version of the first phone is chosen.
        """
        before = self.table.hands()
        self.answer(card, points)
        place = f"/matches/{self.table.match}/games/1/hands/{len(before) + 1}/"
        other = {"dealer": dealer, "trionfo": card, "card_points": [70 - points, points]}
        self.table.site.send("PUT", place, other)
        self.phone.tap("button.say")
        self.phone.expect("form.cmp section + section button")
        self.done("dispute")
        self.phone.tap("form.cmp button:not([value=stands])")
        self.phone.expect("#acts a.primary")
        assert self.table.hands() == [*before, [points, 70 - points]]
        self.done("settled")

    def sign(self) -> None:
        """Sign for both sides; the second side enters the table's code."""
        self.done("won")
        self.phone.tap("#acts a.ok")
        self.phone.tap("#acts button[name=side]")
        self.done("signed once")
        self.phone.tap("#acts a.ok")
        self.phone.type("#pass input[name=code]", self.table.code)
        self.phone.tap(".foot button.ok")
        self.phone.wait(
            lambda: self.phone.run("return document.querySelectorAll('.sig .done').length") == 2,
            "waited for both signatures",
        )
        self.done("signed")


def take(way: Way) -> None:
    """Play the first part of the match. This part contains every kind of action except signing."""
    way.sit_down()
    way.write(*FIRST_GAME[0], picture=True)
    way.done("hand")
    way.undo()
    way.write_behind_a_portal(*FIRST_GAME[1])
    way.settle_a_dispute(*FIRST_GAME[2], dealer=2)


def take_the_rest(way: Way) -> None:
    """Play the remaining hands of the match, and sign for both sides."""
    hands = [*FIRST_GAME, *SECOND_GAME]
    for card, points in hands[3:]:
        way.write(card, points)
    assert way.table.hands() == [[points, 70 - points] for _card, points in hands]
    way.sign()


@pytest.fixture
def network(embedded: Standing) -> Iterator[ReportingNetwork]:
    """Yield the simulated network between the phones and the site."""
    with ReportingNetwork(embedded.site.port) as network:
        yield network


@pytest.mark.parametrize("engine", list(ENGINES) if FULL_WAY else OTHER_ENGINES)
def test_match_is_played_on_a_phone_in_each_browser(
    engine: str, network: ReportingNetwork, table: Table, tmp_path: Path, playwright: Playwright
) -> None:
    if not INSTALLED[engine]():
        needs.lack(engine)
    with phone_in(engine, tmp_path / engine, network.proxy, playwright) as phone:
        way = Way(phone, network, table)
        take(way)
        if FULL_WAY:
            take_the_rest(way)
        assert phone.script_errors() == []
        assert not phone.run("return isSecureContext")
    print(f"{engine}: {len(way.steps)} steps, 0 errors of scripts: {', '.join(way.steps)}")


@pytest.mark.parametrize("engine", OTHER_ENGINES)
def test_javascript_error_in_a_page_is_recorded(
    engine: str, network: ReportingNetwork, tmp_path: Path, playwright: Playwright
) -> None:
    if not INSTALLED[engine]():
        needs.lack(engine)
    network.planted = b"setTimeout(() => { throw new Error('planted'); });"
    with phone_in(engine, tmp_path / engine, network.proxy, playwright) as phone:
        phone.go(f"{network.origin}/t/")
        phone.wait(lambda: any("planted" in each for each in phone.script_errors()), "waited for the error")
