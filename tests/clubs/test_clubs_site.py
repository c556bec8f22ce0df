"""Isolation of two clubs with different host names on one running site, in embedded and scaled mode.

Every route is called in one club with the ids of the other club. The response must equal the response to ids
that do not exist.
"""

import contextlib
import http.client
import json
import re
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.urls import get_resolver

from tests.routes import routes
from tests.servers import site as servers
from tests.servers.evening import draw_two_pairs
from tests.servers.postgres import Postgres
from tests.test_who_sees_what import methods
from tests.waiting import wait_for
from tournaments.replay.client import Site as Client, SiteAnswer

pytestmark = [pytest.mark.site, pytest.mark.timeout(300)]

HOST, SECRET = "bosa.lan", "Zuccaruncone"
HAND = {"dealer": 0, "trionfo": "7C", "card_points": [41, 29]}
VISIBLE = re.compile(r"<head>.*</head>|<script.*?</script>|<svg.*?</svg>|<[^>]*>", re.DOTALL)
BOSA = {"slug": "bosa", "name": "Mariglia Bosa", "host": HOST}
IDS = """
import json
match = Match.objects.get(tournament__slug="zuccaruncone", number=1)
team = match.tournament.teams.order_by("number")[0]
print(json.dumps({"slug": "zuccaruncone", "match": str(match.pk), "match_id": str(match.pk),
    "team_id": str(team.pk), "person_id": str(team.players.all()[0].pk),
    "job_id": str(match.tournament.jobs.filter(kind="draw")[0].pk),
    "entry_id": str(match.tournament.journal.all()[0].pk)}))
"""
# Values of the address parameters that do not identify data of a club.
ELSEWHERE = {"number": 1, "game": 1, "hand": 1, "player": 1, "side": 0, "step": "trionfo", "key": "mariglia"}
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass
class ClubClient(Client):
    """An API client that reaches one of the clubs by its host name."""

    host: str = ""
    # Seconds. Creating the database of a club runs every migration; a second request would find its name
    # taken.
    timeout: float = 120.0

    def _once(self, method: str, path: str, body: object, headers: dict[str, str]) -> SiteAnswer:
        return super()._once(method, path, body, {**headers, "Host": self.host} if self.host else headers)


@dataclass(frozen=True)
class TwoClubs:
    """A site with two clubs, and an API client for the organiser of each club."""

    site: servers.Site
    first: ClubClient
    second: ClubClient

    def page(self, method: str, path: str, host: str = HOST, token: str = "") -> tuple[int, str]:
        """Request a page; return the status, and one text with the Location header and the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=30)
        headers = {"Host": host, "Content-Type": "application/json", "Accept-Language": "en"}
        headers |= {"Authorization": f"Token {token}"} if token else {}
        with contextlib.closing(connection):
            connection.request(method, path, b"{}" if method != "GET" else None, headers)
            answer = connection.getresponse()
            text = f"{answer.headers.get('Location', '')}\n{answer.read().decode(errors='replace')}"
        return answer.status, text


def command_in(club: str, site: servers.Site, *words: str) -> str:
    """Run a management command for one of the clubs and return its output."""
    site.environment["CLUB"] = club
    try:
        return site.manage(*words).stdout
    finally:
        del site.environment["CLUB"]


@contextlib.contextmanager
def two_clubs(site: servers.Site) -> Iterator[TwoClubs]:
    """Add a second club to a site over the API; create its organiser with commands from the README."""
    first = ClubClient(site.url, site.organise(), host=f"127.0.0.1:{site.port}")
    began = time.monotonic()
    new = first.send("POST", "/clubs/", BOSA).body
    print(f"\na club was added in {time.monotonic() - began:.1f} s")
    assert new == {**BOSA, "setup": new["setup"]}
    command_in("bosa", site, "createsuperuser", "--noinput", "--username", "efisia", "--email", "")
    token = command_in("bosa", site, "drf_create_token", "efisia").split()[-4]
    clubs = TwoClubs(site, first, ClubClient(site.url, token, host=HOST))
    wait_for(lambda: clubs.page("GET", "/")[1].count("Mariglia Bosa") > 0)
    with contextlib.closing(clubs.first), contextlib.closing(clubs.second):
        yield clubs


@pytest.fixture(scope="module", params=["embedded", "scaled"])
def clubs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoClubs]:
    folder: Path = tmp_path_factory.mktemp("clubs")
    if request.param == "embedded":
        with servers.embedded_site(folder) as site, two_clubs(site) as both_clubs:
            yield both_clubs
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    with servers.scaled_site(folder, postgres, started=False) as site:
        site.environment["ALLOWED_HOSTS"] = f"127.0.0.1,{HOST}"
        site.start()
        with two_clubs(site) as both_clubs:
            yield both_clubs


def a_tournament(client: ClubClient, name: str = "Serata") -> dict[str, Any]:
    """Create a tournament of two pairs and wait until the club's worker has drawn it; return the draw job."""
    job = draw_two_pairs(client, name)
    assert job["state"] == "done", job
    return job


