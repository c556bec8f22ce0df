"""A match is recorded on a phone in a browser: with and without scripts, in light and dark themes."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.templatetags.static import static
from playwright.sync_api import Browser, BrowserType, ConsoleMessage, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.sheet.devices import shown_code, table_token
from scoring.strict_json import digest
from tests.builders import drawn_tournament, match_of
from tournaments.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Sum 36 to 19.
FIRST_GAME = [
    ("KH", 43, 0),
    ("7S", 29, None),
    ("4C", 47, None),
    ("AD", 32, None),
    ("JC", 35, None),
    ("QH", 46, None),
]
# Sum 38 to 0.
SECOND_GAME = [("AS", 60, None), ("6H", 44, None)]


@pytest.fixture
def match() -> Match:
    """Return a match that has a table and is ready to be played."""
    return match_of(drawn_tournament(4))


@pytest.fixture
def phone(page: Page) -> Iterator[Page]:
    """Yield a browser page; check afterwards that its console has no errors.

    HTTP 503 responses are allowed: the in-memory database cannot wait for a lock while another phone writes,
    and the phone retries. Databases in files are tested in tests/faults.
    """
    wrong: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        ended = "events/" in message.location.get("url", "")
        if message.type == "error" and not ended and "status of 503" not in message.text:
            wrong.append(message.text)

    # The server of these tests handles one request at a time; prefetched pages are tested on a running site.
    page.route("**/copie/", lambda route: route.fulfill(json={}))
    page.on("console", hear)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    assert wrong == []


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """Yield a phone-sized browser page with JavaScript disabled."""
    context = browser.new_context(
        locale="it-IT", viewport={"width": 320, "height": 700}, java_script_enabled=False
    )
    yield context.new_page()
    context.close()


def test_hand_digest_computed_in_the_browser_equals_the_digest_of_the_server(
    page: Page, live_server: LiveServer
) -> None:
    """The script has its own SHA-256 function, because `crypto.subtle` is missing without HTTPS."""
    bodies = [{"note": "n" * length, "card_points": [1, 34]} for length in range(130)]
    bodies += [{"note": text} for text in ("è già finita", "牌", "𝄞 \u2028", 'virgolette "', "")]
    page.goto(f"{live_server.url}/t/")
    for script in ("vendor/idb/umd.js", "js/outbox.js"):
        page.add_script_tag(url=live_server.url + static(script))
    assert page.evaluate("bodies => bodies.map(Outbox.digest)", bodies) == [digest(body) for body in bodies]


def choose_card(page: Page, card: str, dealer: int | None) -> None:
    """Choose the dealer, the suit and the rank of the turned-up card."""
    page.locator("#acts a.btn.big").click()
    if dealer is not None:
        choose(page, "dealer", dealer)
    choose(page, "trionfo_suit", card[-1])
    choose(page, "trionfo_rank", card[:-1])


def choose(page: Page, name: str, value: object) -> None:
    """Select a radio button by a click event."""
    page.locator(f"input[type=radio][name={name}][value='{value}']").dispatch_event("click")


def confirm(page: Page) -> None:
    """Open the confirmation page and confirm the hand."""
    page.locator("[data-go]").click()
    page.locator("button.say").click()
    expect(page.locator(".toast")).to_be_visible()


def play(page: Page, hands: Sequence[tuple[str, int, int | None]], *, keys: bool) -> None:
    """Record hands whose points are entered with the keypad or typed in the input field."""
    for card, points, dealer in hands:
        choose_card(page, card, dealer)
        page.locator("[data-go]").click()
        expect(page.locator(".duo")).to_be_visible()
        if keys:
            for digit in str(points):
                page.locator(f"[data-key='{digit}']").click()
        else:
            page.locator(".duo input").first.fill(str(points))
        confirm(page)


def sign_twice(page: Page, match: Match) -> None:
    """Sign for both sides on one phone, for the second side with the table code."""
    page.locator("#acts a.ok").click()
    page.locator("#acts button.ok").click()
    page.locator("#acts a.ok").click()
    page.locator("#code").fill(shown_code(match.sheet.key))
    page.locator("footer button.ok").click()
    page.locator(".sig .done").nth(1).wait_for()


def scores(page: Page) -> list[str]:
    """Return the large scores on the page, the phone's own side first."""
    return page.locator(".side .n").all_inner_texts()


def test_match_is_recorded_and_signed_by_tapping(phone: Page, match: Match, live_server: LiveServer) -> None:
    phone.goto(f"{live_server.url}/t/#{table_token(match.sheet.key)}")
    phone.locator("button[name=side][value='0']").click()
    play(phone, FIRST_GAME, keys=True)
    play(phone, SECOND_GAME, keys=True)
    assert scores(phone) == ["38", "0"]
    sign_twice(phone, match)
    assert match_of(match.tournament).state == "signed"


