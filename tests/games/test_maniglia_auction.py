"""Tests of Maniglia with an auction: three to five players, bids, payments, and the end of a game (MAU)."""

# ruff: noqa: E501  (a table reads best one row a line)

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scoring.field_kinds.basic import Shares
from scoring.field_kinds.number import Number
from scoring.game_parts.description import describe
from scoring.game_parts.feasible_points import points_by_tricks, total_points, trick_count
from scoring.game_parts.fields import Effect
from scoring.games.maniglia_auction import BID, CARD_POINTS, MANIGLIA_AUCTION, TRICKS_WON
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet
from scoring.types import HandState, Verdict
from tests.games.players.maniglia_auction import played_hand

JSON = dict[str, Any]
PLAYERS = (3, 4, 5)
TOTALS = {3: 72, 4: 70, 5: 68}
# The tables of the rules (MAU-VAL-1; MAR-VAL-2 for four players).
RANGES = {
    3: {0: (0, 0), 1: (1, 16), 2: (2, 30), 3: (3, 42), 4: (4, 52), 5: (5, 59), 6: (8, 64), 7: (13, 67), 8: (20, 68), 9: (30, 69), 10: (42, 70), 11: (56, 71), 12: (72, 72)},
    4: {0: (0, 0), 1: (1, 21), 2: (2, 38), 3: (3, 51), 4: (4, 60), 5: (5, 65), 6: (10, 66), 7: (19, 67), 8: (32, 68), 9: (49, 69), 10: (70, 70)},
    5: {0: (0, 0), 1: (1, 25), 2: (2, 44), 3: (3, 57), 4: (4, 64), 5: (11, 65), 6: (24, 66), 7: (43, 67), 8: (68, 68)},
}  # fmt: skip

ALL_PASSED = {"state": "void"}


def a_hand(dealer: Any = 0, bidder: Any = 1, bid: Any = 30, points: Any = (34, None), **more: Any) -> JSON:
    """Return a hand in which the second player bids 30."""
    return {"dealer": dealer, "bidder": bidder, "bid": bid, "card_points": list(points), **more}


def verdict_on(*hands: JSON, final: Any = None, **profile: Any) -> Verdict:
    game = {"hands": list(hands)} if final is None else final
    return check_sheet({"card_game": "maniglia_auction", "profile": profile, "games": [game]})


def problems_of(*hands: JSON, **more: Any) -> list[tuple[str, str, str]]:
    """Return the code, rule and JSON Pointer of every problem reported for the given hands."""
    return [(problem.code, problem.rule, problem.where) for problem in verdict_on(*hands, **more).problems]


def evening(count: int, players: int) -> list[JSON]:
    """Return the given number of hands, dealt in turn, in which all players passed."""
    return [{"dealer": number % players, **ALL_PASSED} for number in range(count)]


@pytest.mark.parametrize("players", PLAYERS)
def test_tricks_and_points_follow_from_the_number_of_players(players: int) -> None:
    """MAU-DEAL-1, MAU-CARD-1: three, four or five players play 12, 10 or 8 tricks for 72, 70 or 68 points."""
    profile = read_profile(MANIGLIA_AUCTION, {"players": players})
    assert (profile.seats, profile.sides) == (players, players)
    assert [profile.side(seat) for seat in range(players)] == list(range(players))
    assert trick_count(profile) == {3: 12, 4: 10, 5: 8}[players]
    assert total_points(profile) == TOTALS[players]
    assert ("2" in profile.card_values) is (players != 3)
    points, tricks, bid = CARD_POINTS.kind, TRICKS_WON.kind, BID.kind
    assert isinstance(points, Shares)
    assert isinstance(tricks, Shares)
    assert isinstance(bid, Number)
    assert (points.total(profile), tricks.total(profile)) == (TOTALS[players], trick_count(profile))
    assert profile.card_words(profile.pack.cards["7S"]).english() == "Maniglia of swords"
    assert (bid.lowest(profile), bid.highest(profile)) == (20, TOTALS[players])


