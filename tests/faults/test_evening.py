"""The sample evening over HTTP, on every way of running: the same results, the same digest."""

import pytest

from tests.faults.conftest import Standing
from tests.faults.evenings import play

pytestmark = [pytest.mark.site, pytest.mark.timeout(300)]

HANDS = 181
# What the evening folds into: on either database, by one table or by eight at once, killed or left in peace.
DIGEST = "910d27665cd5bea0e6e03137e7bb559b640381fc5653115be0e836083b394606"


@pytest.mark.parametrize("workers", [1, 8])
def test_the_evening_equals_its_recorded_results(standing: Standing, workers: int) -> None:
    played = play(standing.site, standing.token, workers=workers, name=f"Serata a {workers}")
    assert played.differences == []
    assert len(played.acknowledged) == HANDS
    assert played.verified, played.complaint
    assert played.digest == DIGEST
