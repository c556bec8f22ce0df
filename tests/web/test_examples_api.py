"""Every call of the description is answered with success once, to somebody who may make it."""

from typing import Any

import pytest

from tests.web.examples import EXAMPLES, make, scene_of
from tests.web.test_every_call_api import MAY, come_as

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]


# Calls that are made by tests of their own: those of clubs on real sites (tests/clubs/).
ELSEWHERE = {"GET schema/", "GET docs/", "GET clubs/", "POST clubs/"}


def test_every_call_has_an_example() -> None:
    assert sorted(EXAMPLES) == sorted(MAY.keys() - ELSEWHERE)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_call_succeeds_for_who_may_make_it(call: Any, name: str) -> None:
    example = EXAMPLES[name]
    evening = scene_of(example, call)
    come_as(call, example.role, evening)
    answer = make(call, name, example, evening)
    assert 200 <= answer.status_code < 300, answer.content