def test_match_is_recorded_and_signed_without_scripts(
    plain: Page, match: Match, live_server: LiveServer
) -> None:
    plain.goto(f"{live_server.url}/t/")
    plain.locator("#code").fill(shown_code(match.sheet.key).lower())
    plain.locator("#open button").click()
    plain.locator("button[name=side][value='0']").click()
    play(plain, [*FIRST_GAME[:2]], keys=False)
    assert scores(plain) == ["11", "11"]
    play(plain, [*FIRST_GAME[2:], *SECOND_GAME], keys=False)
    sign_twice(plain, match)
    assert match_of(match.tournament).state == "signed"


def at_the_table(page: Page, match: Match, live_server: LiveServer, side: int = 0) -> None:
    """Open the table on a phone and choose a side."""
    page.goto(f"{live_server.url}/t/#{table_token(match.sheet.key)}")
    page.locator(f"button[name=side][value='{side}']").click()
    expect(page.locator("#acts a.btn.big")).to_be_visible()


def test_token_is_removed_from_the_address_bar_and_the_browser_history(
    phone: Page, match: Match, live_server: LiveServer
) -> None:
    at_the_table(phone, match, live_server)
    phone.go_back()
    expect(phone.locator(".phone[inert]")).to_have_count(0)  # the previous page has loaded
    assert "#" not in phone.url
    phone.go_back()
    assert "#" not in phone.url


def test_score_of_the_turned_card_is_shown_immediately(
    phone: Page, match: Match, live_server: LiveServer
) -> None:
    at_the_table(phone, match, live_server, side=1)
    choose_card(phone, "KH", 0)
    reveal = phone.locator("#reveal")
    expect(reveal.locator(".plus")).to_contain_text("+3")
    expect(reveal).to_have_class(re.compile(r"\ba\b"))
    choose(phone, "dealer", 1)
    expect(reveal).to_have_class(re.compile(r"\bb\b"))
    choose(phone, "trionfo_rank", 2)
    expect(reveal.locator(".plus")).not_to_contain_text("3")


def test_entered_points_of_one_side_fill_in_the_points_of_the_opponents(
    phone: Page, match: Match, live_server: LiveServer
) -> None:
    at_the_table(phone, match, live_server)
    choose_card(phone, "KH", 0)
    phone.locator("[data-go]").click()
    expect(phone.locator(".duo input")).to_have_count(2)
    our_points, their_points = phone.locator(".duo input").all()
    for key in ("4", "1"):
        phone.locator(f"[data-key='{key}']").click()
    expect(their_points).to_have_value("29")
    expect(phone.locator("[data-said]")).to_contain_text("41 − 35 = +6")
    expect(phone.locator("[data-then] b")).to_have_text("9")
    phone.locator("[data-key='swap']").click()
    phone.locator("[data-key='=70']").click()
    expect(our_points).to_have_value("0")
    phone.locator("[data-key='-1']").click()
    expect(our_points).to_have_value("1")
    phone.locator("[data-key='=35']").click()
    expect(phone.locator("[data-said]")).not_to_contain_text("=")


def test_digit_that_would_exceed_the_total_starts_a_new_number(
    phone: Page, match: Match, live_server: LiveServer
) -> None:
    at_the_table(phone, match, live_server)
    choose_card(phone, "KH", 0)
    phone.locator("[data-go]").click()
    expect(phone.locator(".duo input")).to_have_count(2)
    our_points, their_points = phone.locator(".duo input").all()
    our_points.press_sequentially("61")
    phone.locator("[data-step='1']").click()
    phone.locator("[data-step='1']").click()
    expect(phone.locator("#adds_up")).to_have_text("torna")
    our_points.fill("")
    expect(phone.locator("[data-said]")).to_have_text("Scrivete i punti di una coppia")
    expect(phone.locator("[data-then]")).to_be_hidden()
    expect(phone.locator("#adds_up")).to_be_empty()
    our_points.press_sequentially("75")
    expect(our_points).to_have_value("5")
    expect(their_points).to_have_value("65")
    expect(phone.locator("[data-said]")).to_contain_text("65 − 35 = +30")


def test_impossible_number_of_tricks_is_reported_while_typing(
    phone: Page, match: Match, live_server: LiveServer
) -> None:
    at_the_table(phone, match, live_server)
    choose_card(phone, "KH", 0)
    phone.locator("[data-go]").click()
    for key in ("6", "1"):
        phone.locator(f"[data-key='{key}']").click()
    phone.locator("[data-step='1']").click()
    phone.locator("[data-step='-1']").click()
    expect(phone.locator(".note.err")).to_be_visible()
    expect(phone.locator("[data-go]")).to_be_disabled()
    for _presses in range(3):
        phone.locator("[data-step='1']").click()
    expect(phone.locator("#adds_up")).not_to_be_empty()
    expect(phone.locator("[data-go]")).to_be_enabled()


