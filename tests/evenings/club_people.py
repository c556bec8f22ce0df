"""Simulated persons of a club, each with a browser; clicks, fields and pages of each task are counted."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Frame, Locator, Page, expect

from tests.evenings.pictures import keep
from tests.screens.club import evening_zone
from tests.screens.visitors import Look
from tests.servers.site import Site, embedded_site

PASSWORDS = "un gatto sul tetto verde"
# The menu of the desk is folded behind a button below this width in pixels.
NARROW = 800
# Width in pixels of the contact sheet of all screenshots, six in a row.
SHEET_WIDTH = 2400


@dataclass
class Job:
    """The number of clicks, completed fields and opened pages that a person needs for a task."""

    name: str
    role: str
    clicks: int = 0
    fields: int = 0
    pages: int = 0


@dataclass
class Tally:
    """All tasks that are counted in a test, in the order in which they began."""

    jobs: list[Job] = field(default_factory=list)

    def table(self) -> str:
        """Return a printable table of the tasks."""
        width = max(len(job.name) for job in self.jobs)
        lines = [f"{'job':{width}}  {'who':10} clicks fields pages"]
        lines += [
            f"{job.name:{width}}  {job.role:10} {job.clicks:6} {job.fields:6} {job.pages:5}"
            for job in self.jobs
        ]
        sums = [sum(getattr(job, key) for job in self.jobs) for key in ("clicks", "fields", "pages")]
        lines.append(f"{'in all':{width}}  {'':10} {sums[0]:6} {sums[1]:6} {sums[2]:5}")
        return "\n".join(lines)


@dataclass
class Strip:
    """The numbered screenshots of a tournament; none is stored if `folder` is None."""

    folder: Path | None
    captions: list[str] = field(default_factory=list)

    def take(self, page: Page, caption: str) -> None:
        """Store a screenshot of the whole page."""
        self.captions.append(caption)
        if self.folder is not None:
            page.wait_for_load_state("load")
            page.evaluate("document.fonts.ready.then(() => true)")
            keep(page, self.folder / f"{len(self.captions):02}.png")

    def bind(self, browser: Browser) -> None:
        """Combine all screenshots and their captions in one image, strip.png."""
        if self.folder is None:
            return
        figures = "".join(
            f"<figure><img src='{number:02}.png'><figcaption>{number}. {caption}</figcaption></figure>"
            for number, caption in enumerate(self.captions, start=1)
        )
        style = (
            "body{display:grid;grid-template-columns:repeat(6,1fr);gap:12px;font:14px sans-serif;margin:12px}"
            "figure{margin:0}img{width:100%;height:300px;object-fit:contain;object-position:top left;"
            "border:1px solid #999}"
        )
        sheet = self.folder / "strip.html"
        sheet.write_text(f"<!doctype html><meta charset='utf-8'><style>{style}</style>{figures}")
        with browser.new_page(viewport={"width": SHEET_WIDTH, "height": 900}) as page:
            page.goto(sheet.absolute().as_uri())
            page.screenshot(path=self.folder / "strip.png", full_page=True)


class Person:
    """A person with a separate browser, who opens pages, clicks and types."""

    def __init__(
        self, browser: Browser, name: str, tally: Tally, strip: Strip, size: str = "desktop"
    ) -> None:
        self.browser, self.name, self.tally, self.strip = browser, name, tally, strip
        self.full_name = name
        self.page = Look(size=size).context(browser).new_page()
        self.page.set_default_timeout(60_000)
        self.job: Job | None = None
        self.page.on("framenavigated", self._came_to)
        self.page.on("dialog", lambda dialog: dialog.accept())

    def _came_to(self, frame: Frame) -> None:
        if self.job is not None and frame == self.page.main_frame:
            self.job.pages += 1

    @contextmanager
    def at(self, name: str) -> Iterator[None]:
        """Count the clicks, fields and pages of a task until the block ends."""
        self.job = Job(name, self.name)
        self.tally.jobs.append(self.job)
        yield
        self.page.wait_for_load_state("load")
        self.job = None

    def find(self, what: str | Locator) -> Locator:
        return self.page.locator(what) if isinstance(what, str) else what

    def open(self, address: str) -> None:
        """Open a URL that the person gets from a message or a QR code, or the URL of the site."""
        self.page.goto(address)

    def touch(self, what: str | Locator, to: str | re.Pattern[str] = "") -> None:
        """Click a visible element; if `to` is given, wait for the URL `to`."""
        self.find(what).click()
        if self.job is not None:
            self.job.clicks += 1
        if to:
            self.page.wait_for_url(to)

    def write(self, what: str | Locator, text: str) -> None:
        self.find(what).fill(text)
        if self.job is not None:
            self.job.fields += 1

    def choose(self, what: str | Locator, value: str) -> None:
        """Choose an option of a select element, and count the element as a completed field."""
        self.find(what).select_option(value)
        if self.job is not None:
            self.job.fields += 1

    def go(self, end: str) -> None:
        """Follow the menu link whose URL ends in `end`; on a narrow screen, open the menu first."""
        size = self.page.viewport_size
        if size and size["width"] < NARROW:
            self.touch("[data-menu]")
        self.touch(f"#rail-menu a[href$='{end}']", to=f"**{end}")

    def home(self) -> None:
        """Open the list of tournaments by clicking the logo."""
        self.touch("nav.rail a.brand", to="**/regia/")

    def sees(self, words: str, where: str = "main") -> None:
        """Fail unless the given text is on the page."""
        expect(self.page.locator(where).first).to_contain_text(words)

    def picture(self, caption: str) -> None:
        self.strip.take(self.page, f"{self.name}: {caption}")

    def leave(self) -> None:
        self.page.context.close()


@contextmanager
def club(tmp_path: Path, browser: Browser, pictures: str = "") -> Iterator[tuple[Site, Person]]:
    """Start an empty site; yield the site and the person who opens its set-up link.

    Screenshots are stored in the subfolder `pictures` of STRIP_FOLDER.
    """
    folder = Path(os.environ["STRIP_FOLDER"]) / pictures if os.environ.get("STRIP_FOLDER") else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    with embedded_site(tmp_path, TIME_ZONE=evening_zone()) as site:
        yield site, Person(browser, "Rita", Tally(), Strip(folder))


def set_up(site: Site, rita: Person) -> None:
    """Open the set-up link that `serve` printed, and create the club and its first organiser."""
    match = re.search(r"/setup/[^/\s]+/", site.said())
    assert match
    with rita.at("set the club up"):
        rita.open(site.url + match[0])
        rita.picture("the set-up link")
        rita.write("[name=club]", "Circolo La Mariglia")
        rita.write("[name=town]", "Sassari")
        rita.write("[name=name]", "Rita Tola")
        rita.write("[name=username]", "rita")
        rita.write("[name=password]", PASSWORDS)
        rita.touch("form.form button.big", to="**/regia/")
        rita.full_name = "Rita Tola"
        rita.picture("the desk, empty")


def invite(host: Person, role: str, name: str, size: str = "desktop") -> Person:
    """Invite a person to a role; the person accepts the invitation in a new browser and is then logged in."""
    with host.at(f"invite: {role}"):
        host.go("/regia/chi-conduce/")
        host.touch(f".role-choice label:has([value={role}])")
        host.touch("form:has(.role-choice) button.primary")
        expect(host.page.locator(".toast")).to_be_visible()
        link = host.page.locator(".invitation-link").first.input_value()
        host.picture(f"an invitation: {role}")
    guest = Person(host.browser, name.split()[0], host.tally, host.strip, size)
    with guest.at(f"accept: {role}"):
        guest.open(link)
        guest.sees(host.full_name)
        guest.picture(f"the invitation: {role}")
        guest.full_name = name
        guest.write("[name=name]", name)
        guest.write("[name=username]", guest.name.lower())
        guest.write("[name=password]", PASSWORDS)
        guest.touch("form.accept button.primary", to="**/regia/")
        guest.picture("in, with what is theirs")
    return guest


def ask_for_tournament(host: Person, name: str, pairs: int) -> str:
    """Create a tournament for `pairs` pairs, choose the proposed round robin, and return the slug."""
    with host.at("ask for a tournament"):
        host.home()
        host.touch("a.primary[href*='/regia/nuovo/']", to="**/regia/nuovo/**")
        host.write("[name=entrants]", str(pairs))
        host.write("[name=tables]", str(pairs // 2))
        host.write("[name=ends]", "00:30")
        host.page.locator("[name=ends]").press("Tab")
        host.touch(".evening-card:has([value^=round_robin])")
        host.write("[name=name]", name)
        host.picture("three evenings that fit")
        host.touch(".create-bar button.primary", to="**/iscrizioni/")
    return host.page.url.split("/")[-3]


def draw(director: Person, slug: str) -> None:
    """Draw the tournament by lots: touch five cards and start the draw."""
    with director.at("draw"):
        director.home()
        director.touch(f".list a[href$='/regia/{slug}/']", to=f"**/regia/{slug}/")
        director.go("/sorteggio/")
        for card in ("7S", "KH", "4D", "AC", "QD"):
            director.touch(f"[data-draw-card='{card}']")
        director.picture("five cards")
        director.touch("form.drawing button.primary")
        expect(director.page.locator("form.drawing")).to_have_count(0)
        director.picture("drawn")


def write_down(clerk: Person, slug: str, winners: Mapping[frozenset[str], str], narrow: str = "") -> None:
    """Enter and confirm the final scores of the first listed match on the page for paper sheets.

    `winners` maps the two pairs of each match to the winning pair; `narrow` is a pair that wins by one point
    only.
    """
    everybody = frozenset().union(*winners)
    clerk.go(f"/regia/{slug}/")
    table = clerk.page.locator("a.hall-table").first
    table.wait_for()
    sides = table.locator(".name").all_inner_texts()
    names = [next(name for name in everybody if name in side) for side in sides]
    winner = winners[frozenset(names)]
    score = ("35", "34" if winner == narrow else "5")
    clerk.touch(table, to="**/incontri/**")
    clerk.touch("main a[href$='/carta/']", to="**/carta/")
    for game in (1, 2):
        for side, name in enumerate(names):
            clerk.write(f"[name=final-{game}-{side}]", score[name != winner])
    clerk.picture(f"the paper of {names[0]} and {names[1]}")
    clerk.touch("#finals button")
    clerk.touch("main form[action$='/convalida/'] button")
    expect(clerk.page.locator("main form[action$='/convalida/']")).to_have_count(0)
