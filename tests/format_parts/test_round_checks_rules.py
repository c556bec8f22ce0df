"""Tests of the round checker: it finds every deliberate error, and reports no error in a valid file.

The test suite inserts each kind of error about ten times; `make tournaments` checks five hundred files.
"""

import json
import os
from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from scoring.types import BadEntry
from tests.format_parts.planted import PLANTERS, Plant
from tests.stages.good_files import Good, a_good_file
from tournaments.competition.format_parts import round_faults as checker
from tournaments.competition.format_parts.pairing import byes_had
from tournaments.competition.format_parts.round_checks import RoundVerdict, verdicts
from tournaments.competition.format_parts.round_faults import RULES
from tournaments.competition.format_parts.rounds_file import read_rounds
from tournaments.competition.types import EntrantId

PLANTED = int(os.environ.get("PLANTED", "100"))
SEED = 20261121
BYE = {"outcome": "bye", "winner": 0}

pytestmark = pytest.mark.timeout(600)


def all_verdicts(file: object) -> list[RoundVerdict]:
    """Return the verdicts on every round of a file that has been serialized and read back."""
    return [each for paired in read_rounds(json.loads(json.dumps(file))) for each in verdicts(paired)]


def planted(number: int) -> tuple[Good, Good, Plant]:
    """Return a valid file, a copy with an error of kind `number`, and a description of the error."""
    planter = PLANTERS[number % len(PLANTERS)]
    for attempt in range(200):
        chance = Random(f"{SEED}-{number}-{attempt}")
        good = a_good_file(chance)
        bad = Good(deepcopy(good.file), good.stage, good.pairings)
        plant = planter(bad, chance)
        if plant:
            return good, bad, plant
    raise AssertionError(f"no file has room for {planter.__name__}")


def is_found(bad: Good, plant: Plant) -> bool:
    breaches = [each.breach for each in all_verdicts(bad.file) if each.helped]
    return any(breach.code == plant.code and plant.entrant in breach.entrants for breach in breaches)


def test_checker_finds_every_deliberate_error_and_none_in_valid_files() -> None:
    counts: Counter[str] = Counter()
    for number in range(PLANTED):
        good, bad, plant = planted(number)
        needless = [each.breach for each in all_verdicts(good.file) if each.helped]
        assert needless == [], (number, good.file)
        assert is_found(bad, plant), (number, plant, bad.file)
        counts[plant.code] += 1
    assert counts.total() == PLANTED
    print(f"{PLANTED} planted errors found: {dict(counts)}")


def test_checker_without_one_of_its_rules_misses_a_deliberate_error(monkeypatch: pytest.MonkeyPatch) -> None:
    every = [planted(number) for number in range(len(PLANTERS))]
    for rule in RULES:
        monkeypatch.setattr(checker, "RULES", tuple(each for each in RULES if each is not rule))
        assert not all(is_found(bad, plant) for _good, bad, plant in every), rule


# After three rounds everybody has met everybody, and everybody has had a bye.
THREE = {
    "format": "swiss",
    "options": {"rounds": 4},
    "entrants": ["1", "2", "3"],
    "rounds": [
        {"pairings": [["1", "2"], ["3"]], "results": [{"outcome": "result", "winner": 0}, BYE]},
        {"pairings": [["1", "3"], ["2"]], "results": [{"outcome": "result", "winner": 0}, BYE]},
        {"pairings": [["2", "3"], ["1"]], "results": [{"outcome": "result", "winner": 0}, BYE]},
        {"pairings": [["1", "2"], ["3"]]},
    ],
}
FOUR: dict[str, Any] = {
    "format": "swiss",
    "entrants": ["1", "2", "3", "4"],
    "rounds": [
        {
            "pairings": [["1", "2"], ["3", "4"]],
            "results": [{"outcome": "result", "winner": 0}, {"outcome": "result", "winner": 0}],
        },
        {"pairings": [["1", "3"], ["2", "4"]]},
    ],
}


def test_unavoidable_breach_of_a_rule_is_reported_as_unavoidable() -> None:
    results = [(each.breach.code, each.helped) for each in all_verdicts(THREE)]
    assert ("rematch", False) in results
    assert not any(helped for _code, helped in results)


def test_corrected_result_affects_only_later_pairings() -> None:
    late = deepcopy(FOUR)
    late["rounds"][1]["corrected"] = [{"round": 1, "table": 1, "result": {"outcome": "result", "winner": 1}}]
    rounds = (read_rounds(FOUR), read_rounds(late))
    points = [[paired.stage.match_points(EntrantId("2")) for paired in each] for each in rounds]
    assert points == [[0, 0], [0, 1]]


