"""Tests of the rules of circuits: points for places, shared places, best results, and equal totals."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from scoring.types import BadSetup
from tournaments.competition.types import EntrantId, Sharing
from tournaments.season.rules import (
    MOST_PLACES,
    CircuitRow,
    Earned,
    PersonIds,
    PointScale,
    award,
    circuit_standings,
    read_scale,
)

SCALE = PointScale((100, 80, 65, 50, 40), beyond=5)


def entrants(**places: int) -> dict[EntrantId, int]:
    return {EntrantId(name): place for name, place in places.items()}


@pytest.mark.parametrize(
    ("places", "sharing", "points"),
    [
        pytest.param({"a": 1, "b": 2}, "split", {"a": 100, "b": 80}, id="a place of one's own"),
        pytest.param({"a": 1, "b": 2, "c": 2}, "split", {"a": 100, "b": "145/2", "c": "145/2"}, id="split"),
        pytest.param({"a": 1, "b": 2, "c": 2}, "full", {"a": 100, "b": 80, "c": 80}, id="in full"),
        pytest.param(
            {"a": 1, "b": 1, "c": 3}, "split", {"a": 90, "b": 90, "c": 65}, id="two champions share 1 and 2"
        ),
        pytest.param(
            dict(zip("abcdefgh", (1, 2, 3, 3, 5, 5, 5, 5), strict=True)),
            "split",
            {"a": 100, "b": 80, **dict.fromkeys("cd", "115/2"), **dict.fromkeys("efgh", "55/4")},
            id="a knock-out: 5th to 8th share 40 and three times 5",
        ),
        pytest.param(
            {"a": 2, "b": 2, "c": 3, "d": 3},
            "split",
            {"a": 80, "b": 80, "c": "115/2", "d": "115/2"},
            id="nobody at the final: two seconds",
        ),
        pytest.param({"a": 2, "b": 2, "c": 3}, "full", {"a": 80, "b": 80, "c": 65}, id="the same in full"),
        pytest.param(dict.fromkeys("abcd", 2), "split", dict.fromkeys("abcd", 65), id="no finalist"),
        pytest.param({"a": 2}, "split", {"a": 80}, id="one is left of those nobody of whom won"),
        pytest.param({}, "split", {}, id="nobody"),
    ],
)
def test_points_of_a_tournament_follow_the_scale_and_tied_entrants_share_points(
    places: dict[str, int], sharing: str, points: Mapping[str, object]
) -> None:
    scale = PointScale(SCALE.points, SCALE.beyond, Sharing(sharing))
    earned = award(entrants(**places), scale)
    assert {entrant: each.points for entrant, each in earned.items()} == {
        entrant: Fraction(str(value)) for entrant, value in points.items()
    }
    assert {entrant: each.place for entrant, each in earned.items()} == places


def by_hand() -> dict[str, dict[PersonIds, Earned]]:
    """Return three example tournaments. Places earn 100, 80, 65, 50 and 40 points; two results count.

    =====  ======  ======  ======  =======  ==============
    who    first   second  third   counted  dropped
    =====  ======  ======  ======  =======  ==============
    Ada    1: 100  3: 65   –       165      –
    Bea    2: 80   2: 80   2: 80   160      80
    Cleo   3: 65   1: 100  5: 40   165      40
    Dora   4: 50   4: 50   1: 100  150      50
    Elsa   –       5: 40   3½: 57½ 97½      –
    Fina   –       –       3½: 57½ 57½      –
    =====  ======  ======  ======  =======  ==============

    Ada and Cleo have equal totals from equal results (100 and 65), so they share the first place.
    """
    evenings = ("first", "second", "third")
    table = {
        "Ada": (1, 3, None), "Bea": (2, 2, 2), "Cleo": (3, 1, 5), "Dora": (4, 4, 1),
        "Elsa": (None, 5, 3), "Fina": (None, None, 3),
    }  # fmt: skip
    events: dict[str, dict[PersonIds, Earned]] = {}
    for at, evening in enumerate(evenings):
        places = {EntrantId(name): place for name, row in table.items() if (place := row[at]) is not None}
        earned = award(places, PointScale((100, 80, 65, 50, 40)))
        events[evening] = {(str(name),): each for name, each in earned.items()}
    return events


def test_standings_of_a_season_match_a_calculation_by_hand() -> None:
    rows = circuit_standings(by_hand(), PointScale((100, 80, 65, 50, 40), best=2))
    assert [(row.place, *row.persons, row.total) for row in rows] == [
        (1, "Ada", 165),
        (1, "Cleo", 165),
        (3, "Bea", 160),
        (4, "Dora", 150),
        (5, "Elsa", Fraction(195, 2)),
        (6, "Fina", Fraction(115, 2)),
    ]
    dropped = {row.persons[0]: [each.points for each in row.results if not each.counts] for row in rows}
    assert dropped == {"Ada": [], "Cleo": [40], "Bea": [80], "Dora": [50], "Elsa": [], "Fina": []}


def season(**points: list[int]) -> dict[str, dict[PersonIds, Earned]]:
    """Return the results of each tournament of a circuit; `points` has a list for each person."""
    events: dict[str, dict[PersonIds, Earned]] = {}
    for person, earnings in points.items():
        for at, value in enumerate(earnings):
            events.setdefault(f"event {at}", {})[(person,)] = Earned(at + 1, Fraction(value))
    return events


@pytest.mark.parametrize(
    ("points", "best", "order"),
    [
        pytest.param({"a": [60, 40], "b": [50, 50]}, 0, [("a", 1), ("b", 2)], id="the better single result"),
        pytest.param(
            {"a": [60, 30, 20], "b": [60, 40, 10]}, 0, [("b", 1), ("a", 2)], id="then the next best"
        ),
        pytest.param({"a": [50, 50, 40], "b": [50, 50]}, 2, [("a", 1), ("b", 1)], id="what is dropped: not"),
        pytest.param({"a": [50, 0], "b": [50]}, 0, [("b", 1), ("a", 2)], id="to come for nothing is no help"),
        pytest.param({"a": [10, 90], "b": [80]}, 1, [("a", 1), ("b", 2)], id="the best, not the first"),
    ],
)
def test_equal_totals_are_ordered_by_the_best_single_results(
    points: dict[str, list[int]], best: int, order: list[tuple[str, int]]
) -> None:
    rows = circuit_standings(season(**points), PointScale((1,), best=best))
    assert [(row.persons[0], row.place) for row in rows] == order


def test_player_belongs_to_a_different_pair_with_each_partner() -> None:
    one, other = ("ada", "bea"), ("ada", "cleo")
    events: dict[str, dict[PersonIds, Earned]] = {
        "x": {one: Earned(1, Fraction(10))},
        "y": {other: Earned(1, Fraction(10))},
    }
    assert [row.total for row in circuit_standings(events, SCALE)] == [10, 10]


@pytest.mark.parametrize(
    ("points", "more", "faults"),
    [
        pytest.param([], {}, [("points_missing", "/points")], id="no place"),
        pytest.param([1] * (MOST_PLACES + 1), {}, [("points_missing", "/points")], id="too many places"),
        pytest.param([10, -1], {}, [("points_range", "/points/1")], id="less than nothing"),
        pytest.param([10_001], {}, [("points_range", "/points/0")], id="too much"),
        pytest.param(
            [10, 20, 30], {}, [("points_rise", "/points/1"), ("points_rise", "/points/2")], id="rises"
        ),
        pytest.param([10, 5], {"beyond": 6}, [("points_rise", "/beyond")], id="more for coming last"),
        pytest.param([10], {"best": -1}, [("best_range", "/best")], id="fewer than none"),
        pytest.param([10], {"best": 101}, [("best_range", "/best")], id="more than there can be"),
        pytest.param(
            [], {"best": 101}, [("points_missing", "/points"), ("best_range", "/best")], id="both at once"
        ),
    ],
)
def test_invalid_scale_of_points_is_refused_with_all_errors(
    points: list[int], more: dict[str, int], faults: list[tuple[str, str]]
) -> None:
    with pytest.raises(BadSetup) as refused:
        read_scale(points, **more)  # type: ignore[arg-type]
    assert [(each.code, each.where) for each in refused.value.problems] == faults


def test_valid_scale_of_points_is_read_with_all_options() -> None:
    assert read_scale([3, 2, 2], beyond=2, sharing="full", best=4) == PointScale(
        (3, 2, 2), 2, Sharing.FULL, 4
    )


PEOPLE = st.sampled_from([("ada",), ("bea",), ("cleo",), ("dora",)])
RESULTS = st.builds(Earned, st.integers(1, 9), st.fractions(0, 100, max_denominator=4))
EVENTS = st.dictionaries(st.sampled_from("stuvwx"), st.dictionaries(PEOPLE, RESULTS), max_size=6)
PLACES = st.lists(st.integers(1, 12), max_size=12).map(
    lambda places: {
        EntrantId(str(number)): sorted(places).index(place) + 1 for number, place in enumerate(places)
    }
)
SCALES = st.builds(
    lambda points, best: PointScale(tuple(sorted(points, reverse=True)), best=best),
    st.lists(st.integers(0, 100), min_size=1, max_size=9),
    st.integers(0, 6),
)


@given(EVENTS, SCALES, st.randoms())
def test_standings_do_not_depend_on_the_order_of_the_tournaments(events, scale, chance) -> None:
    shuffled = list(events)
    chance.shuffle(shuffled)
    again = circuit_standings({event: events[event] for event in shuffled}, scale)
    assert again == circuit_standings(events, scale)


@given(EVENTS, st.integers(1, 4), st.data())
def test_additional_result_worse_than_the_counted_results_does_not_change_the_standings(
    events, best, data
) -> None:
    scale = PointScale((1,), best=best)
    before = circuit_standings(events, scale)
    full = [row for row in before if len(row.results) >= best]
    late = {
        row.persons: Earned(
            99, data.draw(st.fractions(0, min(each.points for each in row.results if each.counts)))
        )
        for row in full
    }
    after = circuit_standings({**events, "zz": late}, scale)

    def counted(rows: tuple[CircuitRow, ...]) -> list[object]:
        return [
            (row.place, row.persons, row.total, [each for each in row.results if each.counts]) for row in rows
        ]

    assert counted(after) == counted(before)


@given(PLACES, SCALES)
def test_points_of_entrants_sharing_places_add_up_to_the_points_of_these_places(places, scale) -> None:
    handed_out = sum(each.points for each in award(places, scale).values())
    assert handed_out == sum(scale.of(place) for place in range(1, len(places) + 1))


@given(PLACES, SCALES)
def test_better_place_never_earns_fewer_points(places, scale) -> None:
    for sharing in Sharing:
        earned = sorted(award(places, PointScale(scale.points, sharing=sharing)).values())
        assert [each.points for each in earned] == sorted((each.points for each in earned), reverse=True)
