"""The OpenAPI description of the API: valid, complete, without warnings."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from scoring.games import CARD_GAMES
from tests.web.test_every_call_api import MAY

pytestmark = pytest.mark.alike


def test_openapi_description_is_valid_and_has_no_warnings() -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=StringIO())


def test_every_api_call_is_in_the_openapi_description(description: dict[str, Any]) -> None:
    described = {
        f"{method.upper()} {address.removeprefix('/api/v1/').replace('{', '<').replace('}', '>')}"
        for address, methods in description["paths"].items()
        for method in methods
    }
    assert described == set(MAY) - {"GET schema/", "GET docs/"}


def test_every_api_call_has_the_same_error_response(description: dict[str, Any]) -> None:
    for methods in description["paths"].values():
        for operation in methods.values():
            failure = operation["responses"]["default"]["content"]["application/problem+json"]
            assert failure == {"schema": {"$ref": "#/components/schemas/Failure"}}


def unnamed_objects(schema: Any, place: str) -> Iterator[str]:
    """Yield the path of each object whose properties are defined inline in `schema`."""
    if isinstance(schema, dict):
        if "properties" in schema:
            yield place
        for key, child in schema.items():
            yield from unnamed_objects(child, f"{place}/{key}")
    elif isinstance(schema, list):
        for number, child in enumerate(schema):
            yield from unnamed_objects(child, f"{place}/{number}")


def test_every_object_in_a_response_is_described_by_a_serializer(description: dict[str, Any]) -> None:
    places = [
        place
        for address, methods in description["paths"].items()
        for method, operation in methods.items()
        for place in unnamed_objects(operation["responses"], f"{method} {address}")
    ]
    components: dict[str, Any] = description["components"]["schemas"]
    for name, schema in components.items():
        if name != "GameOfHands":  # the hand of each card game is derived from its definition
            places += unnamed_objects(list(schema.get("properties", {}).values()), name)
    assert places == []


def test_openapi_description_contains_the_hand_of_every_card_game(description: dict[str, Any]) -> None:
    hand = description["paths"]["/api/v1/matches/{match_id}/games/{game}/hands/{hand}/"]["put"]
    shapes = hand["requestBody"]["content"]["application/json"]["schema"]["anyOf"]
    assert [shape["title"] for shape in shapes] == list(CARD_GAMES)


@pytest.mark.parametrize("address", ["schema/", "schema/?format=json", "docs/"])
def test_openapi_description_and_documentation_page_are_served(call: Any, db: None, address: str) -> None:
    assert call.get(f"/api/v1/{address}").status_code == 200


def test_documentation_page_loads_nothing_from_other_sites(call: Any, db: None) -> None:
    page = call.get("/api/v1/docs/").content.decode()
    assert "://" not in page.replace("http://testserver", "")
