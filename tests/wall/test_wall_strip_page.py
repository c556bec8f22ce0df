"""The strip below the tables of the wall page shows the next rounds, the leaders, or nothing."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.builders import drawn_tournament, match_of, play_match
from tests.wall.television import NINE
from tests.wall.test_wall_page import read, write
from tournaments.models import Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def reader() -> Client:
    """Return an anonymous test client that requests English pages."""
    return Client(headers={"accept-language": "en"})


def strip(reader: Client, tournament: Tournament) -> str:
    """Return the text of the strip, or an empty string if the page has no strip."""
    match = re.search(r'<footer class="w-strip">.*?</footer>', read(reader, tournament))
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", match.group()).split()) if match else ""


def test_wall_strip_shows_known_and_unknown_sides_of_the_next_round(reader: Client) -> None:
    tournament = drawn_tournament(8, tables=3)
    play_match(match_of(tournament, "R1.1"))
    write(match_of(tournament, "R1.2"), [NINE])
    text = strip(reader, tournament)
    assert "Semifinals 1 of 4 are through Coppia 1 Winner of table 2" in text
    assert "Final Winner of semifinal 1 Winner of semifinal 2" in text


def test_wall_strip_shows_points_of_a_match_in_play_and_games_won_in_a_finished_match(reader: Client) -> None:
    tournament = drawn_tournament(4, tables=2)
    play_match(match_of(tournament, "R1.1"))
    write(match_of(tournament, "R1.2"), [NINE])
    assert "Semifinals 1 of 2 finished Coppia 1 2 Coppia 4 0 Coppia 2 9 Coppia 3 0" in strip(
        reader, tournament
    )


def test_wall_strip_shows_the_number_of_finished_matches_in_italian() -> None:
    tournament = drawn_tournament(4, tables=2)
    play_match(match_of(tournament, "R1.1"))
    assert "1 su 2 finiti" in strip(Client(headers={"accept-language": "it"}), tournament)


@pytest.mark.parametrize("form", ["swiss", "round_robin"])
def test_wall_strip_shows_the_leaders_if_there_is_no_bracket(reader: Client, form: str) -> None:
    tournament = drawn_tournament(10, tables=5, form=form)
    assert strip(reader, tournament) == ""
    first = Match.objects.filter(tournament=tournament, state="ready").order_by("number")[0]
    play_match(first)
    text = strip(reader, tournament)
    assert text.startswith("Standings Match points 1 ")
    assert text.count("Coppia") == 8
    assert text.endswith("Round 1 1 of 5 finished data of " + text[-5:])


def test_wall_strip_shows_the_leaders_of_each_group(reader: Client) -> None:
    tournament = drawn_tournament(8, tables=4, form="groups", options={"groups": 2})
    play_match(Match.objects.filter(tournament=tournament, state="ready").order_by("number")[0])
    page = read(reader, tournament)
    assert re.findall(r'<b class="strip-head flare">(\w)</b>', page) == ["A", "B"]
    assert strip(reader, tournament).count("Coppia") == 4


@pytest.mark.parametrize(
    ("teams", "tables"),
    [
        pytest.param(2, 1, id="one match is on its table"),
        pytest.param(128, 6, id="too many matches to wait for"),
    ],
)
def test_wall_strip_is_omitted_for_a_single_match_and_for_too_many_matches(
    reader: Client, teams: int, tables: int
) -> None:
    tournament = drawn_tournament(teams, tables=tables)
    assert strip(reader, tournament) == ""
    assert 'class="w-foot"' in read(reader, tournament)


def test_wall_with_seven_tables_shows_next_and_finished_matches_instead_of_the_strip(reader: Client) -> None:
    tournament = drawn_tournament(16, tables=7)
    assert strip(reader, tournament) == ""
    page = read(reader, tournament)
    assert 'class="w-foot"' not in page
    assert 'class="w-band"' in page


@pytest.mark.parametrize("teams", [10, 32])
def test_wall_strip_with_the_leaders_needs_no_extra_queries_for_many_teams(
    reader: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams, tables=3, form="swiss")
    play_match(match_of(tournament, "R1.1"))
    with django_assert_num_queries(18):
        read(reader, tournament)


def test_list_of_next_matches_contains_no_byes(reader: Client) -> None:
    tournament = drawn_tournament(9, tables=2, form="groups", options={"groups": 3})
    for match in Match.objects.filter(tournament=tournament, state="ready").order_by("number")[:2]:
        play_match(match)
    beside = re.search(r'<aside class="w-beside">.*?</aside>', read(reader, tournament))
    assert beside
    assert "bye" not in beside.group().lower()
