"""Pages that other websites can embed in an iframe if the organiser allows embedding."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from tests.builders import a_tournament, an_account, drawn_tournament, match_of, play_match, play_out
from tests.markup import one_line
from tests.routes import routes
from tests.test_hidden_names import filled
from tournaments.models import JournalEntry, Tournament
from tournaments.values.visibility import Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

PAGES = ("incorpora/tabellone/", "incorpora/classifica/")


@pytest.fixture
def reader() -> Client:
    return Client(headers={"accept-language": "en"})


def embeddable(tournament: Tournament) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(embeddable=True)
    tournament.refresh_from_db()
    return tournament


def read(reader: Client, tournament: Tournament, page: str) -> str:
    answer = reader.get(f"/{tournament.slug}/{page}")
    assert answer.status_code == 200
    return one_line(answer.content.decode())


@pytest.mark.parametrize("page", PAGES)
def test_embedded_page_returns_404_unless_embedding_is_allowed(reader: Client, page: str) -> None:
    tournament = drawn_tournament(4)
    assert reader.get(f"/{tournament.slug}/{page}").status_code == 404
    embeddable(tournament)
    response = reader.get(f"/{tournament.slug}/{page}")
    assert response.status_code == 200
    Tournament.objects.update(embeddable=False)
    again = reader.get(f"/{tournament.slug}/{page}", headers={"if-none-match": response["ETag"]})
    assert again.status_code == 404
    assert "frame-ancestors 'none'" in again["Content-Security-Policy"]


@pytest.mark.parametrize("page", PAGES)
def test_embedded_page_can_be_framed_and_sets_no_cookie(reader: Client, page: str) -> None:
    answer = reader.get(f"/{embeddable(drawn_tournament(4)).slug}/{page}")
    policy = answer["Content-Security-Policy"]
    assert re.findall(r"frame-ancestors ([^;]*)", policy) == ["*"]
    assert "default-src 'none'" in policy
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    assert "<form" not in answer.content.decode()


@pytest.mark.sweep
def test_pages_that_are_not_made_for_embedding_cannot_be_framed() -> None:
    tournament = embeddable(drawn_tournament(4))
    play_match(match_of(tournament))
    reader = Client()
    reader.force_login(tournament.owner)
    request_count = 0
    for route, _page in routes(get_resolver().url_patterns):
        address = filled(route, tournament, match_of(tournament))
        if address is None or address.endswith(PAGES) or address == "/api/v1/docs/":
            continue
        answer = reader.get(address)
        answer.getvalue()
        request_count += 1
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], address
        assert answer["X-Frame-Options"] == "DENY", address
    assert request_count > 60


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("visibility", [Visibility.DRAFT, Visibility.UNPUBLISHED])
def test_embedded_page_of_an_unpublished_tournament_returns_404(
    reader: Client, page: str, visibility: Visibility
) -> None:
    tournament = embeddable(drawn_tournament(4))
    etag = reader.get(f"/{tournament.slug}/{page}")["ETag"]
    Tournament.objects.update(visibility=visibility)
    answer = reader.get(f"/{tournament.slug}/{page}", headers={"if-none-match": etag})
    assert answer.status_code == 404


def test_embedded_bracket_links_to_full_pages_of_the_site(reader: Client) -> None:
    tournament = embeddable(drawn_tournament(4))
    page = read(reader, tournament, PAGES[0])
    match, team = match_of(tournament), tournament.teams.all()[0]
    away = 'target="_blank" rel="noopener"'
    assert f'href="/{tournament.slug}/incontri/{match.pk}/" {away}' in page
    assert f'href="/{tournament.slug}/?turno=1&amp;segui={team.pk}" {away}' in page
    assert f'href="/{tournament.slug}/" {away}' in page
    assert "Updated <time" in page
    assert 'class="brand"' not in page


def test_embedded_standings_show_one_table_or_a_table_per_group(reader: Client) -> None:
    tournament = embeddable(drawn_tournament(4, form="round_robin"))
    page = read(reader, tournament, PAGES[1])
    assert page.count('<th scope="row"') == 4
    columns = re.findall(r'<th scope="col" class="num">(.*?)</th>', page)
    assert len(set(columns)) == len(columns) > 2
    assert f'href="/{tournament.slug}/classifica/" target="_blank" rel="noopener"' in page
    groups = embeddable(
        drawn_tournament(8, form="groups", options={"groups": 2, "advance": 2}, name="Gironi")
    )
    page = read(reader, groups, PAGES[1])
    assert page.count("<table") == 2
    assert page.count('<th scope="row"') == 8


def test_tournament_without_a_bracket_has_no_embedded_bracket(reader: Client) -> None:
    tournament = embeddable(drawn_tournament(4, form="round_robin"))
    assert reader.get(f"/{tournament.slug}/{PAGES[0]}").status_code == 404


@pytest.mark.parametrize(
    ("page", "words"), [(PAGES[0], "The draw is to come"), (PAGES[1], "No standings yet")]
)
def test_embedded_page_announces_the_draw_before_it_takes_place(
    reader: Client, page: str, words: str
) -> None:
    assert words in read(reader, embeddable(a_tournament(teams=4)), page)


@pytest.mark.parametrize("page", PAGES)
def test_unchanged_embedded_page_returns_304(reader: Client, page: str) -> None:
    tournament = embeddable(drawn_tournament(4))
    address = f"/{tournament.slug}/{page}"
    headers = {"if-none-match": reader.get(address)["ETag"]}
    assert reader.get(address, headers=headers).status_code == 304
    play_match(match_of(tournament))
    assert reader.get(address, headers=headers).status_code == 200


@pytest.mark.parametrize("teams", [4, 32])
def test_embedded_pages_need_no_extra_queries_for_many_teams(
    reader: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = embeddable(drawn_tournament(teams))
    play_out(tournament)
    for page, queries in zip(PAGES, (8, 12), strict=True):
        with django_assert_num_queries(queries):
            read(reader, tournament, page)


def test_organiser_allows_and_forbids_embedding() -> None:
    tournament = drawn_tournament(4)
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(tournament.owner)
    rules, switch = (reverse(name, args=[tournament.slug]) for name in ("desk_rules", "desk_embedding"))
    assert "&lt;iframe" not in desk.get(rules).content.decode()
    assert desk.post(switch, {"allowed": "1"}).status_code == 302
    lines = re.findall(r"<textarea[^>]*>(.*?)</textarea>", desk.get(rules).content.decode())
    assert [unescape(each) for each in lines] == [
        f'<iframe src="http://testserver/{tournament.slug}/{page}" title="{name}, {tournament.name}" '
        'width="100%" height="640" loading="lazy"></iframe>'
        for page, name in zip(PAGES, ("Bracket", "Standings"), strict=True)
    ]
    assert desk.post(switch, {"allowed": ""}).status_code == 302
    assert "&lt;iframe" not in desk.get(rules).content.decode()
    kinds = JournalEntry.objects.filter(kind__startswith="embedding").order_by("at")
    assert list(kinds.values_list("kind", flat=True)) == ["embedding_allowed", "embedding_stopped"]


def test_quotes_in_a_tournament_name_are_escaped_in_the_embed_code() -> None:
    tournament = embeddable(a_tournament(name='Il "Trofeo" <b>', teams=2))
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(tournament.owner)
    page = desk.get(reverse("desk_rules", args=[tournament.slug])).content.decode()
    (line, _standings) = map(unescape, re.findall(r"<textarea[^>]*>(.*?)</textarea>", page))
    assert 'title="Bracket, Il &quot;Trofeo&quot; &lt;b&gt;"' in line


def test_only_organisers_can_switch_embedding_on_or_off() -> None:
    tournament = drawn_tournament(4)
    switch = reverse("desk_embedding", args=[tournament.slug])
    director, stranger = an_account("caterina", "director", tournament), an_account("barore")
    for user in (None, director, stranger):
        visitor = Client()
        if user:
            visitor.force_login(user)
        visitor.post(switch, {"allowed": "1"})
        tournament.refresh_from_db()
        assert not tournament.embeddable
    owner = Client()
    owner.force_login(tournament.owner)
    assert owner.get(switch).status_code == 405


def test_embedding_is_switched_on_and_off_over_the_api() -> None:
    tournament = drawn_tournament(4)
    desk, address = Client(), f"/api/v1/tournaments/{tournament.slug}/"
    desk.force_login(tournament.owner)
    assert desk.get(address).json()["embeddable"] is False
    answer = desk.patch(address, {"embeddable": True}, content_type="application/json")
    assert answer.json()["embeddable"] is True
    assert desk.patch(address, {"embeddable": "yes"}, content_type="application/json").status_code == 400
    assert Client().patch(address, {"embeddable": False}, content_type="application/json").status_code == 401
    moves = JournalEntry.objects.filter(tournament=tournament).values_list("kind", flat=True)
    assert "embedding_allowed" in moves
