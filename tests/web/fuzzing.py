"""Requests for fuzzing: generated from the API description, and examples with one random change."""

# ruff: noqa: E501  (long values)

import copy
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, seed as seeded, settings

from tests.web.examples import EXAMPLES, Example, Played, scene_of, send
from tests.web.test_every_call_api import come_as

CALLERS = ("organiser", "director", "scorer", "another organiser", "public")

NASTY: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 7, 201, 32_767, 32_768, 2**31, 2**63 - 1, 2**63, -(2**63) - 1, 10**30, 1e308,
    0.5, "", " ", "0", "x" * 600, "\u0000", "\u202e", "\ud83c", "é" * 90, "'; --", "1" * 5_000, [], [[]], [None],
    {}, {"": None}, {"a": {"b": []}}, ["x"] * 300, "9999-12-31T23:59:59+14:00", "0001-01-01T00:00:00Z", "2026-02-30",
    "NaN", "7C AH 10S", "00000000-0000-0000-0000-000000000000",
)  # fmt: skip
HEADERS = ("If-Match", "If-None-Match", "Idempotency-Key", "Replaces", "Accept-Language", "Accept")
OLD = ('"1"', '"2"', "*", "x" * 65, "9" * 5_000, 'W/"0"', "it", "é", "a b c", "text/html")


@dataclass
class Figures:
    """The results of a fuzzing run: response statuses by caller, and a description of each fault."""

    answers: dict[str, Counter[int]] = field(default_factory=dict)
    reached: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    @property
    def requests(self) -> int:
        """The number of requests made so far."""
        return sum(sum(each.values()) for each in self.answers.values())

    def note(self, caller: str, call: str, status: int) -> None:
        """Count a response by caller and status."""
        self.answers.setdefault(caller, Counter())[status] += 1
        if 200 <= status < 300:
            self.reached.add(call)

    def table(self) -> str:
        """Return the counts of response statuses as lines of text."""
        lines = [f"{self.requests} requests, {len(self.reached)} of {len(EXAMPLES)} calls answered with 2xx"]
        for caller, answers in self.answers.items():
            kinds = Counter(dict.fromkeys((2, 3, 4, 5), 0))
            for status, count in answers.items():
                kinds[status // 100] += count
            status_counts = ", ".join(f"{kind}xx {count}" for kind, count in sorted(kinds.items()))
            lines.append(f"{caller}: {sum(answers.values())} ({status_counts})")
        return "\n".join(lines)


def fuzz(client: Any, name: str, api: Any, count: int, figures: Figures, *, seed: int = 0) -> None:
    """Make `count` requests of one API call for each caller; one in eight comes from the API schema."""
    example = EXAMPLES[name]
    evening = scene_of(example, client)
    client.raise_request_exception = False
    described = _described(api, name, count // 8, seed)
    for caller in CALLERS:
        come_as(client, caller, evening)
        requests = Requests(client, name, example, evening, caller, figures)
        random = Random(f"{seed} {name} {caller}")
        requests.make(evening.parameters, _body(example, evening), {})
        for body, headers in described:
            requests.make(evening.parameters, body, headers)
        for parameters, body, headers in spoilt(random, example, evening, count - len(described) - 1):
            requests.make(parameters, body, headers)


@dataclass
class Requests:
    """Requests of one API call by one caller; the changes of each request are rolled back."""

    client: Any
    name: str
    example: Example
    evening: Played
    caller: str
    figures: Figures

    def make(self, parameters: Mapping[str, str], body: Any, headers: Mapping[str, str]) -> None:
        """Make a request; record a fault for a server error or a response that the schema does not allow."""
        example = Example(
            headers={**(self.example.headers or {}), **headers}, content_type=self.example.content_type
        )
        summary = f"{self.caller}: {self.name} {dict(parameters) if parameters != self.evening.parameters else ''} {dict(headers)} {body!r}"
        try:
            with transaction.atomic():
                answer = send(self.client, self.name, parameters, body, example)
                answer.getvalue()  # read to the end, so that it is closed
                transaction.set_rollback(True)
        except AssertionError as wrong:
            self.figures.faults.append(f"{summary[:600]}: {str(wrong)[:300]}")
            return
        self.figures.note(self.caller, self.name, answer.status_code)
        if answer.status_code >= 500:
            self.figures.faults.append(f"{summary[:600]}: {answer.status_code}")


def _body(example: Example, evening: Played) -> Any:
    return example.body(evening) if callable(example.body) else example.body


def spoilt(
    random: Random, example: Example, evening: Played, count: int
) -> Iterator[tuple[Any, Any, dict[str, str]]]:
    """Yield variants of the example request, each with one change in the URL, headers or body."""
    good = _body(example, evening)
    for _number in range(count):
        parameters, body, headers = dict(evening.parameters), copy.deepcopy(good), {}
        where = random.random()
        if where < 0.1 or (good is None and where < 0.6):
            parameters[random.choice(list(parameters))] = random.choice(
                ("0", "2", "7", "999", "9" * 30, "-1", "x", "%00", "é")
            )
        elif where < 0.2 or good is None:
            headers[random.choice(HEADERS)] = random.choice(OLD)
        elif isinstance(body, bytes):
            body = _spoilt_bytes(random, body)
        else:
            body = _spoilt_json(random, body)
        yield parameters, body, headers


def _spoilt_bytes(random: Random, body: bytes) -> bytes:
    cut = random.randrange(len(body))
    return random.choice((body[:cut], body[:cut] + random.randbytes(4) + body[cut + 4 :], b"", body * 2))


def _spoilt_json(random: Random, body: Any) -> Any:
    """Replace, remove or add one value at a random position in a JSON body."""
    places = [place for place in _places(body) if place]
    if not places or random.random() < 0.05:
        return random.choice(NASTY)
    *way, last = random.choice(places)
    inner = body
    for step in way:
        inner = inner[step]
    what = random.random()
    if what < 0.75:
        inner[last] = copy.deepcopy(random.choice(NASTY))
    elif what < 0.9:
        del inner[last]
    elif isinstance(inner, dict):
        inner[random.choice(("x", "", "id", "winner", "stage", "hands"))] = copy.deepcopy(
            random.choice(NASTY)
        )
    else:
        inner.append(copy.deepcopy(inner[last]))
    return body


def _places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield way
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from _places(each, (*way, key))


def description() -> Any:
    """Load the OpenAPI description of the API."""
    return schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", get_wsgi_application())


def _described(api: Any, name: str, count: int, seed: int) -> list[tuple[Any, dict[str, str]]]:
    """Generate bodies and headers of requests that the API description allows for a call."""
    if not count:
        return []
    method, route = name.split()
    operation = api["/api/v1/" + route.replace("<", "{").replace(">", "}")][method]
    requests: list[tuple[Any, dict[str, str]]] = []

    @seeded(f"{seed} {name}")
    @given(operation.as_strategy())
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def make(case: Any) -> None:
        body = (
            case.body
            if isinstance(case.body, str | int | float | bool | list | dict | bytes | None)
            else None
        )
        if EXAMPLES[name].content_type == "application/zip" and not isinstance(body, bytes | None):
            body = json.dumps(body).encode()
        sent = {key: str(value) for key, value in (case.headers or {}).items() if str(value).isprintable()}
        requests.append((copy.deepcopy(body), sent))

    make()
    return requests
