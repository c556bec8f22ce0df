"""The sample evening over HTTP, on every way of running: the same results, the same digest."""

import pytest

from tests.faults.evenings import play
from tests.faults.tables import Standing

pytestmark = [pytest.mark.site, pytest.mark.timeout(300)]

HANDS = 181
# What the evening folds into: on either database, by one table or by eight at once, killed or left in peace.
DIGEST = "d63ac9dcffe75734d6e83d94aa516e2904b95a498f0d593931854642c5a296b3"


def test_the_evening_equals_its_recorded_results(standing: Standing) -> None:
    """One table after the other where one process does everything, eight at once on a larger site."""
    workers = 8 if len(standing.site.processes) > 1 else 1
    played = play(standing.site, standing.token, workers=workers, name=f"Serata a {workers}")
    assert played.differences == []
    assert len(played.acknowledged) == HANDS
    assert played.verified, played.complaint
    assert played.digest == DIGEST
