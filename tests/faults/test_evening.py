"""A replay of the recorded tournament over HTTP gives the recorded results on each kind of site.

The digest of the replayed tournament also equals the recorded digest.
"""

import pytest

from tests.faults.evenings import play
from tests.faults.tables import Standing

pytestmark = [pytest.mark.site, pytest.mark.timeout(300)]

HANDS = 181
# The digest of the recorded tournament, on either database, with any number of tables, with and without
# kills.
DIGEST = "d63ac9dcffe75734d6e83d94aa516e2904b95a498f0d593931854642c5a296b3"


def test_replayed_tournament_has_the_recorded_results_and_digest(standing: Standing) -> None:
    """The tables play one after the other on an embedded site, eight at a time on a scaled site."""
    workers = 8 if len(standing.site.processes) > 1 else 1
    played = play(standing.site, standing.token, workers=workers, name=f"Serata a {workers}")
    assert played.differences == []
    assert len(played.acknowledged) == HANDS
    assert played.verified, played.complaint
    assert played.digest == DIGEST
