"""Tests of `bench.wishes`: estimated and simulated end times of tournaments differ by 15 percent at most."""

import pytest

from bench import wishes
from bench.wishes import WISHES, Compared, compare

pytestmark = pytest.mark.sweep

CLOSE = 0.15


@pytest.fixture(scope="module")
def compared() -> list[Compared]:
    return list(compare(evenings=3))


def test_estimated_end_of_a_tournament_differs_by_at_most_15_percent(
    compared: list[Compared],
) -> None:
    for each in compared:
        print(f"{each.wish} {each.proposal}: {each.promised:.0f} promised, {each.played:.0f} played")
    assert {each.wish for each in compared} == set(WISHES)
    assert [each for each in compared if abs(each.off) > CLOSE] == []


@pytest.mark.control
def test_wrong_estimate_of_the_end_of_a_tournament_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wishes, "WAY", (1_500, 1_700))
    monkeypatch.setattr(wishes, "WISHES", WISHES[:2])
    assert any(abs(each.off) > CLOSE for each in compare(evenings=1))
