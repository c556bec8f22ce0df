"""The periods in which a player belongs to a team, and the short names of players at a table."""

from datetime import UTC, datetime

import pytest

from tournaments.competition.roster import stood_at
from tournaments.matches.selectors.seats import called_by

NINE, TEN, ELEVEN, NOON = (datetime(2026, 11, 21, hour, tzinfo=UTC) for hour in (9, 10, 11, 12))


@pytest.mark.parametrize(
    ("changes", "moment", "is_member"),
    [
        pytest.param([], NINE, True, id="from the start"),
        pytest.param([], None, True, id="from the start, still"),
        pytest.param([(TEN, False)], NINE, True, id="before being replaced"),
        pytest.param([(TEN, False)], TEN, False, id="when replaced"),
        pytest.param([(TEN, False)], None, False, id="replaced, now"),
        pytest.param([(TEN, True)], NINE, False, id="before coming"),
        pytest.param([(TEN, True)], ELEVEN, True, id="after coming"),
        pytest.param([(TEN, True), (ELEVEN, False)], NOON, False, id="came and went"),
        pytest.param([(TEN, False), (ELEVEN, True)], NOON, True, id="went and came back"),
    ],
)
def test_player_belongs_to_a_team_from_joining_to_leaving_the_team(
    changes: list[tuple[datetime, bool]], moment: datetime | None, is_member: bool
) -> None:
    assert stood_at(changes, moment) is is_member


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["Tore Manca", "Ada Fois", "Ugo Mura"], ["Tore", "Ada", "Ugo"]),
        (["Nanni Lepori", "Giovanni Spanu", "Nanni Fadda"], ["Nanni L.", "Giovanni", "Nanni F."]),
        (["Nanni Lepori", "Nanni Lai", "Ada Fois"], ["Nanni Lepori", "Nanni Lai", "Ada"]),
        (["Nanni De Logu", "Nanni Lai", "Nanni"], ["Nanni D.", "Nanni L.", "Nanni"]),
    ],
)
def test_player_has_the_shortest_name_that_is_unique_at_the_table(
    names: list[str], called: list[str]
) -> None:
    assert [*called_by(dict(enumerate(names))).values()] == called
