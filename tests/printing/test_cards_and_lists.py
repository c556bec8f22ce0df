"""Badges, table signs, standings and results on A4: content, page sizes, readable QR codes."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_account, drawn_tournament, match_of, play_match, play_out
from tests.printing.test_sheets import codes_on, sizes
from tournaments.competition.names import Showing
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import Person, Tournament
from tournaments.people.services.names import show_person
from tournaments.printing.cards import BADGES, SIGNS, badges_data, badges_pdf, parts, signs_data, signs_pdf
from tournaments.printing.lists import TEMPLATE, results_data, standings_data, standings_pdf
from tournaments.web.typesetting import pictures, typeset

pytestmark = pytest.mark.django_db

A4, A5_ACROSS = (210, 297), (210, 148)
LONG = "Maria Antonietta Giuseppina Dessì-Porcheddu de Sos Coghinàs"
OTHER = "Bachisio Raimondo Ch’at’a Éssere Càgiu-Ḍèḍḍu Murgia Nàscaro"
ADDRESS = "http://192.168.1.20:8000/torneo/tavoli/{}/"
NAMES = ("desk_badges", "desk_signs", "desk_print_standings", "desk_print_results")


def address(table: int) -> str:
    return ADDRESS.format(table)


def desk_of(tournament: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(tournament.owner)
    return client


@pytest.mark.parametrize("tables", [1, 12])
def test_each_table_has_a_sign_with_a_readable_qr_code(tables: int) -> None:
    tournament = a_tournament(teams=2, tables=tables)
    pages = pictures(SIGNS, signs_data(tournament, address), dots_per_inch=90)
    assert [codes_on(page, grey=True)[0].text for page in pages] == [
        address(table) for table in range(1, tables + 1)
    ]
    assert sizes(signs_pdf(tournament, address)) == [A5_ACROSS] * tables


@pytest.mark.sweep
def test_signs_of_many_tables_are_split_into_several_documents() -> None:
    tournament = a_tournament(teams=2, tables=512)
    assert parts(512, 128) == [(1, "1–128"), (2, "129–256"), (3, "257–384"), (4, "385–512")]
    assert parts(128, 128) == []
    signs = [signs_data(tournament, address, part)["signs"] for part in (None, 4, 99)]
    assert [(each[0]["table"], each[-1]["table"]) for each in signs] == [
        ("1", "128"),
        ("385", "512"),
        ("385", "512"),
    ]
    page = desk_of(tournament).get(reverse("desk_sheets", args=[tournament.slug])).content.decode()
    assert page.count("cartelli.pdf?foglio=") == 4
    (png,) = pictures(SIGNS, {**signs_data(tournament, address), "signs": signs[1][-1:]}, dots_per_inch=90)
    assert codes_on(png)[0].text == address(512)


def test_qr_code_of_a_sign_opens_the_match_at_the_table(client: Client) -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament)
    url = f"/{tournament.slug}/tavoli/{match.table}/"
    assert client.get(url)["Location"] == f"/{tournament.slug}/incontri/{match.pk}/"
    play_match(match)
    assert client.get(url)["Location"] == f"/{tournament.slug}/tavoli/"
    for table in (0, tournament.tables + 1, 10**30):
        assert client.get(f"/{tournament.slug}/tavoli/{table}/").status_code == 404
    Tournament.objects.update(closed_pages=["tables"])
    assert client.get(url).status_code == 404
    Tournament.objects.update(closed_pages=[], visibility="unpublished")
    assert client.get(url).status_code == 404


def test_badges_are_sorted_by_surname_with_public_names() -> None:
    tournament = a_tournament()
    acting: Any = {"author": Author(tournament.owner_id), "at": timezone.now()}
    pairs = [[LONG, OTHER], *([f"Anna Soru{number}", f"Ugo Mura{number}"] for number in range(5))]
    enter_teams(tournament, [Entry(each) for each in pairs], **acting)
    hidden = Person.objects.get(written_name="Ugo Mura3")
    show_person(hidden, Showing.INITIALS, **acting)
    badges = badges_data(tournament)["badges"]
    names = [badge["name"] for badge in badges]
    assert len(names) == 12
    assert LONG in names
    assert "Ugo Mura3" not in str(badges)
    pdf = badges_pdf(tournament)
    assert pdf is not None
    assert sizes(pdf) == [A4, A4]
    assert badges_pdf(a_tournament(name="Vuoto")) is None
    assert len(pictures(BADGES, badges_data(tournament), dots_per_inch=40)) == 2


def test_badges_of_single_players_have_no_pair_name() -> None:
    tournament = a_tournament(teams=4, form="individual")
    assert [badge["team"] for badge in badges_data(tournament)["badges"]] == [""] * 4


@pytest.mark.parametrize(
    ("form", "options", "teams", "tables"),
    [
        pytest.param("knockout", {}, 8, 1, id="a bracket"),
        pytest.param("groups", {"groups": 2, "advance": 2}, 8, 2, id="groups"),
        pytest.param("round_robin", {}, 5, 1, id="without a bracket"),
    ],
)
def test_printed_standings_list_every_place_and_results_list_every_match(
    form: str, options: dict[str, Any], teams: int, tables: int
) -> None:
    tournament = drawn_tournament(teams, form=form, options=options)
    assert results_data(tournament)["tables"] == []
    play_out(tournament)
    tournament.refresh_from_db()
    standing = standings_data(tournament)
    assert len(standing["tables"]) == tables
    assert sum(len(each["rows"]) for each in standing["tables"]) == teams
    assert all(len(row) == len(each["heads"]) for each in standing["tables"] for row in each["rows"])
    results = results_data(tournament)
    played = tournament.matches.exclude(state="bye").count()
    assert sum(len(each["rows"]) for each in results["tables"]) == played
    for data in (standing, results):
        assert set(sizes(typeset(TEMPLATE, data))) == {A4}


def test_long_standings_continue_on_further_pages() -> None:
    tournament = drawn_tournament(64, tables=32)
    pages = sizes(standings_pdf(tournament))
    assert pages == [A4] * len(pages)
    assert len(pages) > 1


def test_lists_printed_before_the_draw_are_one_page_with_a_note() -> None:
    tournament = a_tournament(teams=4)
    assert standings_data(tournament)["tables"] == []
    assert sizes(standings_pdf(tournament)) == [A4]


def test_printed_standings_are_withheld_like_the_public_standings() -> None:
    tournament = drawn_tournament(4, form="round_robin")
    Tournament.objects.filter(pk=tournament.pk).update(standings_until=1)
    tournament.refresh_from_db()
    play_out(tournament)
    tournament.refresh_from_db()
    (table,) = standings_data(tournament)["tables"]
    assert table["beside"]


@pytest.mark.parametrize("teams", [4, 16])
def test_printed_lists_need_no_extra_queries_for_many_teams(
    teams: int, django_assert_max_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams)
    play_match(match_of(tournament))
    with django_assert_max_num_queries(9):
        standings_data(tournament)
    with django_assert_max_num_queries(11):
        results_data(tournament)
    with django_assert_max_num_queries(6):
        badges_data(tournament)


def test_lists_can_be_printed_by_permitted_roles_only() -> None:
    tournament = drawn_tournament(4)
    at_the_door = Client()
    at_the_door.force_login(an_account("porta", "door"))
    sheets = reverse("desk_sheets", args=[tournament.slug])
    for name in NAMES:
        where = reverse(name, args=[tournament.slug])
        answer = desk_of(tournament).get(where)
        assert answer.content.startswith(b"%PDF-")
        assert "no-store" in answer["Cache-Control"]
        assert Client().get(where).status_code == 302
        assert at_the_door.get(where).status_code == 403
        assert where in desk_of(tournament).get(sheets).content.decode()
