"""Tests of Manni: the cut card and its contract, plus and minus points, and the end of a game (MNI)."""

# ruff: noqa: E501  (a table reads best one row a line)

from random import Random
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from scoring.game_parts.description import describe
from scoring.games.manni import ALL_BANDS, MANNI, Contract, contract
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet
from scoring.types import Verdict
from tests.games.players.manni import one_trick_off, play_a_hand

JSON = dict[str, Any]
DEFAULT = read_profile(MANNI, {})
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CUTS = {"nullo": "3D", "trumps": "7S", "no_trump": "KH"}


def a_hand(*tricks: int | None, dealer: Any = 0, cut: Any = "7S", **more: Any) -> JSON:
    """Return a hand with trumps; by default each player has four tricks."""
    return {"dealer": dealer, "cut": cut, "tricks": list(tricks or (4, 4, 4)), **more}


def verdict_on(*hands: JSON, final: Any = None, **profile: Any) -> Verdict:
    game = {"hands": list(hands)} if final is None else final
    return check_sheet({"card_game": "manni", "profile": profile, "games": [game]})


def problems_of(*hands: JSON, **more: Any) -> list[tuple[str, str, str]]:
    """Return the code, rule and JSON Pointer of every problem reported for the given hands."""
    return [(problem.code, problem.rule, problem.where) for problem in verdict_on(*hands, **more).problems]


def in_turn(*tricks: tuple[int, int, int]) -> list[JSON]:
    """Return hands with trumps and the given numbers of tricks, dealt by the players in turn."""
    return [a_hand(*each, dealer=number % 3) for number, each in enumerate(tricks)]


@pytest.mark.parametrize(
    ("bands", "nullo", "trumps"),
    [
        pytest.param("2-5/6-9/10-A", "5", "9", id="MNI-CUT-1 as in Hornafjörður"),
        pytest.param("2-6/7-10/J-A", "6", "10", id="MNI-CUT-1 as attested elsewhere"),
        pytest.param("2-2/3-3/4-A", "2", "3", id="MNI-CUT-1 bands of one rank"),
        pytest.param("2-J/Q-K/A-A", "J", "K", id="MNI-CUT-1 almost always nullo"),
    ],
)
def test_cut_card_sets_the_contract(bands: str, nullo: str, trumps: str) -> None:
    profile = read_profile(MANNI, {"bands": bands})
    for place, rank in enumerate(RANKS):
        expected = Contract.NO_TRUMP
        if place <= RANKS.index(trumps):
            expected = Contract.NULLO if place <= RANKS.index(nullo) else Contract.TRUMPS
        assert contract(profile.pack.cards[f"{rank}H"], profile) is expected, rank


@pytest.mark.parametrize(
    "bands",
    [
        pytest.param("2-5/6-9/10-K", id="the Ace is left out"),
        pytest.param("3-5/6-9/10-A", id="the Two is left out"),
        pytest.param("2-5/7-9/10-A", id="a gap"),
        pytest.param("2-6/6-9/10-A", id="a rank in two bands"),
        pytest.param("2-9/6-5/10-A", id="a band upside down"),
        pytest.param("2-5/6-A", id="two bands"),
        pytest.param("2-5/6-9/10-Q/K-A", id="four bands"),
        pytest.param("2-5 / 6-9 / 10-A", id="with spaces"),
        pytest.param("1-5/6-9/10-A", id="a rank that is not there"),
        pytest.param("", id="nothing"),
        pytest.param(None, id="null"),
        pytest.param(["2-5", "6-9", "10-A"], id="a list"),
    ],
)
def test_bands_of_the_cut_card_must_divide_the_ranks_without_a_gap(bands: Any) -> None:
    """The three bands of ranks for the cut card must contain every rank exactly once (MNI-CUT-1)."""
    assert problems_of(bands=bands) == [("bad_option", "MNI-CUT-1", "/profile/bands")]


def test_every_division_of_the_ranks_into_three_bands_is_an_option() -> None:
    """MNI-CUT-1: thirteen ranks can be divided in 66 ways, and each division is read back as written."""
    assert len(ALL_BANDS) == 66
    assert all(read_profile(MANNI, {"bands": bands}).options["bands"] == bands for bands in ALL_BANDS)
    assert all(set(by_rank) == set(RANKS) for by_rank in ALL_BANDS.values())


