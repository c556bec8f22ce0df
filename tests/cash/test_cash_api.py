"""API of the cash book: payments, reversals, carnets (prepaid passes), closing and permissions."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.authtoken.models import Token

from tests import builders
from tests.cash.cashbox import acting, an_evening, team
from tournaments.cash import services
from tournaments.entries.services.entries import withdraw_team
from tournaments.models import CashLine, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def door(client):
    """Return a function that acts as a check-in helper and sends API requests about a tournament."""
    tournament = an_evening()
    token = Token.objects.create(user=builders.an_account("efisio", "door", tournament)).key

    def call(method, path, body=None):
        send = getattr(client, method)
        headers = {"Authorization": f"Token {token}"}
        where = f"/api/v1/tournaments/{tournament.slug}/{path}"
        answer = send(where, body, headers=headers, **({"content_type": "application/json"} if body else {}))
        return answer.status_code, answer.json()

    call.evening = tournament  # type: ignore[attr-defined]
    return call


def test_cash_book_and_its_entries_have_the_fields_of_the_api_contract(door):
    first, second = team(door.evening, 1), team(door.evening, 2)
    status, line = door("post", "payments/", {"team": str(first.pk), "amount": 1000, "method": "cash"})
    assert (status, line["kind"], line["amount"], line["stands"]) == (201, "payment", 1000, True)
    status, now = door("get", "cash/")
    assert status == 200
    assert (now["due"], now["paid"], now["waived"]) == (4000, 1000, 0)
    assert now["by_method"] == {"cash": 1000, "transfer": 0, "card": 0, "voucher": 0}
    assert {"team": str(second.pk), "amount": 1000} in now["open"]
    assert len(now["open"]) == 3
    status, counter = door("post", f"payments/{line['id']}/reverse/", {})
    assert (status, counter["amount"], counter["reverses"]) == (201, -1000, line["id"])
    assert door("get", "cash/")[1]["paid"] == 0
    assert door("post", f"payments/{line['id']}/reverse/", {})[1]["code"] == "reversed_already"


@pytest.mark.databases
def test_amount_due_equals_the_sum_of_paid_waived_and_open_amounts_after_a_withdrawal(door):
    first = team(door.evening)
    team_id = str(first.pk)
    door("post", "payments/", {"team": team_id, "amount": 600, "method": "card"})
    door("post", "waivers/", {"team": str(team(door.evening, 2).pk), "amount": 300, "reason": "ospiti"})
    withdraw_team(first, **acting())
    now = door("get", "cash/")[1]
    assert {"team": team_id, "amount": -600} in now["open"]
    assert now["due"] == now["paid"] + now["waived"] + sum(each["amount"] for each in now["open"])
    status, problem = door("post", "payments/", {"team": team_id, "amount": 400, "method": "cash"})
    assert (status, problem["code"]) == (409, "team_gone")


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"amount": 0}, 400, "amount_range"),
        ({"amount": -1000}, 400, "amount_range"),
        ({"amount": 10**12}, 400, "amount_range"),
        ({"amount": 1001}, 409, "overpaid"),
        ({"amount": 10.5}, 400, "bad_request"),
        ({"amount": "10"}, 400, "bad_request"),
        ({"method": "bitcoin"}, 400, "bad_request"),
        ({"team": str(uuid4())}, 400, "unknown_team"),
        ({"team": "1"}, 400, "bad_request"),
        ({"carnet": str(uuid4())}, 400, "carnet_no_voucher"),
        ({"carnet": str(uuid4()), "method": "voucher"}, 400, "unknown_carnet"),
        ({"colour": "red"}, 400, "bad_request"),
    ],
)
def test_invalid_payment_is_refused_with_an_error_code(door, more, status, code):
    body = {"team": str(team(door.evening).pk), "amount": 1000, "method": "cash"} | more
    answered, problem = door("post", "payments/", body)
    assert (answered, problem["code"]) == (status, code)
    assert not CashLine.objects.exists()


@pytest.mark.databases
def test_payment_repeated_with_the_same_key_is_stored_once(door):
    body = {"team": str(team(door.evening).pk), "amount": 1000, "method": "cash", "key": "a"}
    first, again = door("post", "payments/", body), door("post", "payments/", body)
    assert (first[0], again[0], first[1]["id"]) == (201, 200, again[1]["id"])
    assert door("post", "payments/", body | {"amount": 500})[1]["code"] == "key_differs"
    assert door("get", "cash/")[1]["paid"] == 1000


@pytest.mark.databases
def test_cash_float_expenses_and_cash_closing_are_recorded_over_the_api(door):
    assert door("post", "cash/float/", {"amount": 5000})[0] == 201
    assert door("post", "expenses/", {"text": "Sei mazzi", "amount": 1200, "receipt": "12"})[0] == 201
    assert door("post", "expenses/", {"text": "Prosciutto", "amount": 800, "prize": True})[0] == 201
    status, row = door("post", "cash/close/", {"counted": 2800, "explanation": "Resto sbagliato"})
    assert (status, row["expected"], row["difference"], row["explanation"]) == (
        201,
        3000,
        -200,
        "Resto sbagliato",
    )
    now = door("get", "cash/")[1]
    assert now["drawer"] == {
        "float": 5000, "fees": 0, "carnets": 0, "expenses": 1200, "prizes": 800, "expected": 3000,
    }  # fmt: skip
    assert [each["text"] for each in now["lines"]] == ["", "Sei mazzi", "Prosciutto"]
    assert now["closes"] == [row]
    assert door("post", "cash/close/", {"counted": -1})[1]["code"] == "counted_range"


@pytest.mark.databases
def test_carnet_is_sold_to_players_of_the_tournament_only(door):
    stranger = Person.objects.exclude(seats__tournament=door.evening).first()
    player = team(door.evening).seats.order_by("position")[0].person
    body = {"person": str(player.pk), "evenings": 10, "amount": 9000, "method": "cash"}
    assert door("post", "carnets/", body | {"person": str(uuid4())})[1]["code"] == "unknown_person"
    assert stranger is None
    status, carnet = door("post", "carnets/", body)
    assert (status, carnet["number"], carnet["remaining"]) == (201, 1, 10)
    assert door("get", "carnets/")[1] == {"carnets": [carnet]}
    paid = {"team": str(team(door.evening).pk), "amount": 1000, "method": "voucher", "carnet": carnet["id"]}
    assert door("post", "payments/", paid)[0] == 201
    assert door("get", "carnets/")[1]["carnets"][0]["remaining"] == 9


@pytest.mark.databases
def test_cash_book_needs_no_extra_queries_for_many_payments(door):
    counts = []
    for number in (1, 2, 3):
        services.pay(door.evening, team(door.evening, number).pk, 1000, "cash", **acting())
        with CaptureQueriesContext(connection) as queries:
            door("get", "cash/")
        counts.append(len(queries))
    assert len(set(counts)) == 1


@pytest.mark.parametrize("role", ["tables", "speaker", ""])
def test_cash_book_is_forbidden_to_anonymous_visitors_and_roles_without_permission(client, role):
    tournament = an_evening()
    line = services.pay(tournament, team(tournament).pk, 1000, "cash", **acting()).line
    headers = {}
    if role:
        token = Token.objects.create(user=builders.an_account(role, role, tournament)).key
        headers = {"Authorization": f"Token {token}"}
    where = f"/api/v1/tournaments/{tournament.slug}/"
    assert client.get(f"{where}cash/", headers=headers).status_code == (403 if role else 401)
    assert client.get(f"{where}carnets/", headers=headers).status_code == (403 if role else 401)
    for path in ("payments/", "waivers/", "expenses/", "cash/float/", "cash/close/", "carnets/",
                 f"payments/{line.pk}/reverse/"):  # fmt: skip
        assert client.post(f"{where}{path}", headers=headers).status_code == (403 if role else 401)
    for path in ("teams/", "matches/"):
        assert "1000" not in client.get(f"{where}{path}").content.decode()
