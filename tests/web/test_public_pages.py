"""Public pages: landing page, match sheet, tables, standings, pairs and draw."""

import json
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import (
    WINS_FOR_FIRST,
    a_tournament,
    an_organiser,
    drawn_tournament,
    first_stage,
    match_of,
    play_match,
    play_out,
)
from tests.entries.test_withdrawals import leave
from tests.markup import one_line
from tournaments.draws.services.draws import commit_draw
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.matches.services import results
from tournaments.models import Club, Draw, Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
HAND = {"dealer": 0, "trionfo": "KH", "card_points": [41, 29], "tricks": [6, 4]}


@pytest.fixture
def reader() -> Client:
    """Return an anonymous test client that requests English pages."""
    return Client(headers={"accept-language": "en"})


def read(reader: Client, path: str) -> str:
    """Return the HTML of a page with whitespace collapsed."""
    answer = reader.get(path)
    assert answer.status_code == 200
    return one_line(answer.content.decode())


def sheet_path(match: Match) -> str:
    return f"/{match.tournament.slug}/incontri/{match.pk}/"


def write(match: Match, place: tuple[int, int], hand: object, based_on: int | None = None) -> None:
    """Record a hand as the organiser."""
    author = Author(match.tournament.owner_id)
    results.write_hand(match.pk, place, hand, author=author, at=timezone.now(), based_on=based_on)


# --- landing ----------------------------------------------------------------------------------------


def test_landing_page_explains_the_first_step_if_no_organiser_exists(reader: Client) -> None:
    page = read(reader, "/")
    assert "Trionfo is running" in page
    assert "one-time link printed in the terminal" in page


def test_landing_page_is_in_the_language_of_the_reader() -> None:
    assert '<html lang="it"' in read(Client(headers={"accept-language": "it"}), "/")
    assert '<html lang="en"' in read(Client(headers={"accept-language": "en"}), "/")


def test_landing_page_shows_the_club_name_the_code_form_and_the_login_link(reader: Client) -> None:
    an_organiser()
    Club.objects.create(pk=1, name="La Mariglia", town="Sassari")
    page = read(reader, "/")
    assert "<h1>La Mariglia</h1>" in page
    assert 'method="post" action="/t/"' in page
    assert 'href="/accounts/login/"' in page
    assert "No tournaments yet" in page


def test_future_tournament_is_listed_with_its_start_and_number_of_entries(reader: Client) -> None:
    tournament = a_tournament(teams=5, starts_at=timezone.now() + timedelta(days=3))
    page = read(reader, "/")
    assert f'href="/{tournament.slug}/"' in page
    assert f", at {timezone.localtime(tournament.starts_at):%H:%M}" in page
    assert "5 pairs" in page


def test_running_tournament_is_listed_as_in_play(reader: Client) -> None:
    write(match_of(drawn_tournament(4)), (1, 1), HAND)
    assert "In play now" in read(reader, "/")


def test_finished_tournament_is_listed_with_its_champions(reader: Client) -> None:
    play_out(drawn_tournament(4, options={"third_place": True}))
    page = read(reader, "/")
    assert "Last champions" in page
    assert "<b>Coppia 1</b>" in page


# --- the match sheet --------------------------------------------------------------------------------


def test_sheet_shows_names_hands_and_the_next_dealer(reader: Client) -> None:
    match = match_of(drawn_tournament(2))
    write(match, (1, 1), HAND)
    page = read(reader, sheet_path(match))
    assert "Coppia 1" in page
    assert "Coppia 2" in page
    assert "Anna Primu1, Bachisio Segundu1" in page
    assert "<small>41·29</small>" in page
    assert "King of hearts" in page
    assert "Anna Primu2 deals" in page
    assert "always 70 together" in page
    assert "In play, updated" in page


def test_finished_sheet_shows_the_signatures(reader: Client) -> None:
    match = play_match(match_of(drawn_tournament(2)))
    page = read(reader, sheet_path(match))
    assert "Signed by both pairs" in page
    assert re.search(r'<span id="chip" class="narrow-only">.*?Signed</span>', page)
    assert "won by Coppia 1" in page
    assert "Not needed" in page


