"""The poster of a tournament: matches and standings, page sizes, the QR code."""

from typing import Any

import pytest
from django.test import Client

from tests.builders import a_tournament, drawn_tournament, match_of, play_match, play_out
from tests.markup import one_line
from tests.printing.test_sheets import codes_on, sizes
from tournaments.models import Tournament
from tournaments.printing.poster import POSTER_TEMPLATE, poster_data, poster_pdf
from tournaments.values.visibility import Visibility
from tournaments.web.typesetting import pictures

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ADDRESS = "http://192.168.1.20:8000/torneo/"
ACROSS, UPRIGHT = (420, 297), (297, 420)


def labels(data: dict[str, Any]) -> int:
    """Return the number of matches in the brackets on the poster."""
    columns = [column for leaf in data["leaves"] for tree in leaf for column in tree["columns"]]
    return sum(1 for column in columns for match in (*column["matches"], *column["beside"]) if match)


@pytest.mark.parametrize(
    ("teams", "options", "pages"),
    [
        pytest.param(2, {}, [ACROSS, ACROSS], id="a final alone"),
        pytest.param(6, {"third_place": True}, [ACROSS, ACROSS], id="with byes and a third place"),
        pytest.param(33, {}, [ACROSS, ACROSS], id="one more than fits a power of two"),
        pytest.param(128, {}, [UPRIGHT, ACROSS], id="the largest on one sheet"),
    ],
)
def test_poster_has_the_bracket_on_one_page_and_the_standings_on_the_next_page(
    teams: int, options: dict[str, Any], pages: list[tuple[int, int]]
) -> None:
    tournament = drawn_tournament(teams, options=options)
    data = poster_data(tournament, ADDRESS)
    assert labels(data) == teams - 1 + len(options)
    assert len(data["standings"][0]["rows"]) == teams
    pdf = poster_pdf(tournament, ADDRESS, None)
    assert sizes(pdf) == pages
    assert poster_pdf(tournament, ADDRESS, None) == pdf


def test_poster_of_a_large_bracket_has_several_pages() -> None:
    tournament = drawn_tournament(200)
    sheets = [poster_data(tournament, ADDRESS, number) for number in range(1, 7)]
    assert [len(each["leaves"]) for each in sheets] == [1, 1, 1, 0, 0, 0]
    assert sum(labels(each) for each in sheets) == 199
    assert [bool(each["standings"]) for each in sheets] == [False, False, False, True, True, True]
    assert poster_data(tournament, ADDRESS) == sheets[0]
    page = one_line(Client(headers={"accept-language": "en"}).get(f"/{tournament.slug}/").content.decode())
    assert page.count("manifesto.pdf?foglio=") == 4


def test_poster_shows_results_and_champions_and_leaves_unknown_names_blank() -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament))
    ((tree,),) = poster_data(tournament, ADDRESS)["leaves"]
    semifinals, final = tree["columns"]
    assert [(row["name"], row["score"], row["won"]) for row in semifinals["matches"][0]["rows"]] == [
        ("Coppia 1", "2", True),
        ("Coppia 4", "0", False),
    ]
    assert [row["name"] for row in final["matches"][0]["rows"]] == ["Coppia 1", ""]
    assert tree["champions"] == ""
    play_out(tournament)
    ((tree,),) = poster_data(tournament, ADDRESS)["leaves"]
    assert tree["champions"] == "Coppia 1"


def test_several_small_brackets_are_printed_with_titles_on_one_page() -> None:
    data = poster_data(drawn_tournament(12, form="double_knockout"), ADDRESS)
    assert [[tree["name"] for tree in leaf] for leaf in data["leaves"]] == [
        ["Upper bracket", "Lower bracket", "Final"]
    ]


def test_poster_of_a_group_stage_has_one_table_per_group() -> None:
    tournament = drawn_tournament(8, form="groups", options={"groups": 2, "advance": 2})
    play_out(tournament)
    data = poster_data(tournament, ADDRESS)
    assert data["leaves"] == []
    assert [group["name"] for group in data["standings"]] == ["Group A", "Group B"]
    first = data["standings"][0]["rows"][0]
    assert (first["place"], first["points"]) == ("1", "2")
    assert sizes(poster_pdf(tournament, ADDRESS, None)) == [ACROSS]


def test_poster_printed_before_the_draw_is_one_page_with_a_note() -> None:
    tournament = a_tournament(teams=4)
    assert sizes(poster_pdf(tournament, ADDRESS, None)) == [ACROSS]


def test_qr_code_of_the_poster_opens_the_public_page() -> None:
    for page in pictures(POSTER_TEMPLATE, poster_data(drawn_tournament(4), ADDRESS), dots_per_inch=100):
        assert [code.text for code in codes_on(page)] == [ADDRESS]


@pytest.mark.parametrize("teams", [4, 32])
def test_poster_needs_no_extra_queries_for_many_teams(teams: int, django_assert_num_queries: Any) -> None:
    tournament = drawn_tournament(teams)
    with django_assert_num_queries(11):
        poster_data(tournament, ADDRESS)


def test_poster_is_linked_on_public_pages_and_revalidated_by_etag(client: Client) -> None:
    tournament = drawn_tournament(4)
    address = f"/{tournament.slug}/manifesto.pdf"
    answer = client.get(address)
    assert answer["Content-Type"] == "application/pdf"
    assert f'href="{address}"' in client.get(f"/{tournament.slug}/").content.decode()
    headers = {"if-none-match": answer["ETag"]}
    assert client.get(address, headers=headers).status_code == 304
    assert client.get(address, {"foglio": "x"}).status_code == 200
    Tournament.objects.update(visibility=Visibility.UNPUBLISHED)
    assert client.get(address, headers=headers).status_code == 404