@pytest.mark.parametrize("players", PLAYERS)
def test_possible_points_for_each_number_of_tricks_are_those_of_the_rules(players: int) -> None:
    """The bounds are those published for each number of players (MAU-VAL-1)."""
    computed = points_by_tricks(read_profile(MANIGLIA_AUCTION, {"players": players}))
    assert computed == {
        tricks: frozenset(range(least, most + 1)) for tricks, (least, most) in RANGES[players].items()
    }


@pytest.mark.parametrize("players", PLAYERS)
def test_points_impossible_for_the_number_of_tricks_are_refused(players: int) -> None:
    """MAU-VAL-1: the exact bounds are checked for every number of tricks."""
    total, tricks = TOTALS[players], max(RANGES[players])
    for won, (least, most) in RANGES[players].items():
        for points in {0, least - 1, least, most, most + 1, total} & set(range(total + 1)):
            hand = a_hand(points=(points, total - points), tricks=[won, tricks - won])
            refused = [rule for _code, rule, _at in problems_of(hand, players=players)]
            assert refused == ([] if least <= points <= most else ["MAU-VAL-1"]), (won, points)


def test_all_points_without_all_tricks_are_refused_with_a_specific_message() -> None:
    """MAU-VAL-1: every trick is worth at least one point."""
    hand = a_hand(points=(70, 0), tricks=[9, 1])
    assert problems_of(hand) == [("tricks_without_points", "MAU-VAL-1", "/games/0/hands/0/tricks")]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("stake", [1, 3])
@pytest.mark.parametrize("success", [True, False], ids=["made", "failed"])
def test_payments_of_every_hand_sum_to_zero(players: int, stake: int, success: bool) -> None:
    """MAU-SCORE-1: each opponent pays the bidder one stake, or receives one stake if the bid failed."""
    hand = a_hand(bidder=2, bid=40, points=(40 if success else 39, None))
    [result] = verdict_on(hand, players=players, stake=stake).state.games[0].hands
    assert result is not None
    sign = 1 if success else -1
    assert result.parts == {"payment": result.score}
    assert result.score[2] == sign * (players - 1) * stake
    assert {score for seat, score in enumerate(result.score) if seat != 2} == {-sign * stake}
    assert sum(result.score) == 0


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        pytest.param(a_hand(bid=19), ("bid_range", "MAU-BID-1", "/bid"), id="MAU-BID-1 nineteen"),
        pytest.param(a_hand(bid=71), ("bid_range", "MAU-BID-1", "/bid"), id="MAU-BID-1 more than the total"),
        pytest.param(a_hand(bid=True), ("bid_range", "MAU-BID-1", "/bid"), id="MAU-BID-1 not a number"),
        pytest.param(a_hand(bid=None), ("bid_range", "MAU-BID-1", "/bid"), id="MAU-BID-1 nothing"),
        pytest.param(a_hand(bidder=4), ("bad_side", "MAU-BID-1", "/bidder"), id="MAU-BID-1 a player who is not there"),
        pytest.param(a_hand(trump="H"), ("not_a_suit", "MAU-BID-1", "/trump"), id="MAU-BID-1 a suit of another pack"),
        pytest.param(a_hand(dealer=4), ("bad_dealer", "MAU-DEAL-1", "/dealer"), id="MAU-DEAL-1 a dealer who is not there"),
        pytest.param(a_hand(points=(34, 35)), ("card_points_sum", "MAU-CARD-1", "/card_points"), id="MAU-CARD-1 69"),
        pytest.param(a_hand(points=(71, None)), ("card_points_range", "MAU-CARD-1", "/card_points"), id="MAU-CARD-1 71"),
        pytest.param(a_hand(points=(None, None)), ("card_points_missing", "COM-6", "/card_points"), id="COM-6 neither"),
        pytest.param(a_hand(points=(34, 36, 0, 0)), ("card_points_range", "MAU-CARD-1", "/card_points"), id="MAU-CARD-1 one for each player"),
        pytest.param(a_hand(tricks=[6, 5]), ("tricks_sum", "MAU-DEAL-1", "/tricks"), id="MAU-DEAL-1 eleven tricks"),
        pytest.param(a_hand(trionfo="7C"), ("unknown_field", "COM-3", "/trionfo"), id="MAU-DEAL-1 nothing is turned"),
        pytest.param(a_hand(state="ended_on_trionfo"), ("state_not_in_this_game", "COM-4", "/state"), id="COM-4 nor ends a game"),
        pytest.param({"dealer": 0}, ("missing_field", "MAU-BID-1", "/bidder"), id="MAU-BID-1 nobody bid"),
    ],
)  # fmt: skip
def test_impossible_hand_is_refused_with_the_broken_rule_and_a_json_pointer(
    hand: JSON, problem: tuple[str, str, str]
) -> None:
    code, rule, at = problem
    assert (code, rule, f"/games/0/hands/0{at}") in problems_of(hand)


