"""Permissions of every API call by role; every call must have a row in the permission table."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.utils import timezone
from rest_framework.authtoken.models import Token

from config.urls import api_calls
from scoring.sheet.devices import COOKIE, know_device, open_by_token, table_code, table_token
from scoring.sheet.services.log import Author
from tests import builders
from tests.routes import routes
from tournaments.cash.services import put_float
from tournaments.models import (
    ApiToken,
    Arrival,
    EntryRequest,
    Invitation,
    Job,
    Match,
    PersonMove,
    Prize,
    RequestDetails,
    Role,
    Tournament,
)
from tournaments.people.services.register import change_person
from tournaments.roles.services import invite
from tournaments.season.services import create_circuit

pytestmark = pytest.mark.sweep

HELPERS = ("director", "door", "tables", "speaker")
ROLES = ("organiser", "another organiser", *HELPERS, "scorer", "another scorer", "public")
EVERYBODY = set(ROLES)
ORGANISERS = {"organiser", "another organiser"}
ANY_ROLE = ORGANISERS | set(HELPERS)
THE_DESK = ORGANISERS | {"director"}
THE_DOOR = THE_DESK | {"door"}
THE_TABLES = THE_DESK | {"tables"}
AT_THE_TABLE = THE_TABLES | {"scorer"}
WHO_SENT_IT = {"organiser"}

MATCH = "matches/<match_id>/"
HAND = f"{MATCH}games/<game>/hands/<hand>/"
ONE = "tournaments/<slug>/"
TEAM = f"{ONE}teams/<team_id>/"
REQUEST = f"{ONE}requests/<request_id>/"
PRIZE = f"{ONE}prizes/<prize_id>/"

MAY: dict[str, set[str]] = {
    "GET card-games/": EVERYBODY,
    "GET card-games/<key>/": EVERYBODY,
    "GET card-games/<key>/definition/": EVERYBODY,
    "POST sheets/check/": EVERYBODY,
    "GET invitations/": ORGANISERS,
    "POST invitations/": ORGANISERS,
    "DELETE invitations/<invitation_id>/": ORGANISERS,
    "GET people/roles/": ORGANISERS,
    "DELETE people/roles/<role_id>/": ORGANISERS,
    "GET tokens/": ANY_ROLE,
    "POST tokens/": ANY_ROLE,
    "DELETE tokens/<token_id>/": ANY_ROLE,
    "GET club/": EVERYBODY,
    "PATCH club/": ORGANISERS,
    "GET house-rules/<card_game>/": EVERYBODY,
    "PUT house-rules/<card_game>/": ORGANISERS,
    "GET tournaments/": EVERYBODY,
    "POST tournaments/": ORGANISERS,
    f"GET {ONE}": EVERYBODY,
    f"PATCH {ONE}": ORGANISERS,
    f"DELETE {ONE}": ORGANISERS,
    f"POST {ONE}again/": ORGANISERS,
    f"POST {ONE}reopen/": ORGANISERS,
    f"GET {ONE}archive/": ORGANISERS,
    f"POST {ONE}archive/": ORGANISERS,
    f"GET {ONE}archive/file/": ORGANISERS,
    f"GET {ONE}stages/<number>/": EVERYBODY,
    f"PATCH {ONE}stages/<number>/": ORGANISERS,
    f"GET {ONE}teams/": EVERYBODY,
    f"POST {ONE}teams/": THE_DOOR,
    f"GET {ONE}teams/<team_id>/": EVERYBODY,
    f"PATCH {ONE}teams/<team_id>/": THE_DOOR,
    f"DELETE {ONE}teams/<team_id>/": THE_DOOR,
    f"GET {TEAM}players/<player>/": THE_DOOR,
    f"PATCH {TEAM}players/<player>/": THE_DOOR,
    f"DELETE {TEAM}players/<player>/": ORGANISERS,
    f"POST {TEAM}leave/preview/": THE_DESK,
    f"POST {TEAM}leave/": THE_DESK,
    f"POST {TEAM}substitute/": THE_DESK,
    f"POST {TEAM}return/preview/": THE_DESK,
    f"POST {TEAM}return/": THE_DESK,
    f"POST {ONE}check-in/": THE_DOOR,
    f"GET {ONE}requests/": THE_DOOR,
    f"POST {ONE}requests/": EVERYBODY,
    f"POST {REQUEST}accept/": THE_DOOR,
    f"POST {REQUEST}refuse/": THE_DOOR,
    f"POST {REQUEST}withdraw/": THE_DOOR,
    f"POST {REQUEST}join/<other_id>/": THE_DOOR,
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
    f"GET {ONE}prizes/": THE_DOOR,
    f"POST {ONE}prizes/": THE_DESK,
    f"PATCH {PRIZE}": THE_DESK,
    f"DELETE {PRIZE}": THE_DESK,
    f"POST {PRIZE}hand-over/": THE_DOOR,
    f"POST {PRIZE}take-back/": THE_DOOR,
    f"GET {ONE}clock/": EVERYBODY,
    f"POST {ONE}clock/": THE_DESK,
    f"POST {ONE}time/": THE_DESK,
    f"GET {ONE}cash/": THE_DOOR,
    f"POST {ONE}cash/float/": THE_DOOR,
    f"POST {ONE}cash/close/": THE_DOOR,
    f"POST {ONE}payments/": THE_DOOR,
    f"POST {ONE}payments/<line_id>/reverse/": THE_DOOR,
    f"POST {ONE}waivers/": THE_DOOR,
    f"POST {ONE}expenses/": THE_DOOR,
    f"GET {ONE}carnets/": THE_DOOR,
    f"POST {ONE}carnets/": THE_DOOR,
    f"GET {ONE}wall/": EVERYBODY,
    f"POST {ONE}wall/": THE_DESK | {"speaker"},
    f"GET {ONE}bracket/": EVERYBODY,
    f"GET {ONE}standings/": EVERYBODY,
    f"GET {ONE}standings/overall/": EVERYBODY,
    "POST archives/": ORGANISERS,
    "GET archives/<arrival_id>/": WHO_SENT_IT,
    "POST archives/<arrival_id>/take-in/": WHO_SENT_IT,
    "GET names/": ORGANISERS,
    "PATCH names/": ORGANISERS,
    "PATCH names/<person_id>/": ORGANISERS,
    "DELETE names/<person_id>/": ORGANISERS,
    "GET persons/": ORGANISERS,
    "POST persons/": ORGANISERS,
    "GET persons/acts/": ORGANISERS,
    "POST persons/acts/<act_id>/undo/": ORGANISERS,
    "GET persons/<person_id>/": ORGANISERS,
    "PATCH persons/<person_id>/": ORGANISERS,
    "POST persons/<person_id>/merge/preview/": ORGANISERS,
    "POST persons/<person_id>/merge/": ORGANISERS,
    "POST persons/<person_id>/split/": ORGANISERS,
    "POST persons/<person_id>/apart/": ORGANISERS,
    "POST persons/<person_id>/together/": ORGANISERS,
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
    f"POST {MATCH}confirm/": THE_TABLES,
    f"POST {MATCH}walkover/": THE_DESK,
    f"POST {MATCH}corrections/preview/": THE_DESK,
    f"POST {MATCH}corrections/": THE_DESK,
    f"POST {MATCH}postpone/": THE_DESK,
    f"POST {MATCH}time/": AT_THE_TABLE,
    f"POST {MATCH}time/none-begun/": AT_THE_TABLE,
    f"POST {MATCH}time/place/": THE_DESK,
    f"POST {MATCH}time/take-back/": AT_THE_TABLE,
    f"POST {MATCH}call/": AT_THE_TABLE,
    f"POST {MATCH}answer/": THE_TABLES,
    "GET schema/": EVERYBODY,
    "GET docs/": EVERYBODY,
    "GET clubs/": ORGANISERS,  # of these only the owner of the site (tests/clubs/)
    "POST clubs/": ORGANISERS,
}


TOKEN = uuid4()
ARRIVAL_SUMMARY = {"name": "Altrove", "slug": "altrove", "card_game": "mariglia", "starts_at": None} | {
    "visibility": "published",
    "teams": 2,
    "matches": 1,
    "persons": 4,
    "known": 0,
    "known_names": [],
}


def calls() -> Iterator[str]:
    """Yield every method of every route, such as `GET matches/<match_id>/`."""
    for address, pattern in routes(api_calls):
        view: Any = pattern.callback
        for method in view.view_class(**view.view_initkwargs).allowed_methods:
            if method != "HEAD":
                yield f"{method} " + re.sub(r"<\w+:", "<", address)


def test_every_api_call_has_a_row_in_the_permission_table() -> None:
    assert sorted(calls()) == sorted(MAY)


@dataclass(frozen=True)
class Evening:
    """A tournament, two matches, and the ids that appear in API URLs."""

    tournament: Tournament
    match: Match
    other: Match
    job: Job
    arrival: Arrival
    line_id: UUID

    def address(self, call: str) -> str:
        """Return the URL of an API call, filled with the ids of a tournament and a match."""
        team = self.tournament.teams.order_by("number")[0]
        parameters = {
            "slug": self.tournament.slug,
            "match_id": self.match.pk,
            "team_id": team.pk,
            "person_id": team.players.all()[0].pk,
            "job_id": self.job.pk,
            "arrival_id": self.arrival.pk,
            "prize_id": self.tournament.prizes.get().pk,
            "key": "mariglia",
            "card_game": "mariglia",
            "circuit": "circuito",
            "request_id": entry_request(self.tournament, 1),
            "other_id": entry_request(self.tournament, 2),
            "line_id": self.line_id,
            **self.of_access(),
        }
        filled = re.sub(r"<(\w+)>", lambda name: str(parameters.get(name[1], 1)), call.split()[1])
        return f"/api/v1/{filled}"

    def of_access(self) -> dict[str, object]:
        """Return the URL parameters for calls about roles, invitations, tokens and actions in the register of
        persons.
        """
        helper = Role.objects.get(user__username="efisio")
        act = PersonMove.objects.get()
        parameters: dict[str, object] = {
            "invitation_id": Invitation.objects.get().pk,
            "role_id": helper.pk,
            "token_id": TOKEN,
        }
        return parameters | {"act_id": act.pk}


def entry_request(tournament: Tournament, number: int) -> str:
    """Return the id of the entry request with the given number; create the request if necessary."""
    fields = {"seeks_partner": True, "privacy_version": 1, "token_hash": f"{tournament.pk} {number}"}
    row, new = EntryRequest.objects.get_or_create(
        tournament=tournament, number=number, defaults={**fields, "made_at": timezone.now()}
    )
    if new:
        RequestDetails.objects.create(request=row, names=[f"Sola Chena{number}"], phone="079 000000")
    return str(row.pk)


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
    builders.an_account("efisio", "door", tournament)
    invite("door", tournament, author=author, at=timezone.now())
    person = tournament.teams.order_by("number")[0].players.all()[0]
    change_person(person, note="di Bosa", author=author, at=timezone.now())
    first, other = builders.match_of(tournament, "R1.1"), builders.match_of(tournament, "R1.2")
    Prize.objects.create(tournament=tournament, number=1, place=1, text="Prosciutto e vino")
    arrival = Arrival.objects.create(
        owner=tournament.owner,
        sent_at=timezone.now(),
        digest="0" * 64,
        told=ARRIVAL_SUMMARY | {"id": str(uuid4())},
    )
    line = put_float(tournament, 5000, author=author, at=timezone.now()).line.pk
    return Evening(tournament, first, other, Job.objects.filter(kind="draw").get(), arrival, line)


def account(client: Any, user: Any) -> None:
    mine = {"user": user, "name": "cassa", "role": "door", "made_at": timezone.now()}
    ApiToken.objects.update_or_create(pk=TOKEN, defaults=mine)
    token = Token.objects.get_or_create(user=user)[0].key
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")


def phone(client: Any, match: Match) -> None:
    """Open the page of a table on a phone, even if the match is over."""
    key = match.sheet.key
    closed, key.closed_at = key.closed_at, None
    key.save()
    device, secret = know_device(None, at=timezone.now())
    open_by_token(table_token(key), device, at=timezone.now())
    key.closed_at = closed
    key.save()
    client.cookies[COOKIE] = secret


def come_as(client: Any, role: str, evening: Evening) -> None:
    """Authenticate the test client as a caller with the given role."""
    client.credentials()
    client.cookies.clear()
    if role == "organiser":
        account(client, evening.tournament.owner)
    elif role == "another organiser":
        account(client, builders.an_organiser("barore"))
    elif role in HELPERS:
        user = builders.an_account(role, role, evening.tournament)
        account(client, user)
    elif role == "scorer":
        phone(client, evening.match)
    elif role == "another scorer":
        phone(client, evening.other)


# permissions are checked before the database is queried; the examples succeed on both databases
@pytest.mark.alike
def test_api_call_is_permitted_to_exactly_the_roles_in_the_permission_table(
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
    """Make an API call with an empty body, roll back its changes and return the status code."""
    method = named.split()[0].lower()
    with transaction.atomic():
        answer = getattr(call, method)(evening.address(named), {} if method != "get" else None)
        transaction.set_rollback(True)
    return int(answer.status_code)


def test_table_code_in_the_header_authenticates_a_scorer(call: Any, db: None) -> None:
    match = builders.match_of(builders.drawn_tournament(4))
    call.credentials(HTTP_AUTHORIZATION=f"Table {table_code(match.sheet.key)}")
    answer = call.put(f"/api/v1/matches/{match.pk}/games/1/hands/1/", builders.WINS_FOR_FIRST[0])
    assert answer.status_code == 201
