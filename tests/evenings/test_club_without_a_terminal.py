"""Six people run a club on web pages only, from the set-up link to the tournament of the next week.

`make strip` keeps a picture of each step in STRIP_FOLDER and prints the clicks, fields and pages of each
task. No URL is typed except that of the site (club_people.py counts the opened pages).
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.evenings import club_people
from tests.evenings.club_people import PASSWORDS, Person, draw, invite, set_up, write_down
from tests.servers.site import Site

expect.set_options(timeout=60_000)
pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.timeout(900)]

PAIRS = {
    "Usai – Murgia": ("Antonella Usai", "Bachisio Murgia"),
    "Fois – Piras": ("Caterina Fois", "Domenico Piras"),
    "Canu – Deiana": ("Efisio Canu", "Franca Deiana"),
    "Solinas – Loi": ("Gavino Solinas", "Ignazia Loi"),
}
FIRST, SECOND, THIRD, FOURTH = PAIRS
# Two pairs have won twice. FIRST won their match and is usually ahead; by the house rules SECOND is ahead.
WINNERS = {
    frozenset({FIRST, SECOND}): FIRST,
    frozenset({FIRST, FOURTH}): FIRST,
    frozenset({FIRST, THIRD}): THIRD,
    frozenset({SECOND, THIRD}): SECOND,
    frozenset({SECOND, FOURTH}): SECOND,
    frozenset({THIRD, FOURTH}): FOURTH,
}
WIN = 3
PRACTICE = "Una prova"
# Milliseconds that a step may take on a machine under load.
PATIENCE = 300_000


def change_house_rules(host: Person) -> None:
    """Make the capped point difference the first tie-break; set three points for a win, two for a bye."""
    with host.at("change the house rules"):
        host.go("/regia/regole-della-casa/")
        host.touch("a[href$='/mariglia/']", to="**/mariglia/")
        before = host.page.locator(".because").inner_text()
        for place in ("2", "1"):
            host.touch("#up-capped_point_difference")
            expect(host.page.locator("#line-capped_point_difference .number")).to_have_text(place)
        host.write("#id_win", str(WIN))
        host.write("#id_bye", "2")
        host.page.locator("#id_bye").press("Tab")
        expect(host.page.locator(".because")).not_to_have_text(before)
        host.picture("the house rules, changed")
        host.touch("#house .house-foot .primary")
        expect(host.page.locator(".toast")).to_be_visible()


def enter_everybody(door: Person, slug: str) -> None:
    """Enter the pairs, then mark all of them as present."""
    with door.at("enter four pairs"):
        door.home()
        door.touch(f".list a[href$='/{slug}/iscrizioni/']", to="**/iscrizioni/")
        for name, (one, other) in PAIRS.items():
            door.write("[name=player_0]", one)
            door.write("[name=player_1]", other)
            door.touch("form.entry button.primary")
            door.sees(name, "#teams")
        door.picture("everybody is written down")
    with door.at("all are here"):
        door.touch("#check [name=presence][value=present]")
        expect(door.page.locator("#teams [aria-checked=true]")).to_have_count(len(PAIRS))


def read_code(clerk: Person, slug: str) -> tuple[str, list[str]]:
    """Return the table code of a match that the first pair does not play, and the two pairs of the match."""
    with clerk.at("find the codes of the tables"):
        clerk.home()
        clerk.touch(f".list a[href$='/regia/{slug}/']", to=f"**/regia/{slug}/")
        clerk.page.locator("a.hall-table").nth(1).wait_for()  # a job places the matches after the draw
        clerk.go("/fogli/")
        clerk.page.locator(".codecard").nth(1).wait_for()
        cards = clerk.page.locator(".codecard").filter(has_not_text=FIRST)
        clerk.picture("the codes")
        words = cards.first.inner_text()
        sides = sorted((name for name in PAIRS if name in words), key=words.index)
        return cards.first.locator(".typed b").inner_text(), sides


def play_on_phone(phone: Person, site: Site, code: str, sides: list[str]) -> None:
    """Open the sheet with the table code, enter two hands, and sign for one side, then for the other."""
    winner = sides.index(WINNERS[frozenset(sides)])
    with phone.at("a match on the phone"):
        phone.open(f"{site.url}/t/")
        phone.write("#code", code)
        phone.touch("#open button")
        phone.touch("button[name=side][value='0']")
        for card, share in (("AS", 66), ("2C", 70)):
            phone.touch("#acts a.primary")
            dealer = phone.page.locator(f"label:has(input[name=dealer][value='{winner}'])")
            phone.page.locator("input[name=trionfo_suit]").first.wait_for(state="attached")
            if dealer.is_visible():
                phone.touch(dealer)
            phone.touch(f"label:has(input[name=trionfo_suit][value={card[-1]}])")
            phone.touch(f"label:has(input[name=trionfo_rank][value='{card[:-1]}'])")
            if phone.page.locator("input[name=card_points_0]").count() == 0:
                phone.touch("[data-go]")
            phone.write("input[name=card_points_0]", str(share if winner == 0 else 70 - share))
            phone.picture("a hand")
            phone.touch("[data-go]")
            phone.touch("button.say")
            phone.page.locator("#sheet").wait_for()
        phone.touch("#acts a.ok", to="**/firma/")
        phone.touch("#acts button.ok")
        phone.touch("#acts a.ok")
        phone.write("#pass #code", code)
        phone.touch("button.ok[form=pass]")
        expect(phone.page.locator(".sig .done")).to_have_count(2)
        phone.picture("signed by both")


def see_champions(guest: Person, site: Site, slug: str) -> None:
    """Check the champions on the club's home page and in the standings."""
    with guest.at("read who won"):
        guest.open(site.url)
        card = guest.page.locator(f".roll a[href='/{slug}/']")
        expect(card).to_contain_text(SECOND)
        guest.picture("the club's first page")
        guest.touch(card, to=f"**/{slug}/")
        first = guest.page.locator(".standings-table tbody tr").first
        expect(first).to_contain_text(SECOND)
        expect(first.locator("td.num").first).to_have_text(str(2 * WIN))
        guest.picture("the champions")


