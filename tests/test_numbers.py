"""Numbers that nobody means, in every address and in every field of every form: refused, never a fault."""

import re

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.builders import drawn_tournament, match_of, play_match
from tests.routes import routes
from tests.test_hidden_names import filled
from tests.test_hidden_tournaments import visitors

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

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
ASKED = [
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
ROLES = {
    number: ("organiser",) if place % 3 else ("organiser", "scorer") for place, number in enumerate(NUMBERS)
}
"""Who sends each number: a scorer reaches fewer addresses, and every third number is enough to try them."""
NAME = re.compile(r'<(?:input|select|textarea|button)[^>]*?\sname="([^"]+)"')


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: f"{number[:6]} of {len(number)}")
def test_a_number_nobody_means_is_refused_wherever_it_stands(
    number: str, caplog: pytest.LogCaptureFixture
) -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament))
    who = visitors(tournament)
    faults, forms = [], 0
    caplog.set_level("CRITICAL", "django")
    for role in ROLES[number]:
        client: Client = who[role]
        client.raise_request_exception = False
        fields: set[str] = set()
        addresses = []
        for route, _page in routes(get_resolver().url_patterns):
            address = filled(route, tournament, match_of(tournament, "R1.2"))
            if address is None or "logout" in address:
                continue
            addresses.append(address)
            answer = client.get(address, dict.fromkeys(ASKED, number))
            text = answer.getvalue().decode(errors="replace")  # read to its end, so that it is closed
            if answer.status_code >= 500:
                faults.append(f"{role}: GET {address}")
            elif "html" in answer.headers.get("Content-Type", ""):
                fields |= set(NAME.findall(text))
        fields -= {"csrfmiddlewaretoken"}
        forms += len(fields)
        for address in addresses:
            answer = client.post(address, dict.fromkeys(fields, number))
            if answer.status_code >= 500:
                faults.append(f"{role}: POST {address}")
    assert faults == []
    assert forms > 50