P = None  # a pass


@pytest.mark.parametrize(
    ("calls", "bidder", "bid", "problem"),
    [
        pytest.param([P, P, P, 20], 0, 20, None, id="the dealer, after three passes"),
        pytest.param([30, P, P, P], 1, 30, None, id="the first, all others pass"),
        pytest.param([20, 25, P, 30], 0, 30, None, id="each spoke once"),
        pytest.param([20, 25, P, 30, P, 31, P], 2, 31, None, id="round and round, who passed is left out"),
        pytest.param([20, 21, 22, 23, 24], 1, 24, None, id="nobody has passed yet"),
        pytest.param([P, 20, P, P], 2, 20, None, id="the second"),
        pytest.param([70, P, P, P], 1, 70, None, id="all the points"),
        pytest.param([30, P, P, P], 2, 30, ("bidder_not_as_called", "MAU-BID-1", "/bidder"), id="another bid highest"),
        pytest.param([30, P, P, P], 1, 31, ("bid_not_as_called", "MAU-BID-1", "/bid"), id="another bid"),
        pytest.param([30, 30, P, P], 1, 30, ("bid_not_higher", "MAU-BID-1", "/auction/1"), id="as high as before"),
        pytest.param([30, P, 29, P], 1, 30, ("bid_not_higher", "MAU-BID-1", "/auction/2"), id="lower than before"),
        pytest.param([30, P, P, P, 35], 1, 35, ("call_too_many", "MAU-BID-1", "/auction/4"), id="nobody was left to outbid"),
        pytest.param([P, P, P, P, 20], 1, 20, ("call_too_many", "MAU-BID-1", "/auction/4"), id="all had passed"),
        pytest.param([P, P, P, P], 1, 20, ("all_passed", "MAU-P-1", "/auction"), id="MAU-P-1 all passed and yet they played"),
        pytest.param([30, P], 1, 30, ("auction_not_whole", "MAU-BID-1", "/auction"), id="two have not spoken"),
        pytest.param([], 1, 30, ("auction_not_whole", "MAU-BID-1", "/auction"), id="nobody has spoken"),
        pytest.param([19, P, P, P], 1, 20, ("bad_call", "MAU-BID-1", "/auction/0"), id="nineteen"),
        pytest.param([P, 71, P, P], 2, 70, ("bad_call", "MAU-BID-1", "/auction/1"), id="more than there is"),
        pytest.param([True, P, P, P], 1, 20, ("bad_call", "MAU-BID-1", "/auction/0"), id="not a number"),
        pytest.param("30", 1, 30, ("bad_auction", "MAU-BID-1", "/auction"), id="not a list"),
    ],
)  # fmt: skip
def test_auction_must_lead_to_the_recorded_bid(calls: Any, bidder: int, bid: int, problem: Any) -> None:
    """MAU-BID-1: starting at the dealer's right, each player passes or bids a higher number."""
    problems = problems_of(a_hand(bidder=bidder, bid=bid, auction=calls))
    assert problems == ([(problem[0], problem[1], f"/games/0/hands/0{problem[2]}")] if problem else [])


