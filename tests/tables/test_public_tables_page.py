"""Public pages of tournaments of single players: rounds, tables, names, standings by net score."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from scoring.templatetags.sheet import real
from tests.builders import (
    a_tournament,
    draw,
    drawn_tournament,
    entries,
    match_of,
    play_match,
    play_out,
    play_sheet,
)
from tests.invented import ALONE, DUEL, alone_hands, duel_hand
from tests.markup import one_line
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.entries.services.entries import enter_teams
from tournaments.matches.services import results
from tournaments.models import Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture(autouse=True)
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register two invented card games for the duration of a test."""
    for card_game in (ALONE, DUEL):
        monkeypatch.setitem(CARD_GAMES, card_game.key, card_game)


@pytest.fixture
def reader() -> Client:
    """Return an anonymous test client that requests English pages."""
    return Client(headers={"accept-language": "en"})


def read(reader: Client, path: str) -> str:
    """Return the HTML of a page with whitespace collapsed."""
    answer = reader.get(path)
    assert answer.status_code == 200
    return one_line(answer.content.decode())


def a_drawn_tournament(players: int = 7, rounds: int = 2, **more: Any) -> Tournament:
    """Return a drawn tournament with three players per table, ranked by net score."""
    options = {"rounds": rounds}
    return drawn_tournament(players, card_game="alone", form="table_rounds", options=options, **more)


def play_everything(tournament: Tournament) -> None:
    """Play every match as it becomes ready; the first side takes the most tricks."""
    while (
        match := Match.objects.filter(tournament=tournament, state="ready")
        .order_by("round", "number")
        .first()
    ):
        play_sheet(match, alone_hands((6, 4, 2), (5, 4, 3)))


def tabs(page: str) -> list[str]:
    """Return the tab labels of a page; the current tab is marked with `*`."""
    bar = re.search(r'<nav class="tabs".*?</nav>', page)
    assert bar
    links = re.findall(r'<a [^>]*?(aria-current="page")?>(?:<svg.*?</svg>)([^<]*)</a>', bar.group())
    return [words + "*" * bool(current) for current, words in links]


def test_standings_are_the_front_page_and_rounds_have_their_own_page(reader: Client) -> None:
    tournament = a_drawn_tournament()
    assert tabs(read(reader, f"/{tournament.slug}/")) == ["Standings*", "Rounds", "Tables", "Players"]
    assert tabs(read(reader, f"/{tournament.slug}/classifica/")) == [
        "Standings*",
        "Rounds",
        "Tables",
        "Players",
    ]
    assert tabs(read(reader, f"/{tournament.slug}/turni/")) == ["Standings", "Rounds*", "Tables", "Players"]


def test_rounds_page_of_a_bracket_redirects_to_the_front_page(reader: Client) -> None:
    tournament = drawn_tournament(4, card_game="duel")
    answer = reader.get(f"/{tournament.slug}/turni/")
    assert (answer.status_code, answer["Location"]) == (302, f"/{tournament.slug}/")
    page = read(reader, f"/{tournament.slug}/")
    assert tabs(page) == ["Bracket*", "Tables", "Standings", "Players"]
    assert "<small>4 players</small>" in page


def test_pages_before_the_draw_show_the_number_of_players(reader: Client) -> None:
    tournament = a_tournament(teams=3, card_game="alone", form="table_rounds")
    for path in ("", "turni/"):
        page = read(reader, f"/{tournament.slug}/{path}")
        assert "3 players entered." in page
        assert "The tables appear here" in page
    assert "pair" not in page.lower()


def test_round_shows_its_tables_with_all_players_and_the_bye(reader: Client) -> None:
    tournament = a_drawn_tournament()
    page = read(reader, f"/{tournament.slug}/turni/?turno=1")
    boxes = re.findall(r'<li><div class="match-box.*?</div> ?</li>', page)
    assert len(boxes) == 2
    assert re.findall(r">(Anna Primu\d)</a>", boxes[0]) == ["Anna Primu1", "Anna Primu3", "Anna Primu5"]
    assert "Table 1" in boxes[0]
    assert "Resting in this round: Anna Primu7" in page
    later = read(reader, f"/{tournament.slug}/turni/?turno=2")
    assert "Resting in this round: Anna Primu6" in later
    assert len(re.findall(r'class="match-box todo"', later)) == 2


def test_rounds_page_shows_the_round_in_play_by_default(reader: Client) -> None:
    tournament = a_drawn_tournament(6)
    assert "<h1>Round 1</h1>" in read(reader, f"/{tournament.slug}/turni/")
    for label in ("R1.1", "R1.2"):
        play_sheet(match_of(tournament, label), alone_hands((6, 4, 2), (5, 4, 3)))
    page = read(reader, f"/{tournament.slug}/turni/")
    assert "<h1>Round 2</h1>" in page
    finished = read(reader, f"/{tournament.slug}/turni/?turno=1")
    assert re.findall(r"<[bi]>([^<]+)</[bi]>", finished) == ["+3", "0", "−3"] * 2
    assert "<strong>" not in finished


