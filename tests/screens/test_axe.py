"""Every page in a browser: axe-core, console, security policy, narrow screens, large text, target sizes."""

import os

import pytest
from playwright.sync_api import Browser, Page

from tests.screens.arrivals import ARRIVALS
from tests.screens.club_desk import CLUB_DESK, EMPTY_DESK
from tests.screens.faults import COLOURS, Ear, accessibility, broken_words, covered, sideways, small_targets
from tests.screens.gallery import Shown, as_it_opens
from tests.screens.tour import (
    brackets_tour,
    cash_tour,
    desk_tour,
    evening_tour,
    games_tour,
    notices_tour,
    requests_tour,
)
from tests.screens.visitors import Look

pytestmark = pytest.mark.browser

# A sixth of the pages on a phone, another sixth on a desktop; all at both sizes if LOOKS is set.
BOTH = (
    [Look("phone"), Look("desktop")]
    if "LOOKS" in os.environ
    else [Look("phone", sixth=0), Look("desktop", sixth=1)]
)
# The pages of the desk as they load; also their states after a refusal if LOOKS is set.
AS_OPENED = [screen.name for screen in (*EMPTY_DESK, *CLUB_DESK, *ARRIVALS) if screen.touch is as_it_opens]
PLANTED = """<!doctype html><html lang="it"><title>Prova</title><main><h1>Prova</h1>
<p style="color: #bbb; background: #fff">Quasi bianco su bianco</p><img src="data:,">
<p style="width: 2em; overflow-wrap: anywhere">nebbia</p>
<button style="width: 20px; height: 20px; padding: 0">x</button>
<div style="width: 500px; white-space: nowrap">{}</div></main></html>""".format("parola " * 60)


def _on_a_phone(page: Page, screen: Shown) -> list[str]:
    """Return the accessibility and layout errors of a page on a phone, in both colour schemes."""
    faults = accessibility(page)
    page.emulate_media(color_scheme="dark")
    faults += [f"in the dark: {fault}" for fault in accessibility(page, COLOURS)]
    page.emulate_media(color_scheme="light")
    faults += small_targets(page) if screen.visitor == "phone" else []
    return faults + sideways(page, 390) + sideways(page, 320) + sideways(page, 320, text=32)


def _watch(page: Page, screen: Shown, look: Look) -> list[str]:
    if look.size == "phone":
        faults = _on_a_phone(page, screen)
    else:
        faults = accessibility(page) + sideways(page, 320)
    return faults + broken_words(page) + covered(page)


@pytest.mark.sweep
@pytest.mark.site
@pytest.mark.timeout(600)
def test_pages_of_a_tournament_have_no_accessibility_layout_or_console_errors(browser: Browser) -> None:
    faults = list(evening_tour(browser, BOTH, _watch))
    assert not faults, "\n".join(faults)


@pytest.mark.sweep
@pytest.mark.site
@pytest.mark.timeout(600)
def test_cash_pages_have_no_accessibility_layout_or_console_errors(browser: Browser) -> None:
    faults = list(cash_tour(browser, BOTH, _watch))
    assert not faults, "\n".join(faults)


@pytest.mark.sweep
@pytest.mark.site
@pytest.mark.timeout(600)
def test_notices_and_entry_pages_have_no_accessibility_layout_or_console_errors(browser: Browser) -> None:
    faults = [*notices_tour(browser, BOTH, _watch), *requests_tour(browser, BOTH, _watch)]
    assert not faults, "\n".join(faults)


@pytest.mark.sweep
@pytest.mark.site
@pytest.mark.timeout(600)
def test_pages_of_each_card_game_have_no_accessibility_layout_or_console_errors(browser: Browser) -> None:
    faults = list(games_tour(browser, BOTH, _watch))
    assert not faults, "\n".join(faults)


@pytest.mark.sweep
@pytest.mark.site
@pytest.mark.timeout(600)
def test_bracket_and_stage_pages_have_no_accessibility_layout_or_console_errors(browser: Browser) -> None:
    faults = list(brackets_tour(browser, BOTH, _watch))
    assert not faults, "\n".join(faults)


@pytest.mark.sweep
@pytest.mark.site
@pytest.mark.timeout(600)
def test_pages_of_the_desk_have_no_accessibility_layout_or_console_errors(browser: Browser) -> None:
    faults = list(desk_tour(browser, BOTH, _watch, () if "LOOKS" in os.environ else AS_OPENED))
    assert not faults, "\n".join(faults)


UNDER_A_BAR = """<!doctype html><html lang="it"><title>Prova</title><main><h1>Prova</h1>
<p style="margin-top: {}px; padding-bottom: 800px">
<a href="#1" style="display: block; line-height: 30px">Carta – Ruiu</a></p></main>
<nav style="position: sticky; bottom: 0"><button style="width: 100%; height: 100px">x</button></nav>
</html>"""


@pytest.mark.control
def test_deliberate_accessibility_layout_and_console_errors_of_a_page_are_reported(page: Page) -> None:
    ear = Ear(page, "http://127.0.0.1")
    page.set_content(PLANTED)
    violations = "\n".join(accessibility(page))
    assert "color-contrast" in "\n".join(accessibility(page, COLOURS))
    assert "color-contrast" in violations
    assert "image-alt" in violations
    assert "nebbia" in "\n".join(broken_words(page))
    assert sideways(page)
    assert small_targets(page)
    page.evaluate("console.error('heard')")
    page.evaluate("fetch('http://elsewhere.invalid/').catch(() => null)")
    assert {sentence.split(":")[0] for sentence in ear.empty()} == {"console", "another host"}


@pytest.mark.control
def test_link_partly_under_a_bar_is_reported_as_covered_and_not_as_too_small(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    faults = []
    for top in range(640, 700, 6):
        page.set_content(UNDER_A_BAR.format(top))
        assert not accessibility(page)
        faults += covered(page)
    assert 0 < len(faults) < 10
