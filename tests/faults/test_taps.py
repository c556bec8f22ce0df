"""A whole match tapped on a phone of 390 × 844 pixels: the taps, page loads and bytes per hand."""

from dataclasses import dataclass, field
from statistics import median

import pytest
from playwright.sync_api import Page, Request, expect

from tests.faults.phones import Phone
from tests.faults.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(300)]

FIRST_GAME = [("KH", 43), ("7S", 29), ("4C", 47), ("AD", 32), ("JC", 35), ("QH", 46)]
# The trionfo and our card points of each hand: 36 to 19, then 38 to 0.
SECOND_GAME = [("AS", 60), ("6H", 44)]
MOST_TAPS = 6

TAPS = """document.addEventListener("pointerdown", () => {
    sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
}, true)"""


@dataclass
class Cost:
    """The taps, page loads and sent bytes of one hand."""

    taps: int = 0
    pages: int = 0
    sent: int = 0


@dataclass
class Counting:
    """A counter of the taps, page loads and sent bytes of each hand."""

    page: Page
    costs: list[Cost] = field(default_factory=list)
    now: Cost = field(default_factory=Cost)

    def __post_init__(self) -> None:
        self.page.on("framenavigated", lambda _frame: self._show())
        self.page.on("requestfinished", self._send)

    def _show(self) -> None:
        self.now.pages += 1

    def _send(self, request: Request) -> None:
        sizes = request.sizes()
        self.now.sent += sizes["requestBodySize"] + sizes["requestHeadersSize"]

    def write(self, card: str, points: int) -> None:
        """Enter a hand by tapping and record the taps, page loads and bytes."""
        self.now, before = Cost(), count_taps(self.page)
        write_by_taps(self.page, card, points)
        self.page.wait_for_timeout(500)  # requests of the page after it has loaded
        self.now.taps = count_taps(self.page) - before
        self.costs.append(self.now)


def count_taps(page: Page) -> int:
    """Return the number of taps so far, counted by the script TAPS."""
    return int(page.evaluate("Number(sessionStorage.taps || 0)"))


def write_by_taps(page: Page, card: str, points: int) -> None:
    """Enter one hand by tapping, with the suit buttons of the sheet if there are any."""
    suit = page.locator(f"#acts .quick a[href$='_suit={card[-1]}']")
    if suit.count():
        suit.click()
    else:
        page.locator("#acts a.btn.big").click()
        page.locator("input[name=dealer][value='0'] + .box").click()
        page.locator(f"input[name=trionfo_suit][value='{card[-1]}'] + .box").click()
    page.locator(f"input[name=trionfo_rank][value='{card[:-1]}'] + .box").click()
    expect(page.locator(".duo")).to_be_visible()
    for key in ["=35"] if points == 35 else list(str(points)):
        page.locator(f"[data-key='{key}']").click()
    page.locator("[data-go]").click()
    page.locator("button.say").click()
    expect(page.locator(".toast")).to_be_visible()


def test_entering_a_hand_after_the_first_takes_at_most_six_taps(phone: Phone, table: Table) -> None:
    phone.context.add_init_script(TAPS)
    phone.sit_down(table.code)
    counting = Counting(phone.page)
    for card, points in [*FIRST_GAME, *SECOND_GAME]:
        counting.write(card, points)
    assert table.hands() == [[points, 70 - points] for _card, points in [*FIRST_GAME, *SECOND_GAME]]
    costs = counting.costs
    taps, pages, sent = (median(getattr(cost, name) for cost in costs) for name in ("taps", "pages", "sent"))
    print(f"{len(costs)} hands; the median: {taps:g} taps, {pages:g} pages, {sent:g} bytes sent")
    assert costs[0].taps == MOST_TAPS + 2  # the first hand also needs the dealer
    assert max(cost.taps for cost in costs[1:]) == MOST_TAPS


SETTLED = """() => new Promise((settled) => {
    document.addEventListener("htmx:afterSettle", () => settled(), { once: true });
    htmx.trigger("#sheet", "live");
})"""


def test_tap_during_a_refresh_of_the_sheet_is_not_lost(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    box = phone.page.locator("#acts a.primary").bounding_box()
    assert box
    phone.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.mouse.down()
    phone.page.evaluate(SETTLED)
    phone.page.mouse.up()
    expect(phone.page.locator("#hand")).to_be_visible(timeout=5_000)
