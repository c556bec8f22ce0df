"""Tests of the public notice page: its fields, the entry period, and HTML escaping."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, draw
from tests.forms import as_shown
from tests.markup import one_line
from tournaments.models import Notice, Tournament
from tournaments.notice.services import write_notice

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ROME = ZoneInfo("Europe/Rome")
QUERIES_OF_THE_CLUB = 7
NOW = datetime(2026, 11, 10, 18, 0, tzinfo=ROME)


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})


def noticed(teams: int = 4, **values: Any) -> Tournament:
    """Return a tournament with a public notice."""
    tournament = a_tournament(teams=teams)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=datetime(2026, 11, 21, 20, 30, tzinfo=ROME))
    tournament.refresh_from_db()
    usual = {"place": "Sala del circolo", "address": "via Torres 14, Sassari", "fee": 1000, "places": 16}
    write_notice(tournament, usual | values, author=Author(tournament.owner_id), at=timezone.now())
    return tournament


def read(reader: Client, tournament: Tournament) -> str:
    answer = reader.get(f"/{tournament.slug}/")
    assert answer.status_code == 200
    return one_line(answer.content.decode())


def test_notice_shows_the_fields_that_are_set_and_their_links(reader: Client) -> None:
    tournament = noticed(
        directions="Al primo piano.",
        doors_at=datetime(2026, 11, 21, 20, 0, tzinfo=ROME),
        fee_includes="Carte e caffè compresi.",
        prizes="Prosciutto ai primi\nFormaggio ai secondi.",
        contact="Rosanna, 079 555 0142\no circolo@lamariglia.it",
        text="Leggete https://example.org/regole, e venite.",
        closes_at=datetime(2026, 11, 20, 22, 0, tzinfo=ROME),
    )
    with time_machine.travel(NOW, tick=False):
        page = read(reader, tournament)
    for words in (
        '<h1 class="flare">Torneo d’autunno</h1>',
        "Mariglia in pairs: two games to 35, decider to 45.",
        '<span class="day-number flare">21</span>',
        "<b>Sala del circolo, via Torres 14, Sassari</b>",
        "https://www.openstreetmap.org/search?query=via+Torres+14%2C+Sassari",
        "<b>Doors open at 20:00</b><span>The draw is at 20:30.</span>",
        "<b>€10 a pair</b><span>Carte e caffè compresi.</span>",
        "<b>Prosciutto ai primi</b><span>Formaggio ai secondi.</span>",
        '<a href="tel:0795550142" rel="nofollow noopener">079 555 0142</a>',
        '<a href="mailto:circolo@lamariglia.it" rel="nofollow noopener">',
        '<a href="https://example.org/regole" rel="nofollow noopener">',
        "https://example.org/regole</a>, e venite.",
        "<b>12 places left.</b> Entries close on Friday 20 November at 22:00.",
        '<p class="count"><b class="flare">4</b><span>of 16 pairs</span></p>',
        'Coppia 4</a></li><li class="muted"><i>5</i>the place for you</li>',
        "Entries open</span>",
    ):
        assert words in page, words
    assert page.count('class="filled"') == 2 * 4
    assert page.count('class="free"') == 2 * 12


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"opens_at": NOW + timedelta(days=2)}, "Entries open on Thursday 12 November at 18:00."),
        ({"closes_at": NOW}, "<b>Entries are closed.</b>"),
        ({"places": 4}, "<b>All places are taken.</b> Whoever enters now waits for a place."),
        ({"places": 3}, "<b>All places are taken.</b>"),
        ({"places": 4, "accepts": "at_desk"}, "<p>You enter in the hall, or by asking the club.</p>"),
        ({"places": None}, '<p class="count"><b class="flare">4</b><span>pairs</span></p>'),
        ({"fee": 1050}, "<b>€10.50 a pair</b>"),
        ({"place": "", "address": "", "fee": 0}, '<dt class="vh">Place</dt>'),
    ],
)
def test_notice_shows_whether_entries_are_open(reader: Client, values: dict[str, Any], words: str) -> None:
    with time_machine.travel(NOW, tick=False):
        assert words in read(reader, noticed(**values))


def test_cached_notice_expires_in_the_minute_when_entries_open_or_close(reader: Client) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        tournament = noticed(opens_at=NOW + timedelta(minutes=1), closes_at=NOW + timedelta(minutes=2))
        first = reader.get(f"/{tournament.slug}/")
        assert "Entries not open yet" in first.content.decode()
        for minutes, words in ((1, "Entries open<"), (2, "Entries closed<")):
            clock.move_to(NOW + timedelta(minutes=minutes))
            page = reader.get(f"/{tournament.slug}/", headers={"if-none-match": first["ETag"]})
            assert words in one_line(page.content.decode())


def test_html_in_the_texts_of_a_notice_is_escaped(reader: Client) -> None:
    evil = "</script><script>alert(1)</script>"
    with time_machine.travel(NOW, tick=False):
        tournament = noticed(text=evil, place=evil, contact=evil, prizes=evil)
        Tournament.objects.filter(pk=tournament.pk).update(name=evil, version=99)
        page = reader.get(f"/{tournament.slug}/").content.decode()
    assert "<script>alert" not in page
    assert event_of(page)["name"] == evil


def event_of(page: str) -> dict[str, Any]:
    """Return the event described by the JSON-LD of a page."""
    (script,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    return dict(json.loads(script))


def test_json_ld_of_a_notice_contains_place_time_and_fee(reader: Client) -> None:
    with time_machine.travel(NOW, tick=False):
        event = event_of(read(reader, noticed(places=4, opens_at=NOW)))
    assert (event["@type"], event["startDate"]) == ("Event", "2026-11-21T20:30:00+01:00")
    assert event["location"]["address"] == "via Torres 14, Sassari"
    offer = event["offers"]
    assert (offer["price"], offer["priceCurrency"], offer["availability"]) == (
        "10.00",
        "EUR",
        "https://schema.org/SoldOut",
    )


def test_front_page_shows_no_notice_if_the_tournament_has_no_notice_or_has_been_drawn(reader: Client) -> None:
    bare = a_tournament(teams=4, name="Altro")
    assert "The draw is to come" in read(reader, bare)
    tournament = noticed()
    draw(tournament)
    page = read(reader, tournament)
    assert 'class="bracket' in page
    assert "notice-page" not in page


def test_notice_hides_the_entrants_if_the_list_of_teams_is_not_public(reader: Client) -> None:
    tournament = noticed()
    Tournament.objects.filter(pk=tournament.pk).update(closed_pages=["teams"])
    page = read(reader, tournament)
    assert "Coppia 1" not in page
    assert "4 of 16 pairs" in page


def test_notice_page_needs_no_more_queries_for_many_teams(
    reader: Client, django_assert_num_queries: Any
) -> None:
    for teams in (2, 40):
        tournament = noticed(teams)
        with django_assert_num_queries(8):
            reader.get(f"/{tournament.slug}/")
        Tournament.objects.filter(pk=tournament.pk).update(slug=f"{teams}")


def test_front_page_links_to_the_notice_until_the_draw(reader: Client) -> None:
    moments: dict[str, Any] = {"opens_at": NOW - timedelta(days=1), "closes_at": NOW + timedelta(days=3)}
    tournament = noticed(accepts="at_once", **moments)
    link = rf'<a class="[\w ]+" href="/{tournament.slug}/" ?>'
    for days, words in ((0, "Enter"), (-2, "Read the notice"), (4, "Read the notice")):
        with time_machine.travel(NOW + timedelta(days=days), tick=False):
            page = one_line(reader.get("/").content.decode())
        assert re.search(f"{link}{words}</a>", page)
    with time_machine.travel(NOW, tick=False):
        italian = Client(headers={"accept-language": "it"}).get("/").content.decode()
        assert re.search(f"{link}Iscrivetevi</a>", one_line(italian))
        draw(tournament)
        page = one_line(reader.get("/").content.decode())
    assert "The next evening" not in page
    assert re.search(rf'href="/{tournament.slug}/"[^>]*> ?(<svg.*?</svg>)? ?Bracket ?</a>', page)


def test_front_page_links_to_the_list_of_pairs_if_there_is_no_notice(reader: Client) -> None:
    tournament = a_tournament(teams=2, name="Senza locandina")
    page = one_line(reader.get("/").content.decode())
    assert re.search(rf'href="/{tournament.slug}/" ?>See the pairs</a>', page)


def test_front_page_links_to_a_notice_that_accepts_entries_only_at_the_desk(reader: Client) -> None:
    tournament = noticed(accepts="at_desk")
    page = one_line(reader.get("/").content.decode())
    assert re.search(rf'href="/{tournament.slug}/" ?>Read the notice</a>', page)


@pytest.mark.parametrize("count", [1, 12])
def test_front_page_with_many_notices_uses_a_fixed_number_of_queries(
    reader: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _each in range(count):
        noticed()
    reader.get("/", headers={"accept-language": "it"})
    with django_assert_num_queries(QUERIES_OF_THE_CLUB):
        reader.get("/")


@pytest.mark.parametrize("language", ["en", "it"])
def test_notice_form_submitted_unchanged_keeps_times_and_fee(language: str) -> None:
    moments: dict[str, Any] = {
        "doors_at": datetime(2026, 10, 25, 2, 10, fold=1, tzinfo=ROME),
        "opens_at": datetime(2026, 10, 25, 2, 10, fold=0, tzinfo=ROME),
        "closes_at": datetime(2026, 11, 20, 22, 0, 59, 5, tzinfo=ROME),
    }
    tournament = noticed(**moments, fee=1000_00)
    desk = Client(headers={"accept-language": language})
    desk.force_login(tournament.owner)
    where = f"/regia/{tournament.slug}/locandina/"
    sent = as_shown(desk.get(where).context["form"])
    answer = desk.post(where, sent | {"part": "notice", "place": "Bar Centrale"})
    assert answer.status_code == 302
    notice = Notice.objects.get()
    assert (notice.place, notice.fee) == ("Bar Centrale", 1000_00)
    assert {key: getattr(notice, key) for key in moments} == {
        key: at.astimezone(UTC) for key, at in moments.items()
    }
