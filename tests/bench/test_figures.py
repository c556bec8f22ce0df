"""Tests of the rows that a benchmark run prints, and of the stored history of runs."""

import json

from bench.figures import Figure, line_of, rows_of, with_run


def test_benchmark_goal_limits_the_ratio_or_without_a_baseline_the_value() -> None:
    assert [Figure("ms", 30, 10, goal).met for goal in (3, 2.9)] == [True, False]
    assert [Figure("kB", 100, goal=goal).met for goal in (100, 99)] == [True, False]
    assert (Figure("kB", 100).met, Figure("kB", 100).ratio) == (None, None)


def test_result_row_contains_value_baseline_ratio_and_whether_the_goal_is_met() -> None:
    (row,) = rows_of([Figure("a hand, ms", 31.41592, 10, 2.5)])
    assert row == {
        "name": "a hand, ms",
        "product": 31.42,
        "floor": 10,
        "goal": 2.5,
        "ratio": 3.142,
        "met": False,
    }
    words = " ".join(line_of(row).split())
    assert words == "a hand, ms 31.42 floor 10 ratio 3.142 goal 2.5 NOT MET"
    assert line_of(rows_of([Figure("kB", 99, goal=100)])[0]).endswith("met")


def test_result_row_contains_the_values_of_a_dictionary_unchanged() -> None:
    (row,) = rows_of({"queries at 16 and at 1,024": [[12], [12]]})
    assert row == {"name": "queries at 16 and at 1,024", "product": [[12], [12]]}
    assert line_of(row).endswith("[[12], [12]]")


def test_history_keeps_the_last_twenty_runs_with_one_value_per_line() -> None:
    history = '{"python": "3.11", "swiss": {}}'
    for number in range(25):
        rows = rows_of([Figure("one", number), Figure("two", 2 * number, 3)])
        history = with_run(history, {"date": "2026-11-25", "commit": f"{number}", "figures": {"swiss": rows}})
    runs = json.loads(history)
    assert [run["commit"] for run in runs] == [str(number) for number in range(5, 25)]
    assert runs[-1]["figures"]["swiss"][0] == {"name": "one", "product": 24}
    assert all(line.count('"name"') < 2 for line in history.splitlines())
