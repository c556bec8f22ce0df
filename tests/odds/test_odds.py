"""Tests of the computed odds: other methods give the same results, and the odds have expected properties."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from statistics import mean
from typing import Any

import pytest
from hypothesis import assume, example, given, settings, strategies as st

from scoring.game_parts.card_game import HandTable
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES, CardGame
from scoring.odds.rules import ENDINGS, MatchPosition, chances, chances_now, deal_at, first_dealer, solved
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet
from tests.referee.random_player import play_a_hand
from tests.sheet.builders import a_hand, a_sheet, a_won_game, hands_to, verdict_on

MARIGLIA, MANIGLIA = CARD_GAMES["mariglia"], CARD_GAMES["maniglia"]
OFFERED = [pytest.param(game, id=game.key) for game in CARD_GAMES.values() if game.hand_table]
NEAR = 1e-12


def a_table(even: int, **counts: tuple[int, ...]) -> HandTable:
    """Return a small table of hands; `v2` contains the hands whose turned-up card is worth 2 points."""
    return HandTable("test", 0, even, "", {int(value[1:]): row for value, row in counts.items()})


def with_table(table: HandTable, card_game: CardGame = MARIGLIA) -> CardGame:
    """Return a copy of the card game in which the table of simulated hands is replaced."""
    return replace(card_game, hand_table=table)


def profile_of(card_game: CardGame, *targets: int, **options: Any) -> Profile:
    """Return a profile with the given target scores and rule options."""
    return read_profile(card_game, {"targets": list(targets or (35, 35, 45)), **options})


# Mariglia with ten hands, so that a game is solved quickly; the rules of a match do not depend on the table.
QUICK = with_table(a_table(2, v0=(0, 1, 1, 0, 2), v3=(1, 0, 2, 1, 0)))


def of_game(card_game: CardGame, target: int, dealers: int, opponents: int) -> float:
    """Return the chance of the dealer's side to win the game."""
    return sum(solved(card_game, target).from_score(dealers, opponents)[:2])


# --- worked out by hand -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "target", "score", "endings"),
    [
        pytest.param(
            # A third each: the dealer scores one, nobody, the other side. The first side deals hands 1, 3, 5…
            # It wins on its own deal with 1/3 + 1/27 + … = 3/8, on the other's with 1/9 + 1/81 + … = 1/8.
            a_table(1, v0=(1, 1, 1)), 1, (0, 0), (3 / 8, 1 / 8, 3 / 8, 1 / 8), id="one point wins",
        ),
        pytest.param(
            # Half the hands turn the one point that ends the game; the opponents' play decides nothing.
            a_table(1, v0=(0, 2, 0), v1=(2, 0, 0)), 1, (0, 0), (2 / 3, 0, 0, 1 / 3), id="won on the trionfo",
        ),
        pytest.param(
            # The dealer always gains two in play: to three points the first side wins on its second deal.
            a_table(2, v0=(0, 0, 0, 0, 1)), 3, (0, 0), (1, 0, 0, 0), id="the deal decides",
        ),
        pytest.param(
            # The dealer turns one, the opponent makes one: 0–0, 1–1, 2–2, and the third deal turns the third.
            a_table(1, v1=(1, 0, 0)), 3, (0, 0), (1, 0, 0, 0), id="the trionfo comes before the play",
        ),
        pytest.param(
            a_table(1, v1=(1, 0, 0)), 3, (1, 2), (0, 0, 1, 0), id="the other side makes the last in play",
        ),
        pytest.param(
            # Of four hands, two bring the dealer two, one the other side one, one nothing.
            # From 2–2 any gain ends the game.
            a_table(2, v0=(0, 1, 1, 0, 2)), 3, (2, 2), (8 / 15, 1 / 15, 4 / 15, 2 / 15), id="past the target",
        ),
        pytest.param(
            # From 1–2 only the dealer's two or the other side's one ends the game; without a gain the other
            # side deals at 2–1, and one for the first side leads to 2–2. With x for a win on the own deal:
            # x = 1/2 + 1/4 (1/4 of 8/15 + 1/4 of x), and the others in the same way.
            a_table(2, v0=(0, 1, 1, 0, 2)), 3, (1, 2), (128 / 225, 1 / 225, 64 / 225, 32 / 225), id="a loop",
        ),
    ],
)  # fmt: skip
def test_chances_from_a_small_table_equal_those_computed_by_hand(
    table: HandTable, target: int, score: tuple[int, int], endings: tuple[float, ...]
) -> None:
    assert solved(with_table(table), target).from_score(*score) == pytest.approx(endings, abs=NEAR)


