"""`make screens`: screenshots of every page, on phone and desktop, in both languages, light and dark."""

import argparse
import sys
from itertools import product
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.screens.faults import accessibility, broken_words
from tests.screens.gallery import Shown
from tests.screens.tour import tour
from tests.screens.visitors import LOCALES, SIZES, Look
from tests.servers import needs
from tests.servers.site import ROOT

THEMES = ("light", "dark")
LOOKS = [Look(*each) for each in product(SIZES, LOCALES, THEMES)]
# The pictures of the README: file name and height in pixels, by page and look.
README = {
    "bracket-followed-desktop-it-light": ("bracket.png", 990),
    "table-phone-it-light": ("table.png", 844),
    "evening-desktop-it-light": ("desk.png", 900),
}


def main() -> int:
    """Take a screenshot of each page and check the page; return 1 if any page has errors, else 0.

    The checks are axe-core and a search for broken words. The errors of a page are printed immediately.
    """
    arguments = _arguments()
    out: Path = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    pictures: list[Path] = []
    faults = 0

    def watch(page: Page, screen: Shown, look: Look) -> list[str]:
        pictures.append(out / f"{screen.name}-{look}.png")
        page.screenshot(path=pictures[-1], full_page=True)
        if arguments.readme and pictures[-1].stem in README:
            _for_the_readme(page, *README[pictures[-1].stem])
        return accessibility(page) + broken_words(page)

    looks = [look for look in LOOKS if not arguments.look or str(look) in arguments.look]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needs.chromium(), args=needs.QUIET)
        for fault in tour(browser, looks, watch, arguments.only):
            print(fault, flush=True)
            faults += 1
        browser.close()
    print(f"{len(pictures)} pictures in {out}, {faults} faults")
    return 1 if faults else 0


def _for_the_readme(page: Page, name: str, height: int) -> None:
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": size["width"], "height": height})
    page.screenshot(path=ROOT / "docs" / "pictures" / name)
    page.set_viewport_size(size)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.screens", description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=ROOT / "var" / "screens", help="the folder of the pictures"
    )
    parser.add_argument("only", nargs="*", help="names or patterns of pages (*-128-*); without it, all pages")
    parser.add_argument(
        "--look",
        action="append",
        choices=[*map(str, LOOKS)],
        help="a look to show; all looks without this option",
    )
    parser.add_argument("--readme", action="store_true", help="also take the pictures of the README")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
