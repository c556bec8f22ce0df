"""Tests of the public bracket page before the draw, during play and after the final."""

import re
from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, drawn_tournament, first_stage, match_of, play_match, play_out
from tests.markup import one_line
from tests.tiers import sampled
from tournaments.draws.services.draws import commit_draw
from tournaments.entries.services.entries import mark_presence
from tournaments.entries.services.withdrawals import leave_stage
from tournaments.matches.selectors.bracket import bracket_now
from tournaments.matches.services import results
from tournaments.models import Team, Tournament
from tournaments.queue import runner

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def reader() -> Client:
    """Return a test client of an anonymous visitor who reads English."""
    return Client(headers={"accept-language": "en"})


def read(reader: Client, tournament: Tournament, query: str = "") -> str:
    """Return the HTML of the bracket page with collapsed whitespace."""
    answer = reader.get(f"/{tournament.slug}/{query}")
    assert answer.status_code == 200
    return one_line(answer.content.decode())


def author(tournament: Tournament) -> Author:
    return Author(tournament.owner_id)


def walkover(tournament: Tournament, label: str, winner: int | None) -> None:
    """Award a match by walkover and run all queued jobs."""
    match = match_of(tournament, label)
    results.award_walkover(match.pk, winner, "absent", author=author(tournament), at=timezone.now())
    runner.drain()


# --- before the draw --------------------------------------------------------------------------------


def test_bracket_page_before_the_draw_shows_the_draw_time_and_the_number_of_entries(reader: Client) -> None:
    starts_at = datetime(2026, 11, 21, 20, 30, tzinfo=timezone.get_default_timezone())
    tournament = a_tournament(teams=3, starts_at=starts_at)
    with time_machine.travel(starts_at - timedelta(hours=1), tick=False):
        page = read(reader, tournament)
    assert "The draw is at 20:30" in page
    assert "3 pairs entered." in page


def test_draw_on_another_day_is_announced_with_its_date(reader: Client) -> None:
    starts_at = datetime(2026, 11, 21, 20, 30, tzinfo=timezone.get_default_timezone())
    tournament = a_tournament(teams=3, starts_at=starts_at)
    with time_machine.travel(starts_at - timedelta(days=1), tick=False):
        for page in (f"/{tournament.slug}/", f"/{tournament.slug}/parete/"):
            assert "The draw is on Saturday 21 November at 20:30" in reader.get(page).text


def test_bracket_page_during_check_in_shows_how_many_pairs_are_present(reader: Client) -> None:
    tournament = a_tournament(teams=4)
    teams = list(tournament.teams.all())
    presence = {teams[0].pk: "present", teams[1].pk: "present"}
    mark_presence(tournament, presence, author=author(tournament), at=timezone.now())
    assert "2 pairs here of 4." in read(reader, tournament)


def test_bracket_page_before_the_draw_shows_the_commitment_but_not_the_salt(reader: Client) -> None:
    tournament = a_tournament(teams=4)
    promise = commit_draw(first_stage(tournament), author=author(tournament), at=timezone.now())
    page = read(reader, tournament)
    assert promise.digest in page
    assert promise.salt not in page


# --- sizes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("teams", "rounds", "boxes"),
    [(2, 1, 1), (3, 2, 2), (6, 3, 5), (16, 4, 15), (33, 6, 32)],
    ids=["final only", "one bye", "two byes", "full", "all but one pass the first round"],
)
def test_bracket_has_a_box_for_every_match_that_is_not_a_bye(
    reader: Client, teams: int, rounds: int, boxes: int
) -> None:
    page = read(reader, drawn_tournament(teams))
    assert page.count('class="round-column') == rounds
    assert page.count('class="match-box') == boxes
    assert page.count('class="round-column now"') == 1


def test_bracket_page_names_the_teams_with_a_bye(reader: Client) -> None:
    page = read(reader, drawn_tournament(3))
    assert "1 pair goes through without playing" in page
    assert '<p class="rest">Coppia 1 <small>bye</small></p>' in page
    assert "3 pairs · 1 with a bye" in page


def test_column_with_many_byes_has_one_row_per_match_of_the_next_column() -> None:
    bracket = bracket_now(first_stage(drawn_tournament(33)))
    assert bracket is not None
    assert [len(column.pairs) for column in bracket.shown_trees[0].columns[:2]] == [16, 8]


