"""Unexpected numbers in URLs and form fields are refused without a server error.

`make fuzz` sends all nine test numbers to each URL; `make test-all` sends three of them.
"""

import os
import re
from zlib import crc32

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.builders import drawn_tournament, match_of, play_match
from tests.routes import routes
from tests.test_hidden_names import filled
from tests.test_hidden_tournaments import visitors

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.sweep]

NUMBERS = (
    '{"id": 5, "rawId": [], "response": {"x": null}}',
    "[" * 3_000,
    "9" * 30,
    "9" * 5_000,
    "-1",
    "٣",
    "²",
    "1e9",
    "0x10",
)
PARAMETERS = [
    "turno",
    "albero",
    "parte",
    "pagina",
    "dopo",
    "fase",
    "perche",
    "foglio",
    "gioco",
    "numero",
    "da",
    "a",
    "since",
    "after",
    "stage",
    "round",
    "state",
    "page_size",
    "cursor",
    "passo",
    "segui",
    "cerca",
    "turni",
    "lato",
    "vince",
]
# In each round an address gets another number; nine rounds send them all.
ROUNDS = range(len(NUMBERS) if "FUZZ" in os.environ else 3)
# A scorer, who reaches fewer addresses, takes part in every third round.
SCORER_EVERY = 3
NAME = re.compile(r'<(?:input|select|textarea|button)[^>]*?\sname="([^"]+)"')


def number_for(route: str, turn: int) -> str:
    """Return the test number that is sent to a route in round `turn` of the requests."""
    return NUMBERS[(crc32(route.encode()) + turn) % len(NUMBERS)]


def test_each_url_gets_every_test_number_after_all_rounds_of_requests() -> None:
    for route in ("regia/", "<slug:slug>/turni/"):
        assert {number_for(route, turn) for turn in range(len(NUMBERS))} == set(NUMBERS)


@pytest.mark.parametrize("turn", ROUNDS)
def test_unexpected_number_in_a_parameter_or_field_causes_no_server_error(
    turn: int, caplog: pytest.LogCaptureFixture
) -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament))
    clients = visitors(tournament)
    faults, forms = [], 0
    caplog.set_level("CRITICAL", "django")
    for role in ("organiser", "scorer") if turn % SCORER_EVERY == 0 else ("organiser",):
        client: Client = clients[role]
        client.raise_request_exception = False
        fields: set[str] = set()
        addresses = []
        for route, _page in routes(get_resolver().url_patterns):
            address = filled(route, tournament, match_of(tournament, "R1.2"))
            if address is None or "logout" in address or route == "health/":  # no worker runs here
                continue
            number = number_for(route, turn)
            addresses.append((address, number))
            answer = client.get(address, dict.fromkeys(PARAMETERS, number))
            text = answer.getvalue().decode(errors="replace")  # read the whole response, which closes it
            if answer.status_code >= 500:
                faults.append(f"{role}: GET {address} with {number[:40]}")
            elif "html" in answer.headers.get("Content-Type", ""):
                fields |= set(NAME.findall(text))
        fields -= {"csrfmiddlewaretoken"}
        forms += len(fields)
        for address, number in addresses:
            answer = client.post(address, dict.fromkeys(fields, number))
            if answer.status_code >= 500:
                faults.append(f"{role}: POST {address} with {number[:40]}")
    assert faults == []
    assert forms > 50