def test_sheet_of_a_finished_match_without_signatures_is_shown_as_unsigned(reader: Client) -> None:
    match = play_match(match_of(drawn_tournament(2)), sign=False)
    assert "To be signed" in read(reader, sheet_path(match))


def test_deciding_game_is_shown_with_the_condition_under_which_it_is_played(reader: Client) -> None:
    match = match_of(drawn_tournament(2))
    assert "Played only if each side wins a game." in read(reader, sheet_path(match))
    write(match, (1, 1), {"dealer": 0, "trionfo": "AS", "card_points": [66, 4]})
    assert "Played only if the game before goes to Coppia 2." in read(reader, sheet_path(match))


def test_sheet_of_a_walkover_shows_the_reason(reader: Client) -> None:
    match = match_of(drawn_tournament(2))
    author = Author(match.tournament.owner_id)
    results.award_walkover(match.pk, 0, "gone home", author=author, at=timezone.now())
    page = read(reader, sheet_path(match))
    assert "Walkover" in page
    assert "gone home · Coppia 1 go on." in page


def test_round_robin_sheet_names_a_winner_and_no_next_match(reader: Client) -> None:
    tournament = drawn_tournament(4, form="round_robin")
    author, at = Author(tournament.owner_id), timezone.now()
    walkover, nobody = match_of(tournament, "R1.1"), match_of(tournament, "R1.2")
    results.award_walkover(walkover.pk, 0, "gone home", author=author, at=at)
    results.award_walkover(nobody.pk, None, "a storm", author=author, at=at)
    assert "gone home · Coppia 1 win." in read(reader, sheet_path(walkover))
    assert "a storm · Nobody wins." in read(reader, sheet_path(nobody))


def test_sheet_of_an_annulled_match_shows_the_reason_and_no_winner(reader: Client) -> None:
    tournament = drawn_tournament(4, form="round_robin", options={"leavers": "annul"})
    played = play_match(match_of(tournament, "R1.1"))
    leave(tournament, 4)
    for match in (played, Match.objects.get(tournament=tournament, slots__team__seed=4, round=2)):
        page = read(reader, sheet_path(match))
        assert "Annulled" in page
        assert "si ritira" in page
        assert "goes on" not in page
        assert "wins" not in page


def test_sheet_of_a_bye_shows_the_reason(reader: Client) -> None:
    match = match_of(drawn_tournament(3), "R1.1")
    assert match.state == "bye"
    page = read(reader, sheet_path(match))
    assert "<title>Coppia 1 " in page
    sides = page[page.index('<section class="versus') :].partition("</section>")[0]
    assert "the draw gives no opponent" in page
    assert (sides.count('class="name"'), "games won" in sides) == (1, False)


def test_corrections_and_struck_hands_are_shown_on_the_sheet(reader: Client) -> None:
    match = match_of(drawn_tournament(2))
    author = Author(match.tournament.owner_id)
    write(match, (1, 1), HAND)
    write(match, (1, 1), HAND | {"card_points": [29, 41], "tricks": [4, 6]}, based_on=1)
    results.strike_hand(match.pk, (1, 1), based_on=2, author=author, at=timezone.now())
    page = read(reader, sheet_path(match))
    assert "hand 1 corrected: 41·29 · King of hearts became 29·41 · King of hearts." in page
    assert "hand 1 struck out: it was 29·41 · King of hearts." in page


def test_corrected_hand_of_a_game_without_card_points_is_shown_with_its_tricks(reader: Client) -> None:
    match = drawn_tournament(3, form="table_rounds", card_game="manni").matches.all()[0]
    hand = {"dealer": 0, "cut": "2C", "tricks": [5, 3, 4]}
    write(match, (1, 1), hand)
    write(match, (1, 1), hand | {"tricks": [4, 4, 4]}, based_on=1)
    page = read(reader, sheet_path(match))
    assert "corrected: 5·3·4 · Cut card: Two of clubs became 4·4·4 · Cut card: Two of clubs." in page


def test_disputed_hand_is_marked_on_the_sheet(reader: Client) -> None:
    match = match_of(drawn_tournament(2))
    write(match, (1, 1), HAND)
    write(match, (1, 1), HAND | {"card_points": [29, 41], "tricks": [4, 6]})
    page = read(reader, sheet_path(match))
    assert "One hand was written in two ways" in page
    assert "written twice: 41·29 · King of hearts stands, 29·41 · King of hearts differs." in page