def test_auction_starts_to_the_right_of_the_dealer() -> None:
    """MAU-BID-1: if the third of three players deals, the first player bids first."""
    calls = [22, P, P]
    assert problems_of(a_hand(dealer=2, bidder=0, bid=22, auction=calls), players=3) == []
    assert problems_of(a_hand(dealer=0, bidder=1, bid=22, auction=calls), players=3) == []
    [(code, _rule, _at)] = problems_of(a_hand(dealer=1, bidder=1, bid=22, auction=calls), players=3)
    assert code == "bidder_not_as_called"


def test_passed_hand_scores_nothing_and_the_deal_passes_on() -> None:
    """MAU-P-1: a passed hand counts as one of the deals."""
    assert MANIGLIA_AUCTION.states[HandState.VOID].effect is Effect.PASSES
    verdict = verdict_on({"dealer": 0, **ALL_PASSED}, deals=4)
    assert verdict.valid
    assert verdict.state.games[0].score == (0, 0, 0, 0)
    assert verdict.as_json()["next"] == {"game": 1, "hand": 2, "dealer": 1}
    assert problems_of({"dealer": 0, **ALL_PASSED}, {"dealer": 0, **ALL_PASSED}) == [
        ("dealer_out_of_turn", "MAU-P-1", "/games/0/hands/1/dealer")
    ]


def test_annulled_hand_is_dealt_again_and_does_not_count_as_a_deal() -> None:
    """COM-IRR-1: an annulled hand is dealt again, as in Mariglia."""
    annulled = {"dealer": 2, "state": "annulled"}
    verdict = verdict_on(*evening(2, 3), annulled, players=3, deals=3)
    assert verdict.as_json()["next"] == {"game": 1, "hand": 4, "dealer": 2}
    assert ("annulled_again", "COM-IRR-1", "/games/0/hands/3/state") in problems_of(
        *evening(2, 3), annulled, annulled, players=3
    )


@pytest.mark.parametrize("players", PLAYERS)
def test_game_ends_after_its_number_of_deals(players: int) -> None:
    """MAU-P-1, COM-5: the highest net score wins, and only void hands may follow."""
    deals = evening(players - 1, players)
    last = a_hand(dealer=players - 1, bidder=1)
    assert verdict_on(*deals, players=players, deals=players).state.next is not None
    ended = verdict_on(*deals, last, players=players, deals=players).state
    assert (ended.over, ended.winner, ended.next) == (True, 1, None)
    assert ended.games_won[1] == 1
    late = {"dealer": 0, **ALL_PASSED}
    assert problems_of(*deals, last, late, players=players, deals=players) == []
    [(code, rule, at)] = problems_of(*deals, last, a_hand(), players=players, deals=players)
    assert (code, rule, at) == ("hand_after_the_game", "COM-5", f"/games/0/hands/{players}")


def test_game_with_equal_net_scores_is_over_without_a_winner() -> None:
    """MAU-P-1: the players with the highest net score share the first place."""
    state = verdict_on(*evening(4, 4), deals=4).state
    assert (state.over, state.winner, state.next) == (True, None, None)
    assert state.games_won == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("profile", "deals", "problems"),
    [
        pytest.param({}, 12, [], id="MAU-P-1 everybody deals three times"),
        pytest.param({"players": 3}, 9, [], id="MAU-P-1 three players"),
        pytest.param({"players": 5}, 15, [], id="MAU-P-1 five players"),
        pytest.param({"players": 5, "deals": 10}, 10, [], id="MAU-P-1 as agreed"),
        pytest.param({"players": 5, "deals": 12}, 15, [("deals_not_even", "MAU-P-1", "/profile/deals")], id="MAU-P-1 twelve deals of five"),
        pytest.param({"deals": 10}, 12, [("deals_not_even", "MAU-P-1", "/profile/deals")], id="MAU-P-1 ten deals of four"),
        pytest.param({"deals": 0}, 12, [("bad_option", "MAU-P-1", "/profile/deals")], id="MAU-P-1 no deals"),
        pytest.param({"players": 6}, None, [("bad_option", "MAU-DEAL-1", "/profile/players")], id="MAU-DEAL-1 six players"),
        pytest.param({"players": 2}, None, [("bad_option", "MAU-DEAL-1", "/profile/players")], id="MAU-DEAL-1 two players"),
        pytest.param({"stake": 0}, 12, [("bad_option", "MAU-SCORE-1", "/profile/stake")], id="MAU-SCORE-1 for nothing"),
        pytest.param({"targets": [35]}, 12, [("unknown_option", "COM-7", "/profile/targets")], id="MAU-P-1 there is no target"),
    ],
)  # fmt: skip
def test_number_of_deals_must_be_a_multiple_of_the_players(
    profile: JSON, deals: int | None, problems: list[Any]
) -> None:
    assert problems_of(**profile) == problems
    if not problems:
        read = read_profile(MANIGLIA_AUCTION, profile)
        assert read.options["deals"] == deals
        assert read_profile(MANIGLIA_AUCTION, read.as_json()) == read