@pytest.mark.parametrize("kind", CUTS)
def test_plus_and_minus_points_sum_to_zero_for_every_division_of_the_tricks(kind: str) -> None:
    """MNI-SCORE-1, MNI-VAL-1: a player has at most 8 plus or 4 minus points; in nullo, at most 4 plus or 8
    minus points.
    """
    most_plus, most_minus = (4, 8) if kind == "nullo" else (8, 4)
    for first in range(13):
        for second in range(13 - first):
            tricks = (first, second, 12 - first - second)
            [hand] = verdict_on(a_hand(*tricks, cut=CUTS[kind])).state.games[0].hands
            assert hand is not None
            plus, minus = hand.parts["plus"], hand.parts["minus"]
            assert all(
                0 <= up <= most_plus and -most_minus <= down <= 0
                for up, down in zip(plus, minus, strict=True)
            )
            assert all(up == 0 or down == 0 for up, down in zip(plus, minus, strict=True))
            assert sum(plus) == -sum(minus) <= 8
            sign = -1 if kind == "nullo" else 1
            assert hand.score == tuple(sign * (each - 4) for each in tricks)
            assert {type(points) for points in hand.score} == {int}


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        pytest.param(a_hand(6, 4, 3), ("tricks_sum", "MNI-DEAL-1", "/tricks"), id="MNI-DEAL-1 thirteen tricks"),
        pytest.param(a_hand(6, 4, 1), ("tricks_sum", "MNI-DEAL-1", "/tricks"), id="MNI-DEAL-1 eleven tricks"),
        pytest.param(a_hand(13, -1, 0), ("tricks_range", "MNI-DEAL-1", "/tricks"), id="MNI-VAL-1 nobody makes nine plus"),
        pytest.param(a_hand(6, 6), ("tricks_range", "MNI-DEAL-1", "/tricks"), id="MNI-DEAL-1 two players"),
        pytest.param(a_hand(6, None, None), ("tricks_missing", "COM-6", "/tricks"), id="COM-6 only one number"),
        pytest.param(a_hand(7, None, 6), ("tricks_sum", "MNI-DEAL-1", "/tricks"), id="MNI-DEAL-1 thirteen of two"),
        pytest.param(a_hand(dealer=3), ("bad_dealer", "MNI-LEAD-1", "/dealer"), id="MNI-LEAD-1 a fourth player"),
        pytest.param(a_hand(cut="7B"), ("not_a_card", "MNI-CUT-1", "/cut"), id="MNI-CUT-1 a card of another pack"),
        pytest.param(a_hand(cut="nullo"), ("not_a_card", "MNI-CUT-1", "/cut"), id="MNI-CUT-1 the contract itself"),
        pytest.param({"dealer": 0, "tricks": [4, 4, 4]}, ("missing_field", "MNI-CUT-1", "/cut"), id="MNI-CUT-1 nothing was cut"),
        pytest.param({"dealer": 0, "cut": "7S"}, ("missing_field", "MNI-DEAL-1", "/tricks"), id="MNI-DEAL-1 no tricks"),
        pytest.param(a_hand(card_points=[35, 35]), ("unknown_field", "COM-3", "/card_points"), id="COM-3 a field of another game"),
        pytest.param(a_hand(state="claimed"), ("state_not_in_this_game", "COM-4", "/state"), id="COM-4 a state of another game"),
    ],
)  # fmt: skip
def test_impossible_hand_is_refused_with_the_broken_rule_and_a_json_pointer(
    hand: JSON, problem: tuple[str, str, str]
) -> None:
    code, rule, at = problem
    assert problems_of(hand) == [(code, rule, f"/games/0/hands/0{at}")]


@pytest.mark.parametrize(
    ("exchanges", "at"),
    [
        pytest.param([7, 5, 4], None, id="MNI-EXCH-1 all that may be"),
        pytest.param([0, 0, 12], None, id="MNI-EXCH-1 a whole hand"),
        pytest.param([3, 2, 11], None, id="MNI-EXCH-1 all that are left"),
        pytest.param([0, 0, 0], None, id="MNI-EXCH-1 nobody changes"),
        pytest.param([8, 0, 0], "/0", id="MNI-EXCH-1 eight of the first"),
        pytest.param([0, 6, 0], "/1", id="MNI-EXCH-1 six of the second"),
        pytest.param([7, 5, 5], "/2", id="MNI-EXCH-1 more than are left"),
        pytest.param([0, 0, 13], "/2", id="MNI-EXCH-1 more than a hand has"),
        pytest.param([-1, 0, 0], "/0", id="MNI-EXCH-1 fewer than none"),
        pytest.param([1, 1], "", id="MNI-EXCH-1 two players"),
        pytest.param(7, "", id="MNI-EXCH-1 a number"),
        pytest.param([1.0, 1, 1], "/0", id="MNI-EXCH-1 a fraction"),
    ],
)
def test_exchanges_are_limited_for_each_player(exchanges: Any, at: str | None) -> None:
    problem = ("exchanges_range", "MNI-EXCH-1", f"/games/0/hands/0/exchanges{at}")
    assert problems_of(a_hand(exchanges=exchanges)) == ([] if at is None else [problem])