def test_hands_with_turned_up_cards_that_score_nothing_are_counted_together_in_the_odds() -> None:
    """Near the target, a turned-up Seven scores nothing, like a worthless card (MAN-TRI-1)."""
    table = a_table(1, v0=(1, 0, 2), v5=(3, 1, 1))
    far, near = (deal_at(with_table(table, MANIGLIA), before, 10) for before in (4, 5))
    assert near.opponent_gains == {0: (0, 4 / 8)}
    assert near.dealer_gains == (1 / 8, 3 / 8)
    assert far.opponent_gains == {0: (0, 1 / 8), 5: (0, 3 / 8)}
    assert far.dealer_gains == (0, 2 / 8, 0, 0, 0, 1 / 8, 1 / 8)


def test_turned_up_card_of_maniglia_scores_nothing_near_the_target() -> None:
    table = a_table(1, v0=(1, 0, 0), v5=(1, 0, 0))  # the other side always makes one in play
    far, near = (of_game(with_table(table, MANIGLIA), 10, dealers, 9) for dealers in (4, 5))
    assert (far, near) == (0, 0)
    alone = a_table(1, v5=(0, 1, 0))  # only the turned card scores, and only up to target - 6
    endings = solved(with_table(alone, MARIGLIA), 10).from_score(5, 5)
    assert endings == pytest.approx((1, 0, 0, 0))
    with pytest.raises(ZeroDivisionError):  # in Maniglia this game would never end
        solved(with_table(alone, MANIGLIA), 10)


# --- another way to solve them ------------------------------------------------------------------------


def exactly(card_game: CardGame, target: int) -> dict[tuple[int, int], list[Fraction]]:
    """Return the exact chance of each ending of a game, for each score.

    The keys are the points of the dealer's side and of the opponents. The chances are fractions, computed by
    Gaussian elimination.
    """
    scores = [(mine, opponent) for mine in range(target) for opponent in range(target)]
    unknowns = {place: number for number, place in enumerate(product(scores, range(4)))}
    rows = [[Fraction(0)] * (len(unknowns) + 1) for _unknown in unknowns]
    for (score, ending), number in unknowns.items():
        rows[number][number] += 1
        for share, after in _hands(card_game, target, *score):
            if isinstance(after, int):
                rows[number][-1] += share * (after == ending)
            else:
                rows[number][unknowns[after, 3 - ending]] -= share
    _eliminate(rows)
    return {score: [rows[unknowns[score, ending]][-1] for ending in range(4)] for score in scores}


def _hands(
    card_game: CardGame, target: int, mine: int, opponent: int
) -> Iterator[tuple[Fraction, int | tuple[int, int]]]:
    """Yield the probability and the consequence of each possible hand.

    The consequence is the number of an ending if the hand ends the game, otherwise the next score. The next
    score begins with the points of the next dealer's side.
    """
    table = card_game.hand_table
    assert table
    for value, row in table.counts.items():
        for count, hands in enumerate(row):
            share = Fraction(hands, sum(map(sum, table.counts.values())))
            turned = mine + card_game.trionfo_points(value, mine, target)
            total, other = turned + max(0, count - table.even), opponent + max(0, table.even - count)
            if turned >= target or total >= target:
                yield share, ENDINGS.index((True, True))
            elif other >= target:
                yield share, ENDINGS.index((False, True))
            else:
                yield share, (other, total)


