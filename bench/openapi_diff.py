"""Comparison of two OpenAPI documents for API clients: `python -m bench.openapi_diff OLD NEW`.

Print one line per difference: `-` lost, `+` added, `~` changed. Exit with 1 if anything is lost or changed.
Descriptions and titles are not compared. References are followed, so a schema may move to a component.
`anyOf` and `oneOf` are treated alike, and an object without `additionalProperties` accepts additional
properties.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

METHODS = ("get", "put", "post", "delete", "patch")
PROSE = {"description", "title", "summary", "example", "examples"}
CHILDREN = {"$ref", "properties", "required", "items", "prefixItems", "allOf", "anyOf", "oneOf"}
STEPS = {"prefixItems": "item", "allOf": "all", "anyOf": "choice", "oneOf": "choice"}
NULL = {"type": "null"}

Facts = dict[str, str]


def facts_of(document: Mapping[str, Any]) -> Facts:
    """Return the properties of an OpenAPI document that matter to clients, by their path in the document."""
    facts: Facts = {f"schema {name}": "" for name in document["components"]["schemas"]}
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                place = f"{method.upper()} {path}"
                facts |= _operation(document, item[method], place)
    return facts


def _operation(document: Mapping[str, Any], operation: Mapping[str, Any], place: str) -> Facts:
    """Return the properties of one operation, by their path in the document."""
    facts = {place: json.dumps([operation["operationId"], operation.get("security")])}
    for parameter in operation.get("parameters", ()):
        at = f"{place} {parameter['in']} {parameter['name']}"
        facts[at] = "required" if parameter.get("required") else "optional"
        facts |= _schema(document, parameter["schema"], f"{at} schema")
    if "requestBody" in operation:
        body = operation["requestBody"]
        facts[f"{place} body"] = "required" if body.get("required") else "optional"
        facts |= _content(document, body, f"{place} body")
    for status, response in operation["responses"].items():
        facts[f"{place} {status}"] = " ".join(sorted(response.get("headers", {})))
        facts |= _content(document, response, f"{place} {status}")
    return facts


def _content(document: Mapping[str, Any], message: Mapping[str, Any], place: str) -> Facts:
    """Return the properties of a request or response body, for each media type."""
    facts: Facts = {}
    for media_type, content in message.get("content", {}).items():
        facts |= _schema(document, content.get("schema", {}), f"{place} {media_type} ")
    return facts


def _schema(
    document: Mapping[str, Any], schema: Any, place: str, names: Sequence[str] = (), presence: str = ""
) -> Facts:
    """Return the properties of a JSON Schema and its nested schemas; recursive schemas are not repeated."""
    schema, names, nullable = _resolved(document, schema, names)
    if schema is None:
        return {place: f"{presence}{names[-1]}{' or null' if nullable else ''}"}
    remaining = {key: value for key, value in schema.items() if key not in PROSE | CHILDREN}
    types = remaining.pop("type", [])
    kinds = {types} if isinstance(types, str) else set(types)
    if nullable or None in remaining.get("enum", ()):
        kinds.add("null")
    if "enum" in remaining:
        remaining["enum"] = sorted(map(str, {*remaining["enum"]} - {None}))
    if remaining.get("additionalProperties") is not False:
        remaining.pop("additionalProperties", None)
    facts = {place: presence + json.dumps({"type": sorted(kinds), **remaining}, sort_keys=True)}
    for step, child, child_presence in _children(schema):
        facts |= _schema(document, child, place + step, names, child_presence)
    return facts


def _resolved(
    document: Mapping[str, Any], schema: Any, names: Sequence[str]
) -> tuple[dict[str, Any] | None, Sequence[str], bool]:
    """Resolve a schema's references; return the schema, the names followed, and whether null is allowed.

    The returned schema is None if a reference leads back to a schema named in `names`.
    """
    nullable = False
    while True:
        choices = [each for key in ("allOf", "anyOf", "oneOf") for each in schema.get(key, ())]
        other_values = [each for each in choices if each != NULL]
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if name in names:
                return None, [*names, name], nullable
            names = [*names, name]
            schema = document["components"]["schemas"][name] | {
                k: v for k, v in schema.items() if k != "$ref"
            }
        elif len(other_values) == 1:
            nullable = nullable or NULL in choices
            plain = ("allOf", "anyOf", "oneOf")
            remaining = {key: value for key, value in schema.items() if key not in plain}
            schema = remaining | other_values[0]
        else:
            return dict(schema), names, nullable


def _children(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield (path, schema, presence) for each nested schema; presence: "required ", "optional " or empty."""
    for name, child in schema.get("properties", {}).items():
        yield f"/{name}", child, "required " if name in schema.get("required", ()) else "optional "
    if isinstance(schema.get("items"), dict):
        yield "/[]", schema["items"], ""
    if schema.get("additionalProperties") not in (None, True, False, {}):
        yield "/{}", schema["additionalProperties"], ""
    for key, step in STEPS.items():
        for number, child in enumerate(schema.get(key, ())):
            yield f"/{step} {number}", child, ""


def differences(old: Facts, new: Facts) -> list[str]:
    """Return one line for each difference, sorted by path."""
    lines = []
    for place in sorted(old.keys() | new.keys()):
        before, after = old.get(place), new.get(place)
        if after is None:
            lines.append(f"- {place}: {before}")
        elif before is None:
            lines.append(f"+ {place}: {after}")
        elif before != after:
            lines.append(f"~ {place}: {before} -> {after}")
    return lines


def main(arguments: Sequence[str]) -> int:
    """Compare two OpenAPI files and print the differences; return the exit code."""
    old, new = (facts_of(yaml.load(Path(name).read_text(), yaml.CSafeLoader)) for name in arguments)
    lines = differences(old, new)
    print("\n".join(lines) or "The two descriptions are equal.")
    return int(any(not line.startswith("+") for line in lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
