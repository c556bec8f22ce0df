"""An API test client that validates every response against the OpenAPI description."""

import json
import re
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from jsonschema_rs import Draft202012Validator
from rest_framework.test import APIClient

from tests import builders


class CheckedClient(APIClient):
    """An API client that fails if a response differs from the OpenAPI description."""

    description: dict[str, Any]

    def request(self, **kwargs: Any) -> Any:
        response = super().request(**kwargs)
        check(self.description, kwargs["REQUEST_METHOD"].lower(), response)
        return response


def check(description: dict[str, Any], method: str, response: Any) -> None:
    """Fail if the response to an API request differs from the OpenAPI description."""
    if response.status_code >= 400:
        shape = {"$ref": "#/components/schemas/Failure"}
        assert response.headers["Content-Type"] == "application/problem+json"
        assert response.json()["status"] == response.status_code
    else:
        address = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", response.resolver_match.route)
        if address.endswith(("/schema/", "/docs/")):
            return
        if response.headers.get("Content-Type") == "application/zip":
            described = description["paths"][address][method]["responses"][str(response.status_code)]
            assert described["content"].keys() == {"application/zip"}
            return
        shape = shape_of(description, address, method, str(response.status_code))
    if response.content:
        validator_of(description, shape).validate(response.json())


# Compiled validators by the JSON text of their schema. A compilation takes ten milliseconds.
VALIDATORS: dict[str, Draft202012Validator] = {}


def validator_of(description: dict[str, Any], schema: dict[str, Any]) -> Draft202012Validator:
    """Return the validator of a schema, compiled once per process."""
    text = json.dumps(schema, sort_keys=True)
    if text not in VALIDATORS:
        VALIDATORS[text] = Draft202012Validator(schema | {"components": description["components"]})
    return VALIDATORS[text]


def shape_of(description: dict[str, Any], address: str, method: str, status: str) -> dict[str, Any]:
    answers = description["paths"][address][method]["responses"]
    assert status in answers, f"{method} {address} does not describe the status {status}"
    shape: dict[str, Any] = answers[status].get("content", {}).get("application/json", {}).get("schema", {})
    return shape


@pytest.fixture(scope="session")
def description() -> dict[str, Any]:
    """The OpenAPI description of the API."""
    from config.urls import api_calls

    result: dict[str, Any] = SchemaGenerator(patterns=_under_api(api_calls)).get_schema(public=True)
    return result


def _under_api(patterns: list[Any]) -> list[Any]:
    from django.urls import include, path

    return [path("api/v1/", include((patterns, "api")))]


@pytest.fixture
def call(description: dict[str, Any]) -> CheckedClient:
    """An API client without an account."""
    client = CheckedClient(headers={"accept-language": "en"})
    client.description = description
    return client


@pytest.fixture
def desk(call: CheckedClient, db: None) -> CheckedClient:
    """An API client with the account of an organiser."""
    call.force_authenticate(builders.an_organiser())
    return call
