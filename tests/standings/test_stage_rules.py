"""Tests of the results of an entrant in a stage: tally, match points, and opponents."""

from fractions import Fraction
from random import Random

import pytest

from tests.format_parts.builders import a_plan, by_nets, played_out
from tests.standings.cross_table import TABLE, A, B, C, D, E, F
from tournaments.competition.standings.stage_state import Meeting, StageState, meetings_of
from tournaments.competition.standings.tally import MatchPoints, Record, Tally, count, tally_of
from tournaments.competition.types import (
    Annulled,
    Bye,
    DoubleWalkover,
    EntrantId,
    Outcome,
    Result,
    Walkover,
    Withdrawal,
)

ABSENT = Tally(walkovers=1, lost=1, games_lost=2)
PRESENT = Tally(walkovers=1, won=1, games_won=2)
GAMES = ((35, 30), (30, 35), (45, 43))


@pytest.mark.parametrize(
    ("outcome", "first", "second"),
    [
        pytest.param(
            Result(0, GAMES),
            Tally(played=1, won=1, games_won=2, games_lost=1, points_for=110, points_against=108),
            Tally(played=1, lost=1, games_won=1, games_lost=2, points_for=108, points_against=110),
            id="played",
        ),
        pytest.param(
            Result(None, GAMES[:2]),
            Tally(played=1, level=1, games_won=1, games_lost=1, points_for=65, points_against=65),
            Tally(played=1, level=1, games_won=1, games_lost=1, points_for=65, points_against=65),
            id="level",
        ),
        pytest.param(Walkover(1), ABSENT, PRESENT, id="COM-WO-1: 2-0, no hands, no points"),
        pytest.param(Withdrawal(0), PRESENT, ABSENT, id="COM-WO-1: the same when somebody left"),
        pytest.param(DoubleWalkover(), ABSENT, ABSENT, id="neither was there: both lose"),
        pytest.param(Annulled(), Tally(), Tally(), id="annulled: as if it had never been"),
    ],
)
def test_tally_of_each_side_follows_from_the_outcome_of_the_match(
    outcome: Outcome, first: Tally, second: Tally
) -> None:
    assert tally_of(outcome, 0, 2) == first
    assert tally_of(outcome, 1, 2) == second


@pytest.mark.parametrize(
    ("outcome", "tallies"),
    [
        pytest.param(
            Result(1, ((12, 20, 8),)),
            [
                Tally(played=1, lost=1, games_lost=1, points_for=12, points_against=20),
                Tally(played=1, won=1, games_won=1, points_for=20, points_against=12),
                Tally(played=1, lost=1, games_lost=1, points_for=8, points_against=20),
            ],
            id="three sides: against counts the best of the others",
        ),
        pytest.param(
            Result(0, ((10, 4, 10, 2), (9, 3, 1, 9))),
            [
                Tally(played=1, won=1, points_for=19, points_against=19),
                Tally(played=1, lost=1, games_lost=2, points_for=7, points_against=19),
                Tally(played=1, lost=1, games_lost=1, points_for=11, points_against=19),
                Tally(played=1, lost=1, games_lost=1, points_for=11, points_against=19),
            ],
            id="four sides: the best are level in a game, so nobody won it",
        ),
        pytest.param(
            Result(0, ((180, 195),), winners=(0,)),
            [
                Tally(played=1, won=1, games_won=1, points_for=180, points_against=195),
                Tally(played=1, lost=1, games_lost=1, points_for=195, points_against=180),
            ],
            id="MGG-CLAIM-2: a lost claim gives the game to fewer points",
        ),
        pytest.param(
            Walkover(2),
            [Tally(walkovers=1, lost=1, games_lost=2)] * 2 + [PRESENT],
            id="COM-WO-1: three sides, one was there",
        ),
    ],
)
def test_tally_at_a_larger_table_follows_from_the_outcome_of_the_match(
    outcome: Outcome, tallies: list[Tally]
) -> None:
    assert [tally_of(outcome, side, 2) for side in range(len(tallies))] == tallies


@pytest.mark.parametrize(
    ("nets", "counted"),
    [
        pytest.param((5, -1, -4), ["won", "lost", "lost"], id="one is ahead of all"),
        pytest.param(
            (4, -8, 4), ["level", "lost", "level"], id="MAU-P-1: equal nets share, the third does not"
        ),
        pytest.param((0, 0, 0), ["level", "level", "level"], id="nobody gained anything"),
    ],
)
def test_side_of_a_table_wins_ties_or_loses_by_its_net_score(
    nets: tuple[int, ...], counted: list[str]
) -> None:
    tallies = [tally_of(by_nets(*nets), side, 1, by_net=True) for side in range(3)]
    assert [
        next(word for word in ("won", "level", "lost") if getattr(each, word)) for each in tallies
    ] == counted
    assert [tally.points_for for tally in tallies] == list(nets)


