"""Tests of the final places of an event, and of shared places."""

import pytest

from tournaments.competition.standings.final_places import final_places, spans
from tournaments.competition.types import EntrantId


def entrants(**places: int) -> dict[EntrantId, int]:
    return {EntrantId(entrant): place for entrant, place in places.items()}


@pytest.mark.parametrize(
    ("stages", "places"),
    [
        pytest.param([{"a": 1, "b": 2}], {"a": 1, "b": 2}, id="one stage"),
        pytest.param(
            [{"a": 1, "b": 2, "c": 3, "d": 1, "e": 2, "f": 3}, {"d": 1, "a": 2}],
            {"d": 1, "a": 2, "b": 3, "e": 3, "c": 5, "f": 5},
            id="two groups of three, then a final",
        ),
        pytest.param([{}, {}], {}, id="nobody"),
    ],
)
def test_final_places_follow_from_the_last_stage_of_each_entrant(
    stages: list[dict[str, int]], places: dict[str, int]
) -> None:
    assert final_places([entrants(**stage) for stage in stages]) == places


@pytest.mark.parametrize(
    ("stages", "places"),
    [
        pytest.param(
            [{"a": 2, "b": 2, "c": 3, "d": 3}], {"a": 2, "b": 2, "c": 3, "d": 3}, id="nobody at the final"
        ),
        pytest.param(
            [{"a": 2, "b": 3, "c": 4, "d": 4}],
            {"a": 2, "b": 3, "c": 4, "d": 4},
            id="a finalist left, the other was never known",
        ),
        pytest.param(
            [{"a": 1, "b": 1, "c": 3}, {"a": 2, "b": 2}], {"a": 2, "b": 2, "c": 3}, id="after groups"
        ),
    ],
)
def test_first_place_without_a_champion_stays_empty(
    stages: list[dict[str, int]], places: dict[str, int]
) -> None:
    assert final_places([entrants(**stage) for stage in stages]) == places


@pytest.mark.parametrize(
    ("places", "taken_up"),
    [
        pytest.param({"a": 1, "b": 2}, {"a": (1, 1), "b": (2, 2)}, id="nobody shares"),
        pytest.param(
            {"c": 3, "a": 1, "d": 3, "b": 2},
            {"a": (1, 1), "b": (2, 2), "c": (3, 4), "d": (3, 4)},
            id="the semi-finals of a knock-out",
        ),
        pytest.param({"a": 1, "b": 1, "c": 1}, dict.fromkeys("abc", (1, 3)), id="nothing separates them"),
        pytest.param(
            {"a": 2, "b": 2, "c": 3, "d": 3},
            {"a": (2, 2), "b": (2, 2), "c": (3, 4), "d": (3, 4)},
            id="nobody at the final",
        ),
        pytest.param(dict.fromkeys("abcd", 2), dict.fromkeys("abcd", (2, 4)), id="no finalist"),
        pytest.param({}, {}, id="nobody"),
    ],
)
def test_place_shared_by_several_entrants_uses_up_the_following_places(
    places: dict[str, int], taken_up: dict[str, tuple[int, int]]
) -> None:
    assert spans(entrants(**places)) == taken_up
