"""Every page, file and API call works for every visitor while the matches of a draw are being created."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from scoring.sheet.devices import shown_code
from scoring.sheet.services.log import Author
from tests.builders import draw, drawn_tournament
from tests.routes import routes
from tests.test_hidden_names import filled
from tournaments.competition.formats import FORMATS
from tournaments.matches.services.results import award_walkover
from tournaments.models import Match, Slot, Stage, Tournament
from tournaments.queue import runner
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

# The formats tested on both databases: a bracket, and rounds paired one after the other.
BOTH = {"knockout", "swiss"}


def each(forms: Iterable[str]) -> list[Any]:
    """Return the formats as test parameters; formats that are not in BOTH are tested only on SQLite."""
    return [pytest.param(form, marks=() if form in BOTH else pytest.mark.alike) for form in forms]


FILES = ("calendario.ics", "manifesto.pdf", "risultati.csv", "risultati.xlsx")


def drawn_in(form: str, rounds: int) -> Tournament:
    """Return a tournament with `rounds` drawn rounds, of which all except the last are played."""
    game = {"card_game": "maniglia_auction"} if form == "progressive_tables" else {}
    tournament = drawn_tournament(9 if form == "progressive_tables" else 8, form=form, tables=8, **game)
    author, at = Author(tournament.owner_id), timezone.now()
    for number in range(1, rounds):
        for match in tournament.matches.filter(round=number, state="ready"):
            award_walkover(match.pk, 0, "assenti", author=author, at=at)
        runner.drain()
        draw(tournament)
    return tournament


def visitors(tournament: Tournament) -> dict[str, Client]:
    """Return a client for each role. The phone client has opened the page of a table."""
    clients = {role: Client(raise_request_exception=False) for role in ("public", "phone", "organiser")}
    clients["organiser"].force_login(tournament.owner)
    key = tournament.matches.exclude(table=None).select_related("sheet__key")[0].sheet.key
    clients["phone"].post("/t/", {"code": shown_code(key)})
    return clients


def into_the_making(tournament: Tournament, number: int, *, matches: bool = True) -> None:
    """Simulate an unfinished draw: remove the entrants of a round, or its matches if `matches` is false."""
    last = Match.objects.filter(tournament=tournament)
    last = last.filter(round=number) if number > 1 else last
    Slot.objects.filter(match__in=last).update(team=None, resolved=False, reason="")
    last.update(state="waiting", table=None, ready_at=None, called_at=None, over_at=None)
    if not matches:
        last.delete()
    Stage.objects.filter(tournament=tournament).update(state="drawing")
    tournament.refresh_from_db()


def failures(tournament: Tournament, match: Match | None, client: Client) -> list[str]:
    """Request every URL of the tournament; return the URLs that fail, each with the response status."""
    faults = []
    for route, _page in routes(get_resolver().url_patterns):
        if match is None and re.search(r"<(\w+:)?match(_id)?>", route):
            continue
        address = filled(route, tournament, match or Match())
        if address is None or route == "health/":  # its status depends on a worker, and none runs here
            continue
        answer = client.get(address)
        answer.getvalue()  # read the whole response, which closes it
        if answer.status_code >= 500 or (address.endswith(FILES) and answer.status_code != 200):
            faults.append(f"{address}: {answer.status_code}")
    return faults


@pytest.mark.parametrize("form", each(FORMATS))
@pytest.mark.parametrize("matches", [True, False], ids=["nobody placed", "no matches"])
def test_every_url_responds_between_the_draw_and_the_creation_of_the_bracket(
    form: str, *, matches: bool
) -> None:
    tournament = drawn_in(form, 1)
    clients = visitors(tournament)
    into_the_making(tournament, 1, matches=matches)
    match = tournament.matches.select_related("sheet", "stage", "tournament").first()
    for role, client in clients.items() if form == "knockout" else [("public", clients["public"])]:
        assert failures(tournament, match, client) == [], role


@pytest.mark.parametrize("form", each(sorted(ROUND_BY_ROUND)))
def test_every_url_responds_while_a_later_round_is_being_created(form: str) -> None:
    tournament = drawn_in(form, 2)
    clients = visitors(tournament)
    into_the_making(tournament, 2)
    match = tournament.matches.filter(round=2).select_related("sheet", "stage", "tournament").first()
    assert failures(tournament, match, clients["organiser"]) == []
