"""Tests of progressive tables: cuts, qualifiers, seating, and places."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from scoring.types import NoPairing
from tests.format_parts.builders import played_out, some_entrants
from tests.format_parts.rounds import a_stage, after, an_outcome, round_of, some_clubs
from tournaments.competition.format_parts.brackets import Bracket, advance
from tournaments.competition.format_parts.format import RoundByRound
from tournaments.competition.formats.progressive_tables import FORMAT, cuts, ranked, reached
from tournaments.competition.standings.stage_state import StageState, meetings_of
from tournaments.competition.standings.tables import standings, why
from tournaments.competition.types import (
    NO_OPPONENT,
    Annulled,
    Bye,
    DoubleWalkover,
    EntrantId,
    Outcome,
    Pairing,
    Points,
    Result,
    Walkover,
)


@pytest.mark.parametrize(
    ("entrants", "sides", "path"),
    [
        (27, 3, "27 9 3"),
        (9, 3, "9 3"),
        (3, 3, "3"),
        (4, 3, "4 3"),
        (5, 3, "5 3"),
        (7, 3, "7 3"),
        (8, 3, "8 6 3"),
        (10, 3, "10 6 3"),
        (30, 3, "30 12 6 3"),
        (81, 3, "81 27 9 3"),
        (16, 4, "16 4"),
        (14, 5, "14 10 5"),
    ],
)
def test_progressive_rounds_after_the_first_have_full_tables(entrants: int, sides: int, path: str) -> None:
    assert " ".join(map(str, cuts(entrants, sides))) == path


def test_number_of_progressive_tables_falls_to_one() -> None:
    assert isinstance(FORMAT.paired, RoundByRound)
    assert FORMAT.paired.tables(a_stage(FORMAT, 27, 3)) == [9, 3, 1]
    assert FORMAT.paired.tables(a_stage(FORMAT, 8, 3)) == [2, 2, 1]


@given(entrants=st.integers(3, 1024), sides=st.integers(3, 5))
def test_every_cut_eliminates_entrants_until_one_table_remains(entrants: int, sides: int) -> None:
    if entrants < sides:
        return
    sizes = cuts(entrants, sides)
    assert sizes == tuple(sorted(set(sizes), reverse=True))
    assert sizes[-1] == sides
    assert all(size % sides == 0 for size in sizes[1:])


RULE = "who wins a table goes on, and the best of the others fill up."


@pytest.mark.parametrize(
    ("entrants", "sides", "words"),
    [
        (
            27,
            3,
            f"Tables of three, 27 → 9 → 3: {RULE}",
        ),
        (
            7,
            3,
            f"Tables of three, 7 → 3: {RULE} In the first round 1 rests, and goes on.",
        ),
        (
            8,
            3,
            f"Tables of three, 8 → 6 → 3: {RULE} In the first round 2 rest, and go on.",
        ),
        (4, 4, f"Tables of four, 4: {RULE}"),
    ],
)
def test_progressive_plan_is_described_as_a_sentence(entrants: int, sides: int, words: str) -> None:
    assert FORMAT.plan_in_words
    assert FORMAT.plan_in_words(entrants, {}, sides).english() == words


def as_text(pairings: Sequence[Pairing]) -> list[str]:
    return ["-".join(pairing) for pairing in pairings]


def played(stage: StageState, tables: str, outcomes: Sequence[Outcome] = ()) -> StageState:
    """Play a round; by default the first entrant at each table scores 35, the second 20 and the third 10."""
    pairings = round_of(tables)
    usual = [
        Result(0, ((35, 20, 10, 5, 1)[: len(each)],)) if len(each) > 1 else Bye(0, NO_OPPONENT)
        for each in pairings
    ]
    turn = max((meeting.round for meeting in stage.meetings), default=0) + 1
    return after(stage, pairings, [*outcomes, *usual[len(outcomes) :]], turn)


@pytest.mark.parametrize(
    ("entrants", "tables"),
    [
        pytest.param(9, ["1-6-7", "2-5-8", "3-4-9"], id="dealt out like a serpent"),
        pytest.param(8, ["3-6-7", "4-5-8", "1", "2"], id="who is over rests: the first lines"),
        pytest.param(3, ["1-2-3"], id="one table"),
    ],
)
def test_progressive_first_round_is_seated_in_the_order_of_the_draw(entrants: int, tables: list[str]) -> None:
    assert as_text(FORMAT.pair(a_stage(FORMAT, entrants, 3))) == tables


def test_progressive_first_round_separates_club_mates() -> None:
    """Entrants 1 and 6 are of the same club, so 6 moves to the next table and 5 to the first."""
    clubs = {EntrantId("1"): "A", EntrantId("6"): "A"}
    stage = replace(a_stage(FORMAT, 9, 3), clubs=clubs)
    assert as_text(FORMAT.pair(stage)) == ["1-5-7", "2-6-8", "3-4-9"]


SIX = a_stage(FORMAT, 6, 3)
NINE = a_stage(FORMAT, 9, 3)


@pytest.mark.parametrize(
    ("stage", "tables", "outcomes", "order"),
    [
        pytest.param(
            SIX, "1-4-5 2-3-6", [], "1 2 3 4 5 6", id="winners, seconds, thirds; equals by the line"
        ),
        pytest.param(
            SIX,
            "1-4-5 2-3-6",
            [Result(0, ((35, 20, 10),)), Result(1, ((30, 34, 10),))],
            "1 3 2 4 5 6",
            id="of equals who made more points: a winner with 34 is behind one with 35",
        ),
        pytest.param(
            SIX,
            "1-4-5 2-3-6",
            [Result(0, ((35, 20, 10), (36, 5, 12)), winners=(0, 2))],
            "2 1 5 3 6 4",
            id="games before points: who lost none, who won one of two, who lost one, who lost two",
        ),
        pytest.param(
            SIX, "1-4-5 2-3-6", [Walkover(1)], "2 4 3 6 1 5", id="who was not there is behind who played"
        ),
        pytest.param(
            SIX, "1-4-5 2-3-6", [DoubleWalkover()], "2 3 6 1 4 5", id="nobody was there: nobody won it"
        ),
        pytest.param(SIX, "1-4-5 2-3-6", [Annulled()], "2 3 6 1 4 5", id="taken out: nobody won it"),
        pytest.param(
            SIX,
            "1-4-5 2-3-6",
            [Result(None, ((35, 35, 10),))],
            "2 1 4 3 5 6",
            id="level at the top: both have lost nothing, and the better line stands first",
        ),
    ],
)
def test_progressive_round_is_ranked_by_place_then_games_then_points(
    stage: StageState, tables: str, outcomes: list[Outcome], order: str
) -> None:
    assert " ".join(ranked(played(stage, tables, outcomes), 1)) == order


def test_entrant_with_a_bye_advances_and_the_best_second_fills_the_table() -> None:
    """Five entrants at tables of three have two byes and one winner; four entrants have one bye and one
    winner.
    """
    five = played(a_stage(FORMAT, 5, 3), "3-4-5 1 2")
    assert as_text(FORMAT.pair(five)) == ["1-2-3"]
    four = played(a_stage(FORMAT, 4, 3), "4-3-2 1")
    assert as_text(FORMAT.pair(four)) == ["1-4-3"]


def test_progressive_second_round_avoids_rematches() -> None:
    """Entrants 1 and 2 had byes, 7 and 8 won, and 3 and 4 were second: 3 has met 7, and 4 has met 8."""
    eight = played(a_stage(FORMAT, 8, 3), "7-3-6 8-4-5 1 2")
    assert as_text(FORMAT.pair(eight)) == ["1-8-3", "2-7-4"]


def test_withdrawn_entrant_is_replaced_by_the_next_best() -> None:
    stage = replace(played(NINE, "1-6-7 2-5-8 3-4-9"), out=frozenset({EntrantId("2")}))
    assert as_text(FORMAT.pair(stage)) == ["1-3-4"]


def test_progressive_stage_with_too_few_entrants_left_is_refused() -> None:
    stage = replace(played(SIX, "1-4-5 2-3-6"), out=frozenset(map(EntrantId, "1236")))
    with pytest.raises(NoPairing, match="still in: 2"):
        FORMAT.pair(stage)


def played_stage(entrants: int, sides: int = 3) -> tuple[Bracket, StageState]:
    """Play a whole stage in which the entrant with the lowest line number always wins."""
    rounds: list[tuple[Pairing, ...]] = []
    while True:
        bracket, _outcomes = played_out(FORMAT.plan(some_entrants(entrants), {}, sides, rounds))
        stage = StageState(bracket.plan.entrants, meetings_of(bracket), sides=sides)
        following = FORMAT.pair(stage)
        if not following:
            return bracket, replace(stage, reached=reached(stage, bracket))
        rounds.append(following)


def test_progressive_stage_of_27_has_three_rounds_and_a_champion() -> None:
    """Entrants at the last table are placed first, then the losers of the second round, then all others."""
    bracket, stage = played_stage(27)
    assert [sum(match.round == turn for match in bracket.plan.matches) for turn in (1, 2, 3)] == [9, 3, 1]
    order = [row.entrant for row in standings(stage)]
    assert order[0] == "1"
    assert set(order[:3]) == {"1", "2", "3"}
    assert set(order[3:9]) == {"4", "5", "6", "7", "8", "9"}
    assert [stage.reached[EntrantId(entrant)].through for entrant in ("1", "2", "9", "27")] == [3, 2, 1, 0]


def test_last_table_decides_second_place_regardless_of_earlier_wins() -> None:
    """Entrant 4 qualified without a win, as the best second, and is second at the last table; entrant 2 is
    last there.
    """
    stage = played(played(SIX, "1-4-5 2-3-6"), "1-4-2")
    plan = FORMAT.plan(stage.entrants, {}, 3, [round_of("1-4-5 2-3-6"), round_of("1-4-2")])
    outcomes = {meeting.label: meeting.outcome for meeting in stage.meetings}
    stage = replace(stage, reached=reached(stage, advance(plan, outcomes)))
    assert [row.entrant for row in standings(stage)] == ["1", "4", "2", "3", "5", "6"]
    assert stage.match_points(EntrantId("4")) < stage.match_points(EntrantId("2"))
    steps = why(stage, (), EntrantId("4"), EntrantId("2"))
    assert [(step.key, step.first, step.second) for step in steps] == [
        ("through", Points(1), Points(1)),
        ("last_table", Points(1), Points(0)),
    ]


def test_last_table_has_no_champion_if_an_entrant_withdraws_before_play() -> None:
    """Entrant 2 withdraws before the last table: entrants 1 and 4 have byes; neither has won the table."""
    stage = played(SIX, "1-4-5 2-3-6")
    plan = FORMAT.plan(stage.entrants, {}, 3, [round_of("1-4-5 2-3-6"), round_of("1-4-2")])
    outcomes = {meeting.label: meeting.outcome for meeting in stage.meetings}
    bracket = advance(plan, outcomes, absent={EntrantId("2"): "withdrawal"})
    stage = replace(stage, meetings=meetings_of(bracket))
    assert stage.meetings[-1].entrants == ("1", "4")
    assert [reached(stage, bracket)[entrant].through for entrant in stage.meetings[-1].entrants] == [1, 1]


def test_last_table_with_one_player_left_has_a_champion() -> None:
    stage = played(SIX, "1-4-5 2-3-6")
    plan = FORMAT.plan(stage.entrants, {}, 3, [round_of("1-4-5 2-3-6"), round_of("1-4-2")])
    outcomes = {meeting.label: meeting.outcome for meeting in stage.meetings}
    absent = {EntrantId("1"): "withdrawal", EntrantId("4"): "withdrawal"}
    bracket = advance(plan, outcomes, absent=absent)
    stage = replace(stage, meetings=meetings_of(bracket))
    assert stage.meetings[-1].entrants == ("2",)
    assert reached(stage, bracket)[EntrantId("2")].through == 2


@pytest.mark.parametrize(
    ("tables", "withdrawals", "order"),
    [
        ("1-4-5 2-3-6", "", "1 2 4 3 5 6"),
        ("1-4-5 2-3-6", "1", "2 4 1 3 5 6"),
        ("1-4-5 2-3-6", "4", "1 2 4 3 5 6"),
        ("", "1", "2 3 4 5 6 1"),
        ("", "1 5", "2 3 4 6 1 5"),
    ],
)
def test_entrant_that_withdraws_before_its_next_table_is_placed_behind_entrants_that_stayed(
    tables: str, withdrawals: str, order: str
) -> None:
    """Entrants 1, 2 and 4 qualify in round 1; one of them then withdraws and stays ahead of 3, 5 and 6."""
    stage = played(SIX, tables) if tables else SIX
    rounds_made = [round_of("1-4-5 2-3-6"), *([round_of("1-4-2")] if tables else [])]
    outcomes = {meeting.label: meeting.outcome for meeting in stage.meetings}
    plan = FORMAT.plan(stage.entrants, {}, 3, rounds_made)
    bracket = advance(
        plan, outcomes, absent={EntrantId(entrant): "withdrawal" for entrant in withdrawals.split()}
    )
    stage = replace(stage, reached=reached(stage, bracket))
    assert [row.entrant for row in standings(stage)] == order.split()


@settings(max_examples=60)
@given(entrants=st.integers(3, 70), sides=st.integers(3, 5), seed=st.integers(0, 9_999))
def test_eliminated_entrant_never_returns_and_every_round_has_the_planned_size(
    entrants: int, sides: int, seed: int
) -> None:
    if entrants < sides:
        return
    chance, stage = Random(seed), a_stage(FORMAT, entrants, sides)
    stage = replace(stage, clubs=some_clubs(stage.entrants, 4, chance))
    still_in, sizes = set(stage.entrants), cuts(entrants, sides)
    for turn, size in enumerate(sizes, start=1):
        pairings = FORMAT.pair(stage)
        seated = [entrant for pairing in pairings for entrant in pairing]
        assert len(seated) == len(set(seated)) == size
        assert set(seated) <= still_in
        assert {len(pairing) for pairing in pairings} <= ({1, sides} if turn == 1 else {sides})
        outcomes = [an_outcome(len(pairing), chance) for pairing in pairings]
        winners = {pairing[outcome.winner or 0] for pairing, outcome in zip(pairings, outcomes, strict=True)}
        stage = after(stage, pairings, outcomes, turn)
        still_in = set(seated)
        if turn < len(sizes):
            assert winners <= {entrant for pairing in FORMAT.pair(stage) for entrant in pairing}
    assert FORMAT.pair(stage) == ()
