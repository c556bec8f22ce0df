"""Every route sends the response that docs/who-sees-what.md lists for each role and tournament state.

The first table of this file lists the routes of a tournament. The second table lists the club pages, which
are the desk pages that belong to no tournament. A test fails if a route is new or if its response differs
from the table. If a tournament page (`tournaments/values/visibility.py`) has no row in the first table, its
responses must equal the responses of the front page. The tests write the current tables to
var/who-sees-what.md. A person reviews them line by line before they replace the tables in docs.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http.cookies import SimpleCookie
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from config.urls import desk_pages
from scoring.sheet.services.log import Author
from tests.builders import an_account, drawn_tournament, match_of, play_match
from tests.routes import routes
from tests.test_hidden_names import filled
from tests.test_hidden_tournaments import visitors
from tests.web.test_every_call_api import ARRIVAL_SUMMARY
from tournaments.again.services.again import save_model
from tournaments.competition.names import Showing
from tournaments.models import Arrival, Person, PersonMove, Role, Tournament
from tournaments.people.services.names import show_person
from tournaments.people.services.register import change_person
from tournaments.roles.services import invite, make_token
from tournaments.season.services import create_circuit
from tournaments.values.visibility import PAGES, Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.sweep, pytest.mark.alike]

TABLE = settings.BASE_DIR / "docs" / "who-sees-what.md"
ROLES = ("public", "scorer", "speaker", "tables", "door", "director", "organiser")
# The columns of the table of club pages: “no role” is an account without a role.
CLUB_ROLES = ("public", "scorer", "no role", "door for all", *ROLES[2:])
STATES = ("draft", "unpublished", "published", "minor hidden")
SECRET = "Zuccaruncone"
NAMES = re.compile(r"<(\w+:)?(slug|match|match_id|team_id|person_id|prize_id)>")
METHODS = ("get", "post", "put", "patch", "delete")

# The response of a route to each role in one state, such as {"public": "404"}.
Row = dict[str, str]


@dataclass(frozen=True)
class Scene:
    """A tournament in one state, and a client for each role."""

    tournament: Tournament
    clients: dict[str, Client]

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Yield each call about the tournament, with its responses to each role."""
        match = match_of(self.tournament, "R1.2")
        for route, pattern in routes(get_resolver().url_patterns):
            address = filled(route, self.tournament, match)
            if address is None or not NAMES.search(route):
                continue
            for method in methods(pattern.callback):
                name = f"{method.upper()} /" + re.sub(r"<\w+:", "<", route)
                yield name, {role: self.answer(role, method, address) for role in ROLES}

    def club_rows(self) -> Iterator[tuple[str, Row]]:
        """Yield each desk page that belongs to no tournament, with its responses to each role."""
        ids = objects_of_club(self.tournament)
        for route in desk_pages:
            if NAMES.search(str(route.pattern)) or not str(route.pattern).startswith("regia/"):
                continue
            address = reverse(str(route.name), kwargs={name: ids[name] for name in route.pattern.converters})
            for method in ("get", "post"):
                name = f"{method.upper()} /" + re.sub(r"<\w+:", "<", str(route.pattern))
                yield name, {role: self.answer(role, method, address) for role in CLUB_ROLES}

    def answer(self, role: str, method: str, address: str) -> str:
        """Make a call as a role, roll back its changes, and return the status of the response as text.

        A star after the status marks a response that shows a hidden name. A redirect to the log-in page is
        returned as "login".
        """
        client, session = self.clients[role], SimpleCookie(self.clients[role].cookies)
        with transaction.atomic():
            response = getattr(client, method)(address, content_type="application/json", data={})
            transaction.set_rollback(True)
        client.cookies = session  # because a page may log the client out
        shows_hidden_name = SECRET in response.getvalue().decode(errors="replace")
        to_log_in = response.status_code == 302 and response["Location"].startswith("/accounts/login/")
        return ("login" if to_log_in else str(response.status_code)) + ("*" if shows_hidden_name else "")


def methods(view: Callable[..., object]) -> tuple[str, ...]:
    """Return the HTTP methods of an API call; GET and POST for a page."""
    view_class = getattr(view, "view_class", None)
    if view_class is None:
        return ("get", "post")
    allowed = view_class(**getattr(view, "view_initkwargs", {})).allowed_methods
    return tuple(method for method in METHODS if method.upper() in allowed)


def scene_of(state: str) -> Scene:
    """Return a scene whose tournament is in the given state.

    The tournament has one finished match and one ready match. The scene has a client for each role.
    """
    tournament = drawn_tournament(4)
    author, at = Author(tournament.owner_id), timezone.now()
    first = tournament.teams.order_by("number")[0].seats.order_by("position")[0].person
    Person.objects.filter(pk=first.pk).update(name=f"Gavina {SECRET}", written_name=f"Gavina {SECRET}")
    if state == "minor hidden":
        show_person(Person.objects.get(pk=first.pk), Showing.INITIALS, is_minor=True, author=author, at=at)
    else:
        Person.objects.filter(pk=first.pk).update(name="Gavina", written_name="Gavina")
    play_match(match_of(tournament))
    clients = visitors(tournament)
    visibility = state if state in list(Visibility) else Visibility.PUBLISHED
    Tournament.objects.filter(pk=tournament.pk).update(visibility=visibility, embeddable=True)
    tournament.refresh_from_db()
    return Scene(tournament, clients)


