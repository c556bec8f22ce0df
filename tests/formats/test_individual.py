"""Tests of the individual format: partners, opponents, byes, and standings of players."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st

from scoring.types import NoPairing
from tests.format_parts.builders import some_entrants
from tests.format_parts.rounds import LOST, WON, after
from tournaments.competition.format_parts.format import RoundByRound
from tournaments.competition.format_parts.pairing import partners_had
from tournaments.competition.format_parts.round_faults import breaches
from tournaments.competition.formats.individual import FORMAT
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.standings.tables import standings
from tournaments.competition.types import (
    NO_OPPONENT,
    Annulled,
    Bye,
    DoubleWalkover,
    EntrantId,
    Outcome,
    Pairing,
    Points,
    Walkover,
)

SEATING = {"left_out", "seated_twice", "gone_seated", "unknown_seated", "needless_bye", "table_size"}


def a_stage(entrants: int, **options: object) -> StageState:
    return StageState(some_entrants(entrants), options=FORMAT.read_options(options), partners=2)


def played(stage: StageState, pairings: Sequence[Pairing], outcomes: Sequence[Outcome] = ()) -> StageState:
    """Return the stage after a round with the given outcomes; all other matches are won by seats 0 and 2."""
    usual = [WON if len(pairing) > 1 else Bye(0, NO_OPPONENT) for pairing in pairings]
    turn = max((meeting.round for meeting in stage.meetings), default=0) + 1
    return after(stage, pairings, [*outcomes, *usual[len(outcomes) :]], turn)


def by_hand(stage: StageState, *rounds: str, outcomes: Sequence[Outcome] = ()) -> StageState:
    """Return the stage after rounds such as "1+3 2+4, 5": partners 1 and 3 beat 2 and 4, and 5 has a bye."""
    for text in rounds:
        pairings = []
        for table in text.split(", "):
            one, _space, other = table.partition(" ")
            first, second = one.split("+"), other.split("+") if other else []
            crossed = [first[0], second[0], first[1], second[1]] if second else first
            pairings.append(tuple(map(EntrantId, crossed)))
        stage = played(stage, pairings, outcomes)
    return stage


def some_end(sitting: int, chance: Random) -> Outcome:
    if sitting == 1:
        return Bye(0, NO_OPPONENT)
    ends: list[Outcome] = [WON, WON, LOST, LOST, Walkover(0), Walkover(1), DoubleWalkover()]
    return chance.choice(ends)


def partnered(pairings: Sequence[Pairing]) -> list[frozenset[EntrantId]]:
    """Return the partner pairs of a round."""
    sides = (pairing[side::2] for pairing in pairings for side in (0, 1) if len(pairing) > 1)
    return [frozenset(side) for side in sides]


@pytest.mark.parametrize("entrants", [4, 8, 12, 16, 20])
def test_no_partner_is_repeated_before_everybody_has_partnered_everybody(entrants: int) -> None:
    stage, had = a_stage(entrants, rounds=entrants - 1), Counter[frozenset[EntrantId]]()
    for _turn in range(entrants - 1):
        pairings = FORMAT.pair(stage)
        had.update(partnered(pairings))
        stage = played(stage, pairings)
    assert FORMAT.pair(stage) == ()
    assert set(had.values()) == {1}
    assert len(had) == entrants * (entrants - 1) // 2


def test_opponents_are_repeated_at_most_once_in_four_rounds() -> None:
    """Each of sixteen players has eight opponents in four rounds; all eight could be different."""
    stage = a_stage(16)
    for _turn in range(4):
        stage = played(stage, FORMAT.pair(stage))
    assert max(max(Counter(stage.opponents(player)).values()) for player in stage.entrants) <= 2


@pytest.mark.parametrize(
    ("stage", "resting"),
    [
        pytest.param(a_stage(5), "5", id="the last line first"),
        pytest.param(by_hand(a_stage(5), "1+3 2+4, 5"), "4", id="of those with fewest points the last line"),
        pytest.param(by_hand(a_stage(5), "1+3 2+4, 5", "1+2 3+5, 4"), "3", id="never twice"),
        pytest.param(by_hand(a_stage(7), "1+3 2+4, 5, 6, 7"), "4 2 3", id="three over, two of them lost"),
        pytest.param(
            by_hand(a_stage(5), "1+3 2+4, 5", outcomes=[Walkover(1)]),
            "3",
            id="a win without play counts as a bye: of 1 and 3, who lost it",
        ),
    ],
)
def test_byes_go_to_the_lowest_ranked_of_the_players_with_the_fewest_byes(
    stage: StageState, resting: str
) -> None:
    assert " ".join(pairing[0] for pairing in FORMAT.pair(stage) if len(pairing) == 1) == resting


def test_partner_is_repeated_if_no_new_partner_is_left() -> None:
    """Each of four players has three possible partners, so a partner is repeated in the fourth round."""
    stage = a_stage(4)
    first = FORMAT.pair(stage)
    for _turn in range(3):
        stage = played(stage, FORMAT.pair(stage))
    assert set(partnered(FORMAT.pair(stage))) == set(partnered(first))


@settings(max_examples=60)
@given(entrants=st.integers(4, 24), seed=st.integers(0, 9_999))
def test_individual_round_seats_everybody_and_repeats_only_unavoidable_partners(
    entrants: int, seed: int
) -> None:
    chance, stage = Random(seed), a_stage(entrants, rounds=9)
    for turn in range(1, 10):
        if turn == 5 and entrants > 5:
            stage = replace(stage, out=frozenset({chance.choice(stage.entrants)}))
        pairings = FORMAT.pair(stage)
        assert not {breach.code for breach in breaches(stage, pairings)} & SEATING
        repeated = sum(partners_had(stage)[first][second] for first, second in partnered(pairings))
        assert repeated == fewest_repeated(
            stage, [player for each in pairings for player in each if len(each) > 1]
        )
        stage = after(stage, pairings, [some_end(len(pairing), chance) for pairing in pairings], turn)


def fewest_repeated(stage: StageState, sitting: Sequence[EntrantId]) -> int:
    """Return the smallest possible number of repeated partners among the given players."""
    graph, had = nx.Graph(), partners_had(stage)
    for first, second in combinations(sitting, 2):
        graph.add_edge(first, second, weight=-had[first][second])
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return -sum(graph.edges[pair]["weight"] for pair in pairs)


def test_partners_share_the_result_and_have_only_the_other_side_as_opponents() -> None:
    stage = by_hand(a_stage(4), "1+3 2+4")
    assert [str(stage.match_points(player)) for player in stage.entrants] == ["1", "0", "1", "0"]
    assert stage.opponents(EntrantId("1")) == ("2", "4")
    assert +partners_had(stage)[EntrantId("1")] == {"3": 1}
    assert [duel.other for duel in stage.duels(EntrantId("3"))] == ["2", "4"]
    assert [row.place for row in standings(stage)] == [1, 1, 3, 3]


def test_walkover_is_given_to_both_partners() -> None:
    stage = by_hand(a_stage(4), "1+3 2+4", outcomes=[Walkover(1)])
    assert [stage.tally(player).games_won for player in stage.entrants] == [0, 2, 0, 2]


@pytest.mark.parametrize(
    ("drop", "points"),
    [
        pytest.param(0, "2 1 2 1", id="nothing is dropped"),
        pytest.param(1, "2 1 2 1", id="a lost round is dropped, not a won one"),
        pytest.param(2, "1 1 1 1", id="two are dropped: who won two of three has one left"),
        pytest.param(3, "2 1 2 1", id="never all of them"),
    ],
)
def test_worst_rounds_of_each_player_are_dropped(drop: int, points: str) -> None:
    """Players 1 and 3 win twice as partners; then players 2 and 4 win."""
    stage = by_hand(a_stage(4, drop_worst=drop), "1+3 2+4", "1+3 2+4")
    stage = by_hand(stage, "1+3 2+4", outcomes=[LOST])
    assert " ".join(str(stage.match_points(player)) for player in stage.entrants) == points


def test_games_of_a_dropped_round_do_not_count() -> None:
    stage = by_hand(by_hand(a_stage(4, drop_worst=1), "1+3 2+4"), "1+3 2+4", outcomes=[LOST])
    assert [(stage.tally(player).games_won, stage.tally(player).games_lost) for player in stage.entrants] == [
        (2, 0)
    ] * 4
    assert stage.match_points(EntrantId("1")) == Points(1)


def test_annulled_match_is_not_dropped_as_the_worst_round() -> None:
    """Player 1 lost one round, and the other round was annulled: the lost round still counts."""
    stage = by_hand(a_stage(4, drop_worst=1), "2+4 1+3")
    stage = by_hand(stage, "1+3 2+4", outcomes=[Annulled()])
    assert stage.tally(EntrantId("1")).lost == 1


def test_individual_round_fills_tables_of_four() -> None:
    assert isinstance(FORMAT.paired, RoundByRound)
    assert FORMAT.paired.tables(a_stage(11, rounds=3)) == [2, 2, 2]


@pytest.mark.parametrize("entrants", [3, 257])
def test_individual_stage_with_too_few_or_too_many_players_is_refused(entrants: int) -> None:
    with pytest.raises(NoPairing):
        FORMAT.check(entrants, FORMAT.read_options({}))