def test_third_place_match_is_shown_next_to_the_final(reader: Client) -> None:
    page = read(reader, drawn_tournament(4, options={"third_place": True}))
    assert 'class="third"' in page
    assert "Loser of semifinal 1" in page


def test_large_bracket_is_shown_in_parts_with_links_to_the_other_parts(reader: Client) -> None:
    tournament = drawn_tournament(128)
    first, second = read(reader, tournament), read(reader, tournament, "?turno=1&parte=2")
    assert "?turno=1&amp;parte=2" in first
    assert first.count('class="match-box') == second.count('class="match-box') == 63
    assert not set(re.findall(r"incontri/[0-9a-f-]+", first)) & set(
        re.findall(r"incontri/[0-9a-f-]+", second)
    )


def test_late_rounds_of_a_large_bracket_are_shown_completely(reader: Client) -> None:
    page = read(reader, drawn_tournament(128), "?turno=7")
    assert "Champions" in page
    assert page.count('class="match-box') == 63


@pytest.mark.parametrize("turn", ["0", "99", "x", "-1", "٣", "9999999999"])
def test_request_for_an_unknown_round_shows_the_round_in_play(reader: Client, turn: str) -> None:
    assert '<section class="round-column now"><h2>Semifinals' in read(
        reader, drawn_tournament(4), f"?turno={turn}"
    )


# --- in play ----------------------------------------------------------------------------------------


def test_match_in_play_shows_its_table_game_and_points(reader: Client) -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament, "R1.1")
    hand = {"dealer": 0, "trionfo": "2S", "card_points": [41, 29]}
    results.write_hand(match.pk, (1, 1), hand, author=author(tournament), at=timezone.now())
    page = read(reader, tournament)
    assert f"Table {match.table} · game 1 to 35" in page
    assert '<i class="now">6</i>' in page
    assert f"Winner of table {match.table}" in page
    assert "1 match in play" in page


def test_called_match_shows_its_table_and_the_time_of_the_call(reader: Client) -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament, "R1.1")
    called = timezone.localtime(match.called_at)
    assert f"Table {match.table} · called at {called:%H:%M}" in read(reader, tournament)


def test_match_without_a_free_table_is_shown_as_waiting(reader: Client) -> None:
    assert "Waiting for a table" in read(reader, drawn_tournament(4, tables=1))


def test_winner_of_a_signed_match_is_marked_and_shown_in_the_next_match(reader: Client) -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.1"), winner=1)
    page = read(reader, tournament)
    assert '<span class="w">' in page
    assert "Final: <b>Coppia 4</b> are waiting" in page


def test_connecting_line_of_a_decided_match_is_marked_at_both_ends(reader: Client) -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.1"))
    page = read(reader, tournament)
    assert re.search(r'<li class="m [^"]*done', page)
    assert re.search(r'<li class="m [^"]*in0', page)


# --- several trees ----------------------------------------------------------------------------------


def headings(page: str) -> list[str]:
    """Return the headings of trees and rounds in reading order."""
    matches = re.findall(r"<h2 class=\"h2\" id=\"tree-\d+\">([^<]+)</h2>|<h3>([^<]+?) <small>", page)
    return [tree or f"- {column}" for tree, column in matches]


def test_double_knockout_is_shown_as_an_upper_bracket_a_lower_bracket_and_finals(reader: Client) -> None:
    page = read(reader, drawn_tournament(8, form="double_knockout", options={"reset": True}))
    assert headings(page) == [
        "Upper bracket", "- Round 1", "- Round 2", "- Final",
        "Lower bracket", "- Round 1", "- Round 2", "- Round 3", "- Final",
        "Final", "- Final", "- Second final",
    ]  # fmt: skip
    assert page.count('class="match-box') == 15
    assert page.index("Champions") > page.index("Second final")


def test_place_matches_and_the_consolation_bracket_are_shown_as_separate_trees(reader: Client) -> None:
    places = read(reader, drawn_tournament(8, options={"placing": True, "third_place": True}))
    assert headings(places)[-3:] == ["Places 5 to 8", "- Semifinals", "- Final"]
    assert places.count('class="third"') == 2
    assert "Match for place 7" in places
    title = read(reader, drawn_tournament(8, name="Altro", options={"consolation": True}))
    assert headings(title)[-3:] == ["Consolation bracket", "- Semifinals", "- Final"]


