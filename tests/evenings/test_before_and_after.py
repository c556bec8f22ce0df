"""A tournament from the public notice to the cash closing: an organiser, a check-in helper and three phones.

A pair on the waiting list gets the place of a pair that withdraws. The check-in helper takes the money, and
the organiser hands over the prize. Amounts on the pages are checked to the cent. `make strip` keeps the
screenshots.
"""

import re
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.evenings import club_people
from tests.evenings.club_people import Person, draw, invite, set_up, write_down
from tests.screens.club import evening_zone
from tests.servers.site import Site
from tests.waiting import wait_for

expect.set_options(timeout=60_000)
pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.timeout(600)]

NAME = "Torneo di mezzo inverno"
FIRST, SECOND, THIRD = (
    ("Peppino Ledda", "Assunta Cabras"),
    ("Nuccia Deiana", "Efisio Loi"),
    ("Franca Solinas", "Gavino Mura"),
)
LEDDA, SOLINAS = "Ledda – Cabras", "Solinas – Mura"
ANSWER = "Siamo al completo: tutte le coppie sono fatte. Alla prossima!"
WHY_SHORT = "Due euro di resto dati in più al bar"
TABLET = {"width": 768, "height": 1024}
# The form takes a sender that is faster than this for a robot.
A_PERSON_HAS_TYPED = "performance.now() - performance.getEntriesByType('navigation')[0].responseEnd > 2100"


def expect_amount(line: Locator, cents: int) -> None:
    """Fail unless a cash entry on the page ends in the given amount in Italian format."""
    words = f"{cents // 100},{cents % 100:02}\N{NO-BREAK SPACE}€"
    expect(line.locator(".num").last).to_have_text(words)


def standing(phone: Person, words: str) -> None:
    """Wait until the heading of the personal page is `words`; the page updates without a reload."""
    expect(phone.page.locator("h1")).to_have_text(words)


def open_desk_of(host: Person, slug: str, end: str) -> None:
    """Open a desk page of the given tournament from the list of tournaments."""
    host.home()
    host.touch(f".list a[href$='/regia/{slug}/']", to=f"**/regia/{slug}/")
    host.go(end)


def typed_time(minutes: int) -> str:
    """Return the time `minutes` from now in the format of a datetime-local field."""
    return f"{datetime.now(ZoneInfo(evening_zone())) + timedelta(minutes=minutes):%Y-%m-%dT%H:%M}"


def official_at_once(host: Person, slug: str) -> None:
    """Set the start of the tournament to 45 minutes from now, and the time for corrections to zero."""
    with host.at("tonight, no time for corrections"):
        host.go(f"/regia/{slug}/regole/")
        for row, field, value in (
            ("evening", "starts_at", typed_time(45)),
            ("correction", "correction_minutes", "0"),
        ):
            host.touch(f"#rule-{row} summary")
            host.write(f"[name={field}]", value)
            host.touch(f"#rule-{row} .rule-acts button")
            expect(host.page.locator(f"#rule-{row} [open]")).to_have_count(0)
            expect(host.page.locator(".toast")).to_be_visible()


def write_notice(host: Person, slug: str) -> None:
    """Complete the public notice of the tournament and view its page."""
    with host.at("write the notice"):
        host.touch(f"a[href$='/regia/{slug}/locandina/']", to="**/locandina/")
        host.write("[name=place]", "Sala del circolo")
        host.write("[name=address]", "via Torres 14, Sassari")
        host.write("[name=doors_at]", typed_time(-1))
        host.write("[name=contact]", "Rita Tola, 347 000 0101")
        host.write("[name=fee]", "10")
        host.write("[name=prizes]", "Un prosciutto ai primi")
        host.write("[name=places]", "2")
        host.touch("label:has([name=accepts][value=at_once])")
        host.picture("the notice, filled in")
        host.touch("form:has([name=place]) button.primary.big")
        expect(host.page.locator(".toast")).to_be_visible()
    with host.at("look at the notice"):
        host.touch(f"a.btn.small[href$='/{slug}/']", to=re.compile(rf":\d+/{slug}/$"))
        host.sees("Sala del circolo")
        expect(host.page.locator(".notice-lines")).to_contain_text("10\N{NO-BREAK SPACE}€")
        host.picture("the notice")
        host.page.go_back()


def answer_pdf(host: Person, link: Locator) -> None:
    """Fail unless the link on a page leads to a PDF."""
    is_pdf(host, link.get_attribute("href") or "")


def is_pdf(host: Person, address: str) -> None:
    """Fail unless the person gets a PDF from the given URL."""
    answer = host.page.request.get(str(host.page.evaluate("end => new URL(end, location).href", address)))
    assert answer.ok
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF-")


def enter(phone: Person, site: Site, slug: str, *names: str) -> None:
    """Open the notice from the club's home page, then the entry form, and submit the form."""
    with phone.at("enter from home"):
        phone.open(site.url)
        card = phone.page.locator(f".next-evening a[href='/{slug}/']").first
        phone.picture("the club's first page")
        phone.touch(card, to=f"**/{slug}/")
        phone.picture("the notice")
        phone.touch(".notice-bar a.primary", to="**/iscrizione/")
        fill_in(phone, *names)


