"""A successful example of every API call, with its caller, its tournament and its request."""

# ruff: noqa: E501  (tables with one row per line)

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any

from django.utils import timezone

from scoring.sheet.services.log import Author
from tests import builders
from tests.archive.archives import archived
from tests.archive.test_archives import half_played
from tests.web import test_every_call_api as every_call
from tests.web.test_every_call_api import HAND, MATCH, ONE, PRIZE, REQUEST, TEAM, TOKEN, Evening, come_as
from tournaments.cash.services import put_float
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import Job, Match, Notice, Person, Prize, Role, Tournament
from tournaments.people.services.register import change_person
from tournaments.queue import runner
from tournaments.roles.services import invite
from tournaments.season.services import create_circuit

WHY = {"reason": "Scritto al contrario."}
FIRST = {"dealer": 0, "trionfo": "AS", "card_points": [40, 30]}
OTHER = {"dealer": 0, "trionfo": "AS", "card_points": [30, 40]}
CHANGES = [
    {"game": game, "number": 1, "version": 1, "hand": hand}
    for game, hand in enumerate(builders.WINS_FOR_SECOND, start=1)
]
LATE = {"key": "k1", "game": 1, "hand": 1, "code": "sheet_signed", "body": FIRST}
TO_COME = "2026-12-24T20:30:00+01:00"


def entries() -> Tournament:
    """Return a tournament in which four pairs have entered."""
    return builders.a_tournament(teams=4)


def open_from_home() -> Tournament:
    """Return a tournament in which four pairs have entered and other pairs can request an entry."""
    tournament = entries()
    Notice.objects.create(tournament=tournament, accepts="at_once", places=16)
    return tournament


def drawn() -> Tournament:
    """Return a drawn tournament in which matches are called to tables and substitutes are allowed."""
    return builders.drawn_tournament(4, options={"substitutes": 2})


def unsigned() -> Tournament:
    """Return a tournament whose first match is played but not signed."""
    tournament = drawn()
    builders.play_match(builders.match_of(tournament), sign=False)
    return tournament


def played() -> Tournament:
    """Return a tournament whose first match is over."""
    tournament = drawn()
    builders.play_match(builders.match_of(tournament))
    return tournament


def official() -> Tournament:
    """Return a finished tournament whose results are official."""
    tournament = drawn()
    builders.play_out(tournament)
    long_ago = timezone.now() - timedelta(days=2)
    tournament.stages.update(over_at=long_ago)
    tournament.matches.update(over_at=long_ago)
    return tournament


def twice() -> Tournament:
    """Create three tournaments, of which the first and the third have the same pairs; return the third."""
    builders.a_tournament(teams=4, name="Estate")
    other = builders.a_tournament(name="Primavera")
    author = Author(other.owner_id)
    enter_teams(other, [Entry(["Nina Soru", "Elio Pes"])], author=author, at=timezone.now())
    return entries()


def person_of_another_tournament() -> str:
    """Return the id of a person who entered only the second of the tournaments that `twice` creates."""
    return str(Person.objects.get(written_name="Nina Soru").pk)


def level() -> Tournament:
    """Return a tournament of one round in which the two winners are tied and the two losers are tied."""
    tournament = builders.drawn_tournament(4, form="mitchell", options={"rounds": 1, "one_standings": True})
    builders.play_out(tournament)
    return tournament


@dataclass(frozen=True)
class Example:
    """An API call as an example. `body` is the request body or a function that returns the body."""

    body: Any = None
    scene: Callable[[], Tournament] = drawn
    role: str = "organiser"
    before: tuple[str, ...] = ()
    headers: Mapping[str, str] | None = None
    content_type: str = "application/json"


BodyFactory = Callable[[Evening], Any]


def level_teams(evening: Evening) -> list[str]:
    """Return the ids of the teams tied for the first place."""
    first = list(evening.tournament.matches.filter(round=1).order_by("number"))
    return [str(match.slots.get(side=0).team_id) for match in first]


@cache
def archive() -> bytes:
    """Return the archive of a tournament that is not in the database."""
    from django.db import transaction

    with transaction.atomic():
        data = archived(half_played())
        transaction.set_rollback(True)
    return data


def first_team(evening: Evening) -> str:
    """Return the id of the first team."""
    return str(evening.tournament.teams.order_by("number")[0].pk)


def with_fee() -> Tournament:
    """Return a tournament with four pairs and an entry fee of ten euros for each pair."""
    tournament = entries()
    Notice.objects.create(tournament=tournament, fee=1000)
    return tournament