def objects_of_club(tournament: Tournament) -> dict[str, object]:
    """Create an object for each parameter in the URLs of the club pages; return the parameter values.

    The only exception is the file name of a backup: no backup with this name exists.
    """
    owner, at = tournament.owner, timezone.now()
    author = Author(owner.pk)
    create_circuit(name="Circuito", points=[3, 2], tournaments=[tournament], author=author, at=at)
    change_person(tournament.teams.all()[0].players.all()[0], note="di Bosa", author=author, at=at)
    token, _key = make_token(owner, "Tabellone", "director", None, at=at)
    arrival = Arrival.objects.create(
        owner=owner, sent_at=at, digest="0" * 64, told=ARRIVAL_SUMMARY | {"id": str(uuid4())}
    )
    return {
        "role_id": Role.objects.get(user__username="speaker").pk,
        "invitation_id": invite("door", None, author=author, at=at).pk,
        "token_id": token.pk,
        "model_id": save_model(tournament, "Venerdì", author=author, at=at).pk,
        "act_id": PersonMove.objects.get().pk,
        "arrival_id": arrival.pk,
        "circuit": "circuito",
        "card_game": "mariglia",
        "name": "trionfo_2026-11-27.jsonl.gz",
    }


def club_rows_now() -> dict[str, list[Row]]:
    """Return the current responses of each club page."""
    with transaction.atomic():
        scene = scene_of("published")
        scene.clients["door for all"] = Client()
        scene.clients["door for all"].force_login(an_account("porta", "door"))
        rows = {name: [row] for name, row in scene.club_rows()}
        transaction.set_rollback(True)
    return rows


def rows_now() -> dict[str, list[Row]]:
    """Return the current responses to each call, with one row per state of the tournament."""
    rows: dict[str, list[Row]] = {}
    for state in STATES:
        with transaction.atomic():
            for name, row in scene_of(state).rows():
                rows.setdefault(name, []).append(row)
            transaction.set_rollback(True)
    return rows


OF_PAGES = {"/<slug>/" + re.sub(r"<\w+:", "<", page.path) for page in PAGES}
FRONT = "/<slug>/"


def answers_as_the_front(name: str, rows: dict[str, list[Row]]) -> bool:
    """Return True if a tournament page has the same responses as the front page."""
    method, address = name.split()
    return address in OF_PAGES - {FRONT} and rows[name] == rows[f"{method} {FRONT}"]


def as_table(rows: dict[str, list[Row]], roles: Sequence[str] = ROLES) -> str:
    """Return a table with a row for each call; each cell contains the responses in the order of the states.

    Pages with the same responses as the front page have no row.
    """
    lines = [f"| | {' | '.join(roles)} |", f"| {' | '.join(['---'] * (len(roles) + 1))} |"]
    for name, by_state in sorted(rows.items(), key=lambda each: each[0].split()[::-1]):
        if answers_as_the_front(name, rows):
            continue
        cells = [" ".join(row[role] for row in by_state) for role in roles]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def tables() -> tuple[list[str], list[str]]:
    """Split docs/who-sees-what.md; return the parts of the text around its two tables, and the tables."""
    parts = re.split(r"((?:^\|.*\n)+)", TABLE.read_text(), flags=re.MULTILINE)
    return parts[::2], parts[1::2]


def test_every_role_gets_the_responses_listed_in_the_access_tables() -> None:
    words, expected = tables()
    now = [as_table(rows_now()), as_table(club_rows_now(), CLUB_ROLES)]
    fresh = settings.BASE_DIR / "var" / TABLE.name
    fresh.parent.mkdir(exist_ok=True)
    fresh.write_text("".join(part for pair in zip(words, [*now, ""], strict=False) for part in pair))
    assert "".join(expected).splitlines() == "".join(now).splitlines()


def test_access_table_lists_no_hidden_tournament_and_no_hidden_name_for_the_public() -> None:
    """Check that the table itself lists no hidden tournament and no hidden name for the public."""
    lines = [line for line in tables()[1][0].splitlines() if line.startswith("| `")]
    assert len(lines) > 100
    for line in lines:
        public, scorer, *_desk = [cell.split() for cell in line.strip("| ").split(" | ")[1:]]
        assert public[0] == public[1], f"a draft and an unpublished tournament differ: {line}"
        assert {"200", "201", "204"}.isdisjoint(public[:2]) or "/table" in line or "/t/" in line, line
        assert not any("*" in each for each in (*public, *scorer)), line


def test_club_pages_are_open_only_to_organisers() -> None:
    """Other roles can open only the home page and their access page.

    An account without a role can open only its access page.
    """
    lines = [line for line in tables()[1][1].splitlines() if line.startswith("| `")]
    assert len(lines) > 50
    for line in lines:
        call, *cells = line.strip("| ").split(" | ")
        *roles, _organiser = cells
        is_access_page = "/regia/accesso/" in call or call == "`GET /regia/`"
        assert is_access_page or {"200", "302"}.isdisjoint(roles), line
        assert {"200", "302"}.isdisjoint(roles[:3]) or call.startswith("`GET /regia/accesso/"), line