def fill_in(phone: Person, *names: str) -> None:
    """Submit the entry form with the given names, and wait for the personal page.

    A single name is entered as a player who is looking for a partner.
    """
    for place, name in enumerate(names):
        phone.write(f"[name=player_{place}]", name)
    if len(names) == 1:
        phone.touch("[name=seeks_partner]")
    phone.write("[name=phone]", "347 000 0118")
    phone.touch("[name=consent]")
    phone.picture("the form, filled in")
    wait_for(lambda: bool(phone.page.evaluate(A_PERSON_HAS_TYPED)))
    phone.touch("button.primary", to="**/i/*/")


def withdraw(phone: Person) -> None:
    """Withdraw the entry on the personal page."""
    with phone.at("withdraw"):
        phone.touch("a[href$='/ritiro/']", to="**/ritiro/")
        phone.picture("withdraw?")
        phone.touch("button.danger", to=re.compile(r"/i/[^/]+/$"))
        standing(phone, "Siete fuori dalla lista")
        phone.picture("off the list")


def come_again(phone: Person, slug: str) -> None:
    """Enter again from the notice, as a single player who is looking for a partner."""
    with phone.at("look for a partner"):
        phone.touch("#link-foot a.primary", to=f"**/{slug}/")
        phone.picture("the notice, full")
        phone.touch(".notice-bar a.primary", to="**/iscrizione/")
        fill_in(phone, SECOND[0])
        standing(phone, "Cercate compagno")
        phone.picture("looks for a partner")


def refuse(host: Person, slug: str) -> None:
    """Refuse an entry request with a message."""
    with host.at("refuse a request"):
        open_desk_of(host, slug, "/iscrizioni/")
        card = host.page.locator("#tray .lonely li").filter(has_text=SECOND[0])
        host.touch(card.locator(".refusal summary"))
        host.write(card.locator("[name=sentence]"), ANSWER)
        host.picture("the tray, an answer")
        host.touch(card.locator("form[action$='/rispondi/'] button"))
        expect(host.page.locator("#tray")).to_have_count(0)


def check_in(host: Person, tablet: Person, slug: str) -> None:
    """Open the check-in page on a tablet, and check in the first pair on it."""
    with host.at("open the page at the door"):
        host.touch("#door button[name=open]")
        link = host.page.locator("#door-link").input_value()
        host.picture("the link of the door")
    tablet.page.set_viewport_size(TABLET)  # type: ignore[arg-type]
    with tablet.at("touch one's names"):
        tablet.open(link)
        tablet.picture("who is expected")
        tablet.touch(tablet.page.locator("#pairs > button").filter(has_text="Ledda"))
        expect(tablet.page.locator("#question")).to_contain_text(LEDDA)
        tablet.picture("is it you?")
        tablet.touch("#sheet button.ok")
        expect(tablet.page.locator("#thanks")).to_contain_text(LEDDA)
        tablet.picture("welcome")


def arrive(phone: Person) -> None:
    """Check in on the personal page of the entry."""
    with phone.at("say that one is there"):
        phone.touch("#link-foot button.ok")
        phone.sees("Il circolo sa che siete in sala.")
        phone.picture("in the hall")


def euro(door: Person, pair: str) -> Locator:
    """Return the table row of a pair in the entry list."""
    return door.page.locator("#teams tbody tr").filter(has_text=pair)


def take_money(door: Person, slug: str) -> None:
    """Take the fees of two pairs in cash and by card; undo the card payment and take cash instead."""
    with door.at("take the fees"):
        door.home()
        door.touch(f".list a[href$='/{slug}/iscrizioni/']", to="**/iscrizioni/")
        expect(door.page.locator("#teams [aria-checked=true]")).to_have_count(2)
        door.picture("both are here, nobody has paid")
        sums = door.page.locator(".cash-sums")
        expect(sums).to_contain_text("20\N{NO-BREAK SPACE}€")
        door.touch(euro(door, LEDDA).locator("button.take"))
        expect(euro(door, LEDDA).locator(".paid")).to_contain_text("contanti")
        door.touch(euro(door, SOLINAS).locator(".euro > a"))
        door.picture("other ways to pay")
        door.touch(euro(door, SOLINAS).locator("details.ways button[value=card]"))
        expect(euro(door, SOLINAS).locator(".paid")).to_contain_text("carta")
        door.picture("both have paid")
        door.touch("#entries-aside form.cash-last button")
        expect(euro(door, SOLINAS).locator(".paid")).to_have_count(0)
        door.touch(euro(door, SOLINAS).locator("button.take"))
        expect(euro(door, SOLINAS).locator(".paid")).to_contain_text("contanti")
        expect(sums).to_contain_text("20\N{NO-BREAK SPACE}€")
        expect(sums).to_contain_text("0\N{NO-BREAK SPACE}€")
        door.picture("both have paid in cash")


