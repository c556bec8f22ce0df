"""Request bodies that are not strict JSON are refused before they are processed."""

import time
from typing import Any

import pytest

CHECK = "/api/v1/sheets/check/"

BODIES = {
    "not JSON": (b"{", "not_json"),
    "two of a key": (b'{"card_game": "mariglia", "card_game": "marianna"}', "doubled_key"),
    "NaN": (b'{"card_game": NaN}', "not_a_number"),
    "deep": (b"[" * 900_000, "too_deep"),
    "deep and whole": (b"[" * 500 + b"]" * 500, "too_deep"),
    "half a letter": (b'{"card_game": "\\ud800"}', "bad_character"),
    "a zero": (b'{"card_game": "\\u0000"}', "bad_character"),
    "latin-1": ('{"card_game": "è"}'.encode("latin-1"), "bad_encoding"),
    "five thousand digits": (b'{"card_game": ' + b"1" * 5000 + b"}", "number_too_long"),
}


@pytest.mark.parametrize(("body", "code"), BODIES.values(), ids=BODIES)
def test_request_body_that_is_not_strict_json_is_refused(call: Any, body: bytes, code: str) -> None:
    answer = call.post(CHECK, data=body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.timing
@pytest.mark.parametrize("body", [body for body, _code in BODIES.values()], ids=BODIES)
def test_invalid_request_body_takes_less_than_50_ms_of_processor_time(call: Any, body: bytes) -> None:
    call.post(CHECK, data=b"[]", content_type="application/json")
    started = time.thread_time()
    call.post(CHECK, data=body, content_type="application/json")
    assert time.thread_time() - started < 0.05


def test_request_body_of_more_than_a_megabyte_is_refused_before_it_is_read(call: Any) -> None:
    answer = call.post(CHECK, data=b'"' + b"a" * 1024 * 1024 + b'"', content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_only_request_bodies_in_json_are_accepted(call: Any, kind: str) -> None:
    answer = call.post(CHECK, data=b"a=1", content_type=kind)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


def test_request_body_of_unknown_length_is_refused(call: Any) -> None:
    answer = call.generic("POST", CHECK, headers={"transfer-encoding": "chunked"})
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")
