"""Tests of sheets and desk pages of tournaments in which single players enter."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_tournament, drawn_tournament, match_of, play_sheet
from tests.markup import one_line
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.django_db

TRICKS = [{"dealer": 0, "cut": "7S", "tricks": [6, 4, 2]}, {"dealer": 1, "cut": "7H", "tricks": [5, 4, 3]}]


@pytest.fixture
def reader() -> Client:
    """Return a test client of an anonymous visitor who reads English."""
    return Client(headers={"accept-language": "en"})


def threes(players: int = 7) -> Tournament:
    """Return a drawn tournament of single players: two rounds at tables of three players."""
    return drawn_tournament(players, card_game="manni", form="table_rounds", options={"rounds": 2})


def sheet(reader: Client, match: Match) -> str:
    """Return the sheet of a match with collapsed whitespace."""
    answer = reader.get(reverse("match_sheet", args=[match.tournament.slug, match.pk]))
    assert answer.status_code == 200
    return one_line(answer.text)


def at_desk(tournament: Tournament, name: str) -> str:
    """Return a desk page with collapsed whitespace."""
    clerk = Client(headers={"accept-language": "en"})
    clerk.force_login(tournament.owner)
    return one_line(clerk.get(reverse(name, args=[tournament.slug])).text)


def test_sheet_heading_shows_the_net_score_of_every_player(reader: Client) -> None:
    match = play_sheet(match_of(threes()), TRICKS, sign=False)
    answer = reader.get(reverse("match_sheet", args=[match.tournament.slug, match.pk]))
    assert [head["number"] for head in answer.context["heads"]] == [3, 0, -3]
    page = one_line(answer.text)
    assert page.count('class="no"') == 3
    assert "to None" not in page
    assert "games won" not in page


def test_sheet_of_a_match_of_one_game_shows_the_points_of_the_game(reader: Client) -> None:
    match = match_of(drawn_tournament(4, card_game="marianna"))
    page = sheet(
        reader, play_sheet(match, [{"dealer": 0, "declarations": [], "card_points": [80, 40]}], sign=False)
    )
    assert '<b class="ca">80</b><i></i><b class="cb">40</b><span class="vh">points</span>' in page


def test_sheet_of_a_match_of_several_games_shows_the_games_won(reader: Client) -> None:
    assert '<span class="vh">games won</span>' in sheet(reader, match_of(drawn_tournament(4)))


def test_sheet_shows_that_all_players_have_signed(reader: Client) -> None:
    tournament = drawn_tournament(3, card_game="manni", form="table_rounds", profile={"length": 3})
    hands = [{"dealer": dealer, "cut": "7S", "tricks": [6, 4, 2]} for dealer in range(3)]
    page = sheet(reader, play_sheet(match_of(tournament), hands))
    assert "Signed by everybody" in page
    assert "both pairs" not in page


@pytest.mark.parametrize(
    ("card_game", "form", "expected_terms", "absent_terms"),
    [
        ("mariglia", "knockout", ["the trump card, and", "always 70 together"], []),
        ("marianna", "knockout", ["Marianna", "always 120 together"], ["the trump card, and"]),
        ("manni", "table_rounds", ["Cut card"], ["the trump card, and", "together"]),
    ],
)
def test_legend_of_a_sheet_explains_only_terms_of_the_card_game(
    reader: Client, card_game: str, form: str, expected_terms: list[str], absent_terms: list[str]
) -> None:
    page = sheet(reader, match_of(drawn_tournament(4, card_game=card_game, form=form)))
    legend = page[page.index('<ul class="key">') :].split("</ul>")[0]
    assert [words for words in expected_terms if words not in legend] == []
    assert [words for words in absent_terms if words in legend] == []


def test_bye_in_the_draw_is_shown_once_with_the_name_of_the_player(reader: Client) -> None:
    page = at_desk(threes(), "desk_draw")
    matches = page.split('class="drawn-matches"')[1].split("</ol>")[0]
    assert matches.count('<span class="pair-name">') == 7
    assert matches.count('<span class="muted">bye</span>') == 1


def test_desk_pages_of_a_tournament_for_single_players_use_the_word_players() -> None:
    tournament = a_tournament(card_game="manni", form="table_rounds", teams=7)
    entries = at_desk(tournament, "desk_entries")
    assert "Name and surname" in entries
    assert "With 7 players 1 has a bye in the first round" in entries
    words = re.sub(r"<[^>]*>", " ", entries[entries.index("<main") : entries.index("</main>")])
    assert not re.findall(r"(?i)\bteams?\b", words)
