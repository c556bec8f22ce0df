"""Tests of the merge page, which shows the effect of a merge on circuits and ratings."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_organiser, draw, play_out
from tests.people.test_register_page import person, text_of
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import Circuit, Rating, Tournament
from tournaments.people.services.register import merge_persons
from tournaments.queue import runner
from tournaments.season.public.ratings import rating_words
from tournaments.season.selectors.circuits import computed
from tournaments.season.services import create_circuit

pytestmark = pytest.mark.django_db


def evening(name: str, *pairs: tuple[str, str]) -> Tournament:
    """Return a finished tournament won by the first pair."""
    tournament = a_tournament(name=name)
    teams = [Entry(pair, seed=seed) for seed, pair in enumerate(pairs, start=1)]
    enter_teams(tournament, teams, **writer())
    draw(tournament)
    play_out(tournament)
    tournament.refresh_from_db()
    return tournament


def writer() -> dict[str, Any]:
    """Return the keyword arguments `author` and `at` for a service call."""
    return {"author": Author(), "at": timezone.now()}


@pytest.fixture
def circuit() -> Circuit:
    """Return a circuit of two tournaments in which one person's name is spelled in two ways."""
    first = evening("Sera 1", ("Gio Maria Carta", "Ugo Fois"), ("Ada Piras", "Rita Murgia"))
    second = evening("Sera 2", ("Lia Usai", "Tore Loi"), ("Giommaria Carta", "Nina Pau"))
    organiser = Author(an_organiser().pk)
    played = [first, second]
    return create_circuit(
        name="Circuito 2026", points=[10, 6], tournaments=played, author=organiser, at=timezone.now()
    )


def total_of(circuit: Circuit, name: str) -> int:
    """Return the circuit points of the person with this name."""
    (row,) = (row for row in computed(circuit) if row.persons == (str(person(name).pk),))
    return int(row.total)


def test_merge_preview_shows_circuit_points_before_and_after_the_merge(
    client: Client, circuit: Circuit
) -> None:
    client.force_login(an_organiser())
    one, into = person("Gio Maria Carta"), person("Giommaria Carta")
    page = text_of(client.get(f"/regia/persone/{one.pk}/unisci/{into.pk}/"))
    assert "Circuito 2026: 6 → 16 punti" in page
    other_way = text_of(client.get(f"/regia/persone/{into.pk}/unisci/{one.pk}/"))
    assert "Circuito 2026: 10 → 16 punti" in other_way
    answer = client.post(
        f"/api/v1/persons/{one.pk}/merge/preview/", {"into": str(into.pk)}, content_type="application/json"
    )
    assert len(answer.json()["also"]) == 2
    assert total_of(circuit, "Giommaria Carta") == 6
    merge_persons(one, into, **writer())
    assert total_of(circuit, "Giommaria Carta") == 16


def test_ratings_are_shown_in_the_register_and_in_the_merge_preview(client: Client, circuit: Circuit) -> None:
    runner.drain()
    client.force_login(an_organiser())
    one, into = person("Gio Maria Carta"), person("Giommaria Carta")
    rating = rating_words(Rating.objects.get(person=one, partner=None).ordinal).replace(".", ",")
    register = client.get("/regia/persone/?q=gio").text
    assert f'<td class="wide-only">{rating}</td>' in register
    page = text_of(client.get(f"/regia/persone/{one.pk}/unisci/{into.pk}/"))
    assert "Mariglia: valutazione rifatta, su 1 → 2 incontri" in page
    merge_persons(one, into, **writer())
    runner.drain()
    assert Rating.objects.get(person=into, partner=None).matches == 2


def test_merge_preview_of_a_person_without_a_circuit_needs_few_queries(
    client: Client, circuit: Circuit
) -> None:
    client.force_login(an_organiser())
    a_pair = [Entry(("Gavino Sanna", "Sara Deiana"))]
    enter_teams(a_tournament(name="Altro"), a_pair, **writer())
    address = f"/regia/persone/{person('Gavino Sanna').pk}/unisci/{person('Ada Piras').pk}/"
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        page = text_of(client.get(address))
    assert "Circuito 2026" not in page
    assert len(queries) <= 30