def look_at_cash(door: Person) -> None:
    """Check that the cash page has no director's menu; enter the opening cash and an expense."""
    with door.at("the float and an expense"):
        door.go("/cassa/")
        expect(door.page.locator("#rail-menu a[href$='/regole/']")).to_have_count(0)
        door.write("[name=fund-amount]", "50")
        door.touch("button[value=fund]")
        expect_amount(door.page.locator("#drawer .cnt.total"), 7_000)
        door.write("[name=expense-text]", "Caffè e acqua")
        door.write("[name=expense-amount]", "12,50")
        door.touch("button[value=expense]")
        expect_amount(door.page.locator("#drawer .cnt.total"), 5_750)
        door.picture("the cash before the draw")


def give_prize(host: Person, slug: str) -> None:
    """Add a prize for first place, hand it over, and check the diploma."""
    with host.at("a prize"):
        host.go(f"/regia/{slug}/premi/")
        host.write("main [name=text]", "Prosciutto di Villagrande")
        host.write("main [name=value]", "8")
        host.touch("form.prize-form button.primary")
        expect(host.page.locator(".prize-holder")).to_contain_text(SOLINAS)
        host.picture("a prize, and whose it is")
        host.touch("form[action$='/consegna/'] button")
        expect(host.page.locator("form[action$='/riprendi/']")).to_be_visible()
        host.picture("handed over")
        is_pdf(host, f"/regia/{slug}/premi/diplomi.pdf?posto=1")


def close_cash(door: Person, slug: str) -> None:
    """Pay the prize from the cash drawer; close the cash book two euros short, with an explanation."""
    page = door.page
    with door.at("close the cash"):
        door.go("/cassa/")
        door.touch("button[value=prize_line]")
        drawer = page.locator("#drawer")
        expect_amount(drawer.locator(".cnt.total"), 4_950)
        lines = drawer.locator(".cnt")
        for place, cents in enumerate((5_000, 2_000, 1_250, 800, 4_950)):
            expect_amount(lines.nth(place), cents)
        door.write("[name=counted]", "47,50")
        page.locator("[name=counted]").press("Tab")
        expect(page.locator(".difference")).to_contain_text("2,00\N{NO-BREAK SPACE}€")
        door.picture("two euros are missing")
        door.write("[name=explanation]", WHY_SHORT)
        door.touch("button[value=close]")
        closed = page.locator(".closed").first
        expect(closed).to_contain_text("47,50\N{NO-BREAK SPACE}€")
        expect(closed).to_contain_text("2,00\N{NO-BREAK SPACE}€")
        expect(closed).to_contain_text(WHY_SHORT)
        door.picture("closed")
    answer_pdf(door, drawer.locator("a[href$='/chiusura.pdf']"))
    table = page.request.get(f"{page.url.partition('#')[0]}cassa.csv")
    assert table.ok
    rows = table.body().decode("utf-8-sig")
    for words in (LEDDA, SOLINAS, "Caffè e acqua", "Prosciutto di Villagrande", "12,50", "50,00"):
        assert words in rows


def test_tournament_is_managed_on_web_pages_from_the_first_notice_to_the_cash_closing(
    tmp_path: Path, browser: Browser
) -> None:
    with club_people.club(tmp_path, browser, "before-and-after") as (site, rita):
        set_up(site, rita)
        olimpia = invite(rita, "door", "Olimpia Serra", "phone")
        slug = club_people.ask_for_tournament(rita, NAME, 4)
        official_at_once(rita, slug)
        write_notice(rita, slug)
        is_pdf(rita, f"/{slug}/locandina.pdf")
        one, two, three, tablet = (
            Person(browser, name, rita.tally, rita.strip, "phone")
            for name in ("phone 1", "phone 2", "phone 3", "a tablet")
        )
        for phone, names, words in (
            (one, FIRST, "Siete dentro"), (two, SECOND, "Siete dentro"),
            (three, THIRD, "Siete primi in lista d’attesa"),
        ):  # fmt: skip
            enter(phone, site, slug, *names)
            standing(phone, words)
            phone.picture(words)
        withdraw(two)
        standing(three, "Siete dentro")
        three.sees("Si è liberato un posto e siete entrati")
        three.sees("il posto passa a chi aspetta", "#link-ways")
        three.picture("in, without having touched anything")
        come_again(two, slug)
        refuse(rita, slug)
        standing(two, "Questa volta no")
        two.sees(ANSWER)
        expect(two.page.locator("#link-ways a")).to_have_count(0)
        two.picture("refused, and why")
        check_in(rita, tablet, slug)
        arrive(three)
        take_money(olimpia, slug)
        look_at_cash(olimpia)
        draw(rita, slug)
        with rita.at("a result from paper"):
            write_down(rita, slug, {frozenset({LEDDA, SOLINAS}): SOLINAS})
        with one.at("read who won"):
            one.open(site.url)
            one.touch(f".roll a[href='/{slug}/']", to=f"**/{slug}/")
            expect(one.page.locator(".standings-table tbody tr").first).to_contain_text(SOLINAS)
            one.picture("the champions")
        give_prize(rita, slug)
        close_cash(olimpia, slug)
        print(f"\n{rita.tally.table()}")
        rita.strip.bind(browser)