def test_sheet_without_recent_hands_shows_the_time_of_the_last_hand(reader: Client) -> None:
    match = match_of(drawn_tournament(2))
    author = Author(match.tournament.owner_id)
    long_ago = timezone.now() - timedelta(minutes=11)
    results.write_hand(match.pk, (1, 1), HAND, author=author, at=long_ago)
    page = read(reader, sheet_path(match))
    assert f"Score of {timezone.localtime(long_ago):%H:%M}." in page
    assert "data-chip-still>" in page


# --- tables, standings, pairs -----------------------------------------------------------------------


def test_tables_page_shows_each_table_and_the_queue(reader: Client) -> None:
    tournament = drawn_tournament(8, tables=2)
    write(match_of(tournament), (1, 1), HAND)
    page = read(reader, f"/{tournament.slug}/tavoli/")
    assert "Game 1 to 35" in page
    assert "hand 2" in page
    assert page.count('class="hall sheet') == 2
    assert "Up next" in page


def test_tables_page_before_the_draw_explains_that_no_table_is_taken(reader: Client) -> None:
    assert "Before the draw no table is taken" in read(reader, f"/{a_tournament(teams=2).slug}/tavoli/")


def test_tables_page_names_the_free_tables(reader: Client) -> None:
    assert "Free tables: 3, 4" in read(reader, f"/{drawn_tournament(4, tables=4).slug}/tavoli/")


def test_eliminated_pairs_of_a_bracket_share_places_below_the_remaining_pairs(reader: Client) -> None:
    tournament = drawn_tournament(8)
    play_match(match_of(tournament, "R1.1"))
    page = read(reader, f"/{tournament.slug}/classifica/")
    assert "5–8" in page
    assert "the pairs above are still in" in page
    assert page.index("still in") < page.index("5–8")
    assert "Quarter-finals: 2 to 0" in page


def test_final_standings_have_a_place_for_every_pair(reader: Client) -> None:
    tournament = drawn_tournament(4, options={"third_place": True})
    play_out(tournament)
    page = read(reader, f"/{tournament.slug}/classifica/")
    assert "Final standings" in page
    for place in ("1", "2", "3", "4"):
        assert f'<td class="pos">{place}</td>' in page


def test_standings_page_before_the_draw_explains_that_there_are_no_standings(reader: Client) -> None:
    assert "No standings yet" in read(reader, f"/{a_tournament(teams=2).slug}/classifica/")


def test_pairs_page_shows_names_players_towns_and_presence(reader: Client) -> None:
    tournament = a_tournament()
    entries = [
        Entry(["Tore Manca", "Antonella Usai"], details={"town": "Sorso"}, seed=1),
        Entry(["Efisio Canu", "Gavino Solinas"]),
    ]
    enter_teams(tournament, entries, author=Author(tournament.owner_id), at=timezone.now())
    page = read(reader, f"/{tournament.slug}/coppie/")
    assert "Manca – Usai" in page
    assert "Tore Manca, Antonella Usai" in page
    assert "Sorso" in page
    assert "Expected" in page


def test_pair_between_two_rounds_is_shown_with_the_last_round_played(reader: Client) -> None:
    tournament = drawn_tournament(4, form="swiss", options={"rounds": 2})
    play_match(match_of(tournament))
    page = one_line(reader.get(f"/{tournament.slug}/coppie/").content.decode())
    assert page.casefold().count("has played round 1") == 2
    assert "has played every round" not in page.casefold()


def test_pair_is_found_by_the_name_of_a_player(reader: Client) -> None:
    tournament = drawn_tournament(4)
    page = read(reader, f"/{tournament.slug}/coppie/?cerca=SEGUNDU3")
    assert "Coppia 3" in page
    assert "Coppia 1" not in page
    assert "No pair by that name" in read(reader, f"/{tournament.slug}/coppie/?cerca=zzz")


def test_pairs_are_paginated(reader: Client) -> None:
    tournament = a_tournament(teams=70)
    assert "Coppia 70" not in read(reader, f"/{tournament.slug}/coppie/")
    assert "Coppia 70" in read(reader, f"/{tournament.slug}/coppie/?pagina=2")


