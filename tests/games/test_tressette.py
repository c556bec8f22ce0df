"""Tests of Tressette: thirds of points, the last trick, declarations, and final scores (TRE)."""

from itertools import product
from typing import Any

import pytest

from scoring.cards.packs import Card
from scoring.games.tressette import MOST_DECLARED, TRESSETTE, cards_of
from scoring.sheet.rules.reader import read_profile
from tests.games.deals import final, problems_of

DEFAULT = read_profile(TRESSETTE, {})


def a_hand(points: list[int], last: int = 0, *declared: Any) -> dict[str, Any]:
    """Return one hand dealt by the first player."""
    return {"dealer": 0, "declarations": [*declared], "last_trick": last, "card_points": points}


def napoletana(side: int, suit: str) -> dict[str, Any]:
    return {"side": side, "kind": "napoletana", "suit": suit}


@pytest.mark.parametrize(
    ("pack", "ranks"),
    [
        ("neapolitan", "3 2 A K H M 7 6 5 4"),
        ("latin", "3 2 A K H J 7 6 5 4"),
        ("french", "3 2 A K Q J 7 6 5 4"),
    ],
)
def test_three_is_the_highest_card_and_the_ace_is_worth_most(pack: str, ranks: str) -> None:
    """TRE-CARD-1, TRE-CARD-2: an Ace is worth one point; Threes, Twos and court cards are worth a third of a
    point.
    """
    profile = read_profile(TRESSETTE, {"pack": pack})
    assert profile.ranks == tuple(ranks.split())
    words = [profile.in_points(profile.card_values[rank]) for rank in profile.ranks]
    assert words == ["⅓", "⅓", "1", "⅓", "⅓", "⅓", "0", "0", "0", "0"]
    assert [profile.in_points(value) for value in (0, 2, 3, 4, 8, 35)] == ["0", "⅔", "1", "1⅓", "2⅔", "11⅔"]