def test_every_game_at_a_larger_table_counts_even_without_a_winner() -> None:
    records = [Record() for _side in range(3)]
    count(Result(None, ((20, 20, 11),)), records, 1)
    assert [record.games_at_tables for record in records] == [1, 1, 1]
    assert [(record.games_won, record.games_lost) for record in records] == [(0, 0), (0, 0), (0, 1)]


@pytest.mark.parametrize("seed", range(50))
def test_tallies_of_two_sides_equal_an_independent_calculation(seed: int) -> None:
    chance = Random(seed)
    games = tuple((chance.randrange(50), chance.randrange(50)) for _game in range(chance.randrange(1, 4)))
    games += ((21, 21),) if seed % 2 else ()
    winners = tuple(chance.choice((0, 1, None)) for _game in games) if seed % 3 else ()
    targets = ((), (35,), (35, 45))[seed % 3]
    records = [Record(), Record()]
    count(Result(chance.randrange(2), games, winners=winners), records, 2, targets)
    for side, record in enumerate(records):
        scores = [(game[side], game[1 - side]) for game in games]
        won = winners or (None,) * len(games)
        ahead = [
            (points > opponent_points) if winner is None else winner == side
            for (points, opponent_points), winner in zip(scores, won, strict=True)
        ]
        level = [
            points == opponent_points and winner is None
            for (points, opponent_points), winner in zip(scores, won, strict=True)
        ]
        most = [targets[min(place, len(targets) - 1)] if targets else 50 for place in range(len(games))]
        assert (record.games_won, record.games_won_at_tables) == (sum(ahead), sum(ahead))
        assert record.games_level == sum(level)
        assert record.games_lost == len(games) - sum(ahead) - sum(level)
        assert record.games_at_tables == len(games)
        assert (record.points_for, record.points_against) == tuple(map(sum, zip(*scores, strict=True)))
        assert record.capped_difference == sum(
            min(points, top) - min(opponent_points, top)
            for (points, opponent_points), top in zip(scores, most, strict=True)
        )


def test_bye_counts_as_one_bye_in_the_tally() -> None:
    assert tally_of(Bye(0), 0, 2) == Tally(byes=1)


def test_match_points_of_a_result_are_those_set_for_the_stage() -> None:
    values = MatchPoints(win=Fraction(3), level=Fraction(1), loss=Fraction(0), bye=Fraction(2))
    stage = StageState(TABLE.entrants, TABLE.meetings, values=values)
    assert [stage.match_points(entrant) for entrant in (A, B, D, E, F)] == [6, 4, 1, 2, 3]


def test_match_points_are_the_net_scores_in_a_stage_ranked_by_net_score() -> None:
    table = tuple(map(EntrantId, "ABC"))
    stage = StageState(
        (*table, EntrantId("D")),
        (
            Meeting("R1.1", table, by_nets(4, -8, 4)),
            Meeting("R2.1", table, Walkover(1)),
            Meeting("R3.1", table, by_nets(-3, 1, 2)),
            Meeting("R1.2", (EntrantId("D"),), Bye(0)),
        ),
        by_net=True,
    )
    assert [stage.match_points(entrant) for entrant in stage.entrants] == [1, -7, 6, 0]
    first, second, third = table
    assert stage.opponents(first) == (second, third, second, third)
    assert stage.beaten(first) == (second,)
    assert stage.level_with(first) == (third,)


def test_winner_at_a_table_of_three_beats_both_opponents_who_tie_with_each_other() -> None:
    table = tuple(map(EntrantId, "ABC"))
    stage = StageState(table, (Meeting("R1.1", table, Result(1, ((12, 20, 8),))),))
    first, second, third = table
    assert (stage.beaten(second), stage.beaten(first), stage.level_with(first)) == (
        (first, third),
        (),
        (third,),
    )


def test_opponents_that_an_entrant_met_beat_or_tied_are_listed() -> None:
    assert TABLE.opponents(A) == (B, C, D)
    assert TABLE.beaten(B) == (C,)
    assert TABLE.level_with(D) == (B,)
    assert TABLE.opponents(F) == TABLE.opponents(E) == ()


def test_finished_matches_of_a_bracket_include_byes_but_no_empty_matches() -> None:
    off = DoubleWalkover()
    bracket, _outcomes = played_out(a_plan(8), fixed={"R1.1": off, "R1.2": off})
    over = [meeting.label for meeting in meetings_of(bracket)]
    assert over == ["R1.1", "R1.2", "R1.3", "R1.4", "R2.2", "R3.1"]