def test_bracket_with_a_single_tree_has_no_tree_heading(reader: Client) -> None:
    page = read(reader, drawn_tournament(8))
    assert not headings(page)
    assert "Main bracket" not in page


def test_small_screen_shows_the_trees_that_contain_the_requested_round(reader: Client) -> None:
    tournament = drawn_tournament(8, form="double_knockout")
    first, second = read(reader, tournament), read(reader, tournament, "?turno=2")
    assert first.count('class="tree now"') == 1
    assert second.count('class="tree now"') == 2
    last = read(reader, tournament, "?turno=6")
    assert last.count('class="tree now"') == 1
    assert '<section class="round-column now"><h3>Final <' in last


def test_followed_team_that_lost_once_is_shown_in_the_lower_bracket(reader: Client) -> None:
    tournament = drawn_tournament(8, form="double_knockout")
    play_match(match_of(tournament, "U1.1"), winner=1)
    team = tournament.teams.get(name="Coppia 1")
    page = read(reader, tournament, f"?segui={team.pk}")
    assert "waiting for the opponent" in page
    assert len(re.findall(r'"m [^"]*path[ "]', page)) == 3


def test_winner_of_a_place_match_is_not_shown_as_winner_of_the_tournament(reader: Client) -> None:
    tournament = drawn_tournament(4, options={"third_place": True})
    play_out(tournament)
    team = tournament.teams.get(name="Coppia 4")
    page = read(reader, tournament, f"?segui={team.pk}")
    assert "has won: Third-place match" in page
    assert "Has won: Third-place match" in reader.get(f"/{tournament.slug}/coppie/").text


def test_champion_is_shown_if_the_second_final_is_not_needed(reader: Client) -> None:
    tournament = drawn_tournament(3, form="double_knockout", options={"reset": True})
    play_out(tournament)
    assert '<p class="winner flare">Coppia 1</p>' in read(reader, tournament)


def test_large_bracket_of_several_trees_is_shown_one_tree_at_a_time(reader: Client) -> None:
    tournament = drawn_tournament(128, form="double_knockout")
    upper, lower = read(reader, tournament), read(reader, tournament, "?turno=2&albero=2")
    assert headings(upper)[0] == "Upper bracket"
    assert headings(lower)[0] == "Lower bracket"
    assert upper.count('class="match-box') == 63
    assert lower.count('class="match-box') == 126
    assert "?turno=2&amp;albero=3" in lower
    assert headings(read(reader, tournament, "?turno=2&albero=9"))[0] == "Upper bracket"


# --- end --------------------------------------------------------------------------------------------


def test_finished_bracket_shows_its_champions_at_the_end(reader: Client) -> None:
    tournament = drawn_tournament(4)
    play_out(tournament)
    page = read(reader, tournament)
    assert '<p class="winner flare">Coppia 1</p>' in page
    assert "The tournament is over" in page


def test_walkover_is_marked_and_its_winner_is_shown_in_the_next_match(reader: Client) -> None:
    tournament = drawn_tournament(4)
    walkover(tournament, "R1.1", 0)
    page = read(reader, tournament)
    assert "Walkover" in page
    assert "Final: <b>Coppia 1</b> are waiting" in page


@pytest.mark.parametrize(
    ("kind", "words"), [("withdrawal", "Withdrawal"), ("disqualification", "Disqualification")]
)
def test_withdrawal_is_marked_differently_from_a_walkover(reader: Client, kind: str, words: str) -> None:
    tournament = drawn_tournament(4)
    slot = match_of(tournament, "R1.1").slots.select_related("team").get(side=1)
    assert slot.team
    leave_stage(slot.team, kind, "torna a casa", author=author(tournament), at=timezone.now())
    runner.drain()
    page = read(reader, tournament)
    assert f">{words}</span>" in page
    assert "Walkover" not in page
    won, lost = re.findall(r"<strong>(\d)</strong>", page)[:2]
    assert (won, lost) == ("2", "0")


def test_final_without_a_winner_has_no_champions(reader: Client) -> None:
    tournament = drawn_tournament(2)
    walkover(tournament, "R1.1", None)
    page = read(reader, tournament)
    assert "nobody won the final" in page
    assert "winner flare" not in page


def test_team_without_an_opponent_in_the_final_is_the_champion(reader: Client) -> None:
    tournament = drawn_tournament(4)
    walkover(tournament, "R1.1", None)
    play_match(match_of(tournament, "R1.2"), winner=0)
    page = read(reader, tournament)
    assert '<p class="winner flare">Coppia 2</p>' in page
    assert "nobody" in page


