"""The check-in page in a browser: touch, search, and use without JavaScript or without a network."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.sheet.services.log import Author
from tests.builders import a_tournament
from tests.screens.faults import COLOURS, accessibility, broken_words, sideways, small_targets
from tournaments.door import services
from tournaments.entries.services.entries import Entry, enter_teams, mark_presence
from tournaments.models import Tournament

pytestmark = pytest.mark.browser
expect.set_options(timeout=15_000)

TABLET = {"width": 768, "height": 1024}
FIRST = ("Anna", "Bachisio", "Caterina", "Dario", "Efisio")
LAST = ("Piras", "Sanna", "Cossu", "Ruiu", "Deledda", "Mura", "Fois", "Lai", "Nieddu", "Tola")


def a_door(server: LiveServer, pairs: int = 20) -> tuple[Tournament, str]:
    """Return a tournament with `pairs` pairs and the URL of its check-in page."""
    tournament = a_tournament()
    author = Author(tournament.owner_id)
    names = [
        (f"{FIRST[n % 5]} {LAST[n % 10]}{n or ''}", f"{FIRST[(n + 1) % 5]} {LAST[(n + 1) % 10]}{n}")
        for n in range(pairs)
    ]
    enter_teams(tournament, [Entry(pair) for pair in names], author=author, at=timezone.now())
    door = services.open_door(tournament, author=author, at=timezone.now())
    return tournament, server.url + reverse("door_page", args=[services.door_secret(door)])


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=TABLET, locale="en-GB", has_touch=True)  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


def row(page: Page, name: str) -> Any:
    return page.locator("#pairs > button", has_text=name)


def present(tournament: Tournament) -> list[str]:
    return list(tournament.teams.filter(presence="present").values_list("name", flat=True))


def test_pair_checks_in_by_touch_and_undoes_the_check_in(
    live_server: LiveServer, transactional_db: None, tablet: Page
) -> None:
    tournament, where = a_door(live_server)
    tablet.goto(where)
    tablet.evaluate("window.stayed = true")
    tablet.locator(".door-letters button", has_text="P").tap()
    expect(tablet.locator("#pairs > button:visible")).to_have_count(4)
    expect(tablet.locator(".initial.on:visible")).to_have_count(4)
    row(tablet, "Piras – Sanna0").tap()
    expect(tablet.get_by_role("heading", name="Are you Piras – Sanna0?")).to_be_focused()
    tablet.get_by_role("link", name="That is not us").tap()
    expect(tablet.locator("#sheet")).to_be_hidden()
    assert present(tournament) == []
    row(tablet, "Piras – Sanna0").tap()
    tablet.get_by_role("button", name="Yes, we are here").tap()
    expect(tablet.locator("#thanks")).to_contain_text("Welcome")
    expect(row(tablet, "Piras – Sanna0")).to_have_class(re.compile("present"))
    assert present(tournament) == ["Piras – Sanna0"]
    expect(tablet.locator("#pairs > button:visible")).to_have_count(20)
    tablet.locator("#thanks button").tap()
    expect(row(tablet, "Piras – Sanna0")).not_to_have_class(re.compile("present"))
    assert present(tournament) == []
    assert tablet.evaluate("window.stayed")


def test_thank_you_message_disappears_after_a_few_seconds(
    live_server: LiveServer, transactional_db: None, tablet: Page
) -> None:
    _tournament, where = a_door(live_server, 2)
    tablet.goto(where)
    row(tablet, "Piras – Sanna0").tap()
    tablet.get_by_role("button", name="Yes, we are here").tap()
    expect(tablet.locator(".door-thanks")).to_be_visible()
    expect(tablet.locator(".door-thanks")).to_have_count(0, timeout=15_000)
    assert tablet.url == where


def test_search_of_the_check_in_page_shows_only_matching_pairs(
    live_server: LiveServer, transactional_db: None, tablet: Page
) -> None:
    _tournament, where = a_door(live_server, 200)
    tablet.goto(where)
    tablet.get_by_label("Look for the surname").fill("déled")
    expect(tablet.locator("#pairs > button:visible")).to_have_count(40)
    tablet.get_by_label("Look for the surname").fill("deledda104")
    expect(tablet.locator("#pairs > button:visible")).to_have_count(1)
    tablet.get_by_label("Look for the surname").press("Enter")
    expect(tablet.locator("#pairs > button:visible")).to_have_count(1)
    tablet.get_by_label("Look for the surname").fill("nobody at all")
    expect(tablet.locator("#nobody")).to_be_visible()


def test_check_in_without_a_network_is_sent_when_the_network_returns(
    live_server: LiveServer, transactional_db: None, tablet: Page
) -> None:
    tournament, where = a_door(live_server)
    tablet.goto(where)
    tablet.context.set_offline(True)
    for name in ("Piras – Sanna0", "Cossu2 – Ruiu2"):
        row(tablet, name).tap()
        expect(tablet.get_by_role("heading", name=f"Are you {name}?")).to_be_visible()
        tablet.get_by_role("button", name="Yes, we are here").tap()
    expect(tablet.locator("#waiting")).to_contain_text("No network.")
    expect(tablet.locator("#waiting")).to_contain_text("Piras – Sanna0, Cossu2 – Ruiu2")
    expect(row(tablet, "Cossu2 – Ruiu2")).to_have_class(re.compile("waiting"))
    assert present(tournament) == []
    tablet.context.set_offline(False)
    expect(tablet.locator("#waiting")).to_be_hidden()
    expect(row(tablet, "Cossu2 – Ruiu2")).to_have_class(re.compile("present"))
    assert sorted(present(tournament)) == ["Cossu2 – Ruiu2", "Piras – Sanna0"]


def test_unsent_check_in_is_kept_when_the_page_is_reloaded(
    live_server: LiveServer, transactional_db: None, tablet: Page
) -> None:
    tournament, where = a_door(live_server)
    tablet.goto(where)
    tablet.route(
        "**/porta/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    row(tablet, "Piras – Sanna0").tap()
    tablet.get_by_role("button", name="Yes, we are here").tap()
    expect(tablet.locator("#waiting")).to_be_visible()
    tablet.unroute("**/porta/**")
    tablet.reload()
    expect(row(tablet, "Piras – Sanna0")).to_have_class(re.compile("present"))
    assert present(tournament) == ["Piras – Sanna0"]


def test_check_in_page_works_without_javascript(
    live_server: LiveServer, transactional_db: None, browser: Browser
) -> None:
    tournament, where = a_door(live_server)
    page = browser.new_context(java_script_enabled=False, locale="en-GB").new_page()
    page.goto(where)
    page.locator(".door-letters button", has_text="P").click()
    expect(page.locator("#pairs > button:visible")).to_have_count(4)
    row(page, "Piras – Sanna0").click()
    expect(page.locator("#question")).to_have_text("Are you Piras – Sanna0?")
    page.get_by_role("button", name="Yes, we are here").click()
    expect(page.locator("#thanks")).to_contain_text("Piras – Sanna0")
    assert present(tournament) == ["Piras – Sanna0"]
    page.get_by_role("button", name="Undo").click()
    assert present(tournament) == []


def test_open_check_in_page_is_updated_when_the_desk_checks_in_a_team_or_closes_the_page(
    live_server: LiveServer, transactional_db: None, tablet: Page
) -> None:
    tournament, where = a_door(live_server)
    tablet.goto(where)
    tablet.wait_for_load_state("networkidle")
    author = Author(tournament.owner_id)
    team = tournament.teams.get(name="Piras – Sanna0")
    mark_presence(tournament, {team.pk: "present"}, author=author, at=timezone.now())
    tablet.evaluate("htmx.trigger('#live', 'live')")
    expect(row(tablet, "Piras – Sanna0")).to_have_class(re.compile("present"))
    row(tablet, "Piras – Sanna0").tap()
    expect(tablet.locator("#question")).to_have_text("Piras – Sanna0, you are marked as here")
    tablet.get_by_role("link", name="All right").tap()
    tablet.wait_for_load_state("networkidle")
    services.close_door(tournament, author=author, at=timezone.now())
    row(tablet, "Cossu2 – Ruiu2").tap()
    expect(tablet.get_by_role("heading", name="This page is closed")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_check_in_page_has_no_accessibility_or_layout_problems(
    live_server: LiveServer, transactional_db: None, tablet: Page, scheme: Any
) -> None:
    tournament, where = a_door(live_server)
    team = tournament.teams.all()[0]
    mark_presence(tournament, {team.pk: "present"}, author=Author(tournament.owner_id), at=timezone.now())
    tablet.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    tablet.goto(where)
    faults = [*accessibility(tablet), *accessibility(tablet, COLOURS), *small_targets(tablet)]
    row(tablet, "Cossu2 – Ruiu2").tap()
    expect(tablet.locator("#question")).to_be_visible()
    faults += [*accessibility(tablet), *accessibility(tablet, COLOURS), *small_targets(tablet)]
    faults += [*broken_words(tablet), *sideways(tablet, 390), *sideways(tablet, 320)]
    tablet.set_viewport_size(TABLET)  # type: ignore[arg-type]
    tablet.get_by_role("button", name="Yes, we are here").tap()
    expect(tablet.locator(".door-thanks")).to_be_visible()
    faults += [*accessibility(tablet), *accessibility(tablet, COLOURS), *sideways(tablet, 320, text=32)]
    assert faults == []
