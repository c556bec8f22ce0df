"""Desk messages and journal lines, which name teams and results."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scoring.models import Grant
from scoring.sheet.devices import know_device
from scoring.sheet.services.log import Author
from tests.builders import (
    a_tournament,
    an_account,
    drawn_tournament,
    entries,
    leave_unplayed,
    match_of,
    play_match,
)
from tests.corrections.test_corrections import OTHER_WINNER, correct
from tournaments.entries.services.entries import enter_teams
from tournaments.matches.services import results
from tournaments.models import Match, Tournament
from tournaments.web.words import against_words

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

HAND = {"dealer": 0, "trionfo": "JS", "card_points": [43, 27]}
OTHER_WAY = {"dealer": 0, "trionfo": "JS", "card_points": [27, 43]}


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(8)


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(tournament.owner)
    return client


def press(desk: Client, name: str, match: Match, *more: Any, **sent: Any) -> str:
    """Press a button for a match on a desk page, and return the page that is shown next."""
    address = reverse(name, args=[match.tournament.slug, match.pk, *more])
    return str(desk.post(address, sent, follow=True).text)


def moves(desk: Client, tournament: Tournament) -> list[str]:
    page = desk.get(reverse("desk_evening", args=[tournament.slug]))
    return [move.text for move in page.context["moves"]]


def test_confirmed_result_names_the_winner_in_the_message_and_in_the_journal(
    desk: Client, tournament: Tournament
) -> None:
    match = play_match(match_of(tournament), winner=1, sign=False)
    assert "Convalidato: vince Coppia 8, 2 a 0." in press(desk, "desk_confirm", match)
    assert any(text.endswith(" · vince Coppia 8, 2 a 0") for text in moves(desk, tournament))


def test_journal_names_the_winner_only_for_the_newest_result_of_a_match(
    desk: Client, tournament: Tournament
) -> None:
    match = play_match(match_of(tournament), sign=False)
    press(desk, "desk_confirm", match)
    correct(match, OTHER_WINNER)
    named = [text for text in moves(desk, tournament) if " · vince " in text]
    assert named == ["risultato corretto · vince Coppia 8, 2 a 0"]


def test_message_about_a_settled_dispute_shows_the_points_that_count(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    for side, hand in enumerate((HAND, OTHER_WAY)):
        device, _secret = know_device(None, at=timezone.now())
        Grant.objects.create(device=device, sheet_id=match.pk, side=side, made_at=timezone.now())
        results.write_hand(match.pk, (1, 1), hand, author=Author(device_id=device.pk), at=timezone.now())
    page = desk.get(reverse("desk_match", args=[tournament.slug, match.pk]))
    version = page.context["disputes"][0].versions[1].seq
    assert "Deciso: vale Coppia 1 27, Coppia 8 43." in press(
        desk, "desk_settle", match, 1, 1, version=version
    )


def test_double_walkover_message_has_the_word_against_between_the_teams(
    desk: Client, tournament: Tournament
) -> None:
    sent = {"winner": "nobody", "reason": "assenti"}
    page = press(desk, "desk_walkover", match_of(tournament), **sent)
    assert "Coppia 1 contro Coppia 8" in page
    assert "Coppia 1 – Coppia 8" not in page


def undo_in(page: str) -> str:
    """Return the form action URL of the "Undo" button in the toast of a page; empty if there is no button."""
    toast = page.split('class="toast"')[1].split("</div>")[0]
    return toast.split('action="')[1].split('"')[0] if "action=" in toast else ""


ACTS_WITH_A_WAY_BACK: dict[str, tuple[str, dict[str, Any], Any]] = {
    "confirm": ("desk_confirm", {}, "playing"),
    "walkover": ("desk_walkover", {"winner": "0", "reason": "assenti"}, "ready"),
    "nobody": ("desk_walkover", {"winner": "nobody", "reason": "assenti"}, "ready"),
    "move": ("desk_move", {"table": 5}, 1),
    "arrived": ("desk_arrived", {"side": 0}, False),
    "all arrived": ("desk_all_arrived", {}, False),
    "time": ("desk_match_time", {"act": "call"}, None),
    "screen": ("desk_wall", {"scene": "standings"}, "tables"),
}


def standing(name: str, match: Match) -> Any:
    """Return the stored value that the action `name` changes, such as the table of a match."""
    match = match_of(match.tournament)
    if "arrived" in name:
        last = match.tournament.journal.filter(kind__in=("side_at_table", "all_at_tables")).first()
        return last.body["present"] if last else None
    if name == "time":
        return match.sheet.summary.get("time")
    if name == "screen":
        return match.tournament.wall
    return match.table if name == "move" else match.state


@pytest.mark.parametrize("name", ACTS_WITH_A_WAY_BACK)
def test_undo_button_in_a_message_reverts_the_action(client: Client, name: str) -> None:
    tournament = drawn_tournament(8, tables=6)
    client.force_login(tournament.owner)
    match = match_of(tournament)
    if name == "confirm":
        play_match(match, sign=False)
    if name == "time":
        results.write_hand(match.pk, (1, 1), HAND, author=Author(), at=timezone.now())
    page, sent, before = ACTS_WITH_A_WAY_BACK[name]
    of_match = [] if name in ("all arrived", "screen") else [match.pk]
    answer = client.post(reverse(page, args=[tournament.slug, *of_match]), sent, follow=True)
    assert standing(name, match) != before
    assert "Annullato" in client.post(undo_in(answer.text), follow=True).text
    assert standing(name, match) == before


def test_message_has_no_undo_button_for_a_role_that_may_not_correct_results(
    client: Client, tournament: Tournament
) -> None:
    client.force_login(an_account("tavoli", "tables"))
    match = match_of(tournament)
    answer = client.post(reverse("desk_arrived", args=[tournament.slug, match.pk]), {"side": 0}, follow=True)
    assert "Coppia 1: al tavolo" in answer.text
    assert undo_in(answer.text) == ""


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["Piras – Sanna", "Carta – Ruiu"], "Piras – Sanna against Carta – Ruiu"),
        (["Piras", "Carta", "Fois"], "Piras, Carta, Fois"),
        (["Piras – Sanna", ""], "Piras – Sanna"),
        ([], ""),
    ],
)
def test_names_of_the_sides_of_a_match_are_not_joined_by_a_dash(names: list[str], words: str) -> None:
    with translation.override("en"):
        assert against_words(names) == words


@pytest.mark.parametrize(("count", "line"), [(1, "Coppia 1: iscritti"), (2, "Coppie iscritte: 2")])
def test_journal_line_about_entries_names_a_single_team_but_counts_several_teams(
    client: Client, count: int, line: str
) -> None:
    tournament = a_tournament()
    enter_teams(tournament, entries(count), author=Author(tournament.owner_id), at=timezone.now())
    client.force_login(tournament.owner)
    assert line in moves(client, tournament)


def test_club_journal_has_the_word_against_between_the_sides_of_a_match(
    desk: Client, tournament: Tournament
) -> None:
    leave_unplayed(tournament, "R1.1")
    assert "Coppia 1 contro Coppia 8" in desk.get(reverse("desk_club_journal")).text


def test_message_confirms_changed_tournament_details(client: Client) -> None:
    tournament = a_tournament(teams=2)
    client.force_login(tournament.owner)
    address = reverse("desk_rules", args=[tournament.slug])
    about = client.get(address).context["about"]
    sent = {name: about[name].value() or "" for name in about.fields}
    page = client.post(address, {**sent, "part": "about", "tables": 3}, follow=True).text
    assert "Dati della serata salvati." in page


def test_message_about_a_changed_entry_names_the_team(client: Client) -> None:
    tournament = a_tournament(teams=2)
    client.force_login(tournament.owner)
    team = tournament.teams.order_by("seed")[0]
    sent = {"player_0": "Anna Nuova", "player_1": "Bachisio Nuovo", "name": "Nuova coppia"}
    page = client.post(reverse("desk_team", args=[tournament.slug, team.pk]), sent, follow=True).text
    assert "Nuova coppia: iscrizione salvata." in page