def test_withdrawn_entrant_is_absent_and_the_remaining_entrants_have_byes() -> None:
    """Entrant 3 has withdrawn from the first table, so entrants 1, 2 and 4 have one bye each."""
    file = {
        "format": "table_rounds",
        "sides": 3,
        "entrants": ["1", "2", "3", "4"],
        "rounds": [
            {
                "pairings": [["1", "2", "3"], ["4"]],
                "results": [{"outcome": "bye", "present": ["1", "2"]}, {"outcome": "bye", "winner": 0}],
            },
            {"pairings": [["1"], ["2"], ["4"]], "gone": ["3"]},
        ],
    }
    later = read_rounds(file)[1].stage
    assert [meeting.entrants for meeting in later.meetings] == [("1", "2"), ("4",)]
    assert byes_had(later) == {"1": 1, "2": 1, "4": 1}


def with_round(**content: object) -> dict[str, Any]:
    return {**FOUR, "rounds": [content]}


def with_result(*pairing: str, **result: object) -> dict[str, Any]:
    """Return a file of one round with one table, and with the result of this table."""
    return with_round(pairings=[list(pairing)], results=[{"outcome": "result", "winner": 0, **result}])


@pytest.mark.parametrize(
    ("content", "where"),
    [
        pytest.param([], "", id="a list"),
        pytest.param({"rounds": []}, "/format", id="no format"),
        pytest.param({**FOUR, "format": "chess"}, "/format", id="an unknown format"),
        pytest.param({**FOUR, "entrants": "1 2"}, "/entrants", id="no list"),
        pytest.param({**FOUR, "entrants": [1, 2]}, "/entrants", id="numbers without quotes"),
        pytest.param({**FOUR, "entrants": ["1", "1"]}, "/entrants", id="one entrant twice"),
        pytest.param({**FOUR, "rounds": [[]]}, "/rounds/0/pairings", id="a round that is a list"),
        pytest.param(with_round(pairings=[["1", 2]]), "/rounds/0/pairings/0", id="a number"),
        pytest.param(
            with_round(pairings=[["1", "2"]], results=[None, None]),
            "/rounds/0/results",
            id="too many results",
        ),
        pytest.param(
            with_round(pairings=[["1", "2"]], results=[{"outcome": "result", "winner": 2}]),
            "/rounds/0/results/0",
            id="a winner who was not there",
        ),
        pytest.param(
            with_round(pairings=[["1", "2"]], results=[{**BYE, "present": ["3"]}]),
            "/rounds/0/results/0",
            id="present, and not of this table",
        ),
        pytest.param(
            with_round(pairings=[["1", "2"]], results=[{**BYE, "present": "1"}]),
            "/rounds/0/results/0/present",
            id="present, and no list",
        ),
        pytest.param(
            with_round(pairings=[["1", "2"]], results=[{"outcome": "won"}]),
            "/rounds/0/results/0",
            id="an unknown outcome",
        ),
        pytest.param(
            with_round(pairings=[], corrected=[{"round": 1, "table": 1, "result": BYE}]),
            "/rounds/0/corrected/0",
            id="a correction of nothing",
        ),
        pytest.param(with_round(pairings=[], late={"9": "much"}), "/rounds/0/late", id="no points"),
        pytest.param({**FOUR, "sides": 0}, "/sides", id="tables without sides"),
        pytest.param({**FOUR, "sides": 3}, "/sides", id="too many sides for the format"),
        pytest.param({**FOUR, "format": "individual", "sides": 3}, "/sides", id="three pairs at a table"),
        pytest.param({**FOUR, "format": "danish", "sides": True}, "/sides", id="a truth value"),
        pytest.param(with_round(pairings=[[]]), "/rounds/0/pairings/0", id="an empty table"),
        *(
            pytest.param(file, "/rounds/0/results/0", id=why)
            for why, file in {
                "fewer winners than games": with_result("1", "2", games=[[35, 2], [35, 3]], winners=[0]),
                "more winners than games": with_result("1", "2", games=[[35, 2]], winners=[0, 1]),
                "winners without games": with_result("1", "2", winners=[0]),
                "the winner of a game was not there": with_result("1", "2", games=[[35, 2]], winners=[2]),
                "a negative winner of a game": with_result("1", "2", games=[[35, 2]], winners=[-1]),
                "a text as the winner of a game": with_result("1", "2", games=[[35, 2]], winners=["0"]),
                "a truth value as a winner": with_result("1", "2", games=[[35, 2]], winners=[True]),
                "texts as scores": with_result("1", "2", games=[["35", "2"]]),
                "a missing score": with_result("1", "2", games=[[35, None]]),
                "half a point": with_result("1", "2", games=[[35, 2.5]]),
                "a text as a game": with_result("1", "2", games=["35"]),
                "a game of a single entrant": with_result("1", games=[[35]]),
                "an entrant present twice": with_result("1", "2", present=["1", "2", "2"]),
                "net scores without games": {**with_result("1", "2"), "by_net": True},
            }.items()
        ),
    ],
)
def test_invalid_file_of_rounds_is_refused_with_the_position_of_the_error(
    content: object, where: str
) -> None:
    with pytest.raises(BadEntry) as refusal:
        read_rounds(content)
    (problem,) = refusal.value.problems
    assert (problem.code, problem.where) == ("bad_rounds_file", where)
    assert problem.message.english().endswith(".")
