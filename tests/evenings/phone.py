"""Hands entered on a phone in a real browser, with the controls of the entry pages.

The kind of each field determines the controls, so this module also works for new card games.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page, expect

from scoring.field_kinds.base import Field
from scoring.field_kinds.basic import CardOf, Dealer, Shares, Side, Suit
from scoring.field_kinds.choice import Choice
from scoring.field_kinds.claim import ClaimKind
from scoring.field_kinds.declarations import Declarations
from scoring.field_kinds.number import Number
from tests.evenings.evening import Evening
from tests.evenings.hands import Games, Writer
from tests.screens.visitors import Look
from tests.servers.site import ORGANISER, PASSWORD
from tournaments.competition.lifecycle import OVER

Picture = Callable[[Page, str], None]


def no_picture(_page: Page, _name: str) -> None:
    """Do nothing; replaces an `Album` in runs without screenshots."""


@contextmanager
def sign_in(browser: Browser, url: str) -> Iterator[Page]:
    """Log in as the organiser and yield the desk page."""
    context = Look().context(browser)
    page = context.new_page()
    page.goto(f"{url}/accounts/login/")
    page.locator("input[name=login]").fill(ORGANISER)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("main form button").last.click()
    page.wait_for_url(re.compile("regia|/$"))
    yield page
    context.close()


@dataclass
class PhoneEvening(Evening):
    """A tournament whose hands are entered on the pages of a phone at the table."""

    picture: Picture = no_picture
    look: Look = field(default_factory=Look)

    def play_on(self, desk: Page, most_hands: int = 10**6) -> None:
        """Play until all matches are over or the given number of hands has been entered on the phone."""
        while any(match["state"] not in OVER for match in self.matches()) and self.hands < most_hands:
            ready = [match for match in self.matches() if match["state"] == "ready"]
            if ready:
                self._at_the_table(desk, ready[0]["id"], most_hands)

    def _at_the_table(self, desk: Page, match: str, most_hands: int) -> None:
        phone = self._open(desk)
        writer = Writer(self.card_game, self.profile, self.random)
        games: Games = []
        while (place := writer.following(games)) is not None and self.hands < most_hands:
            while len(games) < place["game"]:
                games.append({"hands": []})
            body = writer.hand(games, place["game"], place["hand"], place["dealer"])
            self._write(phone, place, body)
            games[-1]["hands"].append(body)
            self.hands += 1
        self.sheets[match] = games
        if place is None:
            self.picture(phone, "over")
            for side in range(self.profile.sides):
                self.site.send("POST", f"/matches/{match}/sign/", {"side": side})
        phone.context.close()

    def play_scene(self, desk: Page, hands: list[dict[str, Any]]) -> str:
        """Play the hands of a test scenario, the last one on the phone; return the id of the match."""
        match = self._ready()
        for number, body in enumerate(hands[:-1], start=1):
            path = f"/matches/{match}/games/1/hands/{number}/"
            self.site.send("PUT", path, body, Idempotency_Key=f"{match}-{number}")
        phone = self._open(desk)
        self._look_at_empty_steps(phone)
        self._write(phone, {"game": 1, "hand": len(hands)}, hands[-1])
        phone.context.close()
        return match

    def _ready(self) -> str:
        """Wait for the draw; return the id of the first ready match."""
        for _attempt in range(200):
            for match in self.matches():
                if match["state"] == "ready":
                    return str(match["id"])
            time.sleep(0.05)
        raise AssertionError("no match became ready")

    def _open(self, desk: Page) -> Page:
        """Type the table code from the organiser's page on a new phone, and choose the first side."""
        origin = re.match(r"https?://[^/]+", desk.url)[0]  # type: ignore[index]
        desk.goto(f"{origin}/regia/{self.slug}/fogli/")
        code = desk.locator(".codecard .typed b").first.inner_text()
        browser = desk.context.browser
        assert browser is not None
        phone = self.look.context(browser).new_page()
        phone.goto(f"{origin}/t/")
        phone.locator("#code").fill(code)
        phone.locator("#open button").click()
        phone.locator("button[name=side][value='0']").wait_for()
        self.picture(phone, "who")
        phone.locator("button[name=side][value='0']").click()
        phone.locator("#sheet").wait_for()
        self.picture(phone, "match")
        return phone

    def _look_at_empty_steps(self, phone: Page) -> None:
        """Take screenshots of the empty first step with its error messages, and of the menu."""
        match = phone.url
        phone.locator("#acts a.primary").click()
        phone.locator("#hand").wait_for()
        phone.goto(f"{phone.url}?check=1")
        self.picture(phone, "refused")
        phone.goto(match)
        annul = phone.locator(".menu a[href$='/monte/']:not([hidden])")
        if annul.count():
            phone.locator(".menu summary").click()
            self.picture(phone, "menu")
            annul.click()
            self.picture(phone, "annul")
            phone.goto(match)

    def _write(self, phone: Page, place: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        """Open the form of the hand, complete each step, and confirm the hand."""
        phone.locator("#acts a.primary").click()
        phone.locator("#hand").wait_for()
        for step in self.card_game.entry_steps:
            if f"/{step.key}/" not in phone.url:
                continue
            phone.locator("#hand").wait_for()
            self.picture(phone, f"{step.key}-empty")
            for key in step.fields:
                field = next(each for each in self.card_game.fields if each.key == key)
                if body.get(key) is not None:
                    TOUCHES[type(field.kind)](phone, field, body[key])
            self.picture(phone, step.key)
            self._go_on(phone, body)
            phone.wait_for_url(
                re.compile(f"/(conferma|mano/{place['game']}-{place['hand']}/(?!{step.key}/))")
            )
        phone.locator("button.say, footer button.primary").first.wait_for()
        self.picture(phone, "confirm")
        phone.locator("button.say").click()
        phone.locator("#sheet").wait_for()
        self._wait_until_kept(phone.url.split("/")[4], place)
        expect(phone.locator("[data-waiting]")).to_be_hidden(timeout=30_000)
        self.picture(phone, "written")
        if phone.locator("#acts a.ok").count():
            phone.locator("#acts a.ok").click()
            phone.wait_for_url("**/firma/")
            self.picture(phone, "sign")
            phone.go_back()

    def _wait_until_kept(self, match: str, place: Mapping[str, Any]) -> None:
        """Wait until the site has stored the hand that the phone sends."""
        for _attempt in range(300):
            games = self.sheet(match)["games"]
            if len(games) >= place["game"] and len(games[place["game"] - 1]["hands"]) >= place["hand"]:
                return
            time.sleep(0.1)
        raise AssertionError(f"the site has not stored the hand: {place}")

    def _go_on(self, phone: Page, body: Mapping[str, Any]) -> None:
        """Press the button for the ending of the hand; if the step has none, press the main button."""
        ending = phone.locator(f"button[name=state][value='{body.get('state')}']")
        (ending if ending.count() else phone.locator("[data-go]")).click()


def _choose(phone: Page, name: str, value: object) -> None:
    """Choose an option of a group; if the option is in a collapsed section, open the section first."""
    choice = phone.locator(f"input[name='{name}'][value='{value}']")
    if choice.is_checked():
        return
    label = phone.locator("label").filter(has=choice)
    if not label.is_visible():
        phone.locator("details").filter(has=choice).locator("summary").click()
    label.dispatch_event("click")  # as keys do: a touched card continues to the next step automatically


def _one(phone: Page, field: Field[Any], value: Any) -> None:
    _choose(phone, field.key, value)


def _card(phone: Page, field: Field[Any], value: str) -> None:
    _choose(phone, f"{field.key}_suit", value[-1])
    _choose(phone, f"{field.key}_rank", value[:-1])


def _number(phone: Page, field: Field[Any], value: int) -> None:
    phone.locator(f"input[name='{field.key}']").fill(str(value))


def _shares(phone: Page, field: Field[Any], value: list[int]) -> None:
    """Enter every share of a total except the last share, which the page computes."""
    for number, share in list(enumerate(value))[:-1]:
        phone.locator(f"input[name='{field.key}_{number}']").fill(str(share))


def _declarations(phone: Page, field: Field[Any], value: list[dict[str, Any]]) -> None:
    for declaration in value:
        if declaration.get("captured"):
            phone.locator(f"label:has(input[name='{field.key}_captured'])").click()
        entry = ".".join(str(declaration.get(part, "")) for part in ("side", "kind", "suit"))
        phone.locator(f"button[name=add][value='{field.key}:{entry}']").click()
        phone.locator(f"input[name='{field.key}'][value*='{entry}']").wait_for(state="attached")


def _claim(phone: Page, field: Field[Any], value: Mapping[str, int]) -> None:
    _choose(phone, f"{field.key}_side", value["side"])
    phone.locator(f"input[name='{field.key}_card_points']").fill(str(value["card_points"]))


TOUCHES: Mapping[type, Callable[[Page, Field[Any], Any], None]] = {
    Dealer: _one,
    Side: _one,
    Suit: _one,
    Choice: _one,
    CardOf: _card,
    Number: _number,
    Shares: _shares,
    Declarations: _declarations,
    ClaimKind: _claim,
}