def test_entered_values_are_kept_when_the_user_goes_back(
    phone: Page, match: Match, live_server: LiveServer
) -> None:
    at_the_table(phone, match, live_server)
    choose_card(phone, "KH", 0)
    phone.locator("[data-go]").click()
    phone.locator("[data-key='=35']").click()
    phone.locator(".top .back").click()
    expect(phone.locator("input[type=radio][name=trionfo_rank][value='K']")).to_be_checked()
    phone.locator("[data-go]").click()
    expect(phone.locator(".duo input").first).to_have_value("35")


@pytest.fixture(params=[("light", 16), ("dark", 32)], ids=["light", "dark, text twice as large"])
def narrow(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
) -> Iterator[Page]:
    """Yield a page that is 320 pixels wide, in the light theme or in the dark theme with double text size."""
    scheme, text = request.param
    doubled = f"--blink-settings=defaultFontSize={text}"
    context = browser_type.launch_persistent_context(
        tmp_path,
        **{**browser_type_launch_args, "args": [*browser_type_launch_args["args"], doubled]},
        locale="it-IT",
        viewport={"width": 320, "height": 700},
        color_scheme=scheme,
    )
    page = context.new_page()
    yield page
    size, ground = page.evaluate(
        "[document.documentElement, document.body].map((el) => getComputedStyle(el))"
        ".map((style, part) => part ? style.backgroundColor : style.fontSize)"
    )
    context.close()
    assert size == f"{text}px"
    assert (ground == "rgb(20, 17, 28)") is (scheme == "dark")


def sideways(page: Page) -> int:
    """Return the number of pixels by which the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


SMALL = """() => [...document.querySelectorAll('a, button, input, summary, label')].filter((el) => {
    const box = el.getBoundingClientRect();
    const shown = box.width > 1 && box.height > 1 && !el.closest('.vh, .tricks label, .skip');
    return shown && (box.height < 43.5 || box.width < 43.5) && !el.matches('label, input');
}).map((el) => el.outerHTML.slice(0, 90))"""


def test_table_page_does_not_scroll_sideways_on_a_narrow_phone(
    narrow: Page, match: Match, live_server: LiveServer
) -> None:
    narrow.goto(f"{live_server.url}/t/")
    assert sideways(narrow) <= 0
    at_the_table(narrow, match, live_server)
    assert sideways(narrow) <= 0
    assert narrow.evaluate(SMALL) == []
    choose_card(narrow, "7H", 0)
    assert sideways(narrow) <= 0
    narrow.locator("[data-go]").click()
    expect(narrow.locator(".duo label")).to_have_count(2)
    heights = narrow.locator(".duo label").evaluate_all("(labels) => labels.map((el) => el.offsetHeight)")
    assert heights[0] == heights[1]
    narrow.locator("[data-key='=70']").click()
    assert sideways(narrow) <= 0
    narrow.locator("[data-go]").click()
    expect(narrow.locator("button.say")).to_be_visible()
    assert sideways(narrow) <= 0
    narrow.locator("button.say").click()
    expect(narrow.locator(".toast")).to_be_visible()
    assert sideways(narrow) <= 0


@pytest.mark.parametrize("width", [320, 390])
def test_side_names_at_a_table_of_four_are_aligned_with_the_score_sheet(
    phone: Page, live_server: LiveServer, width: int
) -> None:
    options = {"rounds": 1}
    tournament = drawn_tournament(
        4, card_game="maniglia_auction", form="table_rounds", options=options, name="Asta"
    )
    phone.set_viewport_size({"width": width, "height": 844})
    at_the_table(phone, match_of(tournament), live_server)
    left_edge = "(el) => el.getBoundingClientRect().left + parseFloat(getComputedStyle(el).paddingLeft)"
    inset = phone.locator("#sheet .games, #acts .btn").first
    assert phone.locator(".score .side").first.evaluate(left_edge) == pytest.approx(16, abs=1)
    assert inset.bounding_box()["x"] == pytest.approx(16, abs=1)  # type: ignore[index]
    assert sideways(phone) <= 0


def test_phone_that_records_a_different_version_of_a_hand_shows_both_versions(
    phone: Page, browser: Browser, match: Match, live_server: LiveServer
) -> None:
    at_the_table(phone, match, live_server)
    context = browser.new_context(locale="it-IT", viewport={"width": 390, "height": 844})
    second = context.new_page()
    at_the_table(second, match, live_server, side=1)
    play(phone, [("KH", 43, 0)], keys=True)
    second.goto(f"{second.url}mano/1-1/trionfo/?key=begun-before-the-other")
    choose(second, "dealer", 0)
    choose(second, "trionfo_suit", "H")
    choose(second, "trionfo_rank", "K")
    second.locator("[data-go]").click()
    for key in ("4", "3"):
        second.locator(f"[data-key='{key}']").click()
    second.locator("[data-go]").click()
    second.locator("button.say").click()
    expect(second.locator(".cmp button")).to_have_count(2)
    second.locator(".cmp button[value=stands]").click()
    expect(second.locator("#acts a.btn.primary")).to_be_visible()
    assert scores(second) == ["0", "11"]
    context.close()
