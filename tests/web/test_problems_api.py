"""Problem documents: all API errors, including errors of the framework, have the same format."""

from typing import Any

import pytest
from django.test import Client, override_settings
from rest_framework.exceptions import Throttled

from scoring.types import BadEntry, BadSetup, NoPairing, NotNow, Sentence
from tournaments.errors import STATUS_BY_KIND, status_of
from tournaments.web.api import problems

GAMES = "/api/v1/card-games/"


def test_unknown_url_returns_a_problem_document(call: Any) -> None:
    answer = call.get("/api/v1/nowhere/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_unknown_object_returns_a_problem_document(call: Any) -> None:
    answer = call.get(f"{GAMES}bridge/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options", "trace"])
def test_response_to_a_method_that_is_not_allowed_lists_the_allowed_methods(call: Any, method: str) -> None:
    answer = call.generic(method.upper(), GAMES)
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, HEAD"


def test_media_type_that_is_not_available_returns_406(call: Any) -> None:
    answer = call.get(GAMES, headers={"accept": "text/html"})
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


def test_server_error_is_a_problem_document_without_details(
    call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("scoring.sheet.api.describe", fail)
    call.raise_request_exception = False
    answer = call.get(GAMES)
    assert (answer.status_code, answer.json()["code"]) == (500, "error")
    assert b"secret" not in answer.content


def test_response_to_a_throttled_request_states_the_seconds_to_wait() -> None:
    answer = problems.problem_response(Throttled(wait=7.2), {})
    assert answer is not None
    assert (answer.status_code, answer.data["code"], answer.headers["Retry-After"]) == (429, "throttled", "8")


@override_settings(ALLOWED_HOSTS=["club.example"])
def test_unknown_host_returns_a_problem_document() -> None:
    answer = Client().get(GAMES, headers={"host": "evil.example"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, problems.MEDIA_TYPE)


@pytest.mark.parametrize(
    ("kind", "status"), [(BadEntry, 400), (BadSetup, 400), (NotNow, 409), (NoPairing, 409)]
)
def test_every_kind_of_rule_error_is_mapped_to_an_http_status(kind: Any, status: int) -> None:
    assert status_of(kind("code", Sentence("Because."))) == status
    assert set(STATUS_BY_KIND) == {BadEntry, BadSetup, NotNow, NoPairing}


@pytest.mark.parametrize(("language", "title"), [("en", "There is nothing"), ("it", "")])
def test_problem_document_is_in_the_language_of_the_request(call: Any, language: str, title: str) -> None:
    answer = call.get("/api/v1/nowhere/", headers={"accept-language": language})
    assert answer.headers["Content-Language"] == language
    assert answer.json()["detail"].startswith(title)


def test_each_problem_of_a_request_body_has_the_json_pointer_of_its_field() -> None:
    walked = list(problems._walk({"a/b": [{"c": ["wrong"]}, {}], "non_field_errors": ["all wrong"]}, ""))
    assert [fault["where"] for fault in walked] == ["/a~1b/0/c", ""]
