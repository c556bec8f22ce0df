"""The whole evening of sixteen teams on eight phones through a network full of faults: `make phones`.

A campaign of an hour and more, so the suite does not gather it; SEEDS says how many evenings.
"""

import os
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.faults.hall import Hall, Seat, phones
from tests.faults.proxy import FaultyNetwork
from tests.faults.tables import Standing
from tests.faults.test_evening import DIGEST, HANDS

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(7200)]

FIRST, SEEDS = int(os.environ.get("SEED", "1")), int(os.environ.get("SEEDS", "10"))


@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_the_evening_through_a_faulty_network(
    seed: int, playwright: Playwright, tmp_path: Path, embedded: Standing
) -> None:
    with FaultyNetwork(embedded.site.port, seed=seed) as network, ExitStack() as stack:
        hall = Hall(embedded.site, embedded.token, network)
        stack.callback(hall.site.close)
        seats = [Seat(hall, phone) for phone in phones(stack, playwright, tmp_path, 8, network.port)]
        play_all(hall, seats)
        assert hall.evening.differences() == []
        assert hall.facts()["hand"] == HANDS
        assert not hall.facts().keys() & {"dispute", "correction", "strike"}
        digest = hall.running.manage("verify", hall.evening.slug).stdout.strip()
        assert digest == DIGEST
        print(f"seed {seed}: {dict(network.done)}")


def play_all(hall: Hall, seats: list[Seat]) -> None:
    """A hand at each table in turn; whoever has finished takes the next match that is ready."""
    to_play = sum(len(stage) for stage in hall.evening.recorded.stages)
    taken: set[str] = set()
    while len(taken) < to_play or any(seat.match for seat in seats):
        free = [seat for seat in seats if not seat.match]
        ready = sorted(hall.ready().items()) if free and len(taken) < to_play else []
        for seat, (label, at) in zip(free, [each for each in ready if each[0] not in taken], strict=False):
            taken.add(label)
            seat.sit_down(label, *at)
        for seat in seats:
            if seat.left:
                seat.write_one()
            elif seat.match:
                seat.get_up()
