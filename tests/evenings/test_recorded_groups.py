"""A recorded tournament with two groups and a bracket, replayed over HTTP with every card."""

from contextlib import closing
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults.tables import Standing
from tournaments.replay.client import Site
from tournaments.replay.evening import EveningReplay, Recorded, read_folder

pytestmark = [pytest.mark.site, pytest.mark.timeout(600)]

GROUPS = Path(__file__).parents[1] / "data" / "groups12"


def with_other_results(recorded: Recorded) -> Recorded:
    """Return a copy of the record with three errors: two numbers in standings, two swapped teams."""
    results = deepcopy(recorded.results)
    results["groups"][1]["standings"][5]["points_for"] += 1
    results["standings"][3]["won"] += 1
    results["knockout"][0]["teams"].reverse()
    return replace(recorded, results=results)


def test_replay_of_recorded_groups_and_bracket_gives_the_published_standings(embedded: Standing) -> None:
    recorded = read_folder(GROUPS)
    with closing(Site(embedded.site.url, embedded.token)) as site:
        evening = EveningReplay(site, recorded, "Gironi", with_play=True)
        evening.set_up()
        evening.play(workers=4)
        assert evening.hands_written == 473
        assert evening.differences() == []
        evening.recorded = with_other_results(recorded)
        differing = [difference.split(":")[0] for difference in evening.differences()]
        assert differing == ["R1.1 slots", "standings ?group=B", "standings overall/"]
