"""The simulated end of a tournament: hands last a random time, and equal seeds give equal results."""

from random import Random

import pytest

from tournaments.competition.formats import FORMATS
from tournaments.competition.types import EntrantId
from tournaments.forecast.rules import (
    MatchToCome,
    Running,
    Work,
    ends_after,
    forecast,
    steps_of,
    steps_of_rounds,
)
from tournaments.tables.rules.match_hours import (
    BETWEEN_MATCHES,
    MeasuredPace,
    Played,
    usual_hands,
    usual_seconds,
)


def entrants(count: int) -> list[EntrantId]:
    return [EntrantId(str(number)) for number in range(1, count + 1)]


# Five hands of one minute each, and five minutes until the next match.
TEN_MINUTES = MeasuredPace((60,), ((5,),), 1)
A_MATCH = 300 + BETWEEN_MATCHES


def never() -> float:
    return 0.0


@pytest.mark.parametrize(
    ("work", "matches"),
    [
        pytest.param(
            Work((MatchToCome("a"), MatchToCome("b")), (), 2), 1, id="two tables, two matches: at once"
        ),
        pytest.param(
            Work((MatchToCome("a"), MatchToCome("b")), (), 1), 2, id="one table: one after the other"
        ),
        pytest.param(
            Work((MatchToCome("a"), MatchToCome("b", ("a",))), (), 2), 2, id="a match waits for its entrants"
        ),
        pytest.param(Work((MatchToCome("b", ("a",)),), (), 2), 1, id="one that is over holds up nobody"),
        pytest.param(Work(steps_of_rounds([2, 2], "1"), (), 2), 2, id="a round waits for the one before"),
        pytest.param(Work(steps_of_rounds([2, 2], "1"), (), 8), 2, id="however many tables there are"),
        pytest.param(Work(steps_of_rounds([3, 3], "1"), (), 2), 4, id="too few tables: a round in two parts"),
        pytest.param(Work((), (Running("a", Played((0, 0), 0, 0)),), 1), 1, id="one in play, just begun"),
    ],
)
def test_matches_are_assigned_to_the_tables_of_the_tournament(work: Work, matches: int) -> None:
    assert ends_after(work, TEN_MINUTES, never) == matches * A_MATCH


def test_simulated_match_in_play_lasts_only_for_its_remaining_hands() -> None:
    work = Work((), (Running("a", Played((0, 0), 0, 3)),), 1)
    assert ends_after(work, TEN_MINUTES, never) == 2 * 60 + BETWEEN_MATCHES


def test_match_does_not_begin_before_its_scheduled_start() -> None:
    work = Work((MatchToCome("a", (), 1_000), MatchToCome("b")), (), 1)
    assert ends_after(work, TEN_MINUTES, never) == 1_000 + A_MATCH


def test_simulated_best_of_three_has_two_or_three_games() -> None:
    pace = MeasuredPace((60,), ((5,), (5,), (6,)), 2)
    assert {pace.hands(Random(seed).random) for seed in range(20)} == {10, 16}
    assert pace.hands(never, Played((1, 0), 1, 4)) == 1


@pytest.mark.parametrize("key", FORMATS)
def test_plan_of_every_format_can_be_simulated(key: str) -> None:
    form = FORMATS[key]
    sides = form.sides[0]
    plan = form.plan(entrants(12), form.read_options({}), sides)
    steps = steps_of(plan, "1")
    keys = [step.key for step in steps]
    assert len(set(keys)) == len(keys)
    for step in steps:
        assert all(before < step.key or before in keys for before in step.after)
    if steps:
        assert ends_after(Work(steps, (), 4), TEN_MINUTES, never) >= A_MATCH * plan.rounds


def test_forecasts_with_the_same_random_seed_are_equal() -> None:
    pace = MeasuredPace(usual_seconds(240), (usual_hands(5),) * 3, 2)
    work = Work(steps_of(FORMATS["knockout"].plan(entrants(16), {}, 2), "1"), (), 4)
    forecasts = [forecast(work, pace, 100, Random(7).random) for _time in range(2)]
    assert forecasts[0] == forecasts[1]
    assert forecasts[0] is not None
    assert forecasts[0].low < forecasts[0].middle < forecasts[0].high
    assert forecast(work, pace, 100, Random(8).random) != forecasts[0]


def test_four_of_five_simulations_end_within_the_likely_range() -> None:
    pace = MeasuredPace(usual_seconds(240), (usual_hands(5),) * 3, 2)
    work = Work(steps_of_rounds([4, 4, 4], "1"), (), 4)
    ending = forecast(work, pace, 400, Random(1).random)
    assert ending is not None
    chance = Random(99).random
    inside = sum(ending.low <= ends_after(work, pace, chance) <= ending.high for _run in range(400))
    assert 290 <= inside <= 350


def test_forecast_with_more_tables_never_ends_later_on_average() -> None:
    pace = MeasuredPace(usual_seconds(240), (usual_hands(5),), 1)
    steps = steps_of(FORMATS["knockout"].plan(entrants(16), {}, 2), "1")
    middles = [forecast(Work(steps, (), tables), pace, 100, Random(3).random) for tables in (1, 2, 4, 8)]
    assert [each.middle for each in middles if each] == sorted(
        (each.middle for each in middles if each), reverse=True
    )


def test_forecast_without_remaining_matches_is_none() -> None:
    assert forecast(Work((), (), 4), TEN_MINUTES, 10, never) is None


@pytest.mark.parametrize(("hands", "spread"), [(1, (1,)), (2, (2,)), (5, (3, 3, 4, 5, 5, 6, 6))])
def test_simulated_number_of_hands_varies_around_the_mean(hands: int, spread: tuple[int, ...]) -> None:
    assert usual_hands(hands) == spread
