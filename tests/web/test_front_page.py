"""The front page of the site (mock-up 27): running tournaments, code field, next evening, champions."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from scoring.sheet.devices import shown_code
from scoring.sheet.services.log import Author
from tests.builders import (
    a_tournament,
    an_organiser,
    drawn_tournament,
    match_of,
    play_match,
    play_out,
)
from tests.markup import markup_faults, one_line
from tournaments.matches.services import results
from tournaments.models import Match, Notice, Tournament
from tournaments.values.visibility import PageSwitch, Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
HAND = {"dealer": 0, "trionfo": "KH", "card_points": [41, 29], "tricks": [6, 4]}
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
TABLE = re.compile(r'<a class="live-table ?([\w ]*)".*?</a>')


def front(organiser: Any = None) -> str:
    """Return the English front page, with whitespace collapsed, for an anonymous visitor or the organiser."""
    client = Client(headers={"accept-language": "en"})
    if organiser:
        client.force_login(organiser)
    return one_line(client.get("/").text)


def box(page: Page, selector: str) -> FloatRect:
    """Return the bounding box of the one element that matches `selector`."""
    place = page.locator(selector).bounding_box()
    assert place
    return place


def running(teams: int = 4, hands: int = 1, **more: Any) -> Tournament:
    """Return a drawn tournament in which the first hand is recorded at `hands` tables."""
    tournament = drawn_tournament(teams, **more)
    for match in Match.objects.filter(tournament=tournament, state="ready", table__isnull=False)[:hands]:
        author = Author(tournament.owner_id)
        results.write_hand(match.pk, (1, 1), HAND, author=author, at=timezone.now(), based_on=None)
    return tournament


def announced(name: str, days: int = 3, **notice: Any) -> Tournament:
    """Return a tournament that starts in `days` days; fields in `notice` are saved as its notice."""
    tournament = a_tournament(teams=5, name=name, starts_at=timezone.now() + timedelta(days=days))
    if notice:
        Notice.objects.create(tournament=tournament, **notice)
    return tournament


def test_empty_front_page_offers_a_new_tournament_only_to_the_organiser() -> None:
    organiser = an_organiser()
    assert "No tournaments yet" in front()
    assert "#new" not in front()
    page = front(organiser)
    assert "No tournaments yet" in page
    assert 'href="/regia/#new"' in page


def test_front_page_shows_each_table_of_a_running_tournament_with_its_points() -> None:
    tournament = running()
    page = front()
    assert "In play now" in page
    tables = [element.group() for element in TABLE.finditer(page)]
    assert len(tables) == 2
    match = match_of(tournament)
    assert f'href="/{tournament.slug}/incontri/{match.pk}/"' in tables[0]
    assert '<b class="flare points">' in tables[0]
    assert "Game 1 to 35" in tables[0]
    assert 'class="trama"' in tables[0]
    assert [element.group(1) for element in TABLE.finditer(page)] == ["", "warn"]
    assert f'data-events-url="/api/v1/tournaments/{tournament.slug}/events/' in page


def test_front_page_draws_a_frame_around_a_table_with_a_deciding_game() -> None:
    tournament = running()
    match = match_of(tournament)
    winner, loser = [41, 29], [29, 41]
    for game, points in ((1, winner), (2, loser)):
        for hand in range(1, 20):
            match.sheet.refresh_from_db()
            place = match.sheet.summary["next"]
            if place is None or place["game"] != game:
                break
            body = {
                "dealer": place.get("dealer", (hand - 1) % 4) or 0, "trionfo": "KH", "card_points": points,
                "tricks": [6, 4] if points is winner else [4, 6],
            }  # fmt: skip
            author = Author(tournament.owner_id)
            where = (place["game"], place["hand"])
            results.write_hand(match.pk, where, body, author=author, at=timezone.now(), based_on=None)
    assert [element.group(1) for element in TABLE.finditer(front())] == ["decider", "warn"]


def test_front_page_names_the_waiting_team_and_the_match_that_has_just_finished() -> None:
    tournament = running()
    play_match(match_of(tournament, "R1.2"))
    Match.objects.filter(tournament=tournament, label="R1.1").update(state="playing")
    page = front()
    winner = match_of(tournament, "R2.1").slots.get(team__isnull=False).team
    assert winner
    waiting = re.search(r"<b>Waiting</b>(.*?)</p>", page)
    assert waiting
    assert waiting.group(1).strip() == f"{winner.name} against winner of table 1"
    assert re.search(rf"<b>Just finished</b> .*{winner.name} 2", page)


def test_front_page_shows_no_table_between_two_rounds() -> None:
    tournament = drawn_tournament(4, form="swiss")
    for match in Match.objects.filter(tournament=tournament, round=1):
        play_match(match)
    page = front()
    assert "Between two rounds" in page
    assert "live-table" not in page
    assert "Just finished" in page


def test_front_page_lists_the_tournament_with_more_tables_in_play_first() -> None:
    running(4, 1, name="Piccolo")
    running(8, 3, name="Grande", tables=4)
    page = front()
    assert 0 < page.index(">Grande<") < page.index(">Piccolo<")
    assert 'hx-trigger="live, every 60s"' in page


def test_front_page_shows_eight_tables_and_the_number_of_further_tables() -> None:
    running(32, 1, tables=12)
    page = front()
    assert len(TABLE.findall(page)) == 8
    assert "4 more tables" in page


def test_front_page_shows_no_table_of_a_tournament_whose_tables_page_is_not_public() -> None:
    tournament = running()
    Tournament.objects.update(closed_pages=[PageSwitch.TABLES])
    page = front()
    assert tournament.name in page
    assert "live-table" not in page
    assert "Waiting" not in page


def test_front_page_shows_the_date_entry_fee_and_places_of_the_next_evening() -> None:
    tournament = announced("Torneo d’inverno", places=16, fee=1000)
    announced("Torneo di Natale", days=20)
    page = front()
    assert "The next evening" in page
    assert "Mariglia in pairs, €10 a pair" in page
    assert '<span class="day-number flare">' in page
    assert "of 16 pairs" in page
    assert re.search(rf'class="btn primary" href="/{tournament.slug}/" ?>Enter</a>', page)
    assert page.index("The next evening") < page.index("After that") < page.index("Torneo di Natale")


def test_front_page_shows_the_last_four_champions() -> None:
    for number in range(5):
        play_out(drawn_tournament(2, name=f"Serata {number}"))
    page = front()
    assert "Last champions" in page
    assert "No evening is announced yet" in page
    assert re.findall(r"<span>(Serata \d)</span>", page) == [f"Serata {number}" for number in (4, 3, 2, 1)]


@pytest.mark.parametrize(
    "hidden",
    [{"visibility": Visibility.DRAFT}, {"visibility": Visibility.UNPUBLISHED}, {"trial": True}],
    ids=["draft", "unpublished", "practice"],
)
def test_front_page_shows_no_hidden_tournament_even_to_its_organiser(hidden: dict[str, Any]) -> None:
    tournament = running(name="Serata segreta")
    play_out(drawn_tournament(2, name="Serata segreta passata"))
    announced("Serata segreta futura", places=16)
    Tournament.objects.update(**hidden)
    assert "Serata segreta" not in front()
    assert "Serata segreta" not in front(tournament.owner)


@pytest.mark.parametrize("rounds", [1, 3])
def test_front_page_has_a_fixed_number_of_queries(rounds: int, django_assert_num_queries: Any) -> None:
    for number in range(rounds):
        running(8, 2, name=f"Gioco {number}")
        announced(f"Domani {number}", places=16, fee=500)
        play_out(drawn_tournament(2, name=f"Ieri {number}"))
    client = Client()
    client.get("/")
    with django_assert_num_queries(13):
        page = client.get("/").content
    assert len(page) < 40_000


def test_front_page_is_valid_html_in_every_state() -> None:
    organiser = an_organiser()
    pages = [front(), front(organiser)]
    announced("Domani", places=16)
    announced("Dopodomani", days=9)
    pages += [front()]
    running(24, 3, tables=12)
    running(8, 1, name="Altro", form="swiss")
    pages += [front(organiser)]
    play_out(drawn_tournament(2, name="Ieri"))
    pages += [front()]
    assert [faults for page in pages if (faults := markup_faults(page))] == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1440])
def test_table_code_entered_on_the_front_page_opens_the_table(
    live_server: LiveServer, transactional_db: None, browser: Browser, width: int
) -> None:
    match = match_of(drawn_tournament(4))
    context = browser.new_context(viewport={"width": width, "height": 844}, locale="en-GB")
    page = context.new_page()
    page.goto(live_server.url)
    field = page.get_by_label("Are you at a table?")
    field.fill("")
    field.press_sequentially(shown_code(match.sheet.key).lower())
    if width > 390:
        page.get_by_role("button", name="Open").click()
    expect(page).to_have_url(re.compile(rf"/tavolo/{match.pk}/chi/"))
    context.close()


@pytest.mark.browser
def test_table_code_field_on_a_phone_shows_a_button_if_an_entered_code_opens_no_table(
    live_server: LiveServer, transactional_db: None, browser: Browser
) -> None:
    an_organiser()
    page = browser.new_page(viewport=PHONE, locale="en-GB")
    page.goto(live_server.url)
    button = page.get_by_role("button", name="Open")
    expect(button).to_be_hidden()
    page.route("**/t/", lambda route: route.fulfill(status=204))
    page.get_by_label("Are you at a table?").press_sequentially("ABCDEF")
    expect(button).to_be_visible()
    page.close()


@pytest.mark.browser
def test_front_page_shows_the_state_of_a_running_tournament_next_to_its_name(
    live_server: LiveServer, transactional_db: None, browser: Browser
) -> None:
    running(name="Sera", starts_at=timezone.now() - timedelta(days=40))
    page = browser.new_page(viewport=DESKTOP, locale="en-GB")
    page.goto(live_server.url)
    name, state, words = (box(page, f".hero-head > {part}") for part in ("h2", ".chip", "p"))
    assert 0 < state["x"] - name["x"] - name["width"] < 40
    assert words["x"] == name["x"]
    assert words["y"] >= name["y"] + name["height"]
    page.close()


@pytest.mark.browser
def test_front_page_has_no_empty_line_for_a_tournament_whose_tables_page_is_not_public(
    live_server: LiveServer, transactional_db: None, browser: Browser
) -> None:
    running()
    Tournament.objects.update(closed_pages=[PageSwitch.TABLES])
    page = browser.new_page(viewport=DESKTOP, locale="en-GB")
    page.goto(live_server.url)
    expect(page.locator(".hero-foot")).to_be_hidden()
    page.close()


@pytest.mark.browser
@pytest.mark.parametrize(("tables", "columns"), [(3, 3), (4, 4), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_number_of_table_columns_on_the_front_page_depends_on_the_number_of_tables(
    live_server: LiveServer, transactional_db: None, browser: Browser, tables: int, columns: int
) -> None:
    running(16, 1, tables=tables)
    page = browser.new_page(viewport=DESKTOP, locale="en-GB")
    page.goto(live_server.url)
    boxes = [each.bounding_box() for each in page.locator(".live-tables > li").all()]
    assert len(boxes) == tables
    assert len({each["x"] for each in boxes if each}) == columns
    page.close()


@pytest.mark.browser
def test_line_of_champions_on_the_front_page_ends_with_an_arrow_on_a_phone(
    live_server: LiveServer, transactional_db: None, browser: Browser
) -> None:
    play_out(drawn_tournament(2))
    page = browser.new_page(viewport=PHONE, locale="en-GB")
    page.goto(live_server.url)
    expect(page.get_by_role("heading", name="Last champions")).to_be_visible()
    line, arrow = box(page, ".roll li a"), box(page, ".roll li .ic")
    assert arrow["x"] + arrow["width"] == line["x"] + line["width"]
    page.close()
