"""How long a request has is counted from when it came, not from when another one on its connection did."""

from typing import Any

import pytest

from config.patience import ARRIVED, PATIENCE, arrived, begin, left


@pytest.fixture(autouse=True)
def no_request() -> Any:
    """Leave the context as it was."""
    token = arrived.set(None)
    yield
    arrived.reset(token)


def test_a_request_in_the_context_of_an_earlier_one_has_its_own_time() -> None:
    earlier: dict[str, Any] = {}
    begin(earlier)
    earlier[ARRIVED] -= 2 * PATIENCE
    begin(earlier)
    assert (left() or 0) < 0
    begin({})
    assert (left() or 0) > PATIENCE / 2


def test_who_waited_before_a_room_has_the_less_time_inside() -> None:
    request: dict[str, Any] = {}
    begin(request)
    request[ARRIVED] -= 1.0
    begin(request)
    assert (left() or 0) <= PATIENCE - 1.0
