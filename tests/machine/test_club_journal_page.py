"""Tests of the club journal page: entries with their authors, filters, pagination, CSV export."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import an_organiser, drawn_tournament, match_of, play_match
from tests.markup import one_line
from tournaments.models import ClubMove
from tournaments.season.services import create_circuit

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def organiser() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(an_organiser())
    return client


def text(answer: Any) -> str:
    return one_line(answer.content.decode())


def test_club_journal_can_be_filtered_paginated_and_exported(
    organiser: Client, django_assert_max_num_queries: Any
) -> None:
    tournament = drawn_tournament(8)
    for label in ("R1.1", "R1.2"):
        play_match(match_of(tournament, label))
    drawn_tournament(2, name="Altro torneo")
    ClubMove.objects.create(kind="name_erased", at=timezone.now(), body={})
    with django_assert_max_num_queries(14):
        page = text(organiser.get("/regia/giornale/"))
    assert "Draw made" in page
    assert "A name was erased" in page
    assert "Altro torneo" in page
    only = text(organiser.get("/regia/giornale/", {"torneo": str(tournament.pk), "atto": "draw_made"}))
    assert only.count("<b>Draw made</b>") == 1
    assert "<b>A name was erased</b>" not in only
    assert "Nothing was done" in text(organiser.get("/regia/giornale/", {"giorno": "2001-01-01"}))
    table = organiser.get("/regia/giornale.csv").content.decode()
    assert table.startswith("\ufeffWhen,Where,What,Who,Why")
    assert "Tournament created" in table


def test_pages_of_the_journal_contain_every_entry_once(
    organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = timezone.now()
    for _number in range(6):  # and one line for the role of the organiser
        ClubMove.objects.create(kind="name_erased", at=at, body={})
    monkeypatch.setattr("tournaments.machine.desk.journal.PAGE", 3)
    address, counts = "/regia/giornale/?", []
    while address:
        page = organiser.get(address)
        counts.append(len(page.context["lines"]))
        address = f"/regia/giornale/?{page.context['older']}" if page.context["older"] else ""
    assert counts == [3, 3, 1]


def test_journal_lines_show_the_full_name_of_the_author(organiser: Client) -> None:
    user = an_organiser()
    tournament = drawn_tournament(2)
    play_match(match_of(tournament))
    create_circuit(
        name="Circuito", points=[3, 2], tournaments=[tournament], author=Author(user.pk), at=timezone.now()
    )
    pages = (
        "/regia/giornale/",
        "/regia/giornale.csv",
        f"/regia/{tournament.slug}/",
        "/regia/circuiti/circuito/",
    )
    for page in pages:
        assert user.get_username() in text(organiser.get(page)), page
    user.first_name, user.last_name = "Rita", "Tola"
    user.save()
    for page in pages:
        page_text = text(organiser.get(page))
        assert "Rita Tola" in page_text, page
        assert user.get_username() not in page_text, page
