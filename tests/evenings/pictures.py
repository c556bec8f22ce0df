"""Checks and screenshots of each step of a hand on a phone: two widths, dark colours, large text."""

from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page

from tests.screens.faults import COLOURS, accessibility, sideways, small_targets

PHONE = (390, 844)
# The text size in pixels of a browser set to 200 %.
LARGE = 32
THUMB = 48
SHAPE = """() => [...document.querySelectorAll("body, body *:not(svg *)")].map(
    (element) => element.tagName + "." + (element.getAttribute("class") || "")
      + (element.getAttribute("role") || "") + (element.getAttribute("aria-pressed") || "")).join(" ")"""
# Hashes of the pages that were checked completely. axe-core finds nothing new on the same elements.
SHAPES: set[int] = set()


@contextmanager
def _on_screen(page: Page, width: int, height: int, text: int = 16) -> Iterator[None]:
    """Set the page to the given size and text size, in pixels, until the block ends."""
    browser = page.context.new_cdp_session(page)
    page.set_viewport_size({"width": width, "height": height})
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": text}})
    yield
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    page.set_viewport_size(dict(zip(("width", "height"), PHONE, strict=True)))  # type: ignore[arg-type]
    browser.detach()


@contextmanager
def _in_the_dark(page: Page) -> Iterator[None]:
    page.emulate_media(color_scheme="dark")
    yield
    page.emulate_media(color_scheme="light")


# The looks in which each step is shown, by the suffix of the picture name.
LOOKS: Mapping[str, Callable[[Page], object]] = {
    "": lambda page: _on_screen(page, *PHONE),
    "-320": lambda page: _on_screen(page, 320, 700),
    "-dark": _in_the_dark,
    "-large": lambda page: _on_screen(page, *PHONE, text=LARGE),
}


@dataclass
class Album:
    """A callable that checks every step of a hand, and stores screenshots if it has a folder."""

    words: str
    folder: Path | None
    names: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __call__(self, page: Page, name: str) -> None:
        """Check one step after its style sheets and fonts have loaded."""
        page.wait_for_load_state("load")
        page.evaluate("document.fonts.ready.then(() => true)")
        self.names.append(name)
        faults = faults_of(page) if self.folder or is_new(page) else faults_when_narrow(page)
        self.faults += [f"{self.words} {name}: {fault}" for fault in faults]
        for look, set_look in LOOKS.items() if self.folder else ():
            with set_look(page):  # type: ignore[attr-defined]
                keep(page, Path(f"{self.folder}/{self.words}-{name}{look}.png"))


def keep(page: Page, file: Path) -> None:
    """Store a screenshot of the whole page. Playwright's own method would reset the large text size."""
    browser, before = page.context.new_cdp_session(page), page.viewport_size
    height = browser.send("Page.getLayoutMetrics")["cssContentSize"]["height"]
    assert before
    page.set_viewport_size({**before, "height": int(height)})
    screenshot = browser.send("Page.captureScreenshot", {"captureBeyondViewport": False})
    file.write_bytes(b64decode(screenshot["data"]))
    page.set_viewport_size(before)
    browser.detach()


def is_new(page: Page) -> bool:
    """Return True if no page with the same elements and classes has been checked in this process.

    The page counts as checked after this call.
    """
    shape = hash(page.evaluate(SHAPE))
    if shape in SHAPES:
        return False
    SHAPES.add(shape)
    return True


def faults_of(page: Page) -> list[str]:
    """Return the accessibility and layout problems of a page at phone width and on a narrow screen."""
    faults = accessibility(page)
    with _in_the_dark(page):
        faults += [f"in the dark: {fault}" for fault in accessibility(page, COLOURS)]
    return [*faults, *sideways(page, PHONE[0]), *sideways(page, 320), *faults_when_narrow(page)]


def faults_when_narrow(page: Page) -> list[str]:
    """Return the layout problems of a narrow screen with large text: small touch targets, and overflow."""
    return [*small_targets(page, THUMB), *sideways(page, 320, text=LARGE)]
