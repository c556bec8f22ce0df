"""A small tournament in a browser, from the entries to the champion, on pages of the desk and the phone."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from tests.evenings.evening import PLAYERS
from tests.evenings.phone import PhoneEvening, sign_in
from tests.screens.visitors import Look

# Two hands with which side A wins both games of a match of Mariglia.
WINS = (
    {"dealer": 0, "trionfo": "AS", "card_points": [66, 4]},
    {"dealer": 1, "trionfo": "2C", "card_points": [70, 0]},
)
PAIRS = 4


@dataclass
class EveningByPages(PhoneEvening):
    """A knockout of four pairs; `faults` lists the failed requests and script errors of its pages."""

    faults: list[str] = field(default_factory=list)

    @contextmanager
    def desk(self, browser: Browser) -> Iterator[Page]:
        """Yield the organiser's desk page; record its failed requests and script errors."""
        with sign_in(browser, self.site.url) as page:
            self.watch(page.context)
            yield page

    def watch(self, context: BrowserContext) -> None:
        """Record every failed request and script error in the given browser context."""

        def note(answer: Response) -> None:
            if answer.status >= 400 and answer.url.startswith(self.site.url):
                self.faults.append(f"{answer.status} {answer.url}")

        context.on("response", note)
        context.on("weberror", lambda error: self.faults.append(str(error.error)))

    def prepare(self, page: Page) -> None:
        """Create the tournament, enter four pairs, and draw by seeds."""
        page.goto(f"{self.site.url}/regia/?gioco={self.card_game.key}")
        page.locator("input[name=name]").fill("Serata di prova")
        page.locator("main form.sheet button.big").click()
        page.wait_for_url(re.compile(r"/regia/serata-di-prova/"))
        self.slug = "serata-di-prova"
        for pair in range(PAIRS):
            page.goto(f"{self.site.url}/regia/{self.slug}/iscrizioni/")
            for place in (0, 1):
                page.locator(f"input[name=player_{place}]").fill(PLAYERS[2 * pair + place])
            page.locator("form.entry button.primary").click()
            expect(page.locator("#teams tbody tr")).to_have_count(pair + 1)
        page.goto(f"{self.site.url}/regia/{self.slug}/sorteggio/")
        page.locator("label:has(input[name=by][value=seeds])").click()
        page.locator("form.drawing button.big").click()
        expect(page.locator("#drawn section li").first).to_be_visible(timeout=30_000)

    def play_by_pages(self, desk: Page) -> str:
        """Record and sign every match on a phone at the table; return the name of the champion."""
        for _match in range(PAIRS - 1):
            match = self._ready()
            code, phone = self._open_by(desk, match)
            for game, body in enumerate(WINS, start=1):
                self._write(phone, {"game": game, "hand": 1}, body)
            self._sign(phone, match, code)
            phone.context.close()
        desk.goto(f"{self.site.url}/regia/{self.slug}/")
        expect(desk.locator(".task.ok .saying")).to_be_visible(timeout=30_000)
        return desk.locator("section.final ol b + span").first.inner_text()

    def _open_by(self, desk: Page, match: str) -> tuple[str, Page]:
        """Type the code of a match on a phone and choose a side; return the code and the page."""
        desk.goto(f"{self.site.url}/regia/{self.slug}/incontri/{match}/")
        code = desk.locator("#phones p b").first.text_content() or ""
        browser = desk.context.browser
        assert browser is not None
        phone = Look().context(browser).new_page()
        self.watch(phone.context)
        phone.goto(f"{self.site.url}/t/")
        phone.locator("#code").fill(code)
        phone.locator("#open button").click()
        phone.locator("button[name=side][value='0']").click()
        phone.locator("#sheet").wait_for()
        return code, phone

    def _sign(self, phone: Page, match: str, code: str) -> None:
        """Sign for both sides; type the code before the second signature."""
        phone.goto(f"{self.site.url}/tavolo/{match}/firma/")
        phone.locator("#acts button[name=side][value='0']").click()
        expect(phone.locator(".sig .done")).to_have_count(1)
        phone.locator("#acts a.ok").click()
        phone.locator("form#pass input#code").fill(code)
        phone.locator("button[form=pass]").click()
        expect(phone.locator(".sig .done")).to_have_count(2)