def test_finished_round_does_not_end_the_tournament_if_another_round_follows(reader: Client) -> None:
    def subtitle(tournament: Tournament) -> str:
        match = re.search(r'<span id="sub">(.*?)</span>', read(reader, f"/{tournament.slug}/turni/"))
        assert match
        return match[1]

    swiss = drawn_tournament(4, form="swiss", options={"rounds": 2})
    assert subtitle(swiss) == "Matches are being called"
    play_out(swiss)
    assert subtitle(swiss) == "The round is over"
    draw(swiss)
    play_out(swiss)
    assert subtitle(swiss) == "The tournament is over"

    stages = [StageSetup("groups", {"groups": 2, "advance": 1}), StageSetup("knockout")]
    author, now = Author(swiss.owner_id), timezone.now()
    course = create_tournament(swiss.owner, name="Memorial", card_game="mariglia", stages=stages, at=now)
    enter_teams(course, entries(4), author=author, at=now)
    draw(course)
    play_match(match_of(course, "A1.1"))
    assert subtitle(course) == "Matches are being called"
    play_match(match_of(course, "B1.1"))
    assert subtitle(course) == "This stage is over"


def test_large_round_is_divided_into_pages(reader: Client) -> None:
    tournament = a_drawn_tournament(150, 1)
    first, second = (read(reader, f"/{tournament.slug}/turni/?parte={part}") for part in (1, 2))
    assert [len(re.findall(r'class="match-box', page)) for page in (first, second)] == [48, 2]
    assert re.findall(r'parte=\d"[^>]*>\s*(\d+–\d+)', first) == ["1–48", "49–50"]


def test_large_round_opens_at_the_first_match_that_is_not_over(reader: Client) -> None:
    tournament = a_drawn_tournament(150, 1)
    address = f"/{tournament.slug}/turni/"
    assert len(re.findall(r'class="match-box', read(reader, address))) == 48
    Match.objects.filter(tournament=tournament, number__lte=48).update(state="walkover")
    assert len(re.findall(r'class="match-box', read(reader, address))) == 2
    assert len(re.findall(r'class="match-box', read(reader, f"{address}?parte=1"))) == 48
    Match.objects.filter(tournament=tournament).update(state="walkover")
    assert len(re.findall(r'class="match-box', read(reader, address))) == 48


def test_tables_page_of_a_finished_tournament_does_not_announce_matches(reader: Client) -> None:
    tournament = drawn_tournament(2, tables=1)
    play_out(tournament)
    page = read(reader, f"/{tournament.slug}/tavoli/")
    assert "The tournament is over" in page
    assert "This page fills itself" not in page


def test_long_queue_shows_the_number_of_matches_that_are_left_out(reader: Client) -> None:
    tournament = drawn_tournament(64, tables=2)
    page = read(reader, f"/{tournament.slug}/tavoli/")
    assert "and 6 more matches" in page
    assert "more match" not in read(reader, f"/{drawn_tournament(8, tables=2, name='Piccolo').slug}/tavoli/")


def test_standings_are_sorted_by_net_score(reader: Client) -> None:
    tournament = a_drawn_tournament(6, 2)
    play_everything(tournament)
    page = read(reader, f"/{tournament.slug}/")
    assert "Final standings" in page
    heads = re.findall(r'<span class="ord">(\d)</span> ([^<]*)</b>', page)
    assert heads == [("1", "Net"), ("3", "Games"), ("4", "Points"), ("5", "Points")]
    nets = [int(net.replace("−", "-")) for net in re.findall(r'<td class="num v">([^<]*)</td>', page)]
    assert nets == sorted(nets, reverse=True)
    assert sum(nets) == 0
    assert re.findall(r'<td class="num mut">([^<]*)</td>', page) == [real(net) for net in nets]
    assert "net 3" in page
    assert "knocked out" not in page


def test_players_with_equal_net_scores_share_the_place_and_the_title(reader: Client) -> None:
    tournament = a_drawn_tournament(3, 1)
    play_sheet(match_of(tournament), alone_hands((6, 6, 0), (4, 4, 4)))
    page = read(reader, f"/{tournament.slug}/")
    assert re.findall(r'<td class="pos( shared)?">([^<]*)</td>', page) == [
        (" shared", "1"),
        (" shared", "1"),
        ("", "3"),
    ]
    assert "<b>Anna Primu1, Anna Primu2</b>" in read(reader, "/")


def test_landing_page_names_the_champion_and_links_to_the_standings(reader: Client) -> None:
    tournament = a_drawn_tournament(3, 1)
    first = re.compile(r'class="btn primary" href="([^"]*)">.*?</svg>\s*(\w+)')
    assert first.findall(read(reader, "/")) == [(f"/{tournament.slug}/", "Standings")]
    play_everything(tournament)
    assert "<b>Anna Primu1</b>" in read(reader, "/")
    duel = drawn_tournament(2, card_game="duel", name="Duello")
    assert first.findall(read(reader, "/")) == [(f"/{duel.slug}/", "Bracket")]


