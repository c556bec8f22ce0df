"""Tests that the site stays usable during floods of entry requests from one or many IP addresses.

The test suite sends few requests; `make requests` sends all 10,000.
"""

import os
from datetime import datetime, timedelta
from itertools import count

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.types import NotNow
from tests.requests.builders import PHONE, an_open_tournament
from tournaments.models import Tournament
from tournaments.requests import rules
from tournaments.requests.selectors import tray
from tournaments.requests.services.requests import ask
from tournaments.requests.services.throttle import count_request

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(3_600), pytest.mark.sweep]

FULL_RUN = os.environ.get("ASKING") == "whole"
REQUESTS, ADDRESSES = (10_000, 500) if FULL_RUN else (400, 40)
NUMBERS = count(1)
HALL = "192.0.2.77"


def send(tournament: Tournament, address: str, at: datetime) -> bool:
    """Send one entry request through the same checks as the form; return False if a limit is exceeded."""
    number = next(NUMBERS)
    try:
        count_request(tournament, address, None, at=at)
        names = [f"Robot {number}", f"Macchina {number}"]
        ask(tournament, names=names, phone=PHONE, consent=1, at=at)
    except NotNow as refusal:
        return refusal.code != "too_many_requests"
    return True


@pytest.mark.parametrize("addresses", [1, ADDRESSES])
@pytest.mark.parametrize("accepts", ["at_once", "one_by_one"])
def test_desk_can_work_and_a_real_pair_can_enter_during_a_flood_of_requests(
    addresses: int, accepts: str
) -> None:
    tournament = an_open_tournament(places=16, accepts=accepts)
    began, honest, accepted_count = timezone.now(), 0, 0
    for number in range(REQUESTS):
        at = began + timedelta(milliseconds=100 * number)
        address = f"198.51.{number % addresses // 250}.{number % addresses % 250}"
        accepted_count += send(tournament, address, at)
        if number % (REQUESTS // 4) == REQUESTS // 4 - 1:
            honest += send(tournament, f"{HALL}{number // (REQUESTS // 4)}", at)
    calm = max(rules.CALM, rules.A_FLOOD * 16)
    assert honest == 4
    assert accepted_count <= (rules.A_ROOM if addresses == 1 else calm + addresses)
    with CaptureQueriesContext(connection) as queries:
        tray_view = tray(Tournament.objects.get(pk=tournament.pk))
    assert len(queries) <= 9
    assert len(tray_view.rows) <= 100
    print(f"{REQUESTS} from {addresses}, {accepts}: {accepted_count} taken, tray of {len(tray_view.rows)}")


def test_many_pairs_can_enter_from_one_shared_ip_address() -> None:
    tournament = an_open_tournament(places=40)
    assert all(send(tournament, HALL, timezone.now()) for _pair in range(rules.A_ROOM))


def test_addresses_of_one_ipv6_network_share_a_request_limit() -> None:
    tournament = an_open_tournament()
    acceptances = [send(tournament, f"2001:db8:0:1::{number:x}", timezone.now()) for number in range(1, 33)]
    assert acceptances == [True] * rules.A_ROOM + [False] * 2
    assert send(tournament, "2001:db8:0:2::1", timezone.now())


def test_number_of_open_entry_requests_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_REQUESTS", 5)
    tournament = an_open_tournament(accepts="one_by_one")
    acceptances = [send(tournament, f"192.0.2.{number}", timezone.now()) for number in range(7)]
    assert acceptances == [True] * 5 + [False] * 2