def _eliminate(rows: list[list[Fraction]]) -> None:
    for pivot in range(len(rows)):
        best = next(number for number in range(pivot, len(rows)) if rows[number][pivot])
        rows[pivot], rows[best] = rows[best], rows[pivot]
        scale = rows[pivot][pivot]
        rows[pivot] = [each / scale for each in rows[pivot]]
        for number, row in enumerate(rows):
            if number != pivot and row[pivot]:
                times = row[pivot]
                rows[number] = [each - times * term for each, term in zip(row, rows[pivot], strict=True)]


TABLES = st.builds(
    lambda even, rows: a_table(even, **{f"v{value}": row[: 2 * even + 1] for value, row in rows.items()}),
    st.integers(1, 3),
    st.dictionaries(st.integers(0, 2), st.tuples(*[st.integers(0, 9)] * 7), min_size=1, max_size=3),
)


@settings(max_examples=30, deadline=None)
@given(TABLES, st.integers(1, 4), st.sampled_from([MARIGLIA, MANIGLIA]))
@example(a_table(1, v0=(1, 1, 1)), 3, MARIGLIA)
@example(a_table(3, v0=(1, 0, 3, 9, 0, 2, 1), v2=(1, 2, 0, 4, 2, 2, 5)), 4, MARIGLIA)
def test_chances_equal_those_computed_by_gaussian_elimination(
    table: HandTable, target: int, like: CardGame
) -> None:
    assume(any(any(row[: table.even] + row[table.even + 1 :]) for row in table.counts.values()))
    card_game = with_table(table, like)
    endings = solved(card_game, target)
    for score, expected in exactly(card_game, target).items():
        assert endings.from_score(*score) == pytest.approx(list(map(float, expected)), abs=NEAR)


# --- laws ---------------------------------------------------------------------------------------------

SCORES = st.tuples(st.integers(0, 34), st.integers(0, 34))
WON = st.sampled_from([(0, 0), (1, 0), (0, 1), (1, 1)])
DEALERS = st.sampled_from([0, 1, None])
OPTIONS = st.sampled_from(["continue", "redraw", "redraw_for_third"])


@pytest.mark.parametrize("card_game", OFFERED)
@settings(max_examples=60, deadline=None)
@given(score=SCORES, won=WON, dealer=DEALERS, next_dealer=OPTIONS)
def test_chances_of_both_sides_sum_to_one_and_are_symmetric(
    card_game: CardGame, score: Any, won: Any, dealer: Any, next_dealer: str
) -> None:
    profile = profile_of(card_game, next_dealer=next_dealer)
    result = chances(card_game, profile, MatchPosition(score, won, dealer))
    assert sum(result.game) == pytest.approx(1, abs=NEAR)
    assert sum(result.match) == pytest.approx(1, abs=NEAR)
    assert all(0 < chance < 1 for chance in (*result.game, *result.match))
    mirrored = MatchPosition(score[::-1], won[::-1], None if dealer is None else 1 - dealer)
    mirrored_result = chances(card_game, profile, mirrored)
    assert mirrored_result.game == pytest.approx(result.game[::-1], abs=NEAR)
    assert mirrored_result.match == pytest.approx(result.match[::-1], abs=NEAR)


@pytest.mark.parametrize("target", [35, 45])
def test_one_more_point_always_improves_the_chance_in_mariglia(target: int) -> None:
    for opponents in range(target):
        dealer_chances = [of_game(MARIGLIA, target, dealers, opponents) for dealers in range(target)]
        opponent_chances = [1 - of_game(MARIGLIA, target, opponents, dealers) for dealers in range(target)]
        assert dealer_chances == sorted(dealer_chances)
        assert opponent_chances == sorted(opponent_chances)


def test_one_more_point_lowers_the_chance_in_maniglia_only_at_29_points() -> None:
    """The turned-up card scores nothing for a dealer with 30 points or more (MAN-TRI-1)."""
    worse = {
        dealers
        for dealers, opponents in product(range(34), range(35))
        if of_game(MANIGLIA, 35, dealers + 1, opponents) < of_game(MANIGLIA, 35, dealers, opponents)
    }
    assert worse == {29}


