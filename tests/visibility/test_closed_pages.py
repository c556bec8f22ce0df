"""Visibility switches: each switch hides a page, its files, its API calls and its links from the public."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver
from django.utils import timezone

from config.urls import public_pages
from scoring.sheet.services.log import Author
from tests.builders import an_account, drawn_tournament, match_of, play_match
from tests.markup import one_line
from tests.publishing.test_embeds_page import embeddable
from tests.routes import routes
from tests.test_hidden_names import filled
from tests.test_hidden_tournaments import visitors
from tournaments.club.services.new_tournament import change_tournament
from tournaments.models import JournalEntry, Tournament
from tournaments.values.visibility import ALWAYS_OPEN, CLOSED_WITH, PageSwitch
from tournaments.web.api.requests import MatchCall, TournamentCall

pytestmark = [pytest.mark.django_db, pytest.mark.sweep, pytest.mark.alike]

KNOCK_OUT, ROUNDS = "knockout", "round_robin"
# API calls that stay open: the data of the tournament and the time.
OPEN_CALLS = {
    "tournaments/<slug:slug>/", "tournaments/<slug:slug>/stages/<number:number>/",
    "tournaments/<slug:slug>/clock/", "tournaments/<slug:slug>/forecast/",
}  # fmt: skip


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})


def close(tournament: Tournament, *pages: str) -> Tournament:
    author = Author(tournament.owner_id)
    return change_tournament(tournament, author=author, at=timezone.now(), closed_pages=list(pages))


def an_evening(form: str = KNOCK_OUT) -> Tournament:
    """Return a drawn tournament of four teams in which one match has been played."""
    tournament = embeddable(drawn_tournament(4, form=form))
    play_match(match_of(tournament))
    return tournament


def pages_of(tournament: Tournament) -> dict[str, str]:
    """Return the URLs of all public pages and files of a tournament, by URL name."""
    addresses = {
        str(each.name): filled(str(each.pattern), tournament, match_of(tournament)) for each in public_pages
    }
    return {name: address for name, address in addresses.items() if address and tournament.slug in address}


def calls_of(tournament: Tournament) -> dict[str, tuple[str, PageSwitch | None]]:
    """Return the URL and the visibility switch of each public API call, by route."""
    calls = {}
    for route, pattern in routes(get_resolver().url_patterns):
        view = getattr(pattern.callback, "view_class", None)
        if view and issubclass(view, TournamentCall | MatchCall) and view.acts.get("GET") == "read":
            address = filled(route, tournament, match_of(tournament))
            assert address
            calls[route.removeprefix("api/v1/")] = (address, view.of_page)
    return calls


def test_every_page_and_every_public_api_call_has_a_visibility_switch() -> None:
    tournament = drawn_tournament(4)
    assert set(pages_of(tournament)) == set(CLOSED_WITH) | ALWAYS_OPEN
    open_calls = {route for route, (_address, page) in calls_of(tournament).items() if page is None}
    assert open_calls == OPEN_CALLS


def status(visitor: Client, address: str) -> int:
    """Return the status of a response after reading its whole body."""
    answer = visitor.get(address)
    answer.getvalue()
    return answer.status_code


@pytest.mark.parametrize("form", [KNOCK_OUT, ROUNDS])
def test_visibility_switch_hides_a_page_with_its_files_and_api_calls_but_no_other_pages(form: str) -> None:
    tournament = an_evening(form)
    clients, pages, calls = visitors(tournament), pages_of(tournament), calls_of(tournament)
    before = {name: status(clients["public"], address) for name, address in pages.items()}
    for closed in PageSwitch:
        close(tournament, closed)
        for name, address in pages.items():
            shut = closed in CLOSED_WITH.get(name, ())
            for role in ("public", "scorer", "no role"):
                assert status(clients[role], address) == (404 if shut else before[name]), (role, name, closed)
            for role in ("director", "organiser") if shut else ():
                assert status(clients[role], address) == before[name], (role, name)
        for route, (address, page) in calls.items():
            answer = clients["public"].get(address)
            assert answer.status_code == (404 if page == closed else 200), (route, closed)
            assert answer.status_code == 200 or answer.json()["code"] == "page_closed"
            assert page != closed or clients["organiser"].get(address).status_code == 200, route


def test_phone_at_a_table_can_read_the_sheet_of_its_match_when_sheets_are_not_public() -> None:
    tournament = an_evening()
    close(tournament, PageSwitch.SHEETS, PageSwitch.ROUNDS)
    clients, match = visitors(tournament), match_of(tournament, "R1.2")
    for call in (f"/api/v1/matches/{match.pk}/", f"/api/v1/matches/{match.pk}/sheet/"):
        assert clients["scorer"].get(call).status_code == 200
        assert clients["public"].get(call).status_code == 404
    assert clients["scorer"].get(f"/tavolo/{match.pk}/").status_code == 200


@pytest.mark.parametrize("form", [KNOCK_OUT, ROUNDS])
def test_public_pages_do_not_link_to_a_page_that_is_not_public(form: str) -> None:
    tournament = an_evening(form)
    phone, pages = visitors(tournament)["scorer"], pages_of(tournament)
    person = tournament.teams.all()[0].players.all()[0].pk
    more = ["/archivio/", f"/giocatori/{person}/", f"/tavolo/{match_of(tournament, 'R1.2').pk}/"]
    for closed in PageSwitch:
        close(tournament, closed)
        shut = {address for name, address in pages.items() if closed in CLOSED_WITH.get(name, ())}
        for address in [*pages.values(), *more]:
            answer = phone.get(address, follow=True)
            text = answer.getvalue().decode(errors="replace")
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                led = {link.split("?")[0].split("#")[0] for link in re.findall(r'href="([^"]+)"', text)}
                wrong = {each for each in led if each in shut or _like(each, shut)}
                assert not wrong, f"{address} leads to {wrong}"


def _like(address: str, shut: set[str]) -> bool:
    """Return True if `shut` contains the address or an address that differs only in ids."""
    ids = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
    return ids.sub("", address) in {ids.sub("", each) for each in shut}


def test_links_to_all_pages_exist_when_all_pages_are_public(reader: Client) -> None:
    """The test of hidden links is meaningful only if the links exist while all pages are public."""
    led: set[str] = set()
    for tournament in (an_evening(), an_evening(ROUNDS)):
        for name in ("tournament", "standings", "teams", "tables", "match_sheet", "rounds", "team"):
            text = one_line(reader.get(pages_of(tournament)[name], follow=True).content.decode())
            led |= set(re.findall(r'href="([^"?#]+)', text))
    ids = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
    kinds = {ids.sub("", each) for each in led}
    assert {f"/{slug}/classifica/" for slug in Tournament.objects.values_list("slug", flat=True)} & kinds
    for end in ("/coppie/", "/tavoli/", "/sorteggio/", "/turni/", "/incontri//", "/coppie//", ".csv", ".ics"):
        assert any(each.endswith(end) for each in kinds), end


@pytest.mark.parametrize(
    ("form", "closed", "words"),
    [
        (KNOCK_OUT, PageSwitch.BRACKET, "The bracket is not shown"),
        (ROUNDS, PageSwitch.STANDINGS, "The standings are not shown"),
    ],
)
def test_front_page_has_a_notice_if_its_bracket_or_standings_are_not_public(
    reader: Client, form: str, closed: PageSwitch, words: str
) -> None:
    tournament = an_evening(form)
    team = tournament.teams.all()[0].name
    assert team in reader.get(f"/{tournament.slug}/").content.decode()
    close(tournament, closed)
    response = reader.get(f"/{tournament.slug}/")
    assert response.status_code == 200
    assert words in response.content.decode()
    assert "Only the desk sees" not in response.content.decode()
    assert team not in response.content.decode()
    assert f'href="/{tournament.slug}/tavoli/"' in response.content.decode()
    close(tournament)
    assert team in reader.get(f"/{tournament.slug}/").content.decode()


def test_page_that_is_not_public_shows_a_notice_and_a_link_to_the_tournament(reader: Client) -> None:
    tournament = close(an_evening(), PageSwitch.TABLES)
    answer = reader.get(f"/{tournament.slug}/tavoli/")
    assert answer.status_code == 404
    assert "This page is not shown" in answer.content.decode()
    assert f'href="/{tournament.slug}/"' in answer.content.decode()


def test_desk_accounts_see_a_notice_on_pages_that_are_not_public() -> None:
    note = "Only the desk sees this page"
    tournament = an_evening()
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(tournament.owner)
    addresses = [f"/{tournament.slug}/", f"/{tournament.slug}/tavoli/"]
    assert not any(note in desk.get(each).content.decode() for each in addresses)
    close(tournament, PageSwitch.BRACKET, PageSwitch.TABLES)
    assert all(note in desk.get(each).content.decode() for each in addresses)
    assert note not in desk.get(f"/{tournament.slug}/classifica/").content.decode()


def test_page_that_is_no_longer_public_is_not_served_from_any_cache(reader: Client) -> None:
    """Copies of a page that is no longer public become invalid in browsers, proxies and this process."""
    tournament = an_evening()
    address = f"/{tournament.slug}/classifica/"
    with time_machine.travel(datetime.now(UTC), tick=False):
        etag = reader.get(address)["ETag"]
        assert reader.get(address, headers={"if-none-match": etag}).status_code == 304
    close(tournament, PageSwitch.STANDINGS)
    assert reader.get(address, headers={"if-none-match": etag}).status_code == 404
    assert reader.get(f"/{tournament.slug}/classifica.csv").status_code == 404


def test_hiding_pages_adds_no_queries_to_a_public_page() -> None:
    tournament = an_evening()

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured_queries:
            assert Client().get(f"/{tournament.slug}/tavoli/").status_code == 200
        return len(captured_queries)

    before = queries()
    close(tournament, PageSwitch.BRACKET, PageSwitch.STANDINGS, PageSwitch.TEAMS)
    assert queries() == before


def test_desk_hides_and_shows_pages_with_checkboxes() -> None:
    tournament = an_evening()
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(tournament.owner)
    address = f"/regia/{tournament.slug}/vetrina/"
    page = one_line(desk.get(address).content.decode())
    assert page.count('type="checkbox"') == len(PageSwitch) == page.count("checked")
    desk.post(address, {"pages": [each.value for each in PageSwitch if each not in ("teams", "wall")]})
    tournament.refresh_from_db()
    assert tournament.closed_pages == ["teams", "wall"]
    page = one_line(desk.get(address).content.decode())
    assert page.count("checked") == len(PageSwitch) - 2
    assert "Closed to everybody but the desk:" in page
    desk.post(address, {"pages": [each.value for each in PageSwitch]})
    tournament.refresh_from_db()
    assert tournament.closed_pages == []
    kinds = JournalEntry.objects.filter(tournament=tournament, kind__startswith="pages_")
    assert list(kinds.order_by("at").values_list("kind", flat=True)) == ["pages_closed", "pages_opened"]


def test_desk_form_does_not_change_the_switch_of_a_page_that_the_tournament_does_not_have() -> None:
    tournament = close(an_evening(ROUNDS), PageSwitch.BRACKET, PageSwitch.DRAW)
    desk = Client()
    desk.force_login(tournament.owner)
    address = f"/regia/{tournament.slug}/vetrina/"
    assert desk.get(address).content.decode().count('type="checkbox"') == len(PageSwitch) - 1
    desk.post(address, {"pages": [each.value for each in PageSwitch if each != "bracket"]})
    tournament.refresh_from_db()
    assert tournament.closed_pages == ["bracket"]
    assert desk.post(address, {"pages": ["bracket"]}).status_code == 400


def test_pages_are_hidden_and_shown_over_the_api() -> None:
    tournament = an_evening()
    call = f"/api/v1/tournaments/{tournament.slug}/"
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(tournament.owner)
    assert desk.get(call).json()["closed_pages"] == []

    def patch(client: Client, body: dict[str, Any]) -> Any:
        return client.patch(call, body, content_type="application/json")

    assert patch(desk, {"closed_pages": ["wall", "teams"]}).json()["closed_pages"] == ["teams", "wall"]
    assert desk.get(call).json()["closed_pages"] == ["teams", "wall"]
    refused = patch(desk, {"closed_pages": ["garden"]})
    assert refused.status_code == 400
    assert refused.json()["problems"][0]["where"] == "/closed_pages"
    assert patch(desk, {"closed_pages": "wall"}).status_code == 400
    assert patch(Client(), {"closed_pages": []}).status_code == 401
    other = Client()
    other.force_login(an_account("barore", "director"))
    assert patch(other, {"closed_pages": []}).status_code == 403
