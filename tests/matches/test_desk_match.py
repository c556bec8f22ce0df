"""Tests of the desk page of a match: score, rows of hands, collapsed actions."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import WINS_FOR_FIRST, drawn_tournament, match_of, play_match
from tests.markup import one_line
from tournaments.matches.services import results
from tournaments.models import Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(4)


@pytest.fixture
def desk(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(tournament.owner)
    return client


def page(desk: Client, match: Match, **query: Any) -> str:
    return one_line(desk.get(reverse("desk_match", args=[match.tournament.slug, match.pk]), query).text)


def write(match: Match, game: int, hand: int, body: Any) -> None:
    author = Author(match.tournament.owner_id)
    results.write_hand(match.pk, (game, hand), body, author=author, at=timezone.now())


def test_page_of_a_finished_match_names_the_winners_of_the_match_and_of_each_game(
    desk: Client, tournament: Tournament
) -> None:
    text = page(desk, play_match(match_of(tournament)))
    assert re.search(r'board-number ca">\s*2\b', text)
    assert re.search(r'board-number muted">\s*0\b', text)
    assert text.count("vinta da Coppia 1") == 2
    assert "non serve" in text
    assert reverse("desk_correct", args=[tournament.slug, match_of(tournament).pk]) in text
    assert 'id="finals"' not in text


def test_first_form_on_the_page_of_an_open_match_is_for_final_scores(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    write(match, 1, 1, WINS_FOR_FIRST[0])
    text = page(desk, match)
    main = text[text.index("<main") :]
    assert re.findall(r'action="/[^"]*/([a-z]+)/"', main)[0] == "finali"
    assert 'name="final-1-0"' not in text  # this game has hands
    assert 'name="final-2-0"' in text


def test_each_hand_is_shown_in_a_row_with_a_link_to_its_correction(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    write(match, 1, 1, WINS_FOR_FIRST[0])
    row = page(desk, match).split("<tbody>")[1].split("</tbody>")[0]
    assert "66·4" in row
    assert reverse("desk_paper", args=[tournament.slug, match.pk]) + "?mano=1-1" in row
    finished = play_match(match_of(tournament, "R1.2"))
    row = page(desk, finished).split("<tbody>")[1].split("</tbody>")[0]
    assert 'name="open" value="1-1"' in row


def test_rare_actions_are_collapsed_on_the_match_page(desk: Client, tournament: Tournament) -> None:
    text = page(desk, match_of(tournament))
    folds = re.findall(r'<details class="fold-line"([^>]*)>', text)
    assert len(folds) == 7
    assert not any("open" in fold for fold in folds)


def test_walkover_link_on_the_evening_page_leads_to_an_expanded_walkover_form(
    desk: Client, tournament: Tournament
) -> None:
    text = page(desk, match_of(tournament), vince="1")
    assert re.search(r'<details class="fold-line" open><summary>(?:(?!</summary>).)*A tavolino', text)


def test_walkover_form_with_errors_stays_expanded(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    answer = desk.post(reverse("desk_walkover", args=[tournament.slug, match.pk]), {"winner": "0"})
    assert answer.status_code == 400
    assert '<details class="fold-line" open>' in one_line(answer.text)


def test_match_page_links_to_the_previous_and_the_next_match(desk: Client, tournament: Tournament) -> None:
    first, second = match_of(tournament), match_of(tournament, "R1.2")
    url = {match.pk: reverse("desk_match", args=[tournament.slug, match.pk]) for match in (first, second)}
    assert f'href="{url[second.pk]}"' in page(desk, first)
    assert "Precedente" not in page(desk, first)
    assert f'href="{url[first.pk]}"' in page(desk, second)
    assert "Seguente" not in page(desk, second)  # the final waits for its sides


def test_message_about_a_confirmed_result_names_the_winner(desk: Client, tournament: Tournament) -> None:
    match = play_match(match_of(tournament), sign=False)
    desk.post(reverse("desk_confirm", args=[tournament.slug, match.pk]))
    evening = desk.get(reverse("desk_evening", args=[tournament.slug])).text
    assert "Convalidato: vince Coppia 1, 2 a 0." in evening
