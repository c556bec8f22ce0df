"""Tests of each tie-break on the cross-table of `cross_table.py`."""

from fractions import Fraction

import pytest

from scoring.types import BadSetup
from tests.format_parts.builders import by_nets
from tests.standings.cross_table import PLAYED, TABLE, A, B, C
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS, TIE_BREAKS, read_tie_breaks
from tournaments.competition.types import Bye, EntrantId, Result

HALF = Fraction(1, 2)
ALL, PLAYERS = "ABCDEFG", "ABCD"


def level(names: str) -> frozenset[EntrantId]:
    return frozenset(map(EntrantId, names))


WORTH = [
    pytest.param("direct", PLAYERS, [2, 1 + HALF, 2, HALF], id="the table among those level"),
    pytest.param("direct", "ABC", [1, 1, 1], id="three in a circle"),
    pytest.param("direct", "AC", [0, 1], id="C beat A"),
    pytest.param("direct", "BD", [HALF, HALF], id="B and D ended level"),
    pytest.param("direct", "FG", [1, 0], id="COM-WO-1: a walkover is a match won"),
    pytest.param("direct", "ACE", [0, 0, 0], id="worth nothing: E has met neither"),
    pytest.param("direct", "A", [0], id="nobody to have met"),
    pytest.param("direct_games", "ABC", [-1, 1, 0], id="games in the circle"),
    pytest.param("direct_games", "FG", [2, -2], id="COM-WO-1: 2-0 between the two"),
    pytest.param("direct_games", ALL, [0] * 7, id="games count no more than the table does"),
    pytest.param("direct_points", "ABC", [-25, 28, -3], id="points in the circle"),
    pytest.param("direct_points", "FG", [0, 0], id="COM-WO-1: no points between the two"),
    pytest.param("game_difference", ALL, [1, 1, 1, -3, 0, 2, -2], id="COM-WO-1: a walkover is 2-0 in games"),
    pytest.param("point_difference", ALL, [20, 28, 0, -48, 0, 0, 0], id="COM-WO-1: and no points"),
    pytest.param("capped_point_difference", ALL, [22, 26, 0, -48, 0, 0, 0], id="37 counts as 35"),
    pytest.param("points_scored", ALL, [225, 245, 224, 197, 0, 0, 0], id="points over all games"),
    pytest.param("games_won", ALL, [4, 4, 4, 2, 0, 2, 0], id="games won"),
    pytest.param("wins", ALL, [2, 1, 2, 0, 0, 1, 0], id="a bye is no win"),
    pytest.param(
        "quotient",
        ALL,
        [Fraction(4, 7), Fraction(4, 7), Fraction(4, 7), Fraction(2, 7), 0, 0, 0],
        id="COM-WO-1: walkovers are left out of every quotient",
    ),
    pytest.param(
        "point_quotient",
        ALL,
        [Fraction(225, 205), Fraction(245, 217), 1, Fraction(197, 245), 0, 0, 0],
        id="points for by points against",
    ),
    pytest.param("buchholz", ALL, [4, 4 + HALF, 4, 5 + HALF, 0, 0, 0], id="only who was met at a table"),
    pytest.param("buchholz_cut_1", ALL, [3 + HALF, 4, 3 + HALF, 4, 0, 0, 0], id="without the lowest"),
    pytest.param("buchholz_cut_2", ALL, [2, 2, 2, 2, 0, 0, 0], id="without the lowest two"),
    pytest.param("buchholz_median", ALL, [1 + HALF, 2, 1 + HALF, 2, 0, 0, 0], id="without both ends"),
    pytest.param(
        "sonneborn_berger", ALL, [2, 2 + HALF / 2, 2 + HALF, 3 * HALF / 2, 0, 0, 0], id="level counts half"
    ),
    pytest.param(
        "strength_of_schedule",
        ALL,
        [Fraction(4, 9), HALF, Fraction(4, 9), Fraction(11, 18), 0, 0, 0],
        id="C.07: A met shares of 1/2, 2/3 and 1/6",
    ),
    pytest.param("koya", ALL, [1, 1, 1, HALF, 0, 0, 0], id="C.07: all but D have half of the points"),
    pytest.param("progressive", ALL, [2, 1 + HALF, 2, HALF, 1, 1, 0], id="one round: the match points"),
    pytest.param("lot", "ABC", [-1, -3, -2], id="first drawn is best"),
    pytest.param("lot", PLAYERS, [-1, -3, -2, 0], id="first of all"),
    pytest.param("lot", "ABE", [0, 0, 0], id="a lot that did not draw all who are level"),
]


@pytest.mark.parametrize(("key", "names", "values"), WORTH)
def test_tie_break_has_the_expected_value(key: str, names: str, values: list[int]) -> None:
    assert [TIE_BREAKS[key].value(EntrantId(entrant), level(names), TABLE) for entrant in names] == values


def test_every_tie_break_has_a_test_case() -> None:
    assert {row.values[0] for row in WORTH} == TIE_BREAKS.keys()


def test_only_the_listed_tie_breaks_are_additive_or_quotients() -> None:
    adding_up = {key for key, each in TIE_BREAKS.items() if each.adds_up}
    assert adding_up == {
        "game_difference", "point_difference", "capped_point_difference", "points_scored", "games_won",
        "wins",
    }  # fmt: skip
    assert {key for key, each in TIE_BREAKS.items() if each.is_share} == {"quotient", "point_quotient"}