def test_wrong_number_of_deals_is_reported_together_with_problems_of_hands() -> None:
    """MAU-P-1: the hands are checked with the default number of deals."""
    assert problems_of(a_hand(bid=19), deals=10) == [
        ("bid_range", "MAU-BID-1", "/games/0/hands/0/bid"),
        ("deals_not_even", "MAU-P-1", "/profile/deals"),
    ]


@pytest.mark.parametrize(
    ("final", "profile", "problems"),
    [
        pytest.param([3, -1, -1, -1], {}, [], id="MAU-SCORE-1 one hand made"),
        pytest.param([0, 0, 0, 0], {}, [], id="MAU-SCORE-1 level"),
        pytest.param([4, -1, -1, -1], {}, [("final_score", "MAU-SCORE-1")], id="MAU-SCORE-1 not zero together"),
        pytest.param([2, -2, 0, 0], {}, [("final_score", "MAU-SCORE-1")], id="MAU-SCORE-1 no payments come to this"),
        pytest.param([3, -1, -1, -1], {"stake": 2}, [("final_score", "MAU-SCORE-1")], id="MAU-SCORE-1 not in stakes"),
        pytest.param([6, -2, -2, -2], {"stake": 2}, [], id="MAU-SCORE-1 in stakes of two"),
        pytest.param([36, -12, -12, -12], {}, [], id="MAU-P-1 every deal"),
        pytest.param([72, -24, -24, -24], {"stake": 2}, [], id="MAU-P-1 every deal, for two"),
        pytest.param([40, -16, -12, -12], {}, [("final_score", "MAU-P-1")], id="MAU-P-1 more than every deal"),
        pytest.param([10, -5, -5], {"players": 3, "deals": 3}, [("final_score", "MAU-P-1")], id="MAU-P-1 more than three deals"),
    ],
)  # fmt: skip
def test_final_net_scores_must_be_sums_of_payments(
    final: list[int], profile: JSON, problems: list[Any]
) -> None:
    """Net scores that are not sums of payments are refused (COM-8)."""
    problem_keys = problems_of(final={"final": final}, **profile)
    assert problem_keys == [(code, rule, "/games/0/final") for code, rule in problems]


def test_final_net_scores_must_be_possible_with_the_number_of_hands() -> None:
    """COM-8, MAU-P-1: a match with possible net scores is over; it has a winner unless the best players are
    tied.
    """
    result = {"final": [6, -2, -2, -2], "hand_count": 1}
    assert problems_of(final=result) == [("final_score", "MAU-P-1", "/games/0/final")]
    state = verdict_on(final={**result, "hand_count": 2}).state
    assert (state.over, state.winner, state.next) == (True, 0, None)
    level = verdict_on(final={"final": [2, 2, -2, -2]}).state
    assert (level.over, level.winner) == (True, None)


def test_adjusted_hand_without_all_points_for_one_side_gets_a_warning() -> None:
    """COM-IRR-1: there is no warning if the profile lets the director set the points."""
    adjusted = a_hand(state="adjusted", points=(30, 40), tricks=[1, 9])
    assert problems_of(adjusted) == [("adjusted_otherwise", "COM-IRR-1", "/games/0/hands/0/card_points")]
    assert problems_of(adjusted, renuncio="director_sets") == []
    assert problems_of({**adjusted, "card_points": [70, 0]}) == []


