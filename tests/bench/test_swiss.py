"""A short run of `python -m bench swiss`: nothing needless, networkx agrees, a bad pairer is seen."""

from bench import swiss as bench


def test_no_rematch_and_no_second_bye_is_needed_and_networkx_agrees() -> None:
    figures = bench.run((16, 32, 64), (64,))
    needless = [str(value) for label, value in figures.items() if "second byes" in label]
    assert len(needless) == 6
    assert all(value.startswith("0 (") and ", 0 (" in value for value in needless)
    assert figures["64, round 5: networkx finds the same"] is True
    assert figures["64, round 5: rematches ours, greedy"][0] == 0  # type: ignore[index]


def test_a_pairer_that_does_not_look_back_is_seen() -> None:
    """The greedy one gives the last a bye again and again."""
    told, rounds, _seconds = bench.whole(31, bench.greedy)
    assert rounds == 7
    assert told["second_bye"] > 0


def test_a_round_takes_less_than_networkx_takes_for_its_matching() -> None:
    """The best of three, as anything may come between."""
    runs = [bench.beside(64) for _run in range(3)]
    ours, theirs = (
        min(float(str(run[f"64, round 5: {name}, CPU ms (times greedy)"]).split()[0]) for run in runs)
        for name in ("our round", "networkx's")
    )
    assert ours < theirs
