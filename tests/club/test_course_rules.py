"""Tests of the sentences that describe a tournament of several stages.

The sentences state the matches of each stage and the entrants of the next stage.
"""

import pytest

from scoring.types import NoPairing
from tests.format_parts.builders import some_entrants
from tournaments.club.rules import Leg, course_in_words, going_on
from tournaments.competition.formats import FORMATS


def leg(form: str, sides: int = 2, **options: object) -> Leg:
    return Leg(FORMATS[form], FORMATS[form].read_options(options), sides)


@pytest.mark.parametrize(
    ("legs", "entrants", "words"),
    [
        pytest.param(
            [leg("knockout")], 12, ["Knock-out of 12: 11 matches in 4 rounds."], id="byes are no matches"
        ),
        pytest.param(
            [leg("groups", groups=2, advance=4), leg("knockout")],
            12,
            [
                "Two groups of six: 30 matches in 5 rounds; the first four of each qualify.",
                "Knock-out of 8: 7 matches in 3 rounds.",
            ],
            id="groups, then knock-out",
        ),
        pytest.param(
            [leg("swiss", rounds=3, advance=4), leg("knockout", third_place=True)],
            9,
            [
                "Swiss of 9: 12 matches in 3 rounds. The first 4 qualify.",
                "Knock-out of 4: 4 matches in 2 rounds.",
            ],
            id="paired round by round",
        ),
        pytest.param(
            [leg("individual")],
            9,
            ["Individual, a new partner each round of 9: 8 matches in 4 rounds."],
            id="four players at a table of two sides",
        ),
        pytest.param(
            [leg("round_robin"), leg("knockout")],
            4,
            [
                "Round robin of 4: 6 matches in 3 rounds. All qualify.",
                "Knock-out of 4: 3 matches in 2 rounds.",
            ],
            id="all go on",
        ),
    ],
)
def test_each_stage_is_described_by_its_matches_rounds_and_qualifiers(
    legs: list[Leg], entrants: int, words: list[str]
) -> None:
    assert [sentence.english() for sentence in course_in_words(legs, entrants)] == words


def test_impossible_stage_raises_an_error_only_after_the_stages_before_it_are_described() -> None:
    sentences = course_in_words([leg("round_robin", advance=2), leg("double_knockout")], 4)
    assert next(sentences).english().endswith("The first 2 qualify.")
    with pytest.raises(NoPairing, match="at least 3"):
        next(sentences)


@pytest.mark.parametrize(
    ("form", "entrants", "options", "onward"),
    [
        ("groups", 12, {"groups": 3, "advance": 2}, 6),
        ("groups", 12, {"groups": 3, "advance": 2, "best_next": "fill_up"}, 8),
        ("groups", 12, {"groups": 3, "advance": 2, "best_next": 1}, 7),
        ("round_robin", 5, {"advance": 3}, 3),
        ("round_robin", 5, {}, 5),
    ],
)
def test_number_of_qualifiers_is_computed_from_the_options(
    form: str, entrants: int, options: dict[str, object], onward: int
) -> None:
    read = FORMATS[form].read_options(options)
    assert going_on(FORMATS[form].plan(some_entrants(entrants), read), read) == onward