def test_lot_tie_break_is_zero_until_a_lot_is_drawn() -> None:
    undrawn = StageState(TABLE.entrants, PLAYED)
    assert {TIE_BREAKS["lot"].value(entrant, frozenset(), undrawn) for entrant in undrawn.entrants} == {0}


def test_default_tie_breaks_are_used_if_none_is_chosen() -> None:
    assert read_tie_breaks([]) == DEFAULT_TIE_BREAKS
    assert read_tie_breaks(["wins", "lot"]) == ("wins", "lot")


def test_all_invalid_tie_breaks_are_reported_together() -> None:
    with pytest.raises(BadSetup) as refused:
        read_tie_breaks(["wins", "luck", "wins", 3])
    assert [(problem.code, problem.where) for problem in refused.value.problems] == [
        ("unknown_tie_break", "/tie_breaks/1"),
        ("tie_break_twice", "/tie_breaks/2"),
        ("unknown_tie_break", "/tie_breaks/3"),
    ]


def in_rounds(*rounds: str) -> StageState:
    """Return a stage of rounds such as "AB CD" (A beats B, C beats D) or "AB C" (A beats B, C has a bye)."""
    played = tuple(
        Meeting(f"R{turn}.{number}", tuple(map(EntrantId, pair)), Result(0) if pair[1:] else Bye(0), turn)
        for turn, pairs in enumerate(rounds, start=1)
        for number, pair in enumerate(pairs.split(), start=1)
    )
    return StageState(tuple(map(EntrantId, "ABCD")), played)


@pytest.mark.parametrize(
    ("rounds", "values"),
    [
        pytest.param(["AB CD", "CA DB", "DA BC"], [3, 1, 5, 3], id="C.07: won early counts longer"),
        pytest.param(["AB CD", "", "DC BA"], [3, 1, 3, 1], id="a round without matches counts on"),
        pytest.param(["AB C", "CA"], [2, 0, 3, 0], id="a bye counts as in the standings"),
    ],
)
def test_progressive_score_adds_up_the_points_after_every_round(rounds: list[str], values: list[int]) -> None:
    stage = in_rounds(*rounds)
    worth = [TIE_BREAKS["progressive"].value(entrant, frozenset(), stage) for entrant in stage.entrants]
    assert worth == values


def test_point_difference_of_additional_games_is_capped_at_the_last_target() -> None:
    played = (Meeting("R1.1", (A, B), Result(0, ((40, 10), (38, 39), (48, 20)))),)
    stage = StageState((A, B), played, targets=(35, 36))
    assert TIE_BREAKS["capped_point_difference"].value(A, frozenset(), stage) == 25 + 0 + 16
    without = StageState((A, B), played)
    assert TIE_BREAKS["capped_point_difference"].value(A, frozenset(), without) == 57


def test_direct_match_of_two_entrants_at_a_table_of_three_ignores_the_third_entrant() -> None:
    table = (A, B, C)
    nets = (by_nets(5, -1, -4), by_nets(-6, 2, 4), by_nets(0, 1, -1))
    rounds = (Meeting(f"R{turn}.1", table, net, turn) for turn, net in enumerate(nets, start=1))
    stage = StageState(table, tuple(rounds), by_net=True)
    among = frozenset((A, C))
    assert [TIE_BREAKS["direct"].value(entrant, among, stage) for entrant in (A, C)] == [2, 1]
    assert [TIE_BREAKS["direct_points"].value(entrant, among, stage) for entrant in (A, C)] == [0, 0]


def test_match_at_a_table_of_three_counts_as_a_meeting_of_each_pair() -> None:
    stage = StageState((A, B, C), (Meeting("R1.1", (A, B, C), by_nets(5, -1, -4)),), by_net=True, sides=3)
    assert [TIE_BREAKS["direct"].value(entrant, level("ABC"), stage) for entrant in (A, B, C)] == [2, 1, 0]


def test_direct_matches_are_worth_nothing_if_entrants_met_unequally_often() -> None:
    stage = in_rounds("AB", "BC", "CA", "AB")
    assert [TIE_BREAKS["direct"].value(entrant, level("ABC"), stage) for entrant in (A, B, C)] == [0, 0, 0]
    twice = in_rounds("AB", "BC", "CA", "AB", "BC", "AC")
    assert [TIE_BREAKS["direct"].value(entrant, level("ABC"), twice) for entrant in (A, B, C)] == [3, 2, 1]


@pytest.mark.parametrize(
    ("key", "worth"),
    [
        pytest.param("games_won", [1 + HALF, HALF], id="COM-TIME-2: half a game each"),
        pytest.param("quotient", [Fraction(3, 4), Fraction(1, 4)], id="COM-TIME-2: in the share as well"),
        pytest.param("game_difference", [1, -1], id="COM-TIME-2: and no difference"),
    ],
)
def test_tied_game_stopped_by_the_time_limit_counts_half_for_each_side(
    key: str, worth: list[Fraction]
) -> None:
    stage = StageState((A, B), (Meeting("R1.1", (A, B), Result(0, ((35, 20), (12, 12)), winners=(0, None))),))
    pair = frozenset((A, B))
    assert [TIE_BREAKS[key].value(entrant, pair, stage) for entrant in (A, B)] == worth
