"""Withdrawal and return of a team at the desk: preview, change, and the pages afterwards."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import drawn_tournament, match_of, play_match
from tournaments.entries.services.withdrawals import leave_stage
from tournaments.models import Outcome, Tournament
from tournaments.queue import runner

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(4)


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(tournament.owner)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def address(tournament: Tournament, seed: int = 1) -> str:
    return reverse("desk_leave", args=[tournament.slug, tournament.teams.get(seed=seed).pk])


def test_withdrawal_page_previews_the_effects_and_saves_nothing(desk: Client, tournament: Tournament) -> None:
    page = desk.get(address(tournament), {"come": "disqualification"})
    assert [words for _ending, _name, words in page.context["endings"]] == [
        "Coppia 4 win: the others are disqualified"
    ]
    assert (page.context["way"], Outcome.objects.count()) == ("disqualification", 0)


def test_team_withdraws_and_returns_at_the_desk(desk: Client, tournament: Tournament) -> None:
    seal = desk.get(address(tournament)).context["seen"]
    sent = {"way": "withdrawal", "seen": seal, "reason": "Torna a casa"}
    answer = desk.post(address(tournament), sent, follow=True)
    assert "Coppia 1 has left." in answer.content.decode()
    assert [row[2] for row in answer.context["rows"]] == ["has left", "", "", ""]
    runner.drain()
    assert "Coppia 1 has left" in desk.get(reverse("desk_evening", args=[tournament.slug])).content.decode()
    page = desk.get(address(tournament))
    assert page.context["way"] == "return"
    back = {"way": "return", "seen": page.context["seen"], "reason": "Era un errore"}
    assert "Coppia 1 is back." in desk.post(address(tournament), back, follow=True).content.decode()
    runner.drain()
    assert match_of(tournament).state == "ready"


def test_withdrawal_without_a_reason_is_refused(desk: Client, tournament: Tournament) -> None:
    answer = desk.post(address(tournament), {"way": "withdrawal", "reason": " "})
    assert (answer.status_code, answer.context["form"].errors["reason"]) == (
        400,
        ["Write why the team leaves: everybody reads it."],
    )
    assert not Outcome.objects.exists()


def test_withdrawal_is_previewed_again_if_a_new_result_has_changed_its_effects(
    desk: Client, tournament: Tournament
) -> None:
    seal = desk.get(address(tournament)).context["seen"]
    play_match(match_of(tournament))
    answer = desk.post(address(tournament), {"way": "withdrawal", "seen": seal, "reason": "x"})
    assert answer.status_code == 409
    assert "Meanwhile something has changed" in answer.content.decode()
    assert not Outcome.objects.exclude(kind="result").exists()


def test_withdrawal_page_of_an_eliminated_team_suggests_correcting_the_result_instead(
    desk: Client, tournament: Tournament
) -> None:
    play_match(match_of(tournament))
    assert "correct that match" in desk.get(address(tournament, 4)).content.decode()


def test_entries_page_after_the_draw_shows_whether_late_entries_are_possible(client: Client) -> None:
    late = drawn_tournament(6, name="Svizzero", form="swiss", options={"rounds": 3})
    client.force_login(late.owner)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    where = reverse("desk_entries", args=[late.slug])
    assert "Who enters now plays from the next round on." in client.get(where).content.decode()
    sent = {"player_0": "Carla Tarda", "player_1": "Dino Tardi"}
    answer = client.post(where, sent, follow=True)
    assert (answer.status_code, late.teams.count()) == (200, 7)
    closed = drawn_tournament(6, name="Coppa", owner=late.owner)
    page = client.get(reverse("desk_entries", args=[closed.slug]))
    assert "draw again with them" in page.content.decode()


def test_public_pages_show_which_team_was_disqualified(client: Client) -> None:
    tournament = drawn_tournament(4, form="round_robin")
    team = tournament.teams.get(seed=1)
    author = Author(tournament.owner_id)
    leave_stage(team, "disqualification", "comportamento", author=author, at=timezone.now())
    runner.drain()
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    rows = client.get(reverse("standings", args=[tournament.slug])).context["rows"]
    assert {row.team.pk: row.withdrawal for row in rows if row.withdrawal} == {team.pk: "sent away"}
    teams = client.get(reverse("teams", args=[tournament.slug])).context["teams"]
    assert [each.where for each in teams if each.team.pk == team.pk] == ["Sent away"]


def test_withdrawal_page_shows_changed_places_for_groups_but_not_for_a_bracket(desk: Client) -> None:
    knockout = drawn_tournament(8, name="Coppa")
    groups = drawn_tournament(6, name="Gironi", form="groups", options={"groups": 2})
    play_match(match_of(groups, "A1.1"))
    assert desk.get(address(knockout)).context["places"] == []
    page = desk.get(address(groups))
    assert len(page.context["places"]) == len(page.context["preview"].places)
    assert "Coppia 1 against Coppia 8" in desk.get(address(knockout)).text
