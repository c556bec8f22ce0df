"""Permissions of every URL of the desk, by role."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from config.urls import desk_pages
from tests.builders import an_account, an_organiser, drawn_tournament, match_of
from tournaments.models import Prize, Tournament
from tournaments.permissions import HELPERS, MAY

pytestmark = [pytest.mark.django_db, pytest.mark.sweep, pytest.mark.alike]

HOME = {
    "desk", "desk_circuits", "desk_circuit", "desk_bring", "desk_arrival", "desk_components",
    "desk_forgetting", "desk_one_name", "desk_machine", "desk_restoring", "desk_send_copy", "desk_copy",
    "desk_restore", "desk_club_journal", "desk_club_journal_csv", "desk_roles", "desk_take_away",
    "desk_give_back", "desk_invitation", "desk_withdraw_invitation", "desk_renew", "desk_access",
    "desk_own_name", "desk_leave_everywhere", "desk_revoke_plain", "desk_revoke_token", "desk_clubs",
    "desk_persons", "desk_doubt", "desk_attendance", "desk_attendance_file", "desk_person_undo",
    "desk_person", "desk_split", "desk_merge", "desk_new_person", "desk_model", "desk_new", "desk_club",
    "desk_house_rules", "desk_house_game", "desk_privacy",
}  # fmt: skip
OPEN_TO_ALL = {"setup", "invitation", "door_page"}
ROUTES = [route for route in desk_pages if route.name not in OPEN_TO_ALL]
OF_TOURNAMENTS = [route for route in ROUTES if route.name not in HOME]
WRITES = {
    "desk_stages",
    "desk_settle",
    "desk_confirm",
    "desk_time",
    "desk_clock",
    "desk_postpone",
    "desk_match_time",
    "desk_answer",
    "desk_put_away",
    "desk_walkover",
    "desk_arrived",
    "desk_all_arrived",
    "desk_correct_now",
    "desk_undo",
    "desk_move",
    "desk_cards",
    "desk_revoke",
    "desk_name_phone",
    "desk_retry",
    "desk_lay_cards",
    "desk_turn_cards",
    "desk_paper_finals",
    "desk_presences",
    "desk_import_confirm",
    "desk_withdraw",
    "desk_erase_name",
    "desk_one_name",
    "desk_presence",
    "desk_promise",
    "desk_take_back",
    "desk_wall",
    "desk_embedding",
    "desk_send_copy",
    "desk_door",
    "desk_door_back",
    "desk_accept_request",
    "desk_refuse_request",
    "desk_join_requests",
    "desk_request_waits",
    "desk_move_prize",
    "desk_remove_prize",
    "desk_hand_over_prize",
    "desk_take_back_prize",
    "desk_cash_pay",
    "desk_cash_take",
    "desk_cash_reverse",
}

IDS = ("role_id", "invitation_id", "token_id", "act_id", "model_id", "request_id", "line_id")
OF_PHONES = {"desk_revoke", "desk_name_phone"}
OF_REQUESTS = {"desk_accept_request", "desk_refuse_request", "desk_join_requests", "desk_request_waits"}
# Routes whose address names an object that does not exist.
ABOUT_NOTHING = OF_PHONES | OF_REQUESTS | {"desk_cash_reverse"}


def named(route: URLPattern) -> str:
    return str(route.name)


def act_of(route: URLPattern) -> str:
    return str(getattr(route.callback, "act"))  # noqa: B009


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(4)


def address(route: URLPattern, tournament: Tournament) -> str:
    """Return the URL of a route, filled with ids of existing objects."""
    prize = Prize.objects.get_or_create(tournament=tournament, number=1, place=1, text="Vino")[0]
    parameters: dict[str, Any] = {
        "slug": tournament.slug,
        "match_id": match_of(tournament).pk,
        "team_id": tournament.teams.all()[0].pk,
        "job_id": tournament.jobs.all()[0].pk,
        "grant_id": 1,
        "prize_id": prize.pk,
        "entry_id": tournament.journal.all()[0].pk,
        "late_id": match_of(tournament).pk,
        "game": 1,
        "hand": 1,
        "circuit": "circuito",
        "arrival_id": uuid4(),
        "name": "sent",
        "person_id": tournament.teams.all()[0].players.all()[0].pk,
        "into_id": tournament.teams.all()[1].players.all()[0].pk,
        "card_game": "mariglia",
        **dict.fromkeys(IDS, uuid4()),
    }
    wanted = route.pattern.converters
    return reverse(str(route.name), kwargs={name: parameters[name] for name in wanted})


def knock(client: Client, route: URLPattern, tournament: Tournament) -> Any:
    """Request a page, or post an empty form if the URL accepts only POST requests."""
    where = address(route, tournament)
    return client.post(where) if route.name in WRITES else client.get(where)


@pytest.mark.parametrize("route", ROUTES, ids=named)
def test_anonymous_visitor_is_redirected_to_the_login(
    client: Client, route: URLPattern, tournament: Tournament
) -> None:
    answer = knock(client, route, tournament)
    if route.name in WRITES:  # the page has the form and a link to the login
        assert answer.status_code == 403
        assert 'href="/accounts/login/" target="_blank"' in answer.text
    else:
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("route", OF_TOURNAMENTS, ids=named)
def test_account_without_a_role_gets_404(client: Client, route: URLPattern, tournament: Tournament) -> None:
    client.force_login(an_account("somebody-else"))
    assert knock(client, route, tournament).status_code == 404


@pytest.mark.parametrize("route", OF_TOURNAMENTS, ids=named)
def test_director_can_open_only_pages_that_the_role_of_director_permits(
    client: Client, route: URLPattern, tournament: Tournament
) -> None:
    director = an_account("director", "director", tournament)
    client.force_login(director)
    may = "director" in MAY[act_of(route)]
    nothing = route.name in ABOUT_NOTHING
    status = knock(client, route, tournament).status_code
    assert (status == 403) is not may
    assert (status == 404) is (may and nothing)


@pytest.mark.parametrize("route", OF_TOURNAMENTS, ids=named)
def test_owner_can_open_every_page(client: Client, route: URLPattern, tournament: Tournament) -> None:
    client.force_login(tournament.owner)
    answer = knock(client, route, tournament)
    if route.name in ABOUT_NOTHING:
        assert answer.status_code == 404
    else:
        assert answer.status_code in (200, 302, 400, 409)


@pytest.mark.parametrize("route", OF_TOURNAMENTS, ids=named)
def test_desk_page_of_an_unknown_tournament_returns_404(
    client: Client, route: URLPattern, tournament: Tournament
) -> None:
    client.force_login(tournament.owner)
    tournament.slug = "another"
    assert knock(client, route, tournament).status_code == 404


@pytest.mark.parametrize("route", [route for route in ROUTES if route.name in WRITES], ids=named)
def test_url_of_an_action_refuses_get_requests(
    client: Client, route: URLPattern, tournament: Tournament
) -> None:
    client.force_login(tournament.owner)
    assert client.get(address(route, tournament)).status_code == 405


def test_every_action_of_the_desk_has_a_row_in_the_permission_table() -> None:
    assert all(act_of(route) in MAY for route in ROUTES)
    assert all(MAY[act_of(route)] <= HELPERS for route in ROUTES if route.name != "desk_settle")


def test_account_without_a_tournament_cannot_open_the_desk(client: Client) -> None:
    client.force_login(an_organiser("guest", staff=False))
    assert client.get("/regia/").status_code == 404


def test_match_of_another_tournament_returns_404(client: Client, tournament: Tournament) -> None:
    other = drawn_tournament(4, name="Altro torneo", owner=an_organiser("somebody-else"))
    client.force_login(tournament.owner)
    for name in ("desk_match", "desk_confirm", "desk_walkover"):
        where = reverse(name, args=[tournament.slug, match_of(other).pk])
        answer = (
            client.get(where) if name == "desk_match" else client.post(where, {"winner": "0", "reason": "x"})
        )
        assert answer.status_code == 404
    assert client.get(reverse("desk_match", args=[tournament.slug, uuid4()])).status_code == 404


def test_login_page_shows_the_command_for_a_lost_password_only_in_an_expandable_section(
    client: Client,
) -> None:
    page = client.get("/accounts/login/", headers={"accept-language": "it"}).text
    before, fold, folded = page.partition('<details class="fold">')
    assert "Chiedi un nuovo invito a un altro organizzatore" in before
    assert "manage.py" not in before
    assert fold
    assert "manage.py invite --organiser NOME" in folded