def test_landing_page_of_a_tournament_of_players_mentions_players(reader: Client) -> None:
    a_tournament(teams=3, card_game="alone", form="table_rounds")
    page = read(reader, "/")
    assert "3 players" in page
    assert "See the players" in page


def test_italian_pages_of_single_players_do_not_mention_pairs(client: Client) -> None:
    tournament = a_drawn_tournament(4, 1)
    for path in ("", "turni/", "tavoli/", "coppie/", "coppie/?cerca=nessuno", "sorteggio/"):
        answer = client.get(f"/{tournament.slug}/{path}", headers={"accept-language": "it"})
        text = re.sub(r"<[^>]*>", " ", answer.content.decode())
        assert "coppi" not in text.lower(), path
        assert "Tavoli" in text


def test_tables_page_shows_all_names_and_the_points_of_the_match(reader: Client) -> None:
    tournament = a_drawn_tournament(7)
    author = Author(tournament.owner_id)
    hand = alone_hands((7, 3, 2))[0]
    results.write_hand(match_of(tournament).pk, (1, 1), hand, author=author, at=timezone.now())
    page = read(reader, f"/{tournament.slug}/tavoli/")
    first = re.search(r'<a class="hall.*?</a>', page)
    assert first
    assert re.findall(r"(Anna Primu\d)", first.group()) == ["Anna Primu1", "Anna Primu3", "Anna Primu5"]
    assert re.findall(r'class="hall-points">([^< ]*)', first.group()) == ["3", "−1", "−2"]
    assert "Hand 2" in first.group()


def test_match_that_waits_for_a_table_names_all_its_players(reader: Client) -> None:
    page = read(reader, f"/{a_drawn_tournament(6, tables=1).slug}/tavoli/")
    assert "Anna Primu2 · Anna Primu4 · Anna Primu6" in page


def test_followed_player_is_highlighted_in_standings_and_rounds(reader: Client) -> None:
    tournament = a_drawn_tournament(6)
    team = tournament.teams.get(seed=1)
    page = read(reader, f"/{tournament.slug}/?segui={team.pk}")
    assert "You follow <b>Anna Primu1</b>" in page
    assert "called to table 1" in page
    assert '<tr class="mine' in page
    author = Author(tournament.owner_id)
    hand = alone_hands((7, 3, 2))[0]
    results.write_hand(match_of(tournament).pk, (1, 1), hand, author=author, at=timezone.now())
    page = read(reader, f"/{tournament.slug}/turni/")
    assert "now at table 1, score 3" in page
    assert len(re.findall(r'<span class="[^"]*\bhighlight"', page)) == 1
    play_sheet(match_of(tournament), [hand, hand | {"dealer": 1}])
    assert "waiting for the others" in read(reader, f"/{tournament.slug}/turni/")
    play_everything(tournament)
    assert "has played every round" in read(reader, f"/{tournament.slug}/turni/")


def test_list_of_players_shows_the_table_or_the_next_match_of_each_player(reader: Client) -> None:
    tournament = a_drawn_tournament(7)
    page = read(reader, f"/{tournament.slug}/coppie/")
    assert "<h1>Players</h1>" in page
    assert 'scope="col">Player</th>' in page
    assert 'scope="col">Players</th>' not in page
    assert page.count("Called to table 1") == 3
    assert "7 players" in page
    assert "Round 2, match" in page, "who rests waits for the next round"


def test_public_draw_page_lists_players(reader: Client) -> None:
    page = read(reader, f"/{a_drawn_tournament(4, 1).slug}/sorteggio/")
    assert "No lot: the players are placed by seed" in page
    assert "the players stand in the order of their seeds" in page


def test_public_standings_of_two_player_matches_show_match_points_as_the_first_criterion(
    reader: Client,
) -> None:
    tournament = drawn_tournament(5, card_game="duel", form="table_rounds", options={"rounds": 1})
    for label in ("R1.1", "R1.2"):
        play_sheet(match_of(tournament, label), [duel_hand(0, 65)])
    page = read(reader, f"/{tournament.slug}/")
    heads = re.findall(r'<span class="ord">(\d)</span> ([^<]*)</b>', page)
    assert heads == [("1", "Match points"), ("3", "Games"), ("4", "Points"), ("5", "Points")]
    assert re.findall(r'<td class="num v">([^<]*)</td>', page) == ["1", "1", "1", "0", "0"]


@pytest.mark.parametrize("players", [6, 48])
@pytest.mark.parametrize(("path", "queries"), [("", 12), ("turni/", 8), ("tavoli/", 12), ("coppie/", 11)])
def test_public_pages_have_a_constant_number_of_queries(
    reader: Client, players: int, path: str, queries: int, django_assert_num_queries: Any
) -> None:
    tournament = a_drawn_tournament(players, 3, tables=20)
    play_sheet(match_of(tournament), alone_hands((6, 4, 2), (5, 4, 3)))
    with django_assert_num_queries(queries):
        reader.get(f"/{tournament.slug}/{path}")
