"""The addresses of what is printed: PDF for the desk, and where it is asked for."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_tournament, an_account, drawn_tournament, match_of
from tests.markup import one_line
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def at_desk(tournament: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(tournament.owner)
    return client


def addresses(tournament: Tournament) -> list[str]:
    return [
        reverse("desk_print_match", args=[tournament.slug, match_of(tournament).pk]),
        reverse("desk_print_open", args=[tournament.slug]),
        reverse("desk_print_open", args=[tournament.slug]) + "?due",
        reverse("desk_print_blank", args=[tournament.slug]),
        reverse("desk_print_blank", args=[tournament.slug]) + "?due",
    ]


def test_everything_is_a_pdf_that_nobody_keeps() -> None:
    tournament = drawn_tournament(4)
    for address in addresses(tournament):
        answer = at_desk(tournament).get(address)
        assert answer.status_code == 200
        assert answer["Content-Type"] == "application/pdf"
        assert "no-store" in answer["Cache-Control"]
        assert answer.content.startswith(b"%PDF-")


def test_what_opens_a_table_is_printed_by_nobody_else() -> None:
    tournament = drawn_tournament(4)
    at_the_door, another = Client(), Client()
    at_the_door.force_login(an_account("porta", "door"))
    another.force_login(an_account("efisio"))
    for address in addresses(tournament):
        assert Client().get(address).status_code == 302
        assert another.get(address).status_code == 404
        assert at_the_door.get(address).status_code == 403


def test_the_open_matches_are_printed_in_as_many_queries_however_many(
    django_assert_num_queries: Any,
) -> None:
    tournament = drawn_tournament(8)
    client = at_desk(tournament)
    with django_assert_num_queries(13):
        client.get(reverse("desk_print_open", args=[tournament.slug]))


def test_without_an_open_match_the_desk_says_what_to_print() -> None:
    tournament = a_tournament(teams=4)
    page = at_desk(tournament).get(reverse("desk_print_open", args=[tournament.slug]), follow=True)
    assert "print blank sheets" in page.content.decode()
    assert reverse("desk_print_blank", args=[tournament.slug]) in page.content.decode()


def test_the_desk_leads_to_its_sheets() -> None:
    tournament = drawn_tournament(2)
    client, match = at_desk(tournament), match_of(tournament)
    sheets = one_line(client.get(reverse("desk_sheets", args=[tournament.slug])).content.decode())
    for address in addresses(tournament)[1:]:
        assert address in sheets
    assert (
        reverse("desk_sheets", args=[tournament.slug])
        in client.get(reverse("desk_evening", args=[tournament.slug])).content.decode()
    )
    page = one_line(client.get(reverse("desk_match", args=[tournament.slug, match.pk])).content.decode())
    assert addresses(tournament)[0] in page
