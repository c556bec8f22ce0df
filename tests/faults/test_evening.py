"""The sample evening over HTTP, on every way of running: the same results, the same digest."""

from pathlib import Path

import pytest

from tests.faults.evenings import play, recorded_evening
from tests.servers.postgres import Postgres
from tests.servers.site import embedded_site, scaled_site

pytestmark = [pytest.mark.site, pytest.mark.timeout(300)]

HANDS = 181
# What the evening folds into, on either database, by one table or by eight at once.
DIGEST = "910d27665cd5bea0e6e03137e7bb559b640381fc5653115be0e836083b394606"


@pytest.mark.parametrize("workers", [1, 8])
def test_the_evening_embedded_equals_its_recorded_results(tmp_path: Path, workers: int) -> None:
    with embedded_site(tmp_path) as site:
        played = play(site, site.organise(), workers=workers)
    assert played.differences == []
    assert len(played.acknowledged) == HANDS
    assert played.verified, played.complaint
    assert played.digest == DIGEST


@pytest.mark.parametrize("workers", [1, 8])
def test_the_evening_scaled_equals_its_recorded_results(tmp_path: Path, postgres: Postgres, workers: int) -> None:
    with scaled_site(tmp_path, postgres) as site:
        played = play(site, site.organise(), workers=workers)
    assert played.differences == []
    assert played.verified, played.complaint
    assert played.digest == DIGEST


def test_the_samples_are_whole() -> None:
    assert len(recorded_evening().matches) == 15
