"""Caching of public pages: rendered once per change, revalidated with an ETag, never outdated."""

import gzip
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver
from rest_framework.test import APIClient

from config.urls import public_pages
from tests import builders
from tests.markup import one_line
from tests.routes import routes
from tests.test_hidden_names import filled
from tournaments.models import Club, Tournament
from tournaments.queue import runner
from tournaments.values.visibility import Visibility
from tournaments.web import page_cache
from tournaments.web.page_cache import PARAMETERS

pytestmark = [pytest.mark.django_db, pytest.mark.sweep, pytest.mark.alike]
NOW = datetime(2026, 11, 21, 20, 30, 10, tzinfo=UTC)


@pytest.fixture(autouse=True)
def at_an_hour() -> Iterator[Any]:
    """Freeze the time, so that the minute does not change during a test."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def tournament() -> Tournament:
    """Return a knock-out of four pairs with one match over."""
    knockout = builders.drawn_tournament(4)
    builders.play_match(builders.match_of(knockout))
    knockout.refresh_from_db()
    return knockout


def pages(tournament: Tournament) -> list[str]:
    """Return the URLs of the cacheable public pages of a tournament."""
    match = builders.match_of(tournament, "R1.2")
    addresses = [filled(route, tournament, match) for route, _page in routes(list(public_pages))]
    read = [each for each in addresses if each and each.startswith(f"/{tournament.slug}/")]
    return [each for each in read if _is_kept(each)]


def _is_kept(address: str) -> bool:
    answer = ask(address)
    answer.getvalue()
    return "ETag" in answer and answer["Content-Type"].startswith("text/html")


def ask(address: str, etag: str = "", **cookies: str) -> Any:
    """Request a page as a browser; with `etag`, as a browser that has a cached copy."""
    visitor = Client(headers={"accept-language": "en"} | ({"if-none-match": etag} if etag else {}))
    for name, value in cookies.items():
        visitor.cookies[name] = value
    answer: Any = visitor.get(address)
    return answer


def test_public_pages_of_a_tournament_are_cacheable(tournament: Tournament) -> None:
    names = {get_resolver().resolve(each).url_name for each in pages(tournament)}
    assert names >= {"tournament", "match_sheet", "tables", "standings", "teams", "draw_public"}


def test_matching_etag_returns_304_with_one_query(tournament: Tournament) -> None:
    for address in pages(tournament):
        first = ask(address)
        with CaptureQueriesContext(connection) as queries:
            again = ask(address, first["ETag"])
        assert (again.status_code, again.content, len(queries)) == (304, b"", 1), address
        assert (again["ETag"], again["Cache-Control"]) == (first["ETag"], first["Cache-Control"])
        assert again["Vary"] == first["Vary"]


def test_proxy_may_store_public_pages_but_must_revalidate(tournament: Tournament) -> None:
    for address in pages(tournament):
        answer = ask(address)
        assert set(answer["Cache-Control"].split(", ")) == {"public", "no-cache"}, address
        assert {"Cookie", "Accept-Language", "Accept-Encoding"} <= set(answer["Vary"].split(", "))
        assert not answer.cookies, address
        text = one_line(answer.content.decode())
        assert "csrf" not in text, address
        assert "nonce" not in text + answer["Content-Security-Policy"], address


@pytest.mark.parametrize(
    "cookies",
    [{"theme": "dark"}, {"django_language": "it"}, {"segui": "somebody"}],
    ids=lambda each: next(iter(each)),
)
def test_page_has_a_different_etag_for_different_cookies(
    tournament: Tournament, cookies: dict[str, str]
) -> None:
    address = f"/{tournament.slug}/"
    plain, other = ask(address), ask(address, **cookies)
    assert plain["ETag"] != other["ETag"]
    assert ask(address, plain["ETag"], **cookies).status_code == 200


def test_etag_changes_when_the_minute_or_the_release_changes(tournament: Tournament, at_an_hour: Any) -> None:
    address = f"/{tournament.slug}/"
    etag = ask(address)["ETag"]
    with mock.patch.object(page_cache, "release", return_value="another"):
        assert ask(address, etag).status_code == 200
    assert ask(address, etag).status_code == 304
    at_an_hour.shift(timedelta(minutes=1))
    assert ask(address, etag).status_code == 200


def test_etag_depends_on_the_host(tournament: Tournament, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    answers = [Client().get(f"/{tournament.slug}/", headers={"host": host}) for host in ("one", "two", "one")]
    assert answers[0]["ETag"] == answers[2]["ETag"] != answers[1]["ETag"]


def test_release_identifier_is_a_hash_that_stays_the_same_when_computed_again() -> None:
    assert page_cache.release() == page_cache.release.__wrapped__()
    assert re.fullmatch("[0-9a-f]{12}", page_cache.release())


def test_compressed_page_has_the_same_etag_as_the_uncompressed_page(tournament: Tournament) -> None:
    address = f"/{tournament.slug}/"
    plain = ask(address)
    packed = Client(headers={"accept-language": "en", "accept-encoding": "gzip"}).get(address)
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] == plain["ETag"]


def test_cached_front_page_is_valid_until_a_tournament_or_the_club_changes(tournament: Tournament) -> None:
    first = ask("/")
    with CaptureQueriesContext(connection) as queries:
        assert ask("/", first["ETag"]).status_code == 304
    assert len(queries) == 3
    builders.a_tournament(name="Torneo di Natale", teams=2)
    assert "Torneo di Natale" in ask("/", first["ETag"]).content.decode()
    second = ask("/")
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.UNPUBLISHED)
    assert tournament.name not in ask("/", second["ETag"]).content.decode()
    third = ask("/")
    Club.objects.update_or_create(pk=1, defaults={"name": "Circolo del Corso"})
    assert "Circolo del Corso" in ask("/", third["ETag"]).content.decode()


def test_page_that_sets_a_cookie_is_private(tournament: Tournament) -> None:
    team = tournament.teams.order_by("number")[0]
    answer = ask(f"/{tournament.slug}/?segui={team.pk}")
    assert answer.cookies["segui"].value == str(team.pk)
    assert "ETag" not in answer
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-cache"}


def test_page_for_a_logged_in_account_is_private(tournament: Tournament) -> None:
    desk = Client()
    desk.force_login(tournament.owner)
    answer = desk.get(f"/{tournament.slug}/")
    assert "ETag" not in answer
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-cache"}


def test_redirect_is_private_and_has_no_etag(tournament: Tournament) -> None:
    answer = ask(f"/{tournament.slug}/turni/")
    assert answer.status_code == 302
    assert "private" in answer["Cache-Control"]
    assert "ETag" not in answer


def test_unpublished_tournament_is_not_served_from_a_cache(tournament: Tournament) -> None:
    address = f"/{tournament.slug}/"
    etag = ask(address)["ETag"]
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.UNPUBLISHED)
    assert ask(address, etag).status_code == 404
    desk = Client()
    desk.force_login(tournament.owner)
    assert set(desk.get(address)["Cache-Control"].split(", ")) == {"no-store", "private"}


# --- every act that changes a page changes its ETag --------------------------------------------------

HAND = {"dealer": 0, "trionfo": "KH", "card_points": [41, 29]}
ONE, TEAM, MATCH = "tournaments/<slug>/", "tournaments/<slug>/teams/<team_id>/", "matches/<match_id>/"
BEFORE: list[tuple[str, Any]] = [
    (f"PATCH {ONE}", {"name": "Torneo di novembre"}),
    (f"PATCH {TEAM}", {"name": "La Volpe"}),
    (f"PATCH {TEAM}players/1/", {"showing": "alias", "alias": "Il Gatto"}),
    (f"PATCH {TEAM}players/1/", {"showing": "full"}),
    (f"DELETE {TEAM}players/2/", None),
    (f"POST {ONE}check-in/", "everybody"),
    (f"POST {ONE}draws/", {"stage": 1}),
    (f"POST {ONE}draw/", {"stage": 1, "by": "seeds"}),
]
IN_PLAY: list[tuple[str, Any]] = [
    (f"POST {ONE}clock/", {"round": 1, "act": "start", "minutes": 50}),
    (f"POST {ONE}clock/", {"round": 1, "act": "pause", "reason": "Manca la luce"}),
    (f"POST {MATCH}call/", {"side": 1}),
    (f"POST {MATCH}answer/", {}),
    (f"PUT {MATCH}games/1/hands/1/", HAND),
    (f"PUT {MATCH}games/1/hands/1/ 1", HAND | {"card_points": [39, 31]}),
    (f"DELETE {MATCH}games/1/hands/1/ 2", None),
    (f"PUT {MATCH}games/1/hands/1/", HAND),
    ("POST matches/<other_id>/walkover/", {"winner": 0, "reason": "Sono andati via"}),
    (f"PATCH {TEAM}players/1/", {"showing": "initials"}),
    (f"PATCH {ONE}", {"visibility": "unpublished"}),
    (f"PATCH {ONE}", {"visibility": "published"}),
]


@pytest.mark.parametrize("acts", [BEFORE, IN_PLAY], ids=["before the draw", "in play"])
def test_every_action_that_changes_a_page_changes_the_etag_of_the_page(acts: list[tuple[str, Any]]) -> None:
    tournament = builders.a_tournament(teams=4) if acts is BEFORE else builders.drawn_tournament(4)
    desk = APIClient()
    desk.force_authenticate(tournament.owner)
    previous_pages = everything(tournament)
    for act, body in acts:
        do(desk, tournament, act, body)
        changed = False
        for each_act in ("act", "jobs"):
            now = everything(tournament)
            changed |= now.keys() != previous_pages.keys()  # unpublished, or published again
            for address in now.keys() & previous_pages.keys():
                (etag, words), (etag_before, words_before) = now[address], previous_pages[address]
                assert etag != etag_before or words == words_before, f"{act}, {each_act}: {address}"
                changed |= words != words_before
            previous_pages = now
            runner.drain()
        assert changed, f"{act} is seen on no page, and shows nothing here"


def everything(tournament: Tournament) -> dict[str, tuple[str, str]]:
    """Request each page again, and return its ETag and its text."""
    has_matches = tournament.stages.get().matches.exists()
    early = [f"/{tournament.slug}/{page}" for page in ("", "coppie/", "sorteggio/")]
    answers = {address: ask(address) for address in (pages(tournament) if has_matches else early)}
    return {
        address: (answer.get("ETag", ""), re.sub(r"(since|results|\?v)=\d+", "", answer.content.decode()))
        for address, answer in answers.items()
        if answer.status_code == 200
    }


def do(desk: APIClient, tournament: Tournament, act: str, body: Any) -> None:
    """Send the request `act` to the API as the organiser; a version after the URL becomes `If-Match`."""
    method, address, *version = act.split()
    team = tournament.teams.order_by("number")[0]
    parameters = {"slug": tournament.slug, "team_id": team.pk}
    if "matches/" in address:
        parameters |= {"other_id": builders.match_of(tournament).pk}
        parameters |= {"match_id": builders.match_of(tournament, "R1.2").pk}
    if body == "everybody":
        body = {str(each.pk): "present" for each in tournament.teams.all()}
    headers = {"If-Match": f'"{version[0]}"'} if version else {}
    filled_in = re.sub(r"<(\w+)>", lambda name: str(parameters[name[1]]), address)
    answer = getattr(desk, method.lower())(f"/api/v1/{filled_in}", body, format="json", headers=headers)
    assert answer.status_code < 300, f"{act}: {answer.content.decode()}"


def test_page_cache_lists_every_query_parameter_of_a_public_page() -> None:
    """A page with an unlisted parameter would be correct, but it would be rendered again for each request."""
    folder = settings.BASE_DIR / "tournaments"
    desks = ("desk", "desk.py", "desk_frame.py", "api", "api.py")
    unkept = ("phone", "door", "requests", "entries_page.py")
    files = [
        file for file in folder.rglob("*.py") if not set(file.relative_to(folder).parts) & {*desks, *unkept}
    ]
    text = "".join(file.read_text() for file in files)
    read_there = set(
        re.findall(r'''(?:number_asked\(request,|request\.GET\.get\(|request\.GET\[)\s*"(\w+)"''', text)
    )
    read_there |= set(re.findall(r"""["'](\w+)["'] in request\.GET""", text))
    assert read_there >= {"turno", "fase", "pagina", "due"}
    assert read_there <= PARAMETERS
