"""The prize API: valid requests, error codes, number of queries."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from tests.builders import an_account, drawn_tournament
from tests.prizes.evenings import a_category, a_prize, played
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def caller(tournament: Tournament, role: str = "") -> APIClient:
    """Return an API client with a token of the organiser or of an account with the given role."""
    user = an_account(role, role, tournament) if role else tournament.owner
    client = APIClient(headers={"accept-language": "en"})
    client.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.get_or_create(user=user)[0].key}")
    return client


def address(tournament: Tournament, *rest: object) -> str:
    return "/".join(map(str, (f"/api/v1/tournaments/{tournament.slug}/prizes", *rest, "")))


def test_prize_can_be_added_and_handed_over_through_the_api() -> None:
    tournament = played()
    desk, door = caller(tournament), caller(tournament, "door")
    sent = {"text": " Prosciutto  e vino ", "given_for": "place", "place": 1, "value": 4800}
    response = desk.post(address(tournament), sent, format="json")
    assert response.status_code == 201
    prize, team = response.json(), tournament.teams.get(name="Coppia 1")
    assert (prize["text"], prize["number"], prize["state"], prize["reason"]) == (
        "Prosciutto e vino",
        1,
        "assigned",
        None,
    )
    assert prize["holders"] == [{"team": str(team.pk), "cents": None, "handed_over": False, "due": True}]
    handover = door.post(address(tournament, prize["id"], "hand-over"), {}, format="json")
    assert (handover.status_code, handover.json()["state"]) == (200, "handed_over")
    again = door.post(address(tournament, prize["id"], "hand-over"), {"team": str(team.pk)}, format="json")
    assert again.json() == handover.json()
    back = door.post(address(tournament, prize["id"], "take-back"), {}, format="json")
    assert back.json()["state"] == "assigned"
    changed = desk.patch(address(tournament, prize["id"]), {"text": "Torta", "value": None}, format="json")
    assert (changed.json()["text"], changed.json()["value"]) == ("Torta", None)
    listed = door.get(address(tournament)).json()
    assert (listed["official"], len(listed["prizes"])) == (True, 1)
    assert desk.delete(address(tournament, prize["id"])).status_code == 204
    assert desk.get(address(tournament)).json()["prizes"] == []


def test_prize_for_a_category_is_assigned_and_moved_in_one_request() -> None:
    tournament = played()
    first, prize = a_prize(tournament), a_category(tournament)
    team = tournament.teams.all()[3]
    sent = {"team": str(team.pk), "number": 1}
    changed = caller(tournament).patch(address(tournament, prize.pk), sent, format="json").json()
    assert (changed["number"], changed["holders"][0]["team"]) == (1, str(team.pk))
    first.refresh_from_db()
    assert first.number == 2
    category = caller(tournament).patch(address(tournament, prize.pk), {"team": None}, format="json").json()
    assert (category["holders"], category["state"]) == ([], "open")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        pytest.param({}, "invalid", id="nothing"),
        pytest.param({"text": "Vino", "place": 0}, "invalid", id="place 0"),
        pytest.param({"text": "Vino", "place": 9}, "no_such_place", id="a place that is not there"),
        pytest.param(
            {"text": "Vino", "given_for": "group", "place": 1, "group": "A"}, "no_such_place", id="no groups"
        ),
        pytest.param({"text": "Vino"}, "prize_place_missing", id="for no place"),
        pytest.param({"text": "   ", "place": 1}, "invalid", id="a blank text"),
        pytest.param({"text": "Vino", "given_for": "category"}, "prize_category_missing", id="for nobody"),
        pytest.param({"text": "Vino", "place": 1, "is_money": True}, "prize_money_missing", id="no money"),
        pytest.param({"text": "Vino", "place": 1, "value": 10**12}, "invalid", id="worth a fortune"),
        pytest.param({"text": "Vino", "place": 1, "value": -5}, "invalid", id="worth less than nothing"),
        pytest.param({"text": "Vino", "place": 1, "value": 1.5}, "invalid", id="half a cent"),
        pytest.param({"text": "Vino", "place": 1, "worth": 1}, "invalid", id="an unknown field"),
        pytest.param({"text": "Vi\u0000no", "place": 1}, "invalid", id="an invisible letter"),
        pytest.param({"text": "x" * 121, "place": 1}, "prize_text_too_long", id="too long"),
    ],
)
def test_invalid_prize_is_refused_with_status_400(sent: dict[str, Any], code: str) -> None:
    tournament = drawn_tournament(8)
    answer = caller(tournament).post(address(tournament), sent, format="json")
    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("application/problem+json")
    if code != "invalid":
        assert answer.json()["code"] == code
    assert not tournament.prizes.exists()


def test_prize_action_at_the_wrong_time_is_refused_with_status_409() -> None:
    tournament = played(4, official=False)
    prize, by_hand = a_prize(tournament), a_category(tournament)
    desk = caller(tournament)
    refusals = {
        "not_official": desk.post(address(tournament, prize.pk, "hand-over"), {}, format="json"),
        "prize_not_handed_over": desk.post(address(tournament, prize.pk, "take-back"), {}, format="json"),
        "prize_nobodys": desk.post(address(tournament, by_hand.pk, "hand-over"), {}, format="json"),
        "given_by_standings": desk.patch(address(tournament, prize.pk), {"team": None}, format="json"),
    }
    for code, answer in refusals.items():
        assert (answer.status_code, answer.json()["code"]) == (409, code)


def test_prize_of_another_tournament_returns_404() -> None:
    tournament, other = played(4), drawn_tournament(4, name="Altro")
    prize = a_prize(other)
    desk = caller(tournament)
    assert desk.delete(address(tournament, prize.pk)).status_code == 404
    assert desk.post(address(tournament, prize.pk, "hand-over"), {}, format="json").status_code == 404
    stranger = desk.post(
        address(tournament, a_prize(tournament).pk, "hand-over"), {"team": str(uuid4())}, format="json"
    )
    assert (stranger.status_code, stranger.json()["code"]) == (400, "not_theirs")


@pytest.mark.parametrize("prizes", [1, 6])
def test_list_of_prizes_needs_no_extra_queries_for_many_prizes(
    prizes: int, django_assert_num_queries: Any
) -> None:
    tournament = played()
    for place in range(1, prizes + 1):
        a_prize(tournament, place=place)
    desk = caller(tournament)
    with django_assert_num_queries(9):
        desk.get(address(tournament))
