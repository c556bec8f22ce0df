"""Hands sent from two tables through a faulty network are neither lost nor duplicated.

`make phones` plays the whole recorded tournament of sixteen teams (`whole_evening.py`).
"""

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.faults.origins import Reached
from tests.faults.phone_evening import PhoneEvening, Seat, phones
from tests.faults.phones import believing
from tests.faults.proxy import FAULTS, FaultyNetwork
from tests.faults.tables import Standing
from tests.servers.site import embedded_site

pytestmark = [pytest.mark.browser, pytest.mark.site]

EACH = 3  # hands at each of the two tables


WITHOUT_CONSTRAINTS = """
from django.db import connection, models
from scoring.models import SheetEvent
known = SheetEvent._meta.constraints
unique = [each for each in known if isinstance(each, models.UniqueConstraint)]
gone = [each for each in unique if each.name != "sheet_event_seq"]
SheetEvent._meta.constraints = [each for each in known if each not in gone]
with connection.schema_editor() as editor:
    for each in sorted(gone, key=lambda each: each.condition is None):
        editor.remove_constraint(SheetEvent, each)
"""


def some_hands(stack: ExitStack, playwright: Playwright, folder: Path, site: Reached) -> None:
    """Enter hands on phones at the first two tables; compare the sheets with these hands."""
    evening = PhoneEvening(site)
    stack.callback(evening.site.close)
    ready = sorted(evening.ready().items())
    seats = [Seat(evening, phone) for phone in phones(stack, playwright, folder, 2, site)]
    for seat, (label, at) in zip(seats, ready, strict=False):
        seat.sit_down(label, *at, most=EACH)
    wanted = {seat.match: [body for _game, _hand, body in seat.left] for seat in seats}
    for _hand in range(EACH):
        for seat in seats:
            seat.write_one()
    for seat in seats:
        seat.wait_until_sent()
    assert {match: evening.hands(match) for match in wanted} == wanted
    assert evening.facts() == {"hand": 2 * EACH}
    assert sum(site.network.done[fault] for fault in FAULTS) > 0


@pytest.mark.timeout(240)
def test_hands_through_a_faulty_network_are_neither_lost_nor_duplicated(
    playwright: Playwright, tmp_path: Path, embedded: Standing
) -> None:
    with FaultyNetwork(embedded.site.port, seed=1, longest=3.0) as network, ExitStack() as stack:
        some_hands(stack, playwright, tmp_path, Reached(embedded, network))


@pytest.mark.timeout(240)
def test_hands_behind_a_wifi_portal_are_lost_if_the_response_is_not_checked(
    playwright: Playwright, tmp_path: Path, embedded: Standing
) -> None:
    with FaultyNetwork(embedded.site.port, seed=1, longest=1.0) as network, ExitStack() as stack:
        reached = Reached(embedded, network)
        evening = PhoneEvening(reached)
        stack.callback(evening.site.close)
        label, (match, code) = min(evening.ready().items())
        seat = Seat(evening, phones(stack, playwright, tmp_path, 1, reached)[0])
        seat.phone.context.route(
            "**/outbox.*.js", lambda route: route.fulfill(body=believing(), content_type="text/javascript")
        )
        seat.sit_down(label, match, code, most=1)
        network.only("portal")
        seat.write_one()
        seat.wait_until_sent()
        network.only("")
        assert evening.hands(match) == []


@pytest.mark.timeout(240)
def test_hands_are_duplicated_without_the_unique_constraints(playwright: Playwright, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    with embedded_site(folder) as site, ExitStack() as stack:
        site.manage("shell", "--no-imports", "-c", WITHOUT_CONSTRAINTS)
        network = stack.enter_context(FaultyNetwork(site.port, seed=1, longest=1.0))
        reached = Reached(Standing(site, site.organise()), network)
        evening = PhoneEvening(reached)
        stack.callback(evening.site.close)
        label, (match, code) = min(evening.ready().items())
        seat = Seat(evening, phones(stack, playwright, tmp_path, 1, reached)[0])
        seat.sit_down(label, match, code, most=1)
        network.only("duplicate")
        seat.write_one()
        seat.wait_until_sent()
        assert evening.facts()["hand"] > 1
