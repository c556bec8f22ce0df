"""Tests that no button or link on a desk page offers an action that the user's role forbids."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from scoring.sheet.devices import shown_code
from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_account, drawn_tournament, entries, match_of, play_match
from tournaments.entries.services.entries import enter_teams
from tournaments.matches.services.results import award_walkover
from tournaments.models import Tournament
from tournaments.permissions import MAY

pytestmark = [pytest.mark.django_db, pytest.mark.alike, pytest.mark.sweep]

LINKED = re.compile(r'((?:href|action|hx-post)=")([^"?#]+)')
OFFERED = re.compile(r'(?:href|action|formaction|hx-post)="(/regia/[^"?#]*)')
A_WHILE = timedelta(minutes=20)


@pytest.fixture
def tournament() -> Tournament:
    """A tournament of eight pairs with one unsigned match, one walkover and two late tables."""
    tournament = drawn_tournament(8)
    play_match(match_of(tournament), sign=False)
    author = Author(tournament.owner_id)
    award_walkover(match_of(tournament, "R1.4").pk, 0, "Not there", author=author, at=timezone.now())
    Client().post(reverse("table_open"), {"code": shown_code(match_of(tournament, "R1.2").sheet.key)})
    return tournament


@pytest.fixture
def waiting() -> Tournament:
    """A tournament of four pairs before the draw."""
    tournament = a_tournament(name="Coppa di Natale")
    enter_teams(tournament, entries(4), author=Author(tournament.owner_id), at=timezone.now())
    return tournament


def page_of(role: str, address: str, *of: Any) -> str:
    """Request a desk page for a role, 20 minutes from now; return its main part, with absolute links."""
    visitor = Client(headers={"accept-language": "en"})
    with time_machine.travel(timezone.now() + A_WHILE, tick=False):
        account = get_user_model().objects.filter(username=role).first()
        visitor.force_login(account or an_account(role, role))
        base = reverse(address, args=of)
        page = visitor.get(base)
    assert page.status_code == 200
    main = page.text.partition("<main")[2].partition("</main>")[0]
    return LINKED.sub(lambda link: link[1] + urljoin(base, link[2]), main)


def acts_offered(page: str) -> set[str]:
    """Return the actions that the buttons and links of a page perform."""
    acts = {getattr(resolve(each).func, "act", "") for each in OFFERED.findall(page)}
    return acts - {"", "open_desk"}


ROLES = ("organiser", "director", "door", "tables", "speaker")
OPENED_BY: dict[str, Callable[[str], bool]] = {
    "desk_evening": lambda role: role != "door",
    "desk_match": lambda role: role in MAY["read_desk"],
    "desk_entries": lambda role: role in MAY["enter_teams"],
    "desk_sheets": lambda role: role in MAY["read_desk"],
}
WALKS = [(page, role) for page, opens in OPENED_BY.items() for role in ROLES if opens(role)]


@pytest.mark.parametrize(("address", "role"), WALKS)
def test_no_button_performs_an_action_that_the_role_forbids(
    tournament: Tournament, waiting: Tournament, address: str, role: str
) -> None:
    if address == "desk_match":
        pages = [
            page_of(role, address, tournament.slug, match_of(tournament, f"R1.{n}").pk) for n in (1, 3, 4)
        ]
    else:
        pages = [page_of(role, address, tournament.slug), page_of(role, address, waiting.slug)]
    offered = set().union(*map(acts_offered, pages))
    assert offered, "there is something to press"
    assert {act for act in offered if role not in MAY[str(act)]} == set()


PRESSED = {
    "director": {"confirm", "call_match", "correct", "move_clock", "read_desk"},
    "tables": {"confirm", "call_match", "note_arrival", "read_desk"},
    "speaker": {"show_on_wall"},
}


@pytest.mark.parametrize("role", PRESSED)
def test_evening_page_offers_the_actions_of_the_role(tournament: Tournament, role: str) -> None:
    assert acts_offered(page_of(role, "desk_evening", tournament.slug)) >= PRESSED[role]


def test_actions_of_forms_and_links_on_a_page_are_detected() -> None:
    undo, draw = reverse("desk_undo", args=["x", uuid4()]), reverse("desk_draw", args=["x"])
    page = f'<form method="post" action="{undo}"></form><a href="{draw}#lot">…</a><a href="/regia/">…</a>'
    assert acts_offered(page) == {"correct", "draw"}


def test_walkover_button_is_shown_to_permitted_roles_only(tournament: Tournament) -> None:
    assert "Walkover…" in page_of("director", "desk_evening", tournament.slug)
    assert "Walkover…" not in page_of("tables", "desk_evening", tournament.slug)


def test_door_role_can_mark_teams_as_present_but_cannot_draw(waiting: Tournament) -> None:
    page = page_of("door", "desk_entries", waiting.slug)
    assert {"mark_presence", "enter_teams", "take_money"} <= acts_offered(page) | acts_offered(
        page_of("door", "desk_cash", waiting.slug)
    )
    team = waiting.teams.order_by("number")[0]
    assert "show_names" in acts_offered(page_of("door", "desk_team", waiting.slug, team.pk))
    assert "To the draw" not in page
    assert "To the draw" in page_of("director", "desk_entries", waiting.slug)


def test_match_page_offers_no_walkover_to_the_tables_role(tournament: Tournament) -> None:
    match = match_of(tournament, "R1.3")
    assert 'id="walkover"' in page_of("director", "desk_match", tournament.slug, match.pk)
    page = page_of("tables", "desk_match", tournament.slug, match.pk)
    assert 'id="walkover"' not in page
    assert "Call to this table" in page


def test_tables_on_the_evening_page_are_links_only_for_roles_that_can_open_a_match(
    tournament: Tournament,
) -> None:
    assert '<div class="hall-table' in " ".join(page_of("speaker", "desk_evening", tournament.slug).split())
    assert '<a class="hall-table' in " ".join(page_of("tables", "desk_evening", tournament.slug).split())
