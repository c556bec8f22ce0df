"""Tests of the comparison of two OpenAPI files: everything removed or changed is reported."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.openapi_diff import differences, facts_of, main

TEAM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "description": "The name."},
        "state": {"type": "string", "enum": ["here", "left"]},
        "seed": {"type": ["integer", "null"], "minimum": 1},
        "partner": {"oneOf": [{"$ref": "#/components/schemas/Team"}, {"type": "null"}]},
    },
    "required": ["name", "state"],
    "additionalProperties": False,
}
DOCUMENT: dict[str, Any] = {
    "paths": {
        "/teams/": {
            "get": {
                "operationId": "teams",
                "security": [{"token": []}],
                "parameters": [{"in": "query", "name": "search", "schema": {"type": "string"}}],
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {
                                "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Team"}}
                            }
                        }
                    },
                    "304": {"description": "Unchanged."},
                },
            },
            "post": {
                "operationId": "add_team",
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Team"}}},
                },
                "responses": {"204": {}},
            },
        }
    },
    "components": {"schemas": {"Team": TEAM}},
}

Change = Callable[[dict[str, Any], dict[str, Any], dict[str, Any]], Any]
FIELD = "GET /teams/ 200 application/json /[]"
LOSSES: dict[str, tuple[Change, str]] = {
    "operation": (lambda paths, _get, _team: paths["/teams/"].pop("post"), "- POST /teams/"),
    "name of an operation": (
        lambda _paths, get, _team: get.update(operationId="all_teams"),
        "~ GET /teams/",
    ),
    "parameter": (lambda _paths, get, _team: get["parameters"].clear(), "- GET /teams/ query search"),
    "optional parameter": (
        lambda _paths, get, _team: get["parameters"][0].update(required=True),
        "~ GET /teams/ query search",
    ),
    "status": (lambda _paths, get, _team: get["responses"].pop("304"), "- GET /teams/ 304"),
    "required body": (
        lambda paths, _get, _team: paths["/teams/"]["post"]["requestBody"].pop("required"),
        "~ POST /teams/ body",
    ),
    "access without an account": (lambda _paths, get, _team: get.pop("security"), "~ GET /teams/"),
    "field": (lambda _paths, _get, team: team["properties"].pop("seed"), f"- {FIELD}/seed"),
    "required field": (lambda _paths, _get, team: team["required"].remove("name"), f"~ {FIELD}/name"),
    "null": (
        lambda _paths, _get, team: team["properties"]["seed"].update(type="integer"),
        f"~ {FIELD}/seed",
    ),
    "null of a reference": (
        lambda _paths, _get, team: team["properties"]["partner"]["oneOf"].pop(),
        f"~ {FIELD}/partner",
    ),
    "word of an enumeration": (
        lambda _paths, _get, team: team["properties"]["state"]["enum"].pop(),
        f"~ {FIELD}/state",
    ),
    "limit": (lambda _paths, _get, team: team["properties"]["seed"].pop("minimum"), f"~ {FIELD}/seed"),
    "closed object": (lambda _paths, _get, team: team.pop("additionalProperties"), f"~ {FIELD}"),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_comparison_of_api_documents_reports_the_place_of_each_removal_or_change(loss: str) -> None:
    change, line = LOSSES[loss]
    changed = deepcopy(DOCUMENT)
    paths, schemas = changed["paths"], changed["components"]["schemas"]
    change(paths, paths["/teams/"]["get"], schemas["Team"])
    lines = differences(facts_of(DOCUMENT), facts_of(changed))
    assert any(each.startswith(f"{line}:") for each in lines), lines


def test_comparison_reports_the_name_of_a_removed_component() -> None:
    changed = deepcopy(DOCUMENT)
    changed["components"]["schemas"]["Pair"] = TEAM
    assert differences(facts_of(changed), facts_of(DOCUMENT)) == ["- schema Pair: "]


def test_comparison_treats_any_of_and_one_of_as_equal() -> None:
    documents = deepcopy(DOCUMENT), deepcopy(DOCUMENT)
    for document, key in zip(documents, ("anyOf", "oneOf"), strict=True):
        seat = {key: [{"type": "integer"}, {"type": "string"}]}
        document["components"]["schemas"]["Team"]["properties"]["seat"] = seat
    assert differences(*map(facts_of, documents)) == []


@pytest.mark.parametrize("is_open", [True, {}])
def test_comparison_treats_additional_properties_as_allowed_by_default(is_open: object) -> None:
    first, second = deepcopy(DOCUMENT), deepcopy(DOCUMENT)
    first["components"]["schemas"]["Team"].pop("additionalProperties")
    second["components"]["schemas"]["Team"]["additionalProperties"] = is_open
    assert differences(facts_of(first), facts_of(second)) == []


def test_comparison_ignores_descriptions_and_schemas_moved_to_components() -> None:
    changed = deepcopy(DOCUMENT)
    changed["components"]["schemas"]["Team"]["properties"]["name"]["description"] = "Another text."
    changed["components"]["schemas"]["Search"] = {"type": "string"}
    parameter = changed["paths"]["/teams/"]["get"]["parameters"][0]
    parameter["schema"] = {"$ref": "#/components/schemas/Search"}
    assert differences(facts_of(DOCUMENT), facts_of(changed)) == ["+ schema Search: "]


@pytest.mark.parametrize("is_loss", [False, True])
def test_exit_status_is_1_only_if_something_was_removed_or_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], is_loss: bool
) -> None:
    other = deepcopy(DOCUMENT)
    other["components"]["schemas"]["Team"]["properties"]["club"] = {"type": "string"}
    for name, document in (("smaller", DOCUMENT), ("larger", other)):
        (tmp_path / name).write_text(yaml.dump(document))
    names = ("larger", "smaller") if is_loss else ("smaller", "larger")
    assert main([str(tmp_path / name) for name in names]) == is_loss
    assert f"{'-' if is_loss else '+'} {FIELD}/club: optional" in capsys.readouterr().out