# --- the draw ---------------------------------------------------------------------------------------


def test_draw_page_shows_the_commitment_and_hides_the_salt_until_the_draw(reader: Client) -> None:
    tournament = a_tournament(teams=4)
    path = f"/{tournament.slug}/sorteggio/"
    assert "The list is not sealed yet" in read(reader, path)
    promise = commit_draw(first_stage(tournament), author=Author(tournament.owner_id), at=timezone.now())
    page = read(reader, path)
    assert promise.digest in page
    assert promise.algorithm in page
    assert promise.salt not in page
    assert reader.get(f"{path}draw.json").status_code == 404


def test_draw_can_be_reproduced_from_the_files_on_the_draw_page(reader: Client, tmp_path: Path) -> None:
    tournament = drawn_tournament(6, by="lots", lot="7C AD KS 2H JD", seeded=False)
    path = f"/{tournament.slug}/sorteggio/"
    draw = Draw.objects.get()
    assert draw.commitment.salt in read(reader, path)
    cards = ["Seven of clubs", "Ace of diamonds", "King of spades", "Two of hearts", "Jack of diamonds"]
    assert re.findall(r'class="tri[^>]*><span class="vh">([^<]+)', read(reader, path)) == cards
    facts, script = reader.get(f"{path}draw.json"), reader.get(f"{path}repeat_draw.py")
    (tmp_path / "draw.json").write_bytes(facts.content)
    (tmp_path / "repeat_draw.py").write_bytes(script.getvalue())
    run = [sys.executable, "repeat_draw.py", "draw.json"]
    repeated = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert repeated.stdout.split() == draw.lines == json.loads(facts.content)["lines"]


def test_draw_page_explains_that_a_draw_by_seeds_has_no_lot(reader: Client) -> None:
    page = read(reader, f"/{drawn_tournament(4).slug}/sorteggio/")
    assert "Seeds leave nothing to chance" in page
    assert "repeat_draw.py" not in page


# --- not found -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "page", ["", "tavoli/", "classifica/", "coppie/", "sorteggio/", "sorteggio/draw.json"]
)
def test_page_of_an_unknown_tournament_returns_404(reader: Client, page: str) -> None:
    assert reader.get(f"/nessuno/{page}").status_code == 404


def test_sheet_of_another_tournament_returns_404(reader: Client) -> None:
    match = match_of(drawn_tournament(2))
    other: Tournament = a_tournament(name="Altro")
    assert reader.get(f"/{other.slug}/incontri/{match.pk}/").status_code == 404
    assert reader.get(f"/{other.slug}/incontri/{other.pk}/").status_code == 404


def test_public_pages_have_no_inline_scripts_or_styles(reader: Client) -> None:
    tournament = drawn_tournament(4)
    write(match_of(tournament), (1, 1), HAND)
    paths = ["", "tavoli/", "classifica/", "coppie/", "sorteggio/", f"incontri/{match_of(tournament).pk}/"]
    for path in ["/", *(f"/{tournament.slug}/{each}" for each in paths)]:
        page = read(reader, path)
        assert " style=" not in page, path
        assert " onclick=" not in page, path
        assert "<script>" not in page, path


@pytest.mark.parametrize(
    ("names", "heads"),
    [
        (("Canu – Tola", "Piras – Tola"), ["Canu", "Piras"]),
        (("Canu – Tola", "Canu – Porcheddu"), ["Canu – Tola", "Canu – Porcheddu"]),
    ],
)
def test_score_sheet_has_different_column_headings_for_pairs_with_the_same_surname(
    reader: Client, names: tuple[str, str], heads: list[str]
) -> None:
    tournament = drawn_tournament(2)
    for number, name in enumerate(names, start=1):
        tournament.teams.filter(seed=number).update(name=name, written_name=name)
    match = match_of(tournament)
    write(match, (1, 1), WINS_FOR_FIRST[0])
    page = read(reader, sheet_path(match))
    columns = re.search(r"<thead.*?</thead>", page)
    assert columns
    texts = [words.strip() for words in re.split(r"<[^>]*>", columns.group())]
    assert [words for words in texts if words in (*names, *heads)] == heads
    assert f"won by {heads[0]}" in page
