"""The parts that all desk pages share: menu, account links and messages."""

import re

import pytest
from django.contrib.messages import DEFAULT_TAGS, ERROR, INFO, SUCCESS, WARNING
from django.contrib.messages.storage.base import Message
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, drawn_tournament, match_of
from tests.markup import one_line
from tournaments.matches.services import results
from tournaments.models import Tournament
from tournaments.web.desk_frame import rail

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.mark.parametrize(
    ("form", "card_game", "address"),
    [
        ("knockout", "mariglia", "/{slug}/"),
        ("double_knockout", "mariglia", "/{slug}/"),
        ("swiss", "mariglia", "/{slug}/turni/"),
        ("table_rounds", "manni", "/{slug}/turni/"),
    ],
)
def test_menu_links_to_the_bracket_or_the_rounds_of_the_format(
    form: str, card_game: str, address: str
) -> None:
    tournament = a_tournament(form=form, card_game=card_game)
    urls = [link["url"] for link in rail(tournament, "desk_evening", {})]
    assert address.format(slug=tournament.slug) in urls
    assert sum(url in (f"/{tournament.slug}/", f"/{tournament.slug}/turni/") for url in urls) == 1


@pytest.mark.parametrize(
    "name",
    [
        "desk", "desk_circuits", "desk_bring", "desk_forgetting", "desk_evening", "desk_entries", "desk_draw",
        "desk_sheets", "desk_rules", "desk_shown", "desk_calendar", "desk_import", "desk_match",
    ],
)  # fmt: skip
def test_desk_page_shows_the_account_and_a_logout_button(client: Client, name: str) -> None:
    tournament = drawn_tournament(2)
    client.force_login(tournament.owner)
    page = client.get(address(name, tournament))
    assert page.status_code == 200
    foot = page.text[page.text.index('class="account"') :]
    assert foot.index("Il mio accesso") < foot.index(tournament.owner.username) < foot.index("Esci")
    assert f'href="{reverse("desk_access")}"' in foot
    assert f'href="{reverse("account_change_password")}"' in client.get(reverse("desk_access")).text
    assert client.get(reverse("account_change_password")).status_code == 200
    client.post(re.findall(r'<form method="post" action="([^"]*)"', foot)[0])
    assert client.get(address("desk", tournament)).status_code == 302


@pytest.mark.parametrize(
    ("level", "toasts"), [(SUCCESS, 1), (INFO, 0), (WARNING, 0), (ERROR, 0)], ids=DEFAULT_TAGS.get
)
def test_only_success_messages_are_toasts(level: int, toasts: int) -> None:
    text = render_to_string("web/_toasts.html", {"messages": [Message(level, "the words")]})
    assert text.count("the words") == 1
    assert text.count('class="toast"') == toasts


def address(name: str, tournament: Tournament) -> str:
    at_home = name in ("desk", "desk_circuits", "desk_bring", "desk_forgetting")
    place = [] if at_home else [tournament.slug]
    return reverse(name, args=[*place, match_of(tournament).pk] if name == "desk_match" else place)


def test_live_update_of_the_evening_page_also_updates_the_menu_and_the_tools(client: Client) -> None:
    """The menu badge counts the tasks, and the tools depend on the state of the tournament."""
    tournament = drawn_tournament(2)
    client.force_login(tournament.owner)
    where = reverse("desk_evening", args=[tournament.slug])
    assert badges(client.get(where, headers={"hx-request": "true"}).text) == []
    results.object_to_sheet(match_of(tournament).pk, author=Author(), at=timezone.now())
    live = one_line(client.get(where, headers={"hx-request": "true"}).text)
    assert badges(live) == ["1", "1"], "on the link, and on the button of a narrow screen"
    assert 'id="rail" class="railbox" hx-swap-oob="morph"' in live
    assert 'id="tools" class="row tools" hx-swap-oob="morph"' in live
    assert "hx-swap-oob" not in client.get(where).text


def badges(text: str) -> list[str]:
    rail = text[text.index('id="rail"') :]
    return re.findall(r"<b>(\d+)</b>", rail)