def hold_again(host: Person, slug: str, name: str) -> str:
    """Repeat last week's tournament with the same pairs except FOURTH; return its slug."""
    with host.at("last week's again"):
        host.home()
        host.touch(f".list a[href$='/regia/{slug}/di-nuovo/']", to="**/di-nuovo/")
        expect(host.page.locator("[name=name]")).to_have_value(name)
        expect(host.page.locator("[name=teams]:checked")).to_have_count(len(PAIRS))
        host.touch(host.page.locator(".again-teams label").filter(has_text=FOURTH))
        host.picture("again, without those who do not come")
        host.touch("main form button.primary.big", to="**/iscrizioni/")
        host.sees(FIRST, "#teams")
        host.picture("next week, everybody expected")
    return host.page.url.split("/")[-3]


def practise_and_delete(host: Person, slug: str) -> None:
    """Create a practice tournament with last week's pairs, then delete it."""
    with host.at("make a practice evening"):
        host.home()
        host.touch(f".list a[href$='/regia/{slug}/di-nuovo/']", to="**/di-nuovo/")
        host.write("[name=name]", PRACTICE)
        host.touch("label:has([name=trial])")
        host.touch("main form button.primary.big", to="**/iscrizioni/")
        host.sees(FIRST, "#teams")
        host.picture("a practice evening")
    with host.at("delete the practice evening"):
        host.home()
        host.touch(host.page.locator(".list a").filter(has_text=PRACTICE).first, to="**/regia/**")
        host.go("/regole/")
        host.touch("main a[href$='/elimina/']", to="**/elimina/")
        host.picture("before it is deleted")
        host.touch("main form button.danger", to="**/regia/")
        expect(host.page.locator(".list")).to_contain_text("Torneo del sabato 1")
        expect(host.page.locator(".list")).not_to_contain_text(PRACTICE)
        host.picture("the practice evening is gone")


def take_away(host: Person, helper: Person, slug: str) -> None:
    """Remove the role of a helper who has a page open; check that the helper's next click is refused."""
    helper.home()
    helper.touch(f".list a[href$='/{slug}/iscrizioni/']", to="**/iscrizioni/")
    with host.at("take a role away"):
        host.home()
        host.go("/regia/chi-conduce/")
        row = host.page.locator(".role-list tr").filter(has_text=helper.full_name)
        host.touch(row.locator("form[action$='/togli/'] button"))
        expect(host.page.locator(".role-list")).not_to_contain_text(helper.full_name)
        host.picture("a role less, with its undo")
    with helper.at("touch what is not theirs any more"):
        helper.touch("#teams button.switch >> nth=0")
        helper.sees("Il tuo ruolo è stato tolto")
        expect(helper.page.locator("#teams")).to_have_count(0)
        helper.picture("refused, and why")


def log_in_again(clerk: Person) -> None:
    """Log out, open the home page of the site, and log in."""
    with clerk.at("log out and in again"):
        clerk.touch("#rail-menu form[action$='/logout/'] button", to=re.compile(r":\d+/$"))
        clerk.touch("a[href='/accounts/login/']", to="**/accounts/login/")
        clerk.picture("logging in")
        clerk.write("input[name=login]", "pasquale")
        clerk.write("input[name=password]", PASSWORDS)
        clerk.touch("main form button.primary", to="**/regia/")


