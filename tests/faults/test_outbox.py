"""Five hands wait on a phone when an event such as a crash happens: each hand is sent exactly once."""

import json
import re
from collections.abc import Callable
from contextlib import closing, suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.faults.phones import HANDS, Phone, believing, expect_waiting, fill_in, no_answers, write
from tests.faults.tables import Table, write_won_match

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(300)]

expect.set_options(timeout=15_000)


def wait_for_five(phone: Phone, table: Table) -> Page:
    """Open the table and enter five hands offline; return the page."""
    phone.sit_down(table.code)
    page = phone.page
    lose_the_network(page)
    for number, hand in enumerate(HANDS, start=1):
        write(page, hand, number=number)
        expect_waiting(page, number)
    return page


def all_have_come(page: Page, table: Table) -> None:
    """Fail unless the outbox is empty and the sheet has each hand once and no other log entries."""
    expect_waiting(page, 0)
    assert table.hands() == [hand["card_points"] for hand in HANDS]
    assert table.facts() == ["hand"] * 5


def test_waiting_hands_are_sent_automatically_when_the_network_is_back(phone: Phone, table: Table) -> None:
    page = wait_for_five(phone, table)
    assert page.evaluate("isSecureContext") is False
    expect(page.locator("[data-away]")).to_contain_text("1, 2, 3, 4, and 5")
    expect(page.locator("#sheet tr[data-mine]")).to_have_count(5)
    for side in page.locator(".score .side").all():
        score = int(side.locator("> .n").inner_text())
        assert (
            side.locator(".trama .n").evaluate("(path) => path.getAttribute('d').split('M').length - 1")
            == score
        )
        expect(side.locator(f".trama[aria-label^='{score} point']")).to_be_attached()
    assert table.hands() == []
    page.context.set_offline(False)
    all_have_come(page, table)
    expect(page.locator("#sheet tr[data-mine]")).to_have_count(0)
    expect(page.locator("[data-away]")).to_be_hidden()


def test_page_used_offline_again_shows_only_the_message_about_the_latest_hand(
    phone: Phone, table: Table
) -> None:
    phone.sit_down(table.code)
    page = phone.page
    for number, hand in enumerate(HANDS[:2], start=1):
        page.context.set_offline(True)
        write(page, hand, number=number)
        expect(page.locator(".toast")).to_have_text([f"Hand {number} saved Undo"])
        page.context.set_offline(False)
        expect_waiting(page, 0)


# Two hands that win a game: 29 to 0, 48 to 0.
WON = [
    {"dealer": 0, "trionfo": "AS", "card_points": [60, 10]},
    {"dealer": 1, "trionfo": "6H", "card_points": [54, 16]},
]
PARTS = """(parts) => [...document.querySelectorAll(parts)].filter((el) => el.checkVisibility()).map((el) => {
    const woven = [...el.querySelectorAll(".trama")].map((svg) => [
        svg.getAttribute("viewBox"), svg.getAttribute("aria-label"),
        ...["n", "f0", "f1", "o", "hole", "goal"].map((kind) => [...svg.getElementsByClassName(kind)].map(
            (path) => [Math.round(path.getTotalLength()), Object.values(path.getBBox()).join()]))]);
    const pips = [...el.querySelectorAll(".pips")].map((each) => [each.ariaLabel, each.innerHTML]);
    return [el.innerText.replace(/\\s+/g, " ").trim(), el.ariaCurrent, woven, pips];
})"""
READ_ALOUD = ".after .side, .win, .why > :nth-child(n + 2), .why > div .gains, p.mid"
SHEET = "h1, #where, .score .side, .games > *, #sheet tr, #acts a.primary"


def lose_the_network(page: Page) -> None:
    """Disconnect the network once the phone has loaded the rules."""
    page.wait_for_function("() => window.Away && Copies.rules()")
    page.context.set_offline(True)


