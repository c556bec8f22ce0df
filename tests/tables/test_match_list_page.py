"""The list of finished matches on the evening page, its search, and the links of the latest actions."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.devices import shown_code
from scoring.sheet.services.log import Author
from tests.builders import (
    a_tournament,
    an_account,
    drawn_tournament,
    leave_unplayed,
    match_of,
    play_match,
    play_out,
)
from tests.markup import one_line
from tournaments.entries.services.entries import mark_presence
from tournaments.matches.services import results
from tournaments.models import Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(8)


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(tournament.owner)
    return client


def evening(client: Client, tournament: Tournament, **query: str) -> Any:
    return client.get(reverse("desk_evening", args=[tournament.slug]), query)


def labels(client: Client, tournament: Tournament, **query: str) -> list[str]:
    lines = evening(client, tournament, **query).context["match_lines"]
    return [line.match.match.label for line in lines]


def link(match: Match) -> str:
    return f'href="{reverse("desk_match", args=[match.tournament.slug, match.pk])}"'


def test_match_list_after_two_results_links_to_both_matches_newest_first(
    desk: Client, tournament: Tournament
) -> None:
    for label in ("R1.2", "R1.1"):
        play_match(match_of(tournament, label))
    assert labels(desk, tournament) == ["R1.1", "R1.2"]
    page = one_line(evening(desk, tournament).text)
    section = page[page.index('id="matches"') : page.index('id="moves"')]
    assert all(link(match_of(tournament, label)) in section for label in ("R1.1", "R1.2"))
    assert "Incontri finiti" in section


def test_match_list_of_a_finished_tournament_contains_every_match(
    desk: Client, tournament: Tournament
) -> None:
    leave_unplayed(tournament, "R1.4")
    play_out(tournament)
    over = Match.objects.filter(tournament=tournament).exclude(state="bye").order_by("label")
    assert sorted(labels(desk, tournament)) == [match.label for match in over]


def test_line_of_the_match_list_names_the_winner_first_even_if_the_second_side_won(
    desk: Client, tournament: Tournament
) -> None:
    play_match(match_of(tournament, "R1.1"), winner=1)
    (line,) = evening(desk, tournament).context["match_lines"]
    assert [side.name for side in line.sides] == ["Coppia 8", "Coppia 1"]
    assert [side.games_won for side in line.sides] == [2, 0]
    assert all(int(points.split("–")[0]) > int(points.split("–")[1]) for points in line.points)


def test_match_list_shows_the_state_of_a_walkover_instead_of_points(
    desk: Client, tournament: Tournament
) -> None:
    results.award_walkover(match_of(tournament).pk, 0, "assenti", author=Author(), at=timezone.now())
    (line,) = evening(desk, tournament).context["match_lines"]
    assert (line.state, line.points) == ("a tavolino", ())


@pytest.mark.parametrize(
    ("search", "expected_labels"),
    [
        ("coppia 8", ["R1.1"]),
        ("SEGUNDU8", ["R1.1"]),
        ("3", ["R1.3", "R1.4"]),
        ("semifinal", ["R2.1", "R2.2"]),
        ("nessuno", []),
    ],
    ids=["name of a team", "name of a player", "table and number", "round to come", "nothing"],
)
def test_match_search_finds_finished_and_open_matches(
    desk: Client, tournament: Tournament, search: str, expected_labels: list[str]
) -> None:
    play_match(match_of(tournament, "R1.1"))
    assert labels(desk, tournament, incontro=search) == expected_labels


def test_match_is_found_by_the_code_of_its_sheet(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament, "R1.3")
    assert labels(desk, tournament, incontro=shown_code(match.sheet.key).lower()) == ["R1.3"]


def test_second_page_of_a_match_search_keeps_the_search_text(client: Client) -> None:
    tournament = drawn_tournament(32, tables=16)
    client.force_login(tournament.owner)
    page = evening(client, tournament, incontro="coppia")
    assert len(page.context["match_lines"]) == 10
    assert "?incontro=coppia&amp;finiti=2" in page.text
    assert len(evening(client, tournament, incontro="coppia", finiti="2").context["match_lines"]) == 6


@pytest.mark.parametrize("teams", [4, 16])
def test_match_list_needs_the_same_number_of_queries_for_any_number_of_matches(
    client: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams, tables=8)
    play_out(tournament)
    client.force_login(tournament.owner)
    evening(client, tournament)
    with django_assert_num_queries(41):
        evening(client, tournament)


def test_match_list_for_the_speaker_shows_names_without_links(client: Client, tournament: Tournament) -> None:
    match = play_match(match_of(tournament))
    client.force_login(an_account("voce", "speaker"))
    page = evening(client, tournament)
    assert len(page.context["match_lines"]) == 1
    assert link(match) not in page.text


def test_latest_action_at_a_table_links_to_its_match_and_shows_the_game_number(
    desk: Client, tournament: Tournament
) -> None:
    match = play_match(match_of(tournament), sign=False)
    page = one_line(evening(desk, tournament).text)
    moves = page[page.index('id="moves"') :]
    assert "partita 2, mano 1:" in moves
    assert moves.count(link(match)) >= 2


def test_latest_action_in_a_match_of_one_game_shows_no_game_number(client: Client) -> None:
    tournament = drawn_tournament(4, profile={"targets": [35]})
    client.force_login(tournament.owner)
    hand = {"dealer": 0, "trionfo": "JS", "card_points": [43, 27]}
    results.write_hand(match_of(tournament).pk, (1, 1), hand, author=Author(), at=timezone.now())
    moves = [move.text for move in evening(client, tournament).context["moves"]]
    assert any(text.startswith("mano 1:") for text in moves)


def test_journal_entry_about_a_team_links_to_the_team_page(client: Client) -> None:
    tournament = a_tournament(teams=4)
    team = tournament.teams.order_by("seed")[0]
    mark_presence(tournament, {team.pk: "present"}, author=Author(), at=timezone.now())
    client.force_login(tournament.owner)
    assert (
        f'href="{reverse("desk_team", args=[tournament.slug, team.pk])}"' in evening(client, tournament).text
    )