# By the names of `test_every_call`. The calls that describe the API itself have no example.
EXAMPLES: dict[str, Example] = {
    "GET card-games/": Example(),
    "GET card-games/<key>/": Example(),
    "GET card-games/<key>/definition/": Example(),
    "POST sheets/check/": Example({"card_game": "mariglia", "games": [{"hands": [FIRST]}]}, role="public"),
    "GET invitations/": Example(),
    "POST invitations/": Example({"role": "director"}),
    "DELETE invitations/<invitation_id>/": Example(),
    "GET people/roles/": Example(),
    "DELETE people/roles/<role_id>/": Example(),
    "GET tokens/": Example(role="door"),
    "POST tokens/": Example({"name": "Segnapunti della sala", "role": "tables"}),
    "DELETE tokens/<token_id>/": Example(),
    "GET club/": Example(role="public"),
    "PATCH club/": Example({"name": "Circolo del Fosso", "town": "Sassari", "iban": ""}),
    "GET house-rules/<card_game>/": Example(role="public"),
    "PUT house-rules/<card_game>/": Example({"tie_breaks": ["point_difference", "direct", "lot"]}),
    "GET tournaments/": Example(),
    "POST tournaments/": Example({
        "name": "Nuovo", "card_game": "mariglia", "stages": [{"format": "knockout"}], "tables": 4,
        "starts_at": TO_COME,
    }),
    f"GET {ONE}": Example(role="public"),
    f"PATCH {ONE}": Example({"tables": 5, "name": "Altro nome", "grace_minutes": 20, "correction_minutes": 30}),
    f"DELETE {ONE}": Example(scene=entries),
    f"POST {ONE}again/": Example({"name": "Di nuovo", "starts_at": TO_COME, "entrants": "all"}, played),
    f"POST {ONE}reopen/": Example(WHY, official),
    f"GET {ONE}archive/": Example(),
    f"POST {ONE}archive/": Example({}),
    f"GET {ONE}archive/file/": Example(before=(f"POST {ONE}archive/",)),
    f"GET {ONE}stages/<number>/": Example(),
    f"PATCH {ONE}stages/<number>/": Example({"format": "knockout", "options": {"third_place": True}}, entries),
    f"GET {ONE}teams/": Example(),
    f"POST {ONE}teams/": Example([{"players": [{"name": "Nina Soru"}, {"name": "Elio Pes"}], "seed": 5}], entries),
    f"GET {TEAM}": Example(),
    f"PATCH {TEAM}": Example({"club": "Dopolavoro", "seed": None}, entries),
    f"DELETE {TEAM}": Example(scene=entries),
    f"GET {TEAM}players/<player>/": Example(role="director"),
    f"PATCH {TEAM}players/<player>/": Example({"showing": "alias", "alias": "La Rossa", "is_minor": False}),
    f"DELETE {TEAM}players/<player>/": Example(),
    f"POST {TEAM}leave/preview/": Example({"kind": "withdrawal"}),
    f"POST {TEAM}leave/": Example({"kind": "withdrawal"} | WHY),
    f"POST {TEAM}substitute/": Example({"player": 1, "name": "Dora Piga"} | WHY),
    f"POST {TEAM}return/preview/": Example({}, before=(f"POST {TEAM}leave/",)),
    f"POST {TEAM}return/": Example(WHY, before=(f"POST {TEAM}leave/",)),
    f"POST {ONE}check-in/": Example(lambda evening: {evening.parameters["team_id"]: "present"}, entries),
    f"GET {ONE}requests/": Example(scene=open_from_home),
    f"POST {ONE}requests/": Example({"players": [{"name": "Peppino Ledda"}, {"name": "Assunta Cabras"}], "contact": {"phone": "079 000001"}, "consent": 1}, open_from_home, "public"),
    f"POST {REQUEST}accept/": Example({"persons": {"1": None}}, open_from_home, before=(f"POST {REQUEST}join/<other_id>/",)),
    f"POST {REQUEST}refuse/": Example({"sentence": "Solo soci, questa volta."}, open_from_home),
    f"POST {REQUEST}withdraw/": Example({}, open_from_home),
    f"POST {REQUEST}join/<other_id>/": Example(scene=open_from_home),
    f"POST {ONE}draw/": Example({"by": "lots", "lot": "7C AH 10S", "stage": 1}, entries),
    f"POST {ONE}draw/take-back/": Example({"stage": 1} | WHY),
    f"GET {ONE}lots/": Example(scene=level),
    f"POST {ONE}lots/": Example(
        lambda evening: {"teams": level_teams(evening), "by": "hand", "stage": 1}, level,
        before=(f"POST {ONE}lots/promise/",),
    ),
    f"POST {ONE}lots/promise/": Example(lambda evening: {"teams": level_teams(evening), "stage": 1}, level),
    f"GET {ONE}draws/": Example(),
    f"POST {ONE}draws/": Example({"stage": 1}, entries),
    f"GET {ONE}matches/": Example(),
    f"GET {ONE}forecast/": Example(),
    f"GET {ONE}calendar/": Example(),
    f"POST {ONE}calendar/": Example({
        "stage": 1, "round": 1, "starts_at": TO_COME, "minutes": 50, "deadline": "2026-12-30T20:30:00+01:00",
    }),
    f"GET {ONE}prizes/": Example(scene=official),
    f"POST {ONE}prizes/": Example({"text": "Torta", "given_for": "place", "place": 3, "value": 1600}),
    f"PATCH {PRIZE}": Example({"text": "Torta e vino", "number": 1}),
    f"DELETE {PRIZE}": Example(),
    f"POST {PRIZE}hand-over/": Example({}, official, role="door"),
    f"POST {PRIZE}take-back/": Example({}, official, role="door", before=(f"POST {PRIZE}hand-over/",)),
    f"GET {ONE}clock/": Example(),
    f"POST {ONE}clock/": Example({"stage": 1, "round": 1, "act": "start", "minutes": 50, "reason": ""}),
    f"POST {ONE}time/": Example({"stage": 1, "round": 1}),
    f"GET {ONE}wall/": Example(),
    f"POST {ONE}wall/": Example({"scene": "draw"}),
    f"GET {ONE}bracket/": Example(),
    f"GET {ONE}standings/": Example(scene=played),
    f"GET {ONE}standings/overall/": Example(scene=played),
    "POST archives/": Example(lambda _evening: archive(), content_type="application/zip"),
    "GET archives/<arrival_id>/": Example(before=("POST archives/",)),
    "POST archives/<arrival_id>/take-in/": Example({}, before=("POST archives/",)),
    "GET names/": Example(),
    "PATCH names/": Example({"years": 3}),
    "PATCH names/<person_id>/": Example({"stays": True}),
    "DELETE names/<person_id>/": Example(),
    "GET persons/": Example(),
    "POST persons/": Example({"name": "Nina Soru", "member_number": "61"}),
    "GET persons/acts/": Example(),
    "POST persons/acts/<act_id>/undo/": Example({}),
    "GET persons/<person_id>/": Example(),
    "PATCH persons/<person_id>/": Example({"note": "di Alghero", "member_number": "61"}),
    "POST persons/<person_id>/merge/preview/": Example(lambda _evening: {"into": person_of_another_tournament()}, twice),
    "POST persons/<person_id>/merge/": Example(lambda _evening: {"into": person_of_another_tournament()}, twice),
    "POST persons/<person_id>/split/": Example({"tournaments": ["estate"], "name": "Anna Primu", "note": "il giovane"}, twice),
    "POST persons/<person_id>/apart/": Example(lambda _evening: {"other": person_of_another_tournament()}, twice),
    "POST persons/<person_id>/together/": Example({}, twice),
    f"GET {ONE}cash/": Example(role="door"),
    f"POST {ONE}cash/float/": Example({"amount": 5000}, role="door"),
    f"POST {ONE}cash/close/": Example({"counted": 5550, "explanation": "Resto sbagliato"}, role="door"),
    f"POST {ONE}payments/": Example(lambda evening: {"team": first_team(evening), "amount": 1000, "method": "cash", "key": "k1", "present": True}, with_fee, "door"),
    f"POST {ONE}payments/<line_id>/reverse/": Example({}, role="door"),
    f"POST {ONE}waivers/": Example(lambda evening: {"team": first_team(evening), "amount": 1000, "reason": "ospiti"}, with_fee, "door"),
    f"POST {ONE}expenses/": Example({"text": "Caffè", "amount": 1200, "receipt": "scontrino"}, role="door"),
    f"GET {ONE}carnets/": Example(role="door"),
    f"POST {ONE}carnets/": Example(lambda evening: {"person": str(Person.objects.filter(seats__tournament=evening.tournament)[0].pk), "evenings": 10, "amount": 9000, "method": "cash"}, role="door"),
    "GET circuits/": Example(),
    "POST circuits/": Example({"name": "Inverno", "points": [10, 6, 3], "beyond": 1, "best": 2}),
    "GET circuits/<circuit>/": Example(),
    "PATCH circuits/<circuit>/": Example({"points": [10, 6], "best": 1}),
    "GET circuits/<circuit>/standings/": Example(),
    "GET jobs/<job_id>/": Example(),
    f"GET {MATCH}": Example(),
    f"GET {MATCH}sheet/": Example(scene=played),
    f"PUT {HAND}": Example(FIRST, role="scorer"),
    f"DELETE {HAND}": Example(before=(f"PUT {HAND}",), headers={"If-Match": '"1"'}, role="scorer"),
    f"POST {HAND}settle/": Example({"version": 1}, before=(f"PUT {HAND}", "another hand")),
    f"POST {MATCH}late-hands/": Example(LATE, role="scorer"),
    f"POST {MATCH}sign/": Example({"side": 0}, unsigned),
    f"POST {MATCH}confirm/": Example({}, unsigned, role="director"),
    f"POST {MATCH}walkover/": Example({"winner": 0} | WHY),
    f"POST {MATCH}corrections/preview/": Example({"hands": CHANGES}, played),
    f"POST {MATCH}corrections/": Example({"outcome": "walkover", "winner": 1, "stays": False} | WHY, played),
    f"POST {MATCH}postpone/": Example({"to": TO_COME} | WHY),
    f"POST {MATCH}time/": Example({}, before=(f"PUT {HAND}",)),
    f"POST {MATCH}time/none-begun/": Example({}, before=(f"PUT {HAND}", f"POST {MATCH}time/")),
    f"POST {MATCH}time/place/": Example({"hands": 1}, before=(f"PUT {HAND}", f"POST {MATCH}time/")),
    f"POST {MATCH}time/take-back/": Example({}, before=(f"PUT {HAND}", f"POST {MATCH}time/")),
    f"POST {MATCH}call/": Example({"side": 0}, role="scorer"),
    f"POST {MATCH}answer/": Example({}, before=(f"POST {MATCH}call/",)),
}  # fmt: skip

