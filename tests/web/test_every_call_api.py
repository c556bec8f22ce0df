"""Every call, method by method, against every role: a call without a row in this table fails."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone
from rest_framework.authtoken.models import Token

from scoring.sheet.devices import COOKIE, know_device, open_by_token, table_code, table_token
from scoring.sheet.services.log import Author
from tests import builders
from tests.routes import routes
from tournaments.models import Arrival, Job, Match, Tournament
from tournaments.season.services import create_circuit
from tournaments.web.api.urls import urlpatterns

ROLES = ("organiser", "another organiser", "director", "scorer", "another scorer", "public")
EVERYBODY = set(ROLES)
THE_OWNER = {"organiser"}
THE_DESK = THE_OWNER | {"director"}
AT_THE_TABLE = THE_DESK | {"scorer"}
ORGANISERS = {"organiser", "another organiser"}

MATCH = "matches/<match_id>/"
HAND = f"{MATCH}games/<game>/hands/<hand>/"
ONE = "tournaments/<slug>/"
TEAM = f"{ONE}teams/<team_id>/"

MAY: dict[str, set[str]] = {
    "GET card-games/": EVERYBODY,
    "GET card-games/<key>/": EVERYBODY,
    "GET card-games/<key>/definition/": EVERYBODY,
    "POST sheets/check/": EVERYBODY,
    "GET tournaments/": EVERYBODY,
    "POST tournaments/": ORGANISERS,
    f"GET {ONE}": EVERYBODY,
    f"PATCH {ONE}": THE_OWNER,
    f"POST {ONE}reopen/": THE_OWNER,
    f"GET {ONE}archive/": THE_OWNER,
    f"POST {ONE}archive/": THE_OWNER,
    f"GET {ONE}archive/file/": THE_OWNER,
    f"GET {ONE}stages/<number>/": EVERYBODY,
    f"PATCH {ONE}stages/<number>/": THE_OWNER,
    f"GET {ONE}teams/": EVERYBODY,
    f"POST {ONE}teams/": THE_DESK,
    f"GET {ONE}teams/<team_id>/": EVERYBODY,
    f"PATCH {ONE}teams/<team_id>/": THE_DESK,
    f"DELETE {ONE}teams/<team_id>/": THE_DESK,
    f"GET {TEAM}players/<player>/": THE_DESK,
    f"PATCH {TEAM}players/<player>/": THE_DESK,
    f"DELETE {TEAM}players/<player>/": THE_OWNER,
    f"POST {TEAM}leave/preview/": THE_DESK,
    f"POST {TEAM}leave/": THE_DESK,
    f"POST {TEAM}substitute/": THE_DESK,
    f"POST {TEAM}return/preview/": THE_DESK,
    f"POST {TEAM}return/": THE_DESK,
    f"POST {ONE}check-in/": THE_DESK,
    f"POST {ONE}draw/": THE_DESK,
    f"POST {ONE}draw/take-back/": THE_DESK,
    f"GET {ONE}lots/": EVERYBODY,
    f"POST {ONE}lots/": THE_DESK,
    f"POST {ONE}lots/promise/": THE_DESK,
    f"GET {ONE}draws/": EVERYBODY,
    f"POST {ONE}draws/": THE_DESK,
    f"GET {ONE}matches/": EVERYBODY,
    f"GET {ONE}forecast/": EVERYBODY,
    f"GET {ONE}calendar/": EVERYBODY,
    f"POST {ONE}calendar/": THE_DESK,
    f"GET {ONE}clock/": EVERYBODY,
    f"POST {ONE}clock/": THE_DESK,
    f"POST {ONE}time/": THE_DESK,
    f"GET {ONE}wall/": EVERYBODY,
    f"POST {ONE}wall/": THE_DESK,
    f"GET {ONE}bracket/": EVERYBODY,
    f"GET {ONE}standings/": EVERYBODY,
    f"GET {ONE}standings/overall/": EVERYBODY,
    "POST archives/": ORGANISERS,
    "GET archives/<arrival_id>/": THE_OWNER,
    "POST archives/<arrival_id>/take-in/": THE_OWNER,
    "GET names/": ORGANISERS,
    "PATCH names/": ORGANISERS,
    "PATCH names/<person_id>/": ORGANISERS,
    "DELETE names/<person_id>/": ORGANISERS,
    "GET circuits/": EVERYBODY,
    "POST circuits/": ORGANISERS,
    "GET circuits/<circuit>/": EVERYBODY,
    "PATCH circuits/<circuit>/": ORGANISERS,
    "GET circuits/<circuit>/standings/": EVERYBODY,
    "GET jobs/<job_id>/": THE_DESK,
    f"GET {MATCH}": EVERYBODY,
    f"GET {MATCH}sheet/": EVERYBODY,
    f"PUT {HAND}": AT_THE_TABLE,
    f"DELETE {HAND}": AT_THE_TABLE,
    f"POST {HAND}settle/": AT_THE_TABLE,
    f"POST {MATCH}late-hands/": {"scorer"},
    f"POST {MATCH}sign/": AT_THE_TABLE,
    f"POST {MATCH}confirm/": THE_DESK,
    f"POST {MATCH}walkover/": THE_DESK,
    f"POST {MATCH}corrections/preview/": THE_DESK,
    f"POST {MATCH}corrections/": THE_DESK,
    f"POST {MATCH}postpone/": THE_DESK,
    f"POST {MATCH}time/": AT_THE_TABLE,
    f"POST {MATCH}time/none-begun/": AT_THE_TABLE,
    f"POST {MATCH}time/place/": THE_DESK,
    f"POST {MATCH}time/take-back/": AT_THE_TABLE,
    f"POST {MATCH}call/": AT_THE_TABLE,
    f"POST {MATCH}answer/": THE_DESK,
    "GET schema/": EVERYBODY,
    "GET docs/": EVERYBODY,
}


TOLD = {"name": "Altrove", "slug": "altrove", "card_game": "mariglia", "starts_at": None} | {
    "visibility": "published",
    "teams": 2,
    "matches": 1,
    "persons": 4,
    "known": 0,
    "known_names": [],
}


def calls() -> Iterator[str]:
    """Yield every method of every route, such as `GET matches/<match_id>/`."""
    for address, pattern in routes(urlpatterns):
        view: Any = pattern.callback
        for method in view.view_class(**view.view_initkwargs).allowed_methods:
            if method != "HEAD":
                yield f"{method} " + re.sub(r"<\w+:", "<", address)


def test_every_call_has_its_row() -> None:
    assert sorted(calls()) == sorted(MAY)


@dataclass(frozen=True)
class Evening:
    """A tournament, a match of it, another match, and who is who."""

    tournament: Tournament
    match: Match
    other: Match
    job: Job
    arrival: Arrival

    def address(self, call: str) -> str:
        """Return the address of a call about this tournament and match."""
        team = self.tournament.teams.order_by("number")[0]
        known = {
            "slug": self.tournament.slug,
            "match_id": self.match.pk,
            "team_id": team.pk,
            "person_id": team.players.all()[0].pk,
            "job_id": self.job.pk,
            "arrival_id": self.arrival.pk,
            "key": "mariglia",
            "circuit": "circuito",
        }
        filled = re.sub(r"<(\w+)>", lambda name: str(known.get(name[1], 1)), call.split()[1])
        return f"/api/v1/{filled}"


@pytest.fixture(params=["in play", "over"])
def evening(request: pytest.FixtureRequest, db: None) -> Evening:
    tournament = builders.drawn_tournament(4)
    if request.param == "over":
        builders.play_out(tournament)
        tournament.refresh_from_db()
        assert tournament.state == "over"
    author = Author(tournament.owner_id)
    create_circuit(
        name="Circuito", points=[3, 2, 1], tournaments=[tournament], author=author, at=timezone.now()
    )
    first, other = builders.match_of(tournament, "R1.1"), builders.match_of(tournament, "R1.2")
    arrival = Arrival.objects.create(
        owner=tournament.owner, sent_at=timezone.now(), digest="0" * 64, told=TOLD | {"id": str(uuid4())}
    )
    return Evening(tournament, first, other, Job.objects.filter(kind="draw").get(), arrival)


def account(client: Any, user: Any) -> None:
    token = Token.objects.get_or_create(user=user)[0].key
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")


def phone(client: Any, match: Match) -> None:
    """Open a table with a phone, as its QR does, before the match was over."""
    key = match.sheet.key
    closed, key.closed_at = key.closed_at, None
    key.save()
    device, secret = know_device(None, at=timezone.now())
    open_by_token(table_token(key), device, at=timezone.now())
    key.closed_at = closed
    key.save()
    client.cookies[COOKIE] = secret


def come_as(client: Any, role: str, evening: Evening) -> None:
    """Let the client be somebody."""
    client.credentials()
    client.cookies.clear()
    if role == "organiser":
        account(client, evening.tournament.owner)
    elif role == "another organiser":
        account(client, builders.an_organiser("barore"))
    elif role == "director":
        director = builders.an_organiser("caterina", staff=False)
        evening.tournament.directors.add(director)
        account(client, director)
    elif role == "scorer":
        phone(client, evening.match)
    elif role == "another scorer":
        phone(client, evening.other)


def test_each_call_is_let_through_for_exactly_those_who_may(
    call: Any, evening: Evening, subtests: pytest.Subtests
) -> None:
    for role in ROLES:
        come_as(call, role, evening)
        for named, allowed in MAY.items():
            with subtests.test(role=role, call=named):
                status = _try(call, evening, named)
                if role in allowed:
                    assert status not in (401, 403, 404, 405, 500)
                else:
                    assert status == (401 if role == "public" else 403)


def _try(call: Any, evening: Evening, named: str) -> int:
    """Make a call without anything in it, and undo what came of it."""
    method = named.split()[0].lower()
    with transaction.atomic():
        answer = getattr(call, method)(evening.address(named), {} if method != "get" else None)
        transaction.set_rollback(True)
    return int(answer.status_code)


def test_a_code_in_the_header_is_a_scorer_too(call: Any, db: None) -> None:
    match = builders.match_of(builders.drawn_tournament(4))
    call.credentials(HTTP_AUTHORIZATION=f"Table {table_code(match.sheet.key)}")
    answer = call.put(f"/api/v1/matches/{match.pk}/games/1/hands/1/", builders.WINS_FOR_FIRST[0])
    assert answer.status_code == 201