def test_tournaments_with_the_same_name_can_exist_in_two_clubs(clubs: TwoClubs) -> None:
    host_of_first = clubs.first.host
    slugs = [a_tournament(client, "Memorial")["slug"] for client in (clubs.first, clubs.second)]
    assert slugs == ["memorial", "memorial"]
    name = "Zuccarone"
    secret = {"name": name, "card_game": "mariglia", "stages": [{"format": "knockout"}]}
    slug = clubs.second.send("POST", "/tournaments/", secret).body["slug"]
    assert name in json.dumps(clubs.second.pages("/tournaments/"))
    assert name not in json.dumps(clubs.first.pages("/tournaments/"))
    assert name in clubs.page("GET", "/")[1]
    assert name not in clubs.page("GET", "/", host_of_first)[1]
    assert [clubs.page("GET", f"/{slug}/", host)[0] for host in (HOST, host_of_first)] == [200, 404]


def test_sheet_and_match_page_are_found_only_in_their_club(clubs: TwoClubs) -> None:
    for client, other in ((clubs.first, clubs.second), (clubs.second, clubs.first)):
        slug = a_tournament(client, "Coppa")["slug"]
        [match] = client.pages(f"/tournaments/{slug}/matches/")
        page = f"/{slug}/incontri/{match['id']}/"
        before = words_of(clubs.page("GET", page, client.host))
        client.send("PUT", f"/matches/{match['id']}/games/1/hands/1/", HAND)
        after = words_of(clubs.page("GET", page, client.host))
        assert before[0] == after[0] == 200
        assert before != after
        assert clubs.page("GET", page, other.host)[0] == 404
        assert clubs.page("GET", f"/api/v1/matches/{match['id']}/sheet/", other.host)[0] == 404


def words_of(answer: tuple[int, str]) -> tuple[int, str]:
    """Return the status and the visible text of a page."""
    return answer[0], VISIBLE.sub("", answer[1])


def test_event_stream_sends_only_changes_of_its_own_club(clubs: TwoClubs) -> None:
    slug = a_tournament(clubs.second, "Diretta")["slug"]
    [match] = clubs.second.pages(f"/tournaments/{slug}/matches/")
    connection = http.client.HTTPConnection("127.0.0.1", clubs.site.port, timeout=15)
    with contextlib.closing(connection):
        connection.request("GET", f"/api/v1/tournaments/{slug}/events/", headers={"Host": HOST})
        stream = connection.getresponse()
        assert stream.status == 200
        clubs.second.send("PUT", f"/matches/{match['id']}/games/1/hands/1/", HAND)
        lines = iter(stream.readline, b"")
        assert any(line.strip() == b"event: hand" for line in lines)
    assert clubs.page("GET", f"/api/v1/tournaments/{slug}/events/", clubs.first.host)[0] == 404


def test_account_and_token_are_valid_only_in_their_club(clubs: TwoClubs) -> None:
    host_of_first = clubs.first.host
    assert clubs.page("GET", "/api/v1/clubs/", host_of_first, clubs.first.token)[0] == 200
    assert clubs.page("GET", "/api/v1/clubs/", HOST, clubs.first.token)[0] == 401
    assert clubs.page("GET", "/api/v1/clubs/", HOST, clubs.second.token)[0] == 403
    assert clubs.page("GET", "/api/v1/clubs/", host_of_first, clubs.second.token)[0] == 401


@pytest.mark.sweep
def test_every_route_treats_ids_of_another_club_as_unknown_ids(clubs: TwoClubs) -> None:
    a_tournament(clubs.first, SECRET)
    ids_of_first = json.loads(clubs.site.python(IDS))
    nobodys = {name: str(uuid.uuid4()) for name in ids_of_first} | {"slug": "zuccarumcone"}
    calls = list(calls_with(set(ids_of_first)))
    differ = []
    for method, route in calls:
        answers = [
            clubs.page(method, filled(route, ids), token=clubs.second.token)
            for ids in (ids_of_first, nobodys)
        ]
        first, second = (without_ids(*each) for each in zip(answers, (ids_of_first, nobodys), strict=True))
        if first != second or SECRET in first[1]:
            differ.append(f"{method} {route}: {first[0]} {second[0]}")
    print(f"\n{len(calls)} calls with the ids of another club")
    assert differ == []
    assert len(calls) > 100
    method, route = "GET", "api/v1/tournaments/<slug:slug>/"  # found in its own club
    assert clubs.page(method, filled(route, ids_of_first), clubs.first.host)[0] == 200


def calls_with(names: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the method and route of each endpoint whose URL has one of the given parameters."""
    for route, pattern in routes(get_resolver().url_patterns):
        wanted = set(PARAMETER.findall(route))
        if wanted & names and wanted <= {*names, *ELSEWHERE}:
            yield from ((method.upper(), route) for method in methods(pattern.callback))


def filled(route: str, ids: dict[str, str]) -> str:
    """Return the URL of a route with the given ids as parameters."""
    return "/" + PARAMETER.sub(lambda name: str({**ELSEWHERE, **ids}[name[1]]), route)


def without_ids(answer: tuple[int, str], ids: dict[str, str]) -> tuple[int, str]:
    """Return a response without the requested ids and without values that differ in every response."""
    status, text = answer
    text = re.sub("|".join(map(re.escape, ids.values())), "ID", text)
    return status, re.sub(r'(nonce|value|content)="[\w-]{20,}"', "", text)
