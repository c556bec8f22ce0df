"""Fuzzing of the API: no request causes a server error or a response that the API description does not allow.

The test suite makes one request per call and caller; `make fuzz` makes the number of requests in FUZZ.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis

from tests.web import fuzzing
from tests.web.examples import EXAMPLES
from tests.web.fuzzing import CALLERS, Figures, fuzz
from tournaments.tables import api as clock
from tournaments.tables.services.round_clock import move_round_clock

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(1_800), pytest.mark.sweep]

EACH = int(os.environ.get("FUZZ", "1"))
SEED = int(os.environ.get("SEED", "0"))


@schemathesis.serializer("application/zip")
def bytes_of(_context: schemathesis.SerializationContext, value: Any) -> bytes:
    """Return a request body as bytes: bytes unchanged, any other value as its `repr`."""
    return value if isinstance(value, bytes) else repr(value).encode()


@pytest.fixture(scope="module")
def api(django_db_setup: None, django_db_blocker: Any) -> Any:
    with django_db_blocker.unblock():
        return fuzzing.description()


@pytest.fixture(scope="module")
def all_figures() -> Iterator[Figures]:
    """Yield the object that collects the results of all requests; print the results at the end."""
    figures = Figures()
    yield figures
    print(f"\n{figures.table()}")


@pytest.mark.parametrize("name", EXAMPLES)
def test_malformed_api_requests_cause_no_server_error(
    call: Any, kept_connection: None, api: Any, all_figures: Figures, name: str
) -> None:
    figures = Figures()
    fuzz(call, name, api, EACH, figures, seed=SEED)
    for caller, answers in figures.answers.items():
        all_figures.answers.setdefault(caller, type(answers)())
        all_figures.answers[caller] += answers
    all_figures.reached |= figures.reached
    assert figures.faults == []
    assert figures.reached == {name}
    assert figures.requests >= EACH * len(CALLERS)


def test_fuzzing_finds_a_deliberate_server_error(
    call: Any, kept_connection: None, api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    move = move_round_clock

    def breaks(*args: Any, minutes: int | None = None, **words: Any) -> Any:
        if minutes is not None and not 0 < minutes < 721:
            raise ZeroDivisionError
        return move(*args, minutes=minutes, **words)

    monkeypatch.setattr(clock, "move_round_clock", breaks)
    figures = Figures()
    fuzz(call, "POST tournaments/<slug>/clock/", api, 60, figures)
    assert figures.faults
    assert all("clock" in fault and fault.endswith("500") for fault in figures.faults)