# The hand that another account writes against the stored hand.
ANOTHER_HAND = Example(OTHER)


@dataclass(frozen=True)
class Played(Evening):
    """A tournament prepared for an API call, and the URL parameters of the call."""

    # The value of each parameter of an address.
    parameters: Mapping[str, str]


def scene_of(example: Example, client: Any) -> Played:
    """Create the tournament of an example, make the preceding calls, and return a `Played` object."""
    tournament = example.scene()
    tournament.refresh_from_db()
    create_circuit(
        name="Circuito",
        points=[3, 2, 1],
        tournaments=[tournament],
        author=Author(tournament.owner_id),
        at=timezone.now(),
    )
    team = tournament.teams.order_by("number")[0]
    matches = list(Match.objects.select_related("sheet", "stage", "tournament").filter(tournament=tournament))
    elsewhere = None if matches else builders.drawn_tournament(4, name="Altrove")
    first, other = (
        next((each for each in matches if each.label == label), None)
        or builders.match_of(elsewhere or tournament, label)
        for label in ("R1.1", "R1.2")
    )
    builders.an_account("efisio", "door", tournament)
    invitation = invite("door", tournament, author=Author(tournament.owner_id), at=timezone.now())
    person = team.players.all()[0]
    act = change_person(person, note="di Bosa", author=Author(tournament.owner_id), at=timezone.now())
    job = Job.objects.filter(tournament=tournament).first() or Job()
    author = Author(tournament.owner_id)
    line = put_float(elsewhere or tournament, 5000, author=author, at=timezone.now()).line
    prize = Prize.objects.create(tournament=tournament, number=1, place=1, text="Prosciutto e vino")
    parameters = {
        "slug": tournament.slug,
        "match_id": str(first.pk),
        "team_id": str(team.pk),
        "person_id": str(person.pk),
        "act_id": str(act.pk) if act else "",
        "job_id": str(job.pk),
        "arrival_id": str(first.pk),
        "prize_id": str(prize.pk),
        "key": "mariglia",
        "circuit": "circuito",
        "card_game": "mariglia",
        "line_id": str(line.pk),
        "invitation_id": str(invitation.pk),
        "request_id": every_call.entry_request(tournament, 1),
        "other_id": every_call.entry_request(tournament, 2),
        "role_id": str(Role.objects.get(user__username="efisio").pk),
        "token_id": str(TOKEN),
        **dict.fromkeys(("number", "player", "game", "hand"), "1"),
    }
    evening = Played(tournament, first, other, job, None, line.pk, parameters)  # type: ignore[arg-type]
    for call in example.before:
        earlier = ANOTHER_HAND if call == "another hand" else EXAMPLES[call]
        come_as(client, "scorer" if "hands/" in call else "organiser", evening)
        response = make(client, f"PUT {HAND}" if call == "another hand" else call, earlier, evening)
        if call == "POST archives/":
            parameters["arrival_id"] = response.json()["id"]
        if "archive" in call:
            runner.drain()
    return evening


def make(client: Any, call: str, example: Example, evening: Played) -> Any:
    """Make the call of an example and return the response."""
    body = example.body(evening) if callable(example.body) else example.body
    return send(client, call, evening.parameters, body, example)


def send(client: Any, call: str, parameters: Mapping[str, str], body: Any, example: Example) -> Any:
    """Make an API call with the given URL parameters and body, and return the response."""
    method, route = call.split()
    address = "/api/v1/" + re.sub(r"<(\w+)>", lambda name: str(parameters.get(name[1], 1)), route)
    if body is None:
        return getattr(client, method.lower())(address, headers=example.headers)
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return getattr(client, method.lower())(
        address, sent, headers=example.headers, content_type=example.content_type
    )