# --- following a pair -------------------------------------------------------------------------------


def test_pair_is_remembered_after_its_follow_link_is_opened(reader: Client) -> None:
    tournament = drawn_tournament(4)
    team = tournament.teams.first()
    assert team is not None
    assert "You follow <b>Coppia 1</b>" in read(reader, tournament, f"?segui={team.pk}")
    page = read(reader, tournament)
    assert "You follow <b>Coppia 1</b>" in page
    assert "called to table 1" in page
    assert page.count('<span class="highlight">') == 1


def test_empty_follow_parameter_stops_following_the_pair(reader: Client) -> None:
    tournament = drawn_tournament(4)
    team = tournament.teams.first()
    assert team is not None
    read(reader, tournament, f"?segui={team.pk}")
    assert "You follow" not in read(reader, tournament, "?segui=")
    assert "You follow" not in read(reader, tournament)


def test_follow_cookie_applies_to_one_tournament_only(reader: Client) -> None:
    tournament = drawn_tournament(4)
    team = tournament.teams.first()
    assert team is not None
    answer = reader.get(f"/{tournament.slug}/?segui={team.pk}")
    cookie = answer.cookies["segui"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (f"/{tournament.slug}/", True, "Lax")


@pytest.mark.parametrize("wanted", ["", "x", "0190b6e2-0000-7000-8000-000000000000", "another"])
def test_request_to_follow_an_unknown_team_is_ignored(reader: Client, wanted: str) -> None:
    tournament = drawn_tournament(2)
    if wanted == "another":
        a_tournament(teams=2, name="Altro")
        wanted = str(Team.objects.exclude(tournament=tournament).values_list("pk", flat=True)[0])
    assert "You follow" not in read(reader, tournament, f"?segui={wanted}")


def test_path_of_a_followed_pair_is_marked_until_the_pair_is_eliminated(reader: Client) -> None:
    tournament = drawn_tournament(8)
    team = tournament.teams.get(name="Coppia 1")
    assert len(re.findall(r'"m [^"]*path[ "]', read(reader, tournament, f"?segui={team.pk}"))) == 2
    play_match(match_of(tournament, "R1.1"), winner=1)
    page = read(reader, tournament)
    assert not re.findall(r'"m [^"]*path[ "]', page)
    assert "out in the quarter-finals" in page


def test_score_of_a_followed_pair_shows_the_points_of_the_pair_first(reader: Client) -> None:
    tournament = drawn_tournament(2)
    team = tournament.teams.get(name="Coppia 2")
    hand = {"dealer": 0, "trionfo": "2S", "card_points": [41, 29]}
    results.write_hand(match_of(tournament).pk, (1, 1), hand, author=author(tournament), at=timezone.now())
    assert "now at table 1, 0 to 6" in read(reader, tournament, f"?segui={team.pk}")


# --- queries of a page --------------------------------------------------------------------------------


def queries(reader: Client, path: str) -> int:
    """Return the number of database queries that a page needs."""
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert reader.get(path).status_code == 200
    return len(captured)


def test_page_of_several_trees_needs_the_same_number_of_queries_for_16_and_128_teams(reader: Client) -> None:
    small = drawn_tournament(16, form="double_knockout")
    large = drawn_tournament(128, name="Grande", form="double_knockout")
    assert queries(reader, f"/{small.slug}/") == queries(reader, f"/{large.slug}/") <= 9


@pytest.mark.parametrize("page", sampled(["", "tavoli/", "classifica/", "coppie/", "sorteggio/"], 2))
def test_public_page_needs_the_same_number_of_queries_for_16_and_128_teams(reader: Client, page: str) -> None:
    small = drawn_tournament(16, options={"third_place": True})
    large = drawn_tournament(128, name="Grande", options={"third_place": True})
    assert queries(reader, f"/{small.slug}/{page}") == queries(reader, f"/{large.slug}/{page}") <= 12


def test_page_with_a_followed_pair_needs_a_constant_number_of_queries(reader: Client) -> None:
    counts = []
    for teams in (16, 128):
        tournament = drawn_tournament(teams, name=f"Torneo {teams}")
        team = tournament.teams.get(name=f"Coppia {teams}")
        counts.append(queries(reader, f"/{tournament.slug}/?segui={team.pk}"))
    assert counts[0] == counts[1] <= 12
