"""The visitors of the pages: the public, an organiser, and a phone at a table."""

from dataclasses import dataclass
from typing import Any, Literal
from zlib import crc32

from playwright.sync_api import Browser, BrowserContext, Page

from tests.screens.club import CLUB, Club, evening_zone, play_on

Visitor = Literal["public", "desk", "phone"]
DISPUTED = "dealer=2&trionfo_suit=H&trionfo_rank=A"
SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1440, "height": 900}}
LOCALES = {"it": "it-IT", "en": "en-GB"}


@dataclass(frozen=True)
class Look:
    """The look of a page: screen size, language, and light or dark colours."""

    size: str = "phone"
    language: str = "it"
    theme: str = "light"
    # The sixth of the pages to show, 0 to 5; None for all pages.
    sixth: int | None = None

    def takes(self, page: str) -> bool:
        """Return True if this look shows the page.

        The pages are divided into six parts by their names. A look shows the part with the number `sixth`, or
        all pages if `sixth` is None.
        """
        return self.sixth is None or crc32(page.encode()) % 6 == self.sixth

    def __str__(self) -> str:
        return f"{self.size}-{self.language}-{self.theme}"

    def context(self, browser: Browser, memory: Any = None) -> BrowserContext:
        """Return a browser context with the size, language and colours of the look, without animations."""
        return browser.new_context(
            viewport=SIZES[self.size],  # type: ignore[arg-type]
            locale=LOCALES[self.language],
            timezone_id=evening_zone(),
            color_scheme=self.theme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            storage_state=memory,
        )


@dataclass(frozen=True)
class Visitors:
    """The stored browser state of each visitor: empty, the organiser's session, or the phone's tables."""

    desk: Any
    phone: Any
    public: Any = None

    def memory(self, visitor: Visitor) -> Any:
        return getattr(self, visitor)


def first_organiser(club_page: Page, link: str) -> None:
    """Complete and submit the set-up page."""
    club_page.goto(link)
    for name, value in CLUB.items():
        club_page.locator(f"input[name={name}]").fill(value)
    club_page.locator("form.form button.big").click()
    club_page.wait_for_url("**/regia/")


def bring_in(browser: Browser, club: Club, desk: Any) -> Visitors:
    """Open tables on two phones, continue the tournament, and enter a disputed hand."""
    contexts = [Look().context(browser, memory) for memory in (None, None, desk)]
    first_page, second_page, clerk = (context.new_page() for context in contexts)
    evening, draw_slug = club.places["evening"], club.places["drawn"]
    for slug, name in (
        (evening, "1º ottavo"),
        (evening, "4º ottavo"),
        (evening, "5º ottavo"),
        (draw_slug, "1º quarto"),
    ):
        open_table(first_page, club, code_of(clerk, club, slug, name), side=0)
    open_table(first_page, club, disputed_hand := code_of(clerk, club, evening, "6º ottavo"), side=0)
    open_table(second_page, club, disputed_hand, side=1)
    play_on(club)
    open_table(first_page, club, code_of(clerk, club, evening, "1º quarto"), side=0)
    _write_differently(club, first_page, second_page)
    first_page.goto(f"{club.site.url}/tavolo/{club.places['half_signed']}/firma/")
    first_page.locator("#acts button.ok").click()
    first_page.locator(".sig .done").wait_for()
    visitors = Visitors(desk, contexts[0].storage_state())
    for context in contexts:
        context.close()
    return visitors


def code_of(clerk: Page, club: Club, slug: str, name: str) -> str:
    """Return the table code of a match from the organiser's page."""
    clerk.goto(f"{club.site.url}/regia/{slug}/fogli/")
    card = clerk.locator(".codecard").filter(has=clerk.get_by_text(name, exact=True))
    return card.locator(".typed b").inner_text()


def open_table(page: Page, club: Club, code: str, *, side: int) -> None:
    """Type the table code and choose a side."""
    page.goto(f"{club.site.url}/t/")
    page.locator("#code").fill(code)
    page.locator("#open button").click()
    page.locator(f"button[name=side][value='{side}']").click()
    page.locator("#sheet").wait_for()


def _write_differently(club: Club, first_page: Page, second_page: Page) -> None:
    """Enter a hand on two phones, on the second phone with the points of the sides exchanged."""
    hand = f"{club.site.url}/tavolo/{club.places['disputed']}/mano/3-3/conferma/"
    first_page.goto(f"{hand}?{DISPUTED}&card_points_0=42&key=written-by-the-first")
    second_page.goto(f"{hand}?{DISPUTED}&card_points_0=28&key=written-by-the-second")
    first_page.locator("button.say").click()
    first_page.locator("#sheet").wait_for()
    second_page.locator("button.say").click()
    second_page.locator(".cmp").wait_for()
