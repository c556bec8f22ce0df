"""Every call in the API description succeeds at least once, for a permitted role."""

from typing import Any

import pytest

from tests.web.examples import EXAMPLES, make, scene_of
from tests.web.test_every_call_api import MAY, come_as

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]


# Calls with tests of their own; those of clubs on running sites are in tests/clubs/.
ELSEWHERE = {"GET schema/", "GET docs/", "GET clubs/", "POST clubs/"}


def test_every_api_call_has_an_example() -> None:
    assert sorted(EXAMPLES) == sorted(MAY.keys() - ELSEWHERE)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_api_call_succeeds_for_a_permitted_role(call: Any, name: str) -> None:
    example = EXAMPLES[name]
    evening = scene_of(example, call)
    come_as(call, example.role, evening)
    answer = make(call, name, example, evening)
    assert 200 <= answer.status_code < 300, answer.content