def test_game_won_offline_is_shown_as_the_server_shows_it(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    page = phone.page
    with page.expect_response(re.compile("/copie/")):
        write(page, WON[0], number=1)
    expect(page.locator("#acts a.primary")).to_have_attribute("href", re.compile("1-2/"))
    lose_the_network(page)
    fill_in(page, WON[1], number=2)
    expect(page.locator(".win h2")).to_have_text("Game to us, 48 to 0")
    expect(page.locator("#main")).to_contain_text("It is 1 to 0 in games: now the second game, to 35.")
    read_away = page.evaluate(PARTS, READ_ALOUD)
    page.context.set_offline(False)
    online = page.context.new_page()
    online.goto(page.url)
    assert online.evaluate(PARTS, READ_ALOUD) == read_away
    online.close()

    lose_the_network(page)
    page.locator("button.say").click()
    expect_waiting(page, 1)
    expect(page.locator(".toast")).to_have_text(["Hand 2 saved Undo"])
    expect(page.locator("#where")).to_contain_text("game 2 to 35")
    expect(page.locator("#acts [data-take-back]")).to_have_text("Undo hand 2 of game 1")
    expect(page.locator("#sheet .next")).to_be_in_viewport()
    expect(page.locator("#sheet .leg[data-mine]")).to_have_count(0)  # the hand is on the sheet of game 1
    seen_away = page.evaluate(PARTS, SHEET)
    page.locator(".games a[href='?partita=1']").click()
    expect(page.locator("#where")).to_contain_text("game 1 to 35")
    rows = page.locator("#sheet tbody tr:visible")
    expect(rows).to_have_count(2)
    expect(rows.last).to_contain_text("48")
    expect(page.locator("#sheet .leg[data-mine]")).to_have_count(1)
    expect(rows.last).to_be_in_viewport()
    page.go_back()
    page.context.set_offline(False)
    expect_waiting(page, 0)
    expect(page.locator("#sheet[data-next='2-1']")).to_be_attached()
    assert page.evaluate(PARTS, SHEET) == seen_away
    expect(page.locator("#acts form[action$='/annulla/'] button")).to_have_text("Undo hand 2 of game 1")


def test_hand_that_won_a_game_offline_can_be_undone(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    page = phone.page
    lose_the_network(page)
    write(page, WON[0], number=1)
    expect_waiting(page, 1)
    before = page.evaluate(PARTS, SHEET)
    write(page, WON[1], number=2)
    expect_waiting(page, 2)
    expect(page.locator(".games [aria-current]")).to_have_text("2nd game to 35next")
    page.locator(".toast [data-take-back]").last.click()
    expect_waiting(page, 1)
    expect(page.locator(".games [aria-current]")).to_contain_text("29 – 0")
    assert page.evaluate(PARTS, SHEET) == before


def test_match_won_offline_is_shown_and_can_be_signed_when_online(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    page = phone.page
    lose_the_network(page)
    for hand in WON:
        write(page, hand)
    for hand in ({**WON[0], "dealer": 2}, {**WON[1], "dealer": 3}):
        fill_in(page, hand)
        if hand["dealer"] == 2:
            page.locator("button.say").click()
            expect(page.locator("#sheet")).to_be_visible()
    expect(page.locator(".win h2")).to_have_text("Game and match to us, 48 to 0")
    expect(page.locator("#main")).to_contain_text("The match is over, 2 to 0 in games.")
    page.locator("button.say").click()
    expect_waiting(page, 4)
    expect(page.locator("[data-over]")).to_be_visible()
    expect(page.locator(".games")).to_have_text("1st game48 – 0 2nd game48 – 0 Decider to 45not needed")
    expect(page.locator("#acts a.primary")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("#acts a.ok")).to_be_visible(timeout=30_000)
    expect(page.locator("[data-over]")).to_be_hidden()


def reload(phone: Phone, table: Table) -> Page:
    phone.page.reload()
    return phone.page


def crash(phone: Phone, table: Table) -> Page:
    """Crash the tab and open a new tab."""
    old = phone.page
    with old.expect_event("crash"):
        _crash(old)
    old.close()
    return phone.at(table.match)


def _crash(page: Page) -> None:
    with suppress(Error):
        page.goto("chrome://crash", timeout=5_000)


def close(phone: Phone, table: Table) -> Page:
    old, page = phone.page, phone.at(table.match)
    old.close()
    return page


def flat_battery(phone: Phone, table: Table) -> Page:
    """Kill the browser and type the table code again, because the last cookies may not be on the disk."""
    phone.kill()
    phone.start()
    phone.sit_down(table.code)
    return phone.page


@pytest.mark.parametrize("happens", [reload, crash, close, flat_battery])
def test_five_waiting_hands_arrive_once_if_the_page_is_reloaded_or_closed_or_crashes(
    happens: Callable[[Phone, Table], Page], phone: Phone, table: Table
) -> None:
    wait_for_five(phone, table)
    with no_answers(phone):
        page = happens(phone, table)
        expect_waiting(page, 5)
        assert table.hands() == []
    page.locator("[data-retry]").dispatch_event("click")
    all_have_come(page, table)


def test_two_browser_tabs_share_the_hands_that_wait_to_be_sent(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    one, two = phone.page, phone.at(table.match)
    phone.context.set_offline(True)
    for number, hand in enumerate(HANDS, start=1):
        page = (one, two)[number % 2]
        page.bring_to_front()
        write(page, hand, number=number)
        for tab in (one, two):
            expect_waiting(tab, number)
    phone.context.set_offline(False)
    all_have_come(one, table)
    expect_waiting(two, 0)


REVOKE = """
from django.utils import timezone
from scoring.models import Grant
from scoring.sheet.devices import revoke_grant
revoke_grant(Grant.objects.get(sheet_id="{match}"), at=timezone.now())
"""
LATE = """
import json
from scoring.models import LateHand
late = LateHand.objects.filter(sheet_id="{match}").order_by("hand")
print(json.dumps([each.body["card_points"] for each in late]))
"""


def test_hands_of_a_phone_removed_from_the_table_are_sent_to_the_director(phone: Phone, table: Table) -> None:
    page = wait_for_five(phone, table)
    table.python(REVOKE.format(match=table.match))
    page.context.set_offline(False)
    expect_waiting(page, 0)
    assert json.loads(table.python(LATE.format(match=table.match))) == [hand["card_points"] for hand in HANDS]
    assert table.facts() == []
    notes = page.locator("[data-notes] .note")
    expect(notes).to_have_count(5)
    expect(notes.first).to_contain_text("The referee has taken this phone off the table.")
    notes.first.locator("a").click()
    expect(notes).to_have_count(4)


def test_phone_without_cookies_sends_its_hands_after_the_code_is_entered_again(
    phone: Phone, table: Table
) -> None:
    page = wait_for_five(phone, table)
    phone.context.clear_cookies()
    page.context.set_offline(False)
    expect(page.locator("[data-notes]")).to_contain_text("Open the table again", timeout=30_000)
    expect_waiting(page, 5)
    page.locator("[data-notes] a").first.click()
    page.locator("#code").fill(table.code)
    page.locator("#open button").click()
    side, refused = page.locator("button[name=side][value='0']"), page.locator("#code_wrong")
    expect(side.or_(refused)).to_be_visible()
    if refused.count():  # the page left before had requested cookies at the same time
        page.locator("#open button").click()
    side.click()
    all_have_come(page, table)


def test_hand_annulled_offline_waits_to_be_sent_and_its_dealer_deals_again(
    phone: Phone, table: Table
) -> None:
    """MAR-IRR-1: after a hand annulled for an irregularity, the same dealer deals again."""
    phone.sit_down(table.code)
    page = phone.page
    page.context.set_offline(True)
    write(page, HANDS[0], number=1)
    page.locator(".menu summary").click()
    page.locator(".menu a[href$='/mano/1-2/monte/']").click()
    expect(page.locator("#main")).to_contain_text("Anna B")
    page.locator("form[data-hand='1-2'] button").click()
    expect_waiting(page, 2)
    write(page, HANDS[1], number=3)
    expect_waiting(page, 3)
    page.context.set_offline(False)
    expect_waiting(page, 0)
    games = table.site.get(f"/matches/{table.match}/sheet/")["games"]
    dealt = [(hand["dealer"], hand.get("state", "played")) for hand in games[0]["hands"]]
    assert dealt == [(0, "played"), (1, "annulled"), (1, "played")]


UNANSWERED: dict[str, Callable[[Route], object]] = {
    "500": lambda route: route.fulfill(status=500, body="Error"),
    "409 in HTML": lambda route: route.fulfill(status=409, content_type="text/html", body="<html></html>"),
    "no connection": lambda route: route.abort(),
    "hangs": lambda route: None,
}


@pytest.mark.parametrize("answer", UNANSWERED.values(), ids=UNANSWERED.keys())
def test_hands_of_one_table_are_sent_when_another_table_gets_no_response(
    answer: Callable[[Route], object], phone: Phone, table: Table
) -> None:
    match = phone.sit_down(table.code)
    phone.context.route(f"**/api/v1/matches/{match}/games/**", answer)
    write(phone.page, HANDS[0])
    expect_waiting(phone.page, 1)
    with closing(Table(table.standing)) as other:
        phone.sit_down(other.code)
        for number, hand in enumerate(HANDS[:2], start=1):
            write(phone.page, hand, number=number)
        expect_waiting(phone.page, 1)
        assert other.hands() == [hand["card_points"] for hand in HANDS[:2]]
        expect(phone.page.locator("[data-away]")).to_be_hidden()
        assert table.hands() == []
        phone.context.unroute_all()
        expect_waiting(phone.page, 0)
        assert table.hands() == [HANDS[0]["card_points"]]
        assert table.facts() == ["hand"]


TAKE_BACK = """
from django.utils import timezone
from scoring.sheet.services.log import Author
from tournaments.draws.services.draws import take_back_draw
stage = Match.objects.get(pk="{match}").stage
take_back_draw(stage, "One pair less", author=Author(stage.tournament.owner_id), at=timezone.now())
"""


def test_hands_of_a_match_whose_draw_was_undone_can_be_discarded(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    page = phone.page
    page.context.set_offline(True)
    for number, hand in enumerate(HANDS[:2], start=1):
        write(page, hand, number=number)
    expect_waiting(page, 2)
    table.python(TAKE_BACK.format(match=table.match))
    page.context.set_offline(False)
    notes = page.locator("[data-notes] .note")
    expect(notes).to_have_count(2)
    expect(notes.first).to_contain_text("This match no longer exists: the draw was taken back.")
    expect_waiting(page, 0)
    expect(page.locator("[data-no-match]")).to_be_visible()
    with closing(Table(table.standing)) as other:
        phone.sit_down(other.code)
        expect(notes).to_have_count(2)
        notes.first.get_by_role("link", name="Discard the hand").click()
        expect(notes).to_have_count(1)
        notes.get_by_role("link", name="Discard the hand").click()
        expect(notes).to_have_count(0)


PLAY_AGAIN = """
from django.utils import timezone
from scoring.sheet.services.log import Author
from tournaments.matches.services import results
from tournaments.corrections.services import Correction, correct_match
match = Match.objects.select_related("tournament").get(pk="{match}")
act = {{"author": Author(match.tournament.owner_id), "at": timezone.now()}}
for side in (0, 1):
    results.sign_sheet(match.pk, side, **act)
correct_match(match.pk, Correction(outcome="reopened"), "Wrong table", **act)
for place in ((2, 2), (2, 1), (1, 2), (1, 1)):
    results.strike_hand(match.pk, place, based_on=1, **act)
"""


def test_unsent_hand_is_not_stored_if_the_match_is_replayed(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    page = phone.page
    page.context.set_offline(True)
    write(page, HANDS[0])
    expect_waiting(page, 1)
    write_won_match(table.site, table.match)
    table.python(PLAY_AGAIN.format(match=table.match))
    page.context.set_offline(False)
    expect(page.locator("[data-notes] .note")).to_contain_text("before the referee gave the sheet back")
    expect_waiting(page, 0)
    assert table.hands() == []
    write(page, HANDS[1], number=1)
    expect_waiting(page, 0)
    assert table.hands() == [HANDS[1]["card_points"]]


def portal(route: Route) -> None:
    """Respond with the login page of a Wi-Fi portal."""
    route.fulfill(status=200, content_type="text/html", body="<html><body>Accetta e naviga</body></html>")


def behind_a_portal(page: Page, *addresses: str) -> None:
    """Return the page of a Wi-Fi portal for requests to the given URLs.

    After the first answer, the function sets the browser online.
    """
    for address in addresses:
        page.context.route(address, portal)
    with page.expect_response("**/api/v1/matches/**"):
        page.locator("[data-retry]").dispatch_event("click")
    page.context.set_offline(False)


def test_login_page_of_a_wifi_portal_does_not_confirm_a_hand(phone: Phone, table: Table) -> None:
    page = wait_for_five(phone, table)
    behind_a_portal(page, "**/api/**", "**/tavolo/**")
    expect_waiting(page, 5)
    write(page, {"dealer": 1, "trionfo": "2S", "card_points": [35, 35]}, number=6)
    expect_waiting(page, 6)
    phone.context.unroute_all()
    page.locator("[data-retry]").dispatch_event("click")
    expect_waiting(page, 0)
    assert len(table.hands()) == 6


def test_hands_behind_a_wifi_portal_are_lost_if_the_response_is_not_checked(
    phone: Phone, table: Table
) -> None:
    phone.context.route(
        "**/outbox.*.js", lambda route: route.fulfill(body=believing(), content_type="text/javascript")
    )
    page = wait_for_five(phone, table)
    behind_a_portal(page, "**/api/v1/matches/**")
    expect_waiting(page, 0)
    assert table.hands() == []


def test_hand_edited_before_its_confirmation_arrived_is_stored_as_edited(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    page = phone.page
    page.context.route("**/api/v1/matches/**", lambda route: route.abort())
    write(page, HANDS[0])
    expect_waiting(page, 1)
    assert table.hands() == []
    page.go_back()
    page.locator("[data-go], .say").first.wait_for()
    page.locator(".top .back").click()
    page.locator("input[name=card_points_0]").fill("30")
    page.locator("[data-go]").click()
    page.locator("button.say").click()
    expect(page.locator("#sheet")).to_be_attached()
    expect_waiting(page, 1)
    page.context.unroute_all()
    page.locator("[data-retry]").dispatch_event("click")
    expect_waiting(page, 0)
    assert table.hands() == [[30, 40]]
    assert table.facts() == ["hand"]


def test_hand_undone_before_its_confirmation_arrived_is_not_stored(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    page = phone.page
    page.context.route("**/api/v1/matches/**", lambda route: route.abort())
    write(page, HANDS[0])
    expect_waiting(page, 1)
    page.locator("#acts [data-take-back]").click()
    expect(page.locator("#sheet tr[data-mine]")).to_have_count(0)
    page.context.unroute_all()
    page.locator("[data-retry]").dispatch_event("click")
    expect_waiting(page, 0)
    assert table.hands() == []
    assert table.facts() == []


def test_page_reports_missing_browser_storage_before_the_first_hand(phone: Phone, table: Table) -> None:
    phone.context.add_init_script(
        "IDBFactory.prototype.open = () => { throw new DOMException('private', 'SecurityError'); }"
    )
    phone.sit_down(table.code)
    expect(phone.page.locator("[data-no-store]")).to_contain_text("This phone keeps nothing.")
    write(phone.page, HANDS[0])
    expect(phone.page.locator(".toast")).to_be_visible()
    assert table.hands() == [HANDS[0]["card_points"]]


def test_sent_hand_stays_on_the_page_until_the_updated_sheet_arrives(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    page, sheet = phone.page, re.compile(r"/tavolo/[^/]+/(\?.*)?$")
    page.route(sheet, lambda route: route.abort())
    write(page, HANDS[0])
    expect_waiting(page, 0)
    assert table.hands() == [HANDS[0]["card_points"]]
    expect(page.locator("#acts a.primary")).to_have_attribute("href", re.compile("/mano/1-2/"))
    row = page.locator("#sheet tr[data-mine]")
    expect(row).to_have_count(1)
    expect(row.locator("svg")).to_have_count(0)
    page.unroute(sheet)
    expect(page.locator("#sheet[data-next='1-2']")).to_be_attached()
    expect(row).to_have_count(0)


def test_hand_undone_immediately_does_not_reappear_on_the_page(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    page = phone.page
    page.route("**/copie/", lambda route: route.abort())  # so that only the sheet shows that the hand is gone
    write(page, HANDS[0])
    page.locator("#acts form[action$='/annulla/'] button").click()
    expect(page.locator("#sheet[data-next='1-1']")).to_be_attached()
    expect(page.locator("#acts a.primary")).to_have_attribute("href", re.compile("/mano/1-1/"))
    expect(page.locator("#sheet tr[data-mine]")).to_have_count(0)
    assert table.hands() == []


def test_sheet_cached_while_the_page_did_not_accept_input_can_be_used_offline(
    phone: Phone, table: Table
) -> None:
    phone.sit_down(table.code)
    page = phone.page
    # a style sheet that only a step uses
    expect(page.locator("head link[href*='css/captured_cards']")).to_have_count(1)
    page.evaluate("document.querySelector('.phone').inert = true")
    page.evaluate("Copies.sheet(document.documentElement.outerHTML)")
    page.evaluate("document.querySelector('.phone').inert = false")
    page.context.set_offline(True)
    write(page, HANDS[0])
    write(page, HANDS[1], number=2)
    expect_waiting(page, 2)


FULL = """() => {
    const full = () => { throw new DOMException("no room", "QuotaExceededError"); };
    Object.assign(IDBObjectStore.prototype, { add: full, put: full });
}"""


def test_phone_with_full_storage_sends_a_hand_immediately_or_stays_on_the_entry_page(
    phone: Phone, table: Table
) -> None:
    phone.sit_down(table.code)
    page, unkept = phone.page, phone.page.locator("[data-unkept]")
    page.evaluate(FULL)
    with page.expect_response(re.compile("/copie/")):  # the pages needed for the next hand
        write(page, HANDS[0])
    expect(page.locator("[data-no-store]")).to_contain_text("full")
    assert table.hands() == [HANDS[0]["card_points"]]
    page.context.set_offline(True)
    write(page, HANDS[1], then=unkept)
    expect(unkept).to_contain_text("no room left")
    page.context.set_offline(False)
    page.locator("button.say").click()
    expect(page.locator("#sheet")).to_be_attached()
    assert table.hands() == [hand["card_points"] for hand in HANDS[:2]]


YEAR = 366 * 24 * 60 * 60 * 1000


@pytest.mark.parametrize("wrong", [YEAR, -YEAR], ids=["a year ahead", "a year behind"])
def test_phone_with_a_clock_a_year_off_sends_its_hands(wrong: int, phone: Phone, table: Table) -> None:
    wait_for_five(phone, table)
    with no_answers(phone):
        phone.context.add_init_script(f"const now = Date.now; Date.now = () => now() + {wrong};")
        phone.page.reload()
        expect_waiting(phone.page, 5)
    phone.page.locator("[data-retry]").dispatch_event("click")
    all_have_come(phone.page, table)
