"""The page of a team in every card game: current table, matches, charts and their numbers."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, drawn_tournament, match_of, play_match, play_out, play_sheet
from tests.corrections.test_corrections import correct
from tests.entries.test_withdrawals import leave
from tests.markup import one_line
from tests.tiers import sampled
from tournaments.corrections.services import Correction
from tournaments.entries.services.substitutes import replace_player
from tournaments.entries.services.withdrawals import leave_stage
from tournaments.matches.services import results
from tournaments.matches.services.results import award_walkover
from tournaments.models import Match, Team, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

DUEL = {"dealer": 0, "trump": "D", "declarations": [], "card_points": [70, 50]}
# For each card game, a format and a hand.
HANDS: dict[str, tuple[str, dict[str, Any]]] = {
    "mariglia": ("knockout", {"dealer": 0, "trionfo": "KC", "card_points": [41, 29]}),
    "maniglia": ("knockout", {"dealer": 0, "trionfo": "KC", "card_points": [41, 29]}),
    "marianna": ("knockout", {"dealer": 0, "declarations": [], "card_points": [80, 40]}),
    "cinquecento": ("knockout", {"dealer": 0, "declarations": [], "card_points": [80, 40]}),
    "briscola_151": ("knockout", DUEL),
    "mariaggia": ("knockout", DUEL),
    "mariagio": ("knockout", DUEL | {"trump": "S", "last_trick": 0}),
    "tressette": ("knockout", {"dealer": 0, "declarations": [], "last_trick": 0, "card_points": [6, 5]}),
    "botifarra": ("knockout", {"dealer": 0, "trump": "D", "doubling": "plain", "card_points": [41, 31]}),
    "manni": ("table_rounds", {"dealer": 0, "cut": "7S", "tricks": [6, 4, 2]}),
    "maniglia_auction": (
        "table_rounds",
        {"dealer": 0, "bidder": 1, "bid": 36, "trump": "D", "card_points": [40, 30]},
    ),
}


@pytest.fixture
def reader() -> Client:
    """Return an anonymous test client that requests English pages."""
    return Client(headers={"accept-language": "en"})


def team_of(tournament: Tournament, number: int = 1) -> Team:
    """Return the team with the given number in the order of entry."""
    return tournament.teams.get(number=number)


def read(reader: Client, team: Team | None) -> str:
    """Return the HTML of the page of a team, with whitespace collapsed."""
    assert team
    answer = reader.get(reverse("team", args=[team.tournament.slug, team.pk]))
    assert answer.status_code == 200
    return one_line(answer.text)


def table(page: str, title: str) -> list[list[str]]:
    """Return the rows of the table that lists the values of a chart; the title names the chart."""
    match = re.search(rf'<caption class="vh">{title}</caption>(.*?)</table>', page)
    assert match, title
    rows = re.findall(r"<tr>(.*?)</tr>", match[1])
    return [re.findall(r">([^<]*)</t[hd]>", row) for row in rows]


def many_hands(tournament: Tournament, count: int = 20, points: int = 41) -> Match:
    """Record `count` hands of Mariglia: side 0 gets `points` in the first hand; later hands are 35–35."""
    match, author = match_of(tournament), Author(tournament.owner_id)
    for hand in range(1, count + 1):
        body = {"dealer": hand % 4, "trionfo": "2C", "card_points": [35, 35]}
        if hand == 1:
            body |= {"dealer": 0, "trionfo": "7C", "card_points": [points, 70 - points]}
        results.write_hand(match.pk, (1, hand), body, author=author, at=timezone.now())
    return match


def test_matches_of_a_team_are_listed_latest_first_with_links_to_their_sheets(reader: Client) -> None:
    tournament = drawn_tournament(4)
    play_out(tournament)
    page = read(reader, team_of(tournament))
    urls = re.findall(r'<li><a href="([^"]*)"', page)
    assert urls == [
        reverse("match_sheet", args=[tournament.slug, match_of(tournament, label).pk])
        for label in ("R2.1", "R1.1")
    ]
    assert re.findall(r'class="vh">(won|lost)', page) == ["won", "won"]
    assert "Champions" in page
    assert "place 1 of 4" in page
    assert '<dt>matches won of 2</dt><dd class="flare">2</dd>' in page


def test_team_page_shows_the_current_table_or_the_awaited_opponent(reader: Client) -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament), sign=False)
    chip = '<span class="chip live"><i class="dot"></i>Now at table 1</span>'
    assert chip in read(reader, team_of(tournament))
    tournament = drawn_tournament(4, name="Altro")
    play_match(match_of(tournament))
    page = read(reader, team_of(tournament))
    assert "Winner of semifinal 2" in page
    assert "waiting for the opponent" in page
    # the team is still in the bracket
    assert "place" not in re.findall(r'class="hero".*?</section>', page)[0]


def test_team_page_before_the_draw_shows_no_match_and_no_chart(reader: Client) -> None:
    page = read(reader, team_of(a_tournament(teams=2)))
    assert "Waiting for the draw" in page
    assert "No match yet" in page
    assert '<svg viewBox="0 0 340' not in page


def test_team_page_with_fewer_than_twenty_hands_has_no_histogram(reader: Client) -> None:
    tournament = drawn_tournament(2)
    many_hands(tournament, 19)
    page = read(reader, team_of(tournament))
    assert "Few hands yet: 19 of 20" in page
    assert "Right of the line" not in page


def test_team_page_with_twenty_hands_has_a_histogram_and_a_table_of_its_numbers(reader: Client) -> None:
    tournament = drawn_tournament(2)
    many_hands(tournament, 20)
    page = read(reader, team_of(tournament))
    assert "20 hands. Right of the line they gain; half lie between 35 and 35." in page
    assert "35, even" in page
    rows = dict(table(page, "Card points, hand by hand")[1:])
    assert (rows["35"], rows["41 … 45"], rows["0 … 4"]) == ("19", "1", "0")
    other = dict(table(read(reader, team_of(tournament, 2)), "Card points, hand by hand")[1:])
    assert (other["35"], other["25 … 29"]) == ("19", "1")


def test_points_from_turned_up_trump_cards_are_compared_with_the_average(reader: Client) -> None:
    tournament = drawn_tournament(2)
    many_hands(tournament, 4)
    page = read(reader, team_of(tournament))
    assert "3 times. It is luck, and says how much: +1.7 a hand; the average is +1.5." in page
    assert table(page, "The trump card, when they deal")[1:] == [
        ["7", "+5", "1"], ["A", "+4", "0"], ["K", "+3", "0"],
        ["J", "+2", "0"], ["Q", "+1", "0"], ["2–6", "0", "2"],
    ]  # fmt: skip


def test_decimals_have_the_separator_of_the_language(client: Client) -> None:
    tournament = drawn_tournament(2)
    many_hands(tournament, 4)
    team = team_of(tournament)
    page = client.get(
        reverse("team", args=[tournament.slug, team.pk]), headers={"accept-language": "it"}
    ).text
    assert "+1,7" in page
    assert "36,5" in page
    assert "1.7 " not in page


def test_chart_of_running_scores_shows_the_latest_game(reader: Client) -> None:
    tournament = drawn_tournament(2)
    play_match(match_of(tournament), sign=False)  # two games of a hand each, to 35
    page = read(reader, team_of(tournament, 2))
    rows = table(page, "How the game grew")
    assert rows[0] == ["Hand", "Coppia 2", "Coppia 1"]
    assert [row[:1] for row in rows[1:]] == [["1"]]
    assert int(rows[1][2]) >= 35 > int(rows[1][1])
    assert "against Coppia 1" in page


def test_withdrawn_team_is_marked_and_its_hands_are_not_counted(reader: Client) -> None:
    tournament = drawn_tournament(2)
    author, at = Author(tournament.owner_id), timezone.now()
    many_hands(tournament, 2)
    leave_stage(team_of(tournament), "withdrawal", "ill", author=author, at=at)
    page = read(reader, team_of(tournament))
    assert "withdrawal" in page
    assert '<dt>matches won of 1</dt><dd class="flare">0</dd>' in page
    assert "Few hands yet" not in page
    assert "trump card" not in page


def annulled_by_leaving() -> Tournament:
    """Return a round robin of four pairs. Pair 4 withdrew after one match, and this match is annulled."""
    tournament = drawn_tournament(4, form="round_robin", options={"leavers": "annul"})
    play_match(match_of(tournament, "R1.1"))
    leave(tournament, 4)
    return tournament


def annulled_by_correction() -> Tournament:
    """Return a round robin of four pairs whose first match was played and then annulled."""
    tournament = drawn_tournament(4, form="round_robin")
    correct(play_match(match_of(tournament, "R1.1")), Correction(outcome="annulled"))
    return tournament


ANNULLED = [
    pytest.param(annulled_by_leaving, id="a pair left"),
    pytest.param(annulled_by_correction, id="a correction"),
]


@pytest.mark.parametrize("annul", ANNULLED)
def test_team_pages_show_an_annulled_match_as_neither_won_nor_lost(
    reader: Client, annul: Callable[[], Tournament]
) -> None:
    tournament = annul()
    for number in (1, 4):
        page = read(reader, team_of(tournament, number))
        assert "won of" not in page
        assert '<span class="vh">lost</span>' not in page
        assert '<span class="vh">annulled</span>' in page
    other = match_of(tournament, "R1.2")
    play_match(other)
    assert '<dt>match won of 1</dt><dd class="flare">1</dd>' in read(reader, team_of(tournament, 2))


def test_double_walkover_is_shown_as_lost_by_both_teams(reader: Client) -> None:
    tournament = drawn_tournament(4, form="round_robin")
    author = Author(tournament.owner_id)
    award_walkover(match_of(tournament, "R1.1").pk, None, "nessuno", author=author, at=timezone.now())
    for number in (1, 4):
        page = read(reader, team_of(tournament, number))
        assert '<dt>matches won of 1</dt><dd class="flare">0</dd>' in page
        assert '<span class="vh">lost</span>' in page


def test_team_page_shows_withdrawals_and_substitutions(reader: Client) -> None:
    tournament = drawn_tournament(4, options={"substitutes": 2})
    team, author, at = team_of(tournament), Author(tournament.owner_id), timezone.now()
    replace_player(team, 0, "Dora Piga", "ill", author=author, at=at)
    page = read(reader, team)
    assert "Dora Piga" in page
    assert "(for Anna Primu1)" in page
    leave_stage(team, "withdrawal", "gone", author=author, at=at)
    assert "Has left" in read(reader, team)


@pytest.mark.parametrize("key", sampled(sorted(HANDS), 3))
def test_every_card_game_has_a_team_page(reader: Client, key: str) -> None:
    form, hand = HANDS[key]
    options = {"rounds": 2} if form == "table_rounds" else {}
    tournament = drawn_tournament(6 if options else 4, card_game=key, form=form, options=options)
    match = play_sheet(match_of(tournament), [hand], sign=False)
    page = read(reader, match.slots.all()[0].team)
    assert "Few hands yet: 1 of 20" in page
    assert ("Gains and losses" in page) == (form == "table_rounds")
    assert ("The trump card, when they deal" in page) == (key in ("mariglia", "maniglia"))
    assert table(page, "How the game grew")
    assert "None" not in page


def test_team_page_of_a_card_game_for_single_players_mentions_no_pair(client: Client) -> None:
    tournament = drawn_tournament(6, card_game="manni", form="table_rounds", options={"rounds": 2})
    match = play_sheet(match_of(tournament), [HANDS["manni"][1]], sign=False)
    answer = client.get(
        reverse("team", args=[tournament.slug, match.slots.all()[0].team_id]),
        headers={"accept-language": "it"},
    )
    assert "coppi" not in re.sub(r"<[^>]*>", " ", answer.text).lower()


def test_team_page_of_a_player_with_changing_partners_names_the_partner(reader: Client) -> None:
    tournament = drawn_tournament(8, form="individual", options={"rounds": 2})
    page = read(reader, match_of(tournament).slots.all()[0].team)
    assert "with Anna Primu" in page


@pytest.mark.parametrize("wanted", ["unknown", "another"])
def test_unknown_team_returns_404(reader: Client, wanted: str) -> None:
    tournament, other = drawn_tournament(2), drawn_tournament(2, name="Altro")
    team = uuid4() if wanted == "unknown" else team_of(other).pk
    assert reader.get(reverse("team", args=[tournament.slug, team])).status_code == 404


def queries(reader: Client, team: Team) -> int:
    """Return the number of database queries that the page of a team needs."""
    with CaptureQueriesContext(
        connection,
    ) as captured_queries:
        read(reader, team)
    return len(captured_queries)


def test_team_page_has_a_constant_number_of_queries(reader: Client) -> None:
    counts = []
    for size in (2, 32):
        tournament = drawn_tournament(size, name=f"Con {size}", tables=16)
        play_match(match_of(tournament))
        counts.append(queries(reader, team_of(tournament)))
    assert counts[0] == counts[1] <= 20


def test_lists_of_teams_link_to_the_team_page(reader: Client) -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament))
    team = team_of(tournament)
    url = reverse("team", args=[tournament.slug, team.pk])
    for path in ("coppie/", f"?segui={team.pk}", f"incontri/{match_of(tournament).pk}/"):
        assert f'href="{url}"' in reader.get(f"/{tournament.slug}/{path}").text, path
    group = drawn_tournament(4, name="Girone", form="round_robin")
    group_team = team_of(group)
    page = one_line(reader.get(f"/{group.slug}/?perche={group_team.pk}").text)
    assert f'href="{reverse("team", args=[group.slug, group_team.pk])}"' in page
