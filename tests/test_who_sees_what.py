"""Every address and call, for everybody, in every state of a tournament: docs/who-sees-what.md, reviewed.

A route that is new, or answers somebody otherwise than the table says, fails. So does a page of a tournament
(`tournaments/visibility/rules.py`) that has no line and answers anybody otherwise than the front page. The
table as it would be now is then in var/who-sees-what.md: it is read line by line before it takes the other's
place.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import drawn_tournament, match_of, play_match
from tests.routes import routes
from tests.test_hidden_names import filled
from tests.test_hidden_tournaments import visitors
from tournaments.models import Person, Tournament
from tournaments.people.names import Showing
from tournaments.people.services.names import show_person
from tournaments.visibility.rules import PAGES, Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.sweep, pytest.mark.alike]

TABLE = settings.BASE_DIR / "docs" / "who-sees-what.md"
ROLES = ("public", "scorer", "speaker", "tables", "door", "director", "organiser")
STATES = ("draft", "unpublished", "published", "minor hidden")
SECRET = "Zuccaruncone"
NAMES = re.compile(r"<(\w+:)?(slug|match|match_id|team_id|person_id|prize_id)>")
METHODS = ("get", "post", "put", "patch", "delete")

Row = dict[str, str]
"""What a route answers to each role in one state, such as {"public": "404"}."""


@dataclass(frozen=True)
class Scene:
    """A tournament in a state, and everybody who comes."""

    tournament: Tournament
    who: dict[str, Client]

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Yield each call of the site that names a tournament or something in it, with its answers."""
        match = match_of(self.tournament, "R1.2")
        for route, pattern in routes(get_resolver().url_patterns):
            address = filled(route, self.tournament, match)
            if address is None or not NAMES.search(route):
                continue
            for method in methods(pattern.callback):
                name = f"{method.upper()} /" + re.sub(r"<\w+:", "<", route)
                yield name, {role: self.answer(role, method, address) for role in ROLES}

    def answer(self, role: str, method: str, address: str) -> str:
        """Return the status, with a star where the name of who is hidden can be read; nothing stays done."""
        with transaction.atomic():
            found = getattr(self.who[role], method)(address, content_type="application/json", data={})
            transaction.set_rollback(True)
        shown = SECRET in found.getvalue().decode(errors="replace")
        to_log_in = found.status_code == 302 and found["Location"].startswith("/accounts/login/")
        return ("login" if to_log_in else str(found.status_code)) + ("*" if shown else "")


def methods(view: Callable[..., object]) -> tuple[str, ...]:
    """Return what a call takes; of a page GET, which most pages take, and POST for those that take no GET."""
    made = getattr(view, "view_class", None)
    if made is None:
        return ("get", "post")
    allowed = made(**getattr(view, "view_initkwargs", {})).allowed_methods
    return tuple(method for method in METHODS if method.upper() in allowed)


def scene_of(state: str) -> Scene:
    """Return a drawn tournament with one match over and one that may begin."""
    tournament = drawn_tournament(4)
    author, at = Author(tournament.owner_id), timezone.now()
    first = tournament.teams.order_by("number")[0].seats.order_by("position")[0].person
    Person.objects.filter(pk=first.pk).update(name=f"Gavina {SECRET}", written_name=f"Gavina {SECRET}")
    if state == "minor hidden":
        show_person(Person.objects.get(pk=first.pk), Showing.INITIALS, is_minor=True, author=author, at=at)
    else:
        Person.objects.filter(pk=first.pk).update(name="Gavina", written_name="Gavina")
    play_match(match_of(tournament))
    who = visitors(tournament)
    here = state if state in list(Visibility) else Visibility.PUBLISHED
    Tournament.objects.filter(pk=tournament.pk).update(visibility=here, embeddable=True)
    tournament.refresh_from_db()
    return Scene(tournament, who)


def rows_now() -> dict[str, list[Row]]:
    """Return for each call what it answers in each state, as things are."""
    found: dict[str, list[Row]] = {}
    for state in STATES:
        with transaction.atomic():
            for name, row in scene_of(state).rows():
                found.setdefault(name, []).append(row)
            transaction.set_rollback(True)
    return found


OF_PAGES = {"/<slug>/" + re.sub(r"<\w+:", "<", page.path) for page in PAGES}
FRONT = "/<slug>/"


def answers_as_the_front(name: str, rows: dict[str, list[Row]]) -> bool:
    """Return whether this is a page of a tournament that answers everybody as its front page does."""
    method, address = name.split()
    return address in OF_PAGES - {FRONT} and rows[name] == rows[f"{method} {FRONT}"]


def as_table(rows: dict[str, list[Row]]) -> str:
    """Return the table: a line for each call, in each cell the answers in the order of the states.

    The line of the front page stands for every page that answers as it does.
    """
    lines = [f"| | {' | '.join(ROLES)} |", f"| {' | '.join(['---'] * (len(ROLES) + 1))} |"]
    for name, by_state in sorted(rows.items(), key=lambda each: each[0].split()[::-1]):
        if answers_as_the_front(name, rows):
            continue
        cells = [" ".join(row[role] for row in by_state) for role in ROLES]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def test_everybody_is_answered_as_the_table_says() -> None:
    head, mark, table = TABLE.read_text().partition("| | public")
    now = as_table(rows_now())
    fresh = settings.BASE_DIR / "var" / TABLE.name
    fresh.parent.mkdir(exist_ok=True)
    fresh.write_text(head + now)
    assert (mark + table).splitlines() == now.splitlines()


def test_nobody_of_the_public_finds_what_is_hidden_and_reads_who_is() -> None:
    """What the table says, whatever it says: the lines that no review may let through."""
    lines = [line for line in TABLE.read_text().splitlines() if line.startswith("| `")]
    assert len(lines) > 100
    for line in lines:
        public, scorer, *_desk = [cell.split() for cell in line.strip("| ").split(" | ")[1:]]
        assert public[0] == public[1], f"a draft and one taken off differ: {line}"
        assert {"200", "201", "204"}.isdisjoint(public[:2]) or "/table" in line or "/t/" in line, line
        assert not any("*" in each for each in (*public, *scorer)), line