def test_dealer_one_point_below_the_target_wins_with_any_turned_up_card_that_scores() -> None:
    table = MARIGLIA.hand_table
    assert table
    turned = sum(sum(row) for value, row in table.counts.items() if value) / table.hands
    ahead, even = (sum(table.counts[0][36:]) / table.hands, table.counts[0][35] / table.hands)
    assert turned == pytest.approx(0.5, abs=0.001)
    assert of_game(MARIGLIA, 35, 34, 34) == pytest.approx((turned + ahead + even) / (1 + even), abs=NEAR)


def test_side_that_deals_first_has_a_52_percent_chance_of_winning() -> None:
    for card_game in (MARIGLIA, MANIGLIA):
        assert of_game(card_game, 35, 0, 0) == pytest.approx(0.523, abs=0.002)


def test_both_sides_have_equal_chances_while_the_first_dealer_is_unknown() -> None:
    result = chances(MARIGLIA, profile_of(MARIGLIA), MatchPosition((0, 0), (0, 0), None))
    assert result.game == pytest.approx((0.5, 0.5))
    assert result.match == pytest.approx((0.5, 0.5))


@pytest.mark.sweep
def test_random_play_changes_the_chances_only_slightly() -> None:
    """The effect of random play on the chances is within the limits of docs/decisions/0005-odds.md."""
    random = Random(5)
    counts = {value: [0] * 71 for value in range(6)}
    for _hand in range(8_000):
        hand = play_a_hand(random, dealer=0)
        counts[hand.value][hand.points[0]] += 1
    table = HandTable("random", 5, 35, "", {value: tuple(row) for value, row in counts.items()})
    other = with_table(table)
    scores = product(range(35), repeat=2)
    far = [abs(of_game(MARIGLIA, 35, *score) - of_game(other, 35, *score)) for score in scores]
    assert 0.01 < mean(far) < 0.03
    assert 0.03 < max(far) < 0.08


# --- the match ----------------------------------------------------------------------------------------


def test_chances_of_a_match_of_one_game_equal_those_of_the_game() -> None:
    result = chances(QUICK, profile_of(MARIGLIA, 45), MatchPosition((20, 31), (0, 0), 1))
    assert result.match == result.game


@pytest.mark.parametrize(
    ("targets", "won", "chance"),
    [
        pytest.param((35, 35, 45), (1, 0), 3 / 4, id="one game up in three"),
        pytest.param((35, 35, 45), (0, 1), 1 / 4, id="one game down"),
        pytest.param((35, 35, 45), (1, 1), 1 / 2, id="one all"),
        pytest.param((35, 35, 35, 35, 35), (2, 0), 7 / 8, id="two games up in five"),
        pytest.param((35, 35, 35, 35, 35), (1, 0), 11 / 16, id="one game up in five"),
    ],
)
def test_games_have_even_chances_if_each_first_dealer_is_chosen_by_lot(
    targets: tuple[int, ...], won: tuple[int, int], chance: float
) -> None:
    profile = profile_of(MARIGLIA, *targets, next_dealer="redraw")
    result = chances(QUICK, profile, MatchPosition((0, 0), won, None))
    assert result.match == pytest.approx((chance, 1 - chance))


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("ahead", [True, False])
def test_first_deal_of_the_next_game_depends_on_the_last_dealer(side: int, ahead: bool) -> None:
    """The side that did not deal the last hand of a game deals first in the next game (MAR-MATCH-2)."""
    profile, score, won = profile_of(MARIGLIA, 35, 35, 35), (32, 34), (1, 0) if ahead else (0, 1)
    first = of_game(QUICK, 35, 0, 0)  # the chance of the first dealer in a deciding game
    won_own, won_their, lost_own, lost_their = solved(QUICK, 35).from_score(*score)
    decider = (lost_own, lost_their) if ahead else (won_own, won_their)
    position = (score, won) if side == 0 else (score[::-1], won[::-1])
    result = chances(QUICK, profile, MatchPosition(*position, side))
    assert result.game[side] == pytest.approx(won_own + won_their)
    assert result.game[1 - side] == pytest.approx(lost_own + lost_their)
    then = decider[0] * (1 - first) + decider[1] * first
    assert result.match[side] == pytest.approx(ahead * (won_own + won_their) + then)
    assert abs(decider[0] - decider[1]) > 0.1  # the last dealer must matter
    assert abs(first - 0.5) > 0.01


