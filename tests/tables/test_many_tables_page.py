"""Pagination and search of many tables on the tables page, the evening page and the wall page."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import drawn_tournament, match_of, play_match
from tests.markup import one_line
from tournaments.matches.selectors.matches import MatchNow, match_now
from tournaments.models import Match, Tournament
from tournaments.tables import public
from tournaments.tables.desk import evening
from tournaments.tables.selectors import evening as selectors
from tournaments.wall import tables as wall_tables

pytestmark = [pytest.mark.django_db, pytest.mark.alike, pytest.mark.sweep]

A_PAGE, TABLES = 3, 8


@pytest.fixture
def tournament(monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Return a tournament with eight occupied tables, and limit a page to three tables."""
    for module in (public, evening):
        monkeypatch.setattr(module, "A_PAGE", A_PAGE)
    return drawn_tournament(2 * TABLES, tables=TABLES)


def address(tournament: Tournament, page: str) -> str:
    return f"/regia/{tournament.slug}/" if page == "desk" else f"/{tournament.slug}/tavoli/"


def read(tournament: Tournament, page: str, **query: Any) -> str:
    client = Client(headers={"accept-language": "en"})
    if page == "desk":
        client.force_login(tournament.owner)
    answer = client.get(address(tournament, page), query)
    assert answer.status_code == 200
    return one_line(answer.content.decode())


def tables_on(page: str) -> list[int]:
    """Return the numbers of the tables on a page."""
    numbers = re.findall(r'<b class="no(?: flare)?"><span class="vh"> ?Table ?</span>(\d+)</', page)
    return [int(number) for number in numbers]


@pytest.mark.parametrize("page", ["public", "desk"])
def test_each_table_is_on_one_page_and_pages_link_to_each_other(tournament: Tournament, page: str) -> None:
    pages = [tables_on(read(tournament, page, pagina=number)) for number in (1, 2, 3)]
    assert pages == [[1, 2, 3], [4, 5, 6], [7, 8]]
    assert re.findall(r'href="\?pagina=(\d)"', read(tournament, page)) == ["1", "2", "3"]
    assert tables_on(read(tournament, page, pagina=9)) == [7, 8]


@pytest.mark.parametrize("page", ["public", "desk"])
def test_search_finds_a_table_by_its_number_and_by_its_teams(tournament: Tournament, page: str) -> None:
    assert tables_on(read(tournament, page, cerca="8")) == [8]
    last = Match.objects.get(tournament=tournament, table=8)
    for slot in last.slots.all():
        assert slot.team is not None
        assert 8 in tables_on(read(tournament, page, cerca=slot.team.name.upper()))
    assert tables_on(read(tournament, page, cerca="nobody of that name")) == []


@pytest.mark.parametrize("page", ["public", "desk"])
def test_live_update_reloads_the_page_of_tables_that_is_shown(tournament: Tournament, page: str) -> None:
    match = re.search(r'data-live="hand match[^"]*" hx-get="([^"]+)"', read(tournament, page, pagina=2))
    assert match is not None
    assert match[1] == f"{address(tournament, page)}?pagina=2"


@pytest.mark.parametrize("page", ["public", "desk"])
def test_tables_that_fit_on_one_page_have_neither_page_links_nor_a_search_field(page: str) -> None:
    text = read(drawn_tournament(2 * TABLES, tables=TABLES), page)
    assert len(tables_on(text)) == TABLES
    assert "pagina=" not in text
    assert 'id="cerca"' not in text


def tasks_on(page: str) -> list[int]:
    """Return the numbers of the tables for which a page has a task because the match has not begun."""
    return [int(number) for number in re.findall(r"Table (\d+): [^<]* have not begun", page)]


@pytest.fixture
def late_tournament(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Return the tournament before any match has begun, and limit a page to two tasks."""
    monkeypatch.setattr(evening, "TASKS_A_PAGE", 2)
    Match.objects.filter(table__isnull=False).update(called_at=timezone.now() - timedelta(minutes=6))
    return tournament


def test_tasks_on_the_evening_page_are_paginated(late_tournament: Tournament) -> None:
    pages = [tasks_on(read(late_tournament, "desk", **{"da-fare": number})) for number in (1, 2, 3, 4)]
    assert pages == [[1, 2], [3, 4], [5, 6], [7, 8]]
    first = read(late_tournament, "desk")
    assert re.search(r'id="todo">\s*Your turn\s*<span class="n">8</span>', first)
    assert re.findall(r'<nav class="scrollx" aria-label="([^"]*)"', first) == [
        "Pages of what waits for you",
        "Pages",
    ]


def test_task_page_links_keep_the_table_page_and_table_page_links_keep_the_task_page(
    late_tournament: Tournament,
) -> None:
    page = read(late_tournament, "desk", pagina=3, **{"da-fare": 2})
    assert (tasks_on(page), tables_on(page)) == ([3, 4], [7, 8])
    ways = re.findall(r'href="\?([^"]*)"', page)
    assert "pagina=3&amp;da-fare=4" in ways
    assert "da-fare=2&amp;pagina=1" in ways
    search_page = read(late_tournament, "desk", cerca="8", **{"da-fare": 2})
    assert "cerca=8&amp;da-fare=1" in re.findall(r'href="\?([^"]*)"', search_page)


def matches_read_whole(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the labels of the matches that the evening page loads with all columns."""
    labels: list[str] = []

    def read_whole(match: Match) -> MatchNow:
        labels.append(match.label)
        return match_now(match)

    with monkeypatch.context() as patch:
        patch.setattr(selectors, "match_now", read_whole)
        read(tournament, "desk")
    return labels


def test_only_the_matches_on_the_shown_page_are_loaded_completely(
    late_tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert matches_read_whole(late_tournament, monkeypatch) == ["R1.1", "R1.2", "R1.3"]
    for label in ("R1.1", "R1.2", "R1.5", "R1.6", "R1.7"):
        play_match(match_of(late_tournament, label))
    assert len(matches_read_whole(late_tournament, monkeypatch)) <= 5, "a page of tables, and one of tasks"
    assert not {"R1.5", "R1.6", "R1.7"} & set(matches_read_whole(late_tournament, monkeypatch)), (
        "they are over"
    )


@pytest.mark.parametrize("pages_at_once", [3, 4])
def test_wall_divides_many_tables_into_pages(monkeypatch: pytest.MonkeyPatch, pages_at_once: int) -> None:
    monkeypatch.setattr(wall_tables, "AT_ONCE", pages_at_once)
    tournament = drawn_tournament(80, tables=40, form="swiss")
    path, visitor = f"/{tournament.slug}/parete/", Client(headers={"accept-language": "en"})
    pages = [one_line(visitor.get(f"{path}?pagina={part}").content.decode()) for part in (1, 2, 4, 5)]
    labels = [re.findall(r'data-label="([^"]*)"', page) for page in pages]
    ways = [re.findall(r'(?:data-next|hx-get)="[^"]*\?pagina=(\d)"', page) for page in pages]
    if pages_at_once == 4:
        assert labels == [["1 of 4", "2 of 4", "3 of 4", "4 of 4"]] * 4
        assert ways == [[]] * 4
    else:
        assert labels == [["1 of 4"], ["2 of 4"], ["4 of 4"], ["1 of 4"]]
        assert ways == [["2", "1"], ["3", "2"], ["1", "4"], ["2", "1"]]
        assert [page.count('class="table-card') for page in pages] == [12, 12, 4, 12]