def test_schema_of_the_exchanges_requires_three_numbers() -> None:
    """The exchanges have one number for each player (MNI-EXCH-1)."""
    schema = next(field.schema for field in MANNI.fields if field.key == "exchanges")
    jsonschema.validate([7, 5, 4], schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate([7, 5], schema)


@pytest.mark.parametrize(
    ("tricks", "profile", "ending"),
    [
        pytest.param([(9, 3, 0), (8, 4, 0)], {}, None, id="MNI-GAME-1 nine plus"),
        pytest.param([(9, 3, 0), (9, 3, 0)], {}, (True, 0), id="MNI-GAME-1 ten plus"),
        pytest.param([(9, 3, 0), (0, 12, 0), (8, 4, 0), (0, 4, 8), (5, 3, 4)], {}, (True, 1), id="MNI-GAME-1 not who reached ten, with eight minus"),
        pytest.param([(12, 0, 0), (5, 7, 0), (12, 0, 0)], {}, (True, 0), id="MNI-GAME-1 seventeen plus"),
        pytest.param([(6, 6, 0)] * 5, {}, (True, None), id="MNI-GAME-2 level, shared"),
        pytest.param([(6, 6, 0)] * 5, {"tie": "one_more"}, None, id="MNI-GAME-2 level, one more"),
        pytest.param([(6, 6, 0)] * 5 + [(4, 4, 4)], {"tie": "one_more"}, None, id="MNI-GAME-2 still level, one more"),
        pytest.param([(6, 6, 0)] * 5 + [(5, 4, 3)], {"tie": "one_more"}, (True, 0), id="MNI-GAME-2 separated"),
        pytest.param([(12, 0, 0)] * 2, {"length": 3}, None, id="MNI-GAME-2 sixteen plus do not end three deals"),
        pytest.param([(4, 4, 4), (4, 4, 4), (3, 4, 5)], {"length": 3}, (True, 2), id="MNI-GAME-2 three deals"),
        pytest.param([(4, 4, 4)] * 3, {"length": 3}, (True, None), id="MNI-GAME-2 three deals, all share"),
        pytest.param([(4, 4, 4)] * 3, {"length": 3, "tie": "one_more"}, None, id="MNI-GAME-2 three deals and one more"),
    ],
)  # fmt: skip
def test_end_of_a_game_depends_on_the_options_of_the_profile(
    tricks: list[Any], profile: JSON, ending: Any
) -> None:
    state = verdict_on(*in_turn(*tricks), **profile).state
    assert ((state.over, state.winner) if state.over else None) == ending
    assert (state.next is None) is state.over
    assert sum(state.games[0].score) == 0


def test_plus_and_minus_points_are_counted_separately_until_the_end() -> None:
    """MNI-SCORE-1, MNI-GAME-1: with +10 -6, +8 -1 and +4 -15, the second player has the best net score and
    wins.
    """
    hands = [
        a_hand(5, 6, 1, dealer=0),
        a_hand(9, 3, 0, dealer=1),
        a_hand(10, 2, 0, dealer=2, cut="3D"),
        a_hand(0, 0, 12, dealer=0, cut="2C"),
    ]
    state = verdict_on(*hands).state
    assert state.games[0].parts == {"plus": (10, 8, 4), "minus": (-6, -1, -15)}
    assert (state.games[0].score, state.winner, state.games_won) == ((4, 7, -11), 1, (0, 1, 0))


def test_hand_after_the_end_of_a_game_is_refused_unless_it_is_void() -> None:
    """A finished game may only be followed by void hands (COM-5, MNI-GAME-1)."""
    over = in_turn((9, 3, 0), (9, 3, 0))
    assert problems_of(*over, a_hand(dealer=2)) == [("hand_after_the_game", "COM-5", "/games/0/hands/2")]
    assert problems_of(*over, a_hand(dealer=2, state="void")) == []
    [(code, _rule, _at)] = problems_of(a_hand(state="void"))
    assert code == "void_before_the_end"


def test_deal_passes_to_the_left_except_after_an_annulled_hand() -> None:
    """MNI-LEAD-1, COM-IRR-1: the deal passes in the direction of play."""
    assert problems_of(a_hand(dealer=2), a_hand(dealer=0)) == []
    assert problems_of(a_hand(dealer=2), a_hand(dealer=1)) == [
        ("dealer_out_of_turn", "MNI-LEAD-1", "/games/0/hands/1/dealer")
    ]
    annulled = {"dealer": 1, "state": "annulled"}
    assert problems_of(annulled, a_hand(dealer=1)) == []
    assert problems_of(annulled, annulled) == [("annulled_again", "COM-IRR-1", "/games/0/hands/1/state")]


@pytest.mark.parametrize(
    ("length", "read"),
    [
        pytest.param("plus10", True, id="MNI-GAME-2 ten plus"),
        pytest.param(3, True, id="MNI-GAME-2 three deals"),
        pytest.param(60, True, id="MNI-GAME-2 sixty deals"),
        pytest.param(10, False, id="MNI-GAME-2 not a multiple of three"),
        pytest.param(0, False, id="MNI-GAME-2 no deals"),
        pytest.param(63, False, id="MNI-GAME-2 too many deals"),
        pytest.param("9", False, id="MNI-GAME-2 a number as a word"),
        pytest.param(True, False, id="MNI-GAME-2 true"),
        pytest.param(None, False, id="MNI-GAME-2 null"),
    ],
)
def test_game_must_end_at_ten_plus_points_or_after_a_multiple_of_three_deals(length: Any, read: bool) -> None:
    assert problems_of(length=length) == ([] if read else [("bad_option", "MNI-GAME-2", "/profile/length")])
    schema = jsonschema.Draft202012Validator(MANNI.options_by_key["length"].schema)
    assert schema.is_valid(length) is read


def test_message_for_a_wrong_game_length_lists_the_possible_lengths() -> None:
    """MNI-GAME-2: only certain lengths of a game are possible."""
    [problem] = verdict_on(length=10).problems
    assert problem.message.english() == "Write plus10, or a multiple of 3 from 3 to 60."


@pytest.mark.parametrize(
    ("final", "profile", "problem"),
    [
        pytest.param({"final": [4, 7, -11]}, {}, None, id="MNI-VAL-1 nets make zero"),
        pytest.param({"final": [4, 7, -10]}, {}, ("final_score", "MNI-VAL-1", "/final"), id="MNI-VAL-1 nets make one"),
        pytest.param({"final": [17, -8, -9]}, {}, None, id="MNI-GAME-1 seventeen"),
        pytest.param({"final": [18, -9, -9]}, {}, ("final_score", "MNI-GAME-1", "/final"), id="MNI-GAME-1 more than seventeen"),
        pytest.param({"final": [18, -9, -9]}, {"tie": "one_more"}, None, id="MNI-GAME-2 more than seventeen after one more"),
        pytest.param({"final": [18, -9, -9]}, {"length": 3}, None, id="MNI-GAME-2 more than seventeen in three deals"),
        pytest.param({"final": [26, -13, -13]}, {"length": 3}, ("too_few_hands", "MNI-VAL-1", "/final"), id="MNI-VAL-1 more than eight a deal"),
        pytest.param({"final": [4, 7, -11], "hand_count": 1}, {}, ("too_few_hands", "MNI-VAL-1", "/hand_count"), id="MNI-VAL-1 eleven in a hand"),
        pytest.param({"final": [1, 0, -1], "hand_count": 1}, {}, ("too_few_hands", "MNI-VAL-1", "/hand_count"), id="MNI-VAL-1 nobody has ten plus after a hand"),
        pytest.param({"final": [4, 7, -11], "hand_count": 2}, {}, None, id="MNI-VAL-1 eleven in two hands"),
        pytest.param({"final": [16, -8, -8], "hand_count": 2}, {}, None, id="MNI-VAL-1 sixteen in two hands"),
        pytest.param({"final": [1, 0, -1], "hand_count": 1}, {"length": 3}, None, id="MNI-GAME-2 ten plus are asked for only where they end a game"),
        pytest.param({"final": [26, -13, -13]}, {"length": 3, "tie": "one_more"}, None, id="MNI-VAL-1 any number of hands"),
        pytest.param({"final": [5, 5, -10]}, {"tie": "one_more"}, ("final_score", "MNI-GAME-2", "/final"), id="MNI-GAME-2 level, one more is played"),
        pytest.param({"final": [5, 4, -9]}, {"tie": "one_more"}, None, id="MNI-GAME-2 separated"),
        pytest.param({"final": [5, 5, -10]}, {}, None, id="MNI-GAME-2 level and shared"),
    ],
)  # fmt: skip
def test_final_net_scores_must_be_possible(final: JSON, profile: JSON, problem: Any) -> None:
    """Net scores that no hands can produce are refused (COM-8)."""
    expected = [(problem[0], problem[1], f"/games/0{problem[2]}")] if problem else []
    assert problems_of(final=final, **profile) == expected


def test_legal_play_is_accepted_in_every_contract() -> None:
    """MNI-LEAD-1, MNI-DEAL-1: the player after the dealer leads, and 36 of the 52 cards are played."""
    for seed in range(30):
        hand = play_a_hand(Random(seed), 1, "2-5/6-9/10-A")
        assert problems_of(hand) == []
        assert len({card for trick in hand["play"] for card in trick["cards"]}) == 36
        assert hand["play"][0]["leader"] == 2


def test_tricks_that_differ_from_the_play_are_refused() -> None:
    """MNI-SCORE-1: the sum of the tricks is twelve, but one trick is counted for the wrong player."""
    hand = play_a_hand(Random(3), 1, "2-5/6-9/10-A")
    one_trick_off(hand)
    assert problems_of(hand) == [("tricks_not_as_played", "MNI-SCORE-1", "/games/0/hands/0/tricks")]


@pytest.mark.parametrize(
    ("cut", "winner"),
    [
        pytest.param("4S", 1, id="MNI-CUT-1 nullo: the Ace is low"),
        pytest.param("9S", 2, id="MNI-CUT-1 a trump takes it"),
        pytest.param("AS", 0, id="MNI-CUT-1 no trump: the Ace is high"),
    ],
)
def test_contract_decides_which_card_wins_a_trick(cut: str, winner: int) -> None:
    """MNI-LEAD-1: the same trick has another winner in nullo, with spades as trumps, and without trumps."""
    first = {"leader": 0, "cards": ["AH", "2H", "2S"], "winner": winner}
    rest = [card for card in DEFAULT.pack.cards if card not in first["cards"] and card[-1] in "DC"]  # type: ignore[operator]
    diamonds, clubs = rest[:13], rest[13:]
    more = [card for card in DEFAULT.pack.cards if card[-1] == "S" and card != "2S"]
    hands = [diamonds[:11], clubs[:11], more[:11]]
    play = [first] + [
        {"leader": winner, "cards": [hands[(winner + place) % 3][number] for place in range(3)]}
        for number in range(11)
    ]
    tricks = [0, 0, 0]
    tricks[winner] += 1
    taker = 2 if cut == "9S" else winner
    tricks[taker] += 11
    assert problems_of({"dealer": 2, "cut": cut, "tricks": tricks, "play": play}) == []
    for another in {0, 1, 2} - {winner}:
        wrong = [{**first, "winner": another}, *play[1:]]
        assert problems_of({"dealer": 2, "cut": cut, "tricks": tricks, "play": wrong}) == [
            ("wrong_trick_winner", "MNI-PLAY-1", "/games/0/hands/0/play/0/winner")
        ]


def test_tricks_of_an_adjusted_hand_may_differ_from_the_play_if_their_sum_is_correct() -> None:
    """COM-4: only the sum of the tricks of an adjusted hand is checked."""
    hand = play_a_hand(Random(1), 0, "2-5/6-9/10-A")
    hand["play"] = hand["play"][:3]
    adjusted = {**hand, "state": "adjusted", "tricks": [4, 4, 4]}
    assert problems_of(adjusted) == []
    assert problems_of({**adjusted, "tricks": [4, 4, 5]}) == [
        ("tricks_sum", "MNI-DEAL-1", "/games/0/hands/0/tricks")
    ]


def test_description_of_manni_has_net_scores_and_no_target() -> None:
    """MNI-GAME-1: the game has net scores, one player on each side, and no target or card points."""
    description = describe(MANNI)
    assert (description["by_net"], description["players_a_side"], description["seats"]) == (True, 1, 3)
    assert [option["key"] for option in description["options"]] == ["bands", "length", "tie"]
    assert verdict_on(a_hand()).state.games[0].target is None
    assert problems_of(targets=[10]) == [("unknown_option", "COM-7", "/profile/targets")]
