"""The whole recorded tournament of sixteen teams on eight phones through a faulty network.

`make phones` runs it for more than an hour; it is not part of the suite. SEEDS is the number of tournaments.
"""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.faults.origins import Reached, over_http, over_https
from tests.faults.phone_evening import PhoneEvening, Seat, phones
from tests.faults.test_evening import DIGEST, HANDS

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(7200)]

Over = Callable[[Path, int], AbstractContextManager[Reached]]
FIRST, SEEDS = int(os.environ.get("SEED", "1")), int(os.environ.get("SEEDS", "10"))


@pytest.mark.parametrize("over", [over_http, over_https])
@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_recorded_tournament_is_played_through_a_faulty_network(
    over: Over, seed: int, playwright: Playwright, tmp_path: Path
) -> None:
    with over(tmp_path / "site", seed) as reached, ExitStack() as stack:
        evening = PhoneEvening(reached)
        stack.callback(evening.site.close)
        seats = [Seat(evening, phone) for phone in phones(stack, playwright, tmp_path, 8, reached)]
        play_all(evening, seats)
        assert evening.evening.differences() == []
        assert evening.facts()["hand"] == HANDS
        assert not evening.facts().keys() & {"dispute", "correction", "strike"}
        digest = evening.running.manage("verify", evening.evening.slug).stdout.strip()
        assert digest == DIGEST
        print(f"{over.__name__}, seed {seed}: {dict(reached.network.done)}")


def play_all(evening: PhoneEvening, seats: list[Seat]) -> None:
    """Enter one hand at each table in turn; a free phone starts the next ready match."""
    to_play = sum(len(stage) for stage in evening.evening.recorded.stages)
    started: set[str] = set()
    while len(started) < to_play or any(seat.match for seat in seats):
        free = [seat for seat in seats if not seat.match]
        ready = sorted(evening.ready().items()) if free and len(started) < to_play else []
        for seat, (label, at) in zip(free, [each for each in ready if each[0] not in started], strict=False):
            started.add(label)
            seat.sit_down(label, *at)
        for seat in seats:
            if seat.left:
                seat.write_one()
            elif seat.match and seat.has_sent():
                seat.get_up()
        if not any(seat.left for seat in seats):
            seats[0].phone.page.wait_for_timeout(100)
