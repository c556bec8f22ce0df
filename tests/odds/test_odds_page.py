"""Tests of the odds on the match sheet, of the page that explains them, and of the odds setting."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from django.utils.safestring import mark_safe

from scoring.games import CARD_GAMES
from scoring.odds.rules import solved
from scoring.sheet.services.log import Author
from tests.builders import drawn_tournament, match_of, play_match
from tests.markup import one_line
from tournaments.matches.services import results
from tournaments.models import Match
from tournaments.odds.public import ChanceChart, ChanceRow, OddsView, whole_percentages
from tournaments.tables.services.time_called import call_time

pytestmark = pytest.mark.alike

NINE = {"dealer": 0, "trionfo": "KH", "card_points": [41, 29]}
EVEN = {"dealer": 1, "trionfo": "2C", "card_points": [35, 35]}
OFFERED = [key for key, game in CARD_GAMES.items() if game.hand_table]
SHEET_QUERIES = 8
SILENT = [key for key, game in CARD_GAMES.items() if not game.hand_table]


@pytest.fixture
def reader() -> Client:
    """Return a test client of an anonymous visitor who reads English."""
    return Client(headers={"accept-language": "en"})


def read(reader: Client, path: str) -> str:
    """Return a page with collapsed whitespace and no special spaces before percent signs."""
    answer = reader.get(path)
    assert answer.status_code == 200
    return one_line(answer.content.decode().replace("\N{NO-BREAK SPACE}", " ").replace("&nbsp;", " "))


def sheet_path(match: Match) -> str:
    return f"/{match.tournament.slug}/incontri/{match.pk}/"


def write(match: Match, *hands: dict[str, Any], game: int = 1) -> Match:
    """Record hands of a game as the organiser."""
    author = Author(match.tournament.owner_id)
    for number, hand in enumerate(hands, start=1):
        results.write_hand(match.pk, (game, number), hand, author=author, at=timezone.now())
    return match


@pytest.fixture
def match() -> Match:
    """Return a best-of-three match that is called to its table."""
    return match_of(drawn_tournament(2))


# --- the bar ------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_odds_bar_has_a_label_with_the_chances_of_both_sides(reader: Client, match: Match) -> None:
    page = read(reader, sheet_path(write(match, NINE)))
    label = re.search(r'class="oddsbar"[^>]* aria-label="([^"]+)"', page)
    assert label
    percentages = re.fullmatch(r"Chances of the match: Coppia 1 (\d+) %, Coppia 2 (\d+) %", label[1])
    assert percentages
    first, second = map(int, percentages.groups())
    assert first + second == 100
    assert 50 < first < 70
    assert f'<rect class="f0" width="{first}"' in page
    assert f'<rect class="f1" x="{first}" width="{second}"' in page
    assert re.search(r"this game \d+–\d+", page)


@pytest.mark.django_db
def test_odds_bar_is_shown_from_the_first_hand_until_the_match_is_over(reader: Client, match: Match) -> None:
    assert "oddsbar" not in read(reader, sheet_path(match))
    assert "oddsbar" in read(reader, sheet_path(write(match, NINE)))
    author = Author(match.tournament.owner_id)
    results.strike_hand(match.pk, (1, 1), based_on=1, author=author, at=timezone.now())
    finished = play_match(match, sign=False)
    page = read(reader, sheet_path(finished))
    assert "oddsbar" not in page
    assert "How the chances went" in page


@pytest.mark.django_db
def test_chances_are_hidden_after_a_call_of_time(reader: Client, match: Match) -> None:
    """After a call of time, target scores no longer decide a match (COM-TIME-3)."""
    write(match, NINE, {"dealer": 1, "trionfo": "2C", "card_points": [61, 9]})
    call_time(match.pk, author=Author(match.tournament.owner_id), at=timezone.now())
    page = read(reader, sheet_path(match))
    assert "oddsbar" not in page
    assert "How the chances went" not in page


@pytest.mark.django_db
def test_match_of_one_game_shows_only_the_chances_of_the_match(reader: Client) -> None:
    match = match_of(drawn_tournament(2, profile={"targets": [35]}))
    page = read(reader, sheet_path(write(match, NINE)))
    assert "oddsbar" in page
    assert "this game" not in page
    assert "Chances, %" in page
    assert "Match, %" not in page


@pytest.mark.parametrize(
    ("chances", "percentages"),
    [
        ((0.634, 0.366), (63, 37)),
        ((0.635, 0.365), (64, 36)),
        ((0.5, 0.5), (50, 50)),
        ((0.9999, 0.0001), (99, 1)),
        ((0.0001, 0.9999), (1, 99)),
        ((1.0, 0.0), (100, 0)),
        ((0.0, 1.0), (0, 100)),
    ],
)
def test_percentages_are_0_and_100_only_if_the_chances_are_certain(
    chances: tuple[float, float], percentages: tuple[int, int]
) -> None:
    assert whole_percentages(chances) == percentages


# --- the chart ----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_numbers_of_the_chart_are_also_shown_in_a_table(reader: Client, match: Match) -> None:
    page = read(reader, sheet_path(write(match, NINE, EVEN)))
    assert re.search(r'aria-label="How the chances of Coppia 1 went in 2 hands: from 50 % to \d+ %"', page)
    rows = re.findall(
        r'<th scope="row">1 · (\d)</th><td class="num">9–0</td><td class="num">(\d+)–(\d+)</td>', page
    )
    assert [row[0] for row in rows] == ["1", "2"]
    assert all(int(one) + int(other) == 100 for _hand, one, other in rows)
    assert "See the numbers" in page


@pytest.mark.django_db
def test_chart_line_of_a_finished_match_fills_the_width_of_the_chart(reader: Client, match: Match) -> None:
    won = {"dealer": 0, "trionfo": "AS", "card_points": [66, 4]}
    line = re.compile(r'<path class="line" d="M.* ([\d.]+) [\d.]+"/>')
    assert line.search(read(reader, sheet_path(write(match, won))))[1] == "44.5"  # type: ignore[index]
    finished = match_of(drawn_tournament(2, name="Coppa"))
    play_match(finished)
    assert line.search(read(reader, sheet_path(finished)))[1] == "314"  # type: ignore[index]


@pytest.mark.django_db
def test_chart_has_a_vertical_line_between_two_games(reader: Client, match: Match) -> None:
    won = {"dealer": 0, "trionfo": "AS", "card_points": [66, 4]}
    page = read(reader, sheet_path(write(match, won)))
    assert 'class="bound"' not in page
    page = read(reader, sheet_path(write(match, {**NINE, "dealer": 1}, game=2)))
    assert page.count('class="bound"') == 1
    assert '<th scope="row">1 · 1</th><td class="num">35–0</td><td class="num">100–0</td>' in page
    assert '<th scope="row">2 · 1</th>' in page


def test_table_of_chances_has_no_hand_number_for_a_game_with_only_a_final_score() -> None:
    chart = ChanceChart("M6 56", "M6 56", "M6 56", "", mark_safe(""), "How it went")
    rows = (ChanceRow(1, 0, (36, 20), (100, 0), (74, 26)),)
    view = OddsView("mariglia", None, chart, rows, several=True)
    page = one_line(render_to_string("odds/_odds.html", {"odds": view, "names": ["A", "B"]}))
    assert '<th scope="row">1</th><td class="num">36–20</td><td class="num">100–0</td>' in page


@pytest.mark.django_db
def test_sheet_of_a_walkover_shows_no_chances(reader: Client, match: Match) -> None:
    author = Author(match.tournament.owner_id)
    results.award_walkover(match.pk, 0, "gone home", author=author, at=timezone.now())
    assert "chances" not in read(reader, sheet_path(match))


@pytest.mark.django_db
@pytest.mark.parametrize("hands", [1, 6])
def test_showing_the_chances_needs_no_additional_query(
    match: Match, hands: int, django_assert_num_queries: Any, reader: Client
) -> None:
    write(match, *[{**EVEN, "dealer": number % 4} for number in range(hands)])
    match.tournament.shows_odds = False
    match.tournament.save()
    with django_assert_num_queries(SHEET_QUERIES):
        reader.get(sheet_path(match))
    match.tournament.shows_odds = True
    match.tournament.save()
    with django_assert_num_queries(SHEET_QUERIES):
        assert b"oddsbar" in reader.get(sheet_path(match)).content


# --- the switch ---------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_organiser_switches_the_chances_off_and_on(client: Client, reader: Client, match: Match) -> None:
    write(match, NINE)
    tournament = match.tournament
    client.force_login(tournament.owner)
    address = f"/regia/{tournament.slug}/regole/"
    assert 'name="shows_odds"' in read(client, address)
    about = {"part": "about", "name": tournament.name, "tables": tournament.tables, "correction_minutes": 30}
    assert client.post(address, about).status_code == 302
    page = read(reader, sheet_path(match))
    assert "oddsbar" not in page
    assert "How the chances went" not in page
    assert client.post(address, {**about, "shows_odds": "on"}).status_code == 302
    assert "oddsbar" in read(reader, sheet_path(match))


@pytest.mark.django_db
def test_card_game_without_a_table_of_hands_has_no_odds_setting(client: Client) -> None:
    tournament = drawn_tournament(4, card_game=SILENT[0])
    client.force_login(tournament.owner)
    assert "shows_odds" not in read(client, f"/regia/{tournament.slug}/regole/")


# --- the method ---------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("key", OFFERED)
@pytest.mark.parametrize(("language", "hands", "comma"), [("it", "4.000.000", ","), ("en", "4,000,000", ".")])
def test_page_about_the_odds_method_shows_the_numbers_for_its_card_game(
    key: str, language: str, hands: str, comma: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        page = read(Client(headers={"accept-language": language}), f"/giochi/{key}/probabilita/")
    won_own, won_their, *_lost = solved(CARD_GAMES[key], 35).from_score(0, 0)
    assert hands in page
    assert f"{100 * (won_own + won_their):.1f} %".replace(".", comma) in page
    assert f'href="/giochi/{key}/"' in page


@pytest.mark.parametrize("key", OFFERED)
def test_page_about_the_odds_method_explains_why_29_points_can_be_better_than_30(
    key: str, reader: Client
) -> None:
    """The turned-up card scores nothing for a dealer with 30 points or more (MAN-TRI-1)."""
    near = CARD_GAMES[key].trionfo_points(5, 34, 35)
    page = read(reader, f"/giochi/{key}/probabilita/")
    assert ("29 can be worth a little more than 30" in page) is (near == 0)


@pytest.mark.parametrize("key", SILENT)
def test_card_game_without_a_table_of_hands_has_no_page_about_the_odds_method(
    reader: Client, key: str
) -> None:
    assert reader.get(f"/giochi/{key}/probabilita/").status_code == 404
    assert reader.get("/giochi/nothing/probabilita/").status_code == 404