def give_logo(host: Person, file: Path) -> None:
    """Upload a logo for the club."""
    file.write_text(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'>"
        "<circle cx='32' cy='32' r='30' fill='#1d6349'/></svg>"
    )
    with host.at("give the club a logo"):
        host.home()
        host.go("/regia/circolo/")
        host.page.locator("input[type=file]").set_input_files(file)
        host.touch("button[name=part][value=logo]")
        expect(host.page.locator("img.club-logo")).to_be_visible()
        host.picture("the club, with its logo")


def merge_two(host: Person, slug: str) -> None:
    """Enter a person under a misspelt name, then merge this person with the existing person."""
    with host.at("enter a pair"):
        host.home()
        host.touch(f".list a[href$='/regia/{slug}/']", to=f"**/regia/{slug}/")
        host.go("/iscrizioni/")
        host.write("[name=player_0]", "Gavino Solina")
        host.write("[name=player_1]", "Raimonda Cossu")
        host.touch("form.entry button.primary")
        host.sees("Raimonda Cossu", "#teams")
    with host.at("merge two persons"):
        host.home()
        host.go("/regia/persone/")
        host.picture("the register")
        register = host.page.get_by_role("table")
        host.touch(register.get_by_role("link", name="Gavino Solina", exact=True))
        host.write("[aria-labelledby=merge] input[name=q]", "Solinas")
        host.touch("[aria-labelledby=merge] form button")
        host.touch("[aria-labelledby=merge] a[href*='/unisci/']", to="**/unisci/**")
        host.picture("what the merge moves")
        host.touch("main form button.primary.big")
        expect(host.page.locator(".toast")).to_be_visible()
        host.picture("one person")


# The pages after the restore button: the password page if the login is old, the progress page, or the login
# page.
AFTER_PUTTING_BACK = re.compile(r"/reauthenticate/|/rimetti/$|/login/")


def put_back_copy(host: Person) -> None:
    """Make a backup and restore it; confirm the password if required."""
    with host.at("make a copy and put it back"):
        host.home()
        host.go("/regia/macchina/")
        host.page.set_default_timeout(PATIENCE)  # a backup after the event may be running
        host.touch("button[name=act][value=copy]")
        copy = host.page.locator(".copies li").first
        copy.locator("a[href*='/rimetti/']").wait_for(timeout=PATIENCE)
        host.picture("the machine, with a copy")
        host.touch(copy.locator("a[href*='/rimetti/']"), to="**/rimetti/**")
        host.picture("before a copy is put back")
        host.touch("main form button.primary.big", to=AFTER_PUTTING_BACK)
        if "reauthenticate" in host.page.url:
            host.write("main input[name=password]", PASSWORDS)
            host.touch("main form button.primary")
        expect(host.page.locator("input[name=login]")).to_be_visible(timeout=PATIENCE)
        host.write("input[name=login]", "tore")
        host.write("input[name=password]", PASSWORDS)
        host.touch("main form button.primary")
        expect(host.page.locator("main .seal")).to_be_visible(timeout=PATIENCE)
        host.picture("put back")


def test_club_manages_its_tournaments_using_only_web_pages(tmp_path: Path, browser: Browser) -> None:
    with club_people.club(tmp_path, browser) as (site, rita):
        set_up(site, rita)
        tore = invite(rita, "organiser", "Tore Ledda")
        director = invite(tore, "director", "Nanni Pinna")
        door = invite(tore, "door", "Olimpia Serra", "phone")
        clerk = invite(rita, "tables", "Pasquale Melis")
        change_house_rules(tore)
        slug = club_people.ask_for_tournament(tore, "Torneo del sabato 1", len(PAIRS))
        enter_everybody(door, slug)
        draw(director, slug)
        phone = Person(browser, "a table", rita.tally, rita.strip, "phone")
        play_on_phone(phone, site, *read_code(clerk, slug))
        with clerk.at("five results from paper"):
            for _match in range(len(WINNERS) - 1):
                write_down(clerk, slug, WINNERS, narrow=FIRST)
        see_champions(Person(browser, "at home", rita.tally, rita.strip, "phone"), site, slug)
        again = hold_again(tore, slug, "Torneo del sabato 2")
        practise_and_delete(tore, slug)
        take_away(tore, door, again)
        if rita.strip.folder:
            log_in_again(clerk)
            give_logo(tore, tmp_path / "logo.svg")
            merge_two(tore, again)
            put_back_copy(tore)
        print(f"\n{rita.tally.table()}")
        rita.strip.bind(browser)