def test_chances_of_each_game_are_computed_with_its_own_target() -> None:
    """At one game each, only the deciding game, whose target is 45, affects the chances (COM-MATCH-1)."""
    result = chances(QUICK, profile_of(MARIGLIA), MatchPosition((30, 20), (1, 1), 0))
    assert result.match[0] == result.game[0] == pytest.approx(of_game(QUICK, 45, 30, 20))
    assert result.game[0] != pytest.approx(of_game(QUICK, 35, 30, 20), abs=0.01)


@pytest.mark.parametrize(("won", "certain"), [((2, 1), (1, 0)), ((0, 2), (0, 1))])
def test_winner_of_a_match_has_a_chance_of_1_and_its_loser_of_0(
    won: tuple[int, int], certain: tuple[float, float]
) -> None:
    result = chances(MARIGLIA, profile_of(MARIGLIA), MatchPosition((0, 0), won, None))
    assert result == (certain, certain)


@pytest.mark.parametrize(
    ("next_dealer", "number", "dealer"),
    [
        ("continue", 1, 1),
        ("continue", 2, 1),
        ("redraw", 1, None),
        ("redraw", 2, None),
        ("redraw_for_third", 1, 1),
        ("redraw_for_third", 2, None),
    ],
)
def test_first_dealer_of_a_later_game_depends_on_the_next_dealer_option(
    next_dealer: str, number: int, dealer: int | None
) -> None:
    assert first_dealer(next_dealer, number, 1) == dealer


def test_card_game_without_a_table_of_hands_raises_lookup_error() -> None:
    silent = replace(MARIGLIA, key="silent", hand_table=None)
    with pytest.raises(LookupError, match="silent"):
        chances(silent, profile_of(MARIGLIA), MatchPosition((0, 0), (0, 0), 0))


# --- a sheet ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "position"),
    [
        pytest.param([], MatchPosition((0, 0), (0, 0), None), id="nothing written"),
        pytest.param([[a_hand(0, "KC", (41, 29))]], MatchPosition((9, 0), (0, 0), 1), id="one hand"),
        pytest.param([a_won_game(1)], MatchPosition((0, 0), (0, 1), 0), id="between two games"),
        pytest.param(
            [a_won_game(1), hands_to((20, 3))], MatchPosition((20, 3), (0, 1), 0), id="in the second game"
        ),
        pytest.param([a_won_game(0), a_won_game(0)], MatchPosition((0, 0), (2, 0), None), id="won"),
    ],
)
def test_chances_of_a_sheet_equal_those_of_its_current_position(
    games: list[Any], position: MatchPosition
) -> None:
    state, profile = verdict_on(*games).state, profile_of(MARIGLIA)
    assert chances_now(QUICK, profile, state) == chances(QUICK, profile, position)


def test_chances_of_a_sheet_with_errors_are_none() -> None:
    state = verdict_on([{"dealer": 0, "trionfo": "KC", "card_points": [41, 30]}]).state
    assert chances_now(MARIGLIA, profile_of(MARIGLIA), state) is None


@pytest.mark.parametrize(
    ("games", "hands"),
    [
        pytest.param([[a_hand(0, "KC", (41, 29))]], 1, id="COM-TIME-1 the hand begun is waited for"),
        pytest.param([a_won_game(0), a_won_game(1)], 3, id="COM-TIME-3 one hand decides"),
    ],
)
def test_chances_are_none_after_a_call_of_time(games: list[Any], hands: int) -> None:
    call = {"time_called": {"hands": hands, "begun": hands == 1}}
    state = check_sheet(a_sheet(*games) | call).state
    assert state.next is not None
    assert chances_now(MARIGLIA, profile_of(MARIGLIA), state) is None