@pytest.mark.parametrize("players", PLAYERS)
def test_play_needs_a_trump_suit_and_must_match_the_card_points(players: int) -> None:
    """The bidder's opponents are partners (MAU-BID-1, MAR-PLAY-1, MAU-CARD-1)."""
    hand = {**played_hand(Random(players), players, 0, 1), "bid": 20}
    assert problems_of(hand, players=players) == []
    without = {key: value for key, value in hand.items() if key not in ("trump", "tricks")}
    assert problems_of(without, players=players) == [("trump_missing", "MAU-BID-1", "/games/0/hands/0/trump")]
    assert problems_of({**without, "trump": hand["trump"]}, players=players) == []
    points = hand["card_points"]
    moved = {**without, "trump": hand["trump"], "card_points": [points[0] + 1, points[1] - 1]}
    assert problems_of(moved, players=players) == [
        ("card_points_not_as_played", "MAU-CARD-1", "/games/0/hands/0/card_points")
    ]


def put(*where: Any, to: Any) -> Callable[[JSON], None]:
    """Return a function that sets a value in a hand."""

    def change(hand: JSON) -> None:
        place: Any = hand
        for step in where[:-1]:
            place = place[step]
        place[where[-1]] = to

    return change


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        pytest.param(lambda hand: hand["play"].pop(), ("deal_not_whole", "MAU-DEAL-1", "/play"), id="MAU-DEAL-1 nine tricks of ten"),
        pytest.param(put("play", 9, "cards", 0, to="7S"), ("doubled_card", "MAU-DEAL-1", "/play/9/cards/0"), id="MAU-DEAL-1 a card twice"),
        pytest.param(put("play", 0, "leader", to=3), ("wrong_leader", "MAR-PLAY-1", "/play/0/leader"), id="MAR-PLAY-1 another led"),
        pytest.param(put("tricks", to=[1, 9]), ("tricks_not_as_played", "MAU-CARD-1", "/tricks"), id="MAU-CARD-1 a trick less than was won"),
    ],
)  # fmt: skip
def test_error_in_the_play_is_reported_with_the_broken_rule(
    change: Callable[[JSON], None], problem: Any
) -> None:
    hand = {**played_hand(Random(4), 4, 0, 1), "bid": 20}
    change(hand)
    code, rule, at = problem
    assert problems_of(hand) == [(code, rule, f"/games/0/hands/0{at}")]


def test_card_of_rank_two_is_refused_in_a_game_of_three_players() -> None:
    """MAU-DEAL-1: the pack has Twos, but three players play without them."""
    hand = {**played_hand(Random(3), 3, 0, 1), "bid": 20}
    hand["play"][4]["cards"][1] = "2D"
    assert problems_of(hand, players=3) == [
        ("card_left_out", "MAR-PLAY-1", "/games/0/hands/0/play/4/cards/1")
    ]


def test_all_problems_of_a_hand_are_reported_together() -> None:
    """One verdict contains the errors of all fields (COM-3)."""
    hand = a_hand(dealer=7, bidder="x", bid=5, points=(1, 2), trump="Q", tricks=[1], auction=0, play=0)
    assert {at.rpartition("/")[2] for _code, _rule, at in problems_of(hand)} == set(hand)


def test_description_of_maniglia_with_an_auction_has_net_scores_and_no_target() -> None:
    """MAU-P-1: the game has net scores, one player on each side, and no target."""
    description = describe(MANIGLIA_AUCTION)
    assert (description["by_net"], description["players_a_side"], description["trionfo"]) == (True, 1, False)
    assert {option["key"] for option in description["options"]} == {
        "pack", "court_order", "players", "stake", "deals", "renuncio",
    }  # fmt: skip
    assert [preset["profile"] for preset in description["presets"]] == [{"players": n} for n in PLAYERS]
    assert verdict_on(a_hand()).state.games[0].target is None