def test_points_rounded_down_from_thirds_always_sum_to_eleven() -> None:
    """TRE-SCORE-1: the sum is eleven for every division of the 35 thirds between the pairs."""
    assert sum(DEFAULT.card_values.values()) * 4 == 32
    assert {(mine // 3) + (35 - mine) // 3 for mine in range(36)} == {11}


def test_declarations_of_a_hand_score_at_most_twenty_one_points() -> None:
    """TRE-VAL-1: the twelve declarable cards are divided among four hands of ten in every possible way."""
    best: dict[tuple[int, ...], int] = {(0,) * 12: 0}
    for _suit in range(4):
        more: dict[tuple[int, ...], int] = {}
        for counts, points in best.items():
            for owners in product(range(4), repeat=3):
                now = list(counts)
                for rank, owner in enumerate(owners):
                    now[owner * 3 + rank] += 1
                if all(sum(now[owner * 3 : owner * 3 + 3]) <= 10 for owner in range(4)):
                    worth = points + 3 * (len(set(owners)) == 1)
                    more[tuple(now)] = max(worth, more.get(tuple(now), 0))
        best = more
    ranks = {3: 3, 4: 4}
    assert max(points + sum(ranks.get(n, 0) for n in counts) for counts, points in best.items()) == 21
    assert MOST_DECLARED[True, True] == 21


@pytest.mark.parametrize(
    ("score", "hands", "problems"),
    [
        pytest.param((31, 13), 4, [], id="TRE-VAL-1 four hands of eleven"),
        pytest.param((31, 13), None, [], id="TRE-VAL-1 as many as it takes"),
        pytest.param((31, 12), 4, ["final_hands"], id="TRE-VAL-1 three hands and a bit"),
        pytest.param((31, 12), 3, [], id="TRE-VAL-1 three hands, ten points declared"),
        pytest.param((10, 0), None, ["final_sum"], id="TRE-VAL-1 less than a hand"),
        pytest.param((63, 0), 2, ["final_score"], id="TRE-VAL-1 more than a hand past the target"),
        pytest.param((36, 34), None, [], id="TRE-GAME-1 both past the target"),
        pytest.param((33, 33), None, ["final_score"], id="TRE-GAME-1 level, another hand"),
    ],
)
def test_final_score_without_hands_must_be_possible(
    score: tuple[int, int], hands: int | None, problems: list[str]
) -> None:
    assert [code for code, _rule, _at in final("tressette", *score, hands=hands)] == problems


@pytest.mark.parametrize(
    ("profile", "possible", "impossible"),
    [
        pytest.param({"napoletane": False, "bongiochi": False}, (31, 13), (31, 12), id="TRE-VAL-1 nothing"),
        pytest.param({"napoletane": False}, (35, 34), (70, 0), id="TRE-VAL-1 twelve in a hand"),
        pytest.param({"bongiochi": False}, (35, 34), (70, 0), id="TRE-VAL-1 the same"),
    ],
)
def test_final_score_must_be_possible_with_the_declarations_of_the_profile(
    profile: dict[str, bool], possible: tuple[int, int], impossible: tuple[int, int]
) -> None:
    assert final("tressette", *possible, **profile) == []
    assert final("tressette", *impossible, **profile)


def played(*declared: tuple[int, str, str], leader: int = 1) -> dict[str, Any]:
    """Return a hand in which each seat holds one suit, and the leader wins every trick with coins."""
    order = ["3", "2", "A", "K", "H", "M", "7", "6", "5", "4"]
    suits = "DCBS"
    tricks: list[dict[str, Any]] = [
        {"leader": leader, "cards": [rank + suit for suit in suits], "winner": leader} for rank in order
    ]
    declarations: list[dict[str, Any]] = [
        {"player": player, "kind": kind, "suit": suit} for player, kind, suit in declared
    ]
    tricks[0]["declared"] = declarations
    sheet = [{"side": one["player"] % 2, "kind": one["kind"], "suit": one["suit"]} for one in declarations]
    points = [0, 11] if leader % 2 else [11, 0]
    hand = {
        "dealer": (leader - 1) % 4,
        "declarations": sheet,
        "last_trick": leader % 2,
        "card_points": points,
    }
    return {**hand, "play": tricks}


def test_card_points_and_last_trick_are_compared_with_the_play() -> None:
    """TRE-SCORE-1, TRE-PLAY-1: there are no trumps, so the highest card of the suit led wins each trick."""
    assert problems_of("tressette", played()) == []
    hand = played()
    hand["card_points"] = [1, 10]
    assert problems_of("tressette", hand) == [("card_points_not_as_played", "TRE-SCORE-1", "/0/card_points")]
    hand = {**played(), "last_trick": 0, "card_points": [1, 10]}
    assert problems_of("tressette", hand) == [("last_trick_not_as_played", "TRE-SCORE-2", "/0/last_trick")]


def test_declared_cards_must_have_been_held_by_the_player() -> None:
    """TRE-ACC-1: the leader holds the napoletana (Ace, Two, Three) of coins, the next player that of cups."""
    assert problems_of("tressette", played((1, "napoletana", "D"), (2, "napoletana", "C"))) == []
    problems = problems_of("tressette", played((1, "napoletana", "C")))
    assert problems == [("not_held", "TRE-ACC-1", "/0/play/0/declared/0")]
    assert [code for code, _rule, _at in problems_of("tressette", played((1, "three_aces", "S")))] == [
        "not_held"
    ]


def test_adjusted_hand_without_all_points_for_one_side_gets_a_warning() -> None:
    """COM-IRR-1: if the director adjusts a hand after a revoke, one side gets all eleven points."""
    ruled = {**a_hand([11, 0]), "state": "adjusted"}
    assert problems_of("tressette", ruled) == []
    assert problems_of("tressette", {**ruled, "card_points": [8, 3]}) == [
        ("adjusted_otherwise", "COM-IRR-1", "/0/card_points")
    ]


def test_card_points_must_equal_the_ticked_cards_rounded_down_plus_one_for_the_last_trick() -> None:
    """TRE-SCORE-1: an Ace and two thirds count as one point, and the last trick counts as another point."""
    ticked = {"side": 0, "cards": ["AD", "3C", "KC"]}
    assert problems_of("tressette", {**a_hand([2, 9]), "taken": ticked}) == []
    assert problems_of("tressette", {**a_hand([1, 10], 1), "taken": ticked}) == []
    wrong = problems_of("tressette", {**a_hand([1, 10]), "taken": ticked})
    assert wrong == [("not_as_counted", "TRE-SCORE-1", "/0/card_points")]


def test_cards_of_a_declaration_follow_from_its_kind_and_suit() -> None:
    """TRE-ACC-1: a bongioco is four cards of a rank, or three cards without the missing suit."""
    field = next(each for each in TRESSETTE.fields if each.key == "declarations")
    three, four, suited = field.read(
        [
            {"side": 0, "kind": "three_aces", "suit": "C"},
            {"side": 1, "kind": "four_twos"},
            napoletana(0, "S"),
        ],
        DEFAULT,
    )
    assert cards_of(three, DEFAULT) == (Card("A", "D"), Card("A", "B"), Card("A", "S"))
    assert cards_of(four, DEFAULT) == tuple(Card("2", suit) for suit in "DCBS")
    assert cards_of(suited, DEFAULT) == (Card("A", "S"), Card("2", "S"), Card("3", "S"))
