"""The site starts and stops, and a replayed tournament has the recorded results even after a kill."""

from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.faults.evenings import Played, play
from tests.faults.tables import Standing, unused_name
from tests.faults.test_evening import DIGEST, HANDS
from tests.servers.site import embedded_site

pytestmark = [pytest.mark.site, pytest.mark.timeout(300)]

KILL_AFTER_HANDS = 60
TABLES = 4


@pytest.mark.smoke
def test_stopped_site_leaves_no_process(tmp_path: Path) -> None:
    with embedded_site(tmp_path) as site:
        site.organise()
        with urlopen(site.url) as answer:
            assert '<html lang="it"' in answer.read().decode()
        assert len(site.family()) > len(site.processes)
        assert site.stop() == []
        assert not site.answers()
        assert "Traceback" not in site.output()


def expect_recorded_results(played: Played) -> None:
    """Fail if a hand was not acknowledged, or if the scores, standings or digest differ from the record."""
    assert played.differences == []
    assert len(played.acknowledged) == HANDS
    assert played.verified, played.complaint
    assert played.digest == DIGEST


def test_tournament_of_16_pairs_over_http_has_the_recorded_results(embedded: Standing) -> None:
    """Play a whole tournament without interruption. The test is not part of the short tier."""
    played = play(embedded.site, embedded.token, workers=TABLES, name=unused_name("Serata"))
    assert played.kills == 0
    expect_recorded_results(played)


@pytest.mark.smoke
def test_killing_the_site_during_a_tournament_does_not_change_the_results(tmp_path: Path) -> None:
    """Hands sent again after the kill are neither lost nor stored twice."""
    with embedded_site(tmp_path) as site:
        played = play(site, site.organise(), workers=TABLES, kill_after_hands=KILL_AFTER_HANDS)
    assert played.kills == 1
    expect_recorded_results(played)
