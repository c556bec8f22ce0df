"""Tests of the bracket trees on a page: each match is shown once, with a line to the winner's next match."""

import pytest

from scoring.types import NoPairing
from tests.format_parts.builders import some_entrants
from tournaments.competition.format_parts.trees import Trees, trees_of
from tournaments.competition.formats import FORMATS

BRACKETS = [key for key, form in FORMATS.items() if form.bracket]
CHOICES = {
    key: [{}, *({option.key: True} for option in FORMATS[key].options if option.schema["type"] == "boolean")]
    for key in BRACKETS
}


def the_trees(form: str, entrants: int, **options: object) -> Trees:
    chosen = FORMATS[form]
    return trees_of(chosen.plan(some_entrants(entrants), chosen.read_options(options)))


def drawn(trees: Trees) -> list[list[str]]:
    """Return the labels in each column of the trees as one text per column.

    The labels of the matches in the column come first. The labels of the matches beside the column follow,
    each with the prefix "+".
    """
    return [
        [
            " ".join([*(label or "-" for label in column.places), *(f"+{label}" for label in column.beside)])
            for column in tree.columns
        ]
        for tree in trees.trees
    ]


@pytest.mark.parametrize(
    ("form", "entrants", "options", "expected"),
    [
        pytest.param("knockout", 2, {}, [["R1.1"]], id="a final alone"),
        pytest.param(
            "knockout",
            4,
            {"third_place": True},
            [["R1.1 R1.2", "R2.1 +P3"]],
            id="third place beside the final",
        ),
        pytest.param(
            "knockout", 7, {}, [["- R1.2 R1.3 R1.4", "R2.1 R2.2", "R3.1"]], id="a bye leaves its place empty"
        ),
        pytest.param(
            "knockout", 6, {}, [["R1.2 R1.4", "R2.1 R2.2", "R3.1"]], id="no two meet next: one place to one"
        ),
        pytest.param(
            "knockout",
            8,
            {"placing": True, "third_place": True},
            [
                ["R1.1 R1.2 R1.3 R1.4", "R2.1 R2.2", "R3.1 +P3"],
                ["P5-8.1 P5-8.2", "P5 +P7"],
            ],
            id="places 5 to 8",
        ),
        pytest.param(
            "knockout",
            6,
            {"placing": True},
            [["R1.2 R1.4", "R2.1 R2.2", "R3.1"], ["P5"]],
            id="a match before the final's round is a tree of its own",
        ),
        pytest.param(
            "knockout",
            8,
            {"consolation": True},
            [["R1.1 R1.2 R1.3 R1.4", "R2.1 R2.2", "R3.1"], ["C4.1 C4.2", "C2"]],
            id="consolation",
        ),
        pytest.param(
            "double_knockout",
            8,
            {"reset": True},
            [
                ["U1.1 U1.2 U1.3 U1.4", "U2.1 U2.2", "U3.1"],
                ["L1.1 L1.2", "L2.1 L2.2", "L3.1", "L4.1"],
                ["F", "F2"],
            ],
            id="who never lost and who has meet in a tree of its own",
        ),
        pytest.param(
            "double_knockout", 3, {"reset": False}, [["U1.2", "U2.1"], ["L2.1"], ["F"]], id="double of three"
        ),
    ],
)
def test_matches_of_each_format_are_arranged_in_the_expected_trees(
    form: str, entrants: int, options: dict[str, object], expected: list[list[str]]
) -> None:
    assert drawn(the_trees(form, entrants, **options)) == expected


def test_trees_of_placement_matches_are_in_the_order_of_the_places() -> None:
    trees = the_trees("knockout", 32, placing=True).trees
    assert [tree.first for tree in trees[1:]] == [
        "P5-8.1", "P9-16.1", "P13-16.1", "P17-32.1", "P21-24.1", "P25-32.1", "P29-32.1",
    ]  # fmt: skip


@pytest.mark.parametrize("form", BRACKETS)
@pytest.mark.parametrize("entrants", range(2, 41))
def test_every_match_is_shown_once_and_every_winner_advances_to_the_next_column(
    form: str, entrants: int
) -> None:
    for options in CHOICES[form]:
        try:
            plan = FORMATS[form].plan(some_entrants(entrants), FORMATS[form].read_options(options))
        except NoPairing:
            continue
        trees = trees_of(plan)
        labels = [
            label
            for tree in trees.trees
            for column in tree.columns
            for label in (*column.matches, *column.beside, *column.passing)
        ]
        assert sorted(labels) == sorted(match.label for match in plan.matches)
        for tree in trees.trees:
            for column, after in zip(tree.columns, tree.columns[1:], strict=False):
                assert len(column.places) in (len(after.places), 2 * len(after.places))
                assert {trees.onward[label].match for label in column.matches} <= set(after.matches)


@pytest.mark.parametrize("form", BRACKETS)
def test_path_of_a_winner_through_the_tree_leads_to_the_final(form: str) -> None:
    trees = the_trees(form, 16)
    assert list(trees.way_from(trees.trees[0].first))[-1] == trees.final


@pytest.mark.parametrize("form", BRACKETS)
def test_every_tree_and_each_of_its_rounds_has_a_name(form: str) -> None:
    for options in CHOICES[form]:
        for tree in the_trees(form, 16, **options).trees:
            names = [
                str(FORMATS[form].column_name(column.matches[0], number, len(tree.columns)))
                for number, column in enumerate(tree.columns, start=1)
            ]
            assert FORMATS[form].tree_name(tree.first).text
            assert len(set(names)) == len(names)
