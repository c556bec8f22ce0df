"""Tests of hands that ended before the last card: the cards played are stored and checked."""

# ruff: noqa: E501  (a table reads best one row a line)

from collections.abc import Callable
from random import Random

import pytest

from tests.games.deals import JSON, ProblemKey, a_deal, verdict_on
from tests.games.hands_of_two import a_game
from tests.games.players.every_game import PLAYERS
from tests.referee.random_player import play_a_hand

Change = Callable[[JSON], object]


def problems_of(card_game: str, hand: JSON, **profile: object) -> list[ProblemKey]:
    """Return every problem reported for one hand."""
    return [
        (each["code"], each["rule"], each["where"].removeprefix("/games/0/hands/0"))
        for each in verdict_on(card_game, hand, **profile)["problems"]
    ]


PLAYED = play_a_hand(Random(3), dealer=0).written()


def on_the_trionfo(tricks: int, cards: int = 4) -> JSON:
    """Return the sample hand, ended by the turned-up card in trick number `tricks`.

    The last trick contains only the first `cards` cards.
    """
    play = [{"leader": trick["leader"], "cards": list(trick["cards"])} for trick in PLAYED["play"][:tricks]]
    if play:
        play[-1]["cards"] = play[-1]["cards"][:cards]
    return {"dealer": 0, "trionfo": PLAYED["trionfo"], "state": "ended_on_trionfo", "play": play}


def first_card(card: str) -> Change:
    return lambda hand: hand["play"][0]["cards"].__setitem__(0, card)


@pytest.mark.parametrize(
    ("hand", "change", "expected"),
    [
        pytest.param(on_the_trionfo(0), None, [], id="MAR-TRI-3 nobody had played"),
        pytest.param(on_the_trionfo(1, 2), None, [], id="MAR-TRI-3 two cards lay there"),
        pytest.param(on_the_trionfo(3), None, [], id="MAR-TRI-3 three tricks"),
        pytest.param(on_the_trionfo(10), None, [], id="MAR-TRI-3 it was seen at the end"),
        pytest.param(on_the_trionfo(3), lambda hand: hand["play"][1]["cards"].pop(), [("deal_not_whole", "MAR-DEAL-3", "/play/1/cards")], id="MAR-DEAL-3 a trick with a card too few"),
        pytest.param(on_the_trionfo(10), lambda hand: hand["play"].append({"leader": 0, "cards": []}), [("deal_not_whole", "MAR-DEAL-3", "/play/10/cards")], id="MAR-DEAL-3 an eleventh trick"),
        pytest.param(on_the_trionfo(2), lambda hand: hand["play"][1]["cards"].__setitem__(3, hand["play"][0]["cards"][0]), [("doubled_card", "MAR-CARD-1", "/play/1/cards/3")], id="MAR-CARD-1 a card twice"),
        pytest.param(on_the_trionfo(3), lambda hand: hand["play"][1].update(leader=(hand["play"][1]["leader"] + 1) % 4), [("wrong_leader", "MAR-PLAY-1", "/play/1/leader")], id="MAR-PLAY-1 another leads"),
        pytest.param(on_the_trionfo(1, 1), first_card(PLAYED["trionfo"]), [("trionfo_not_the_dealers", "MAR-TRI-1", "/trionfo")], id="MAR-TRI-1 the turned card in another hand"),
    ],
)  # fmt: skip
def test_cards_of_a_hand_won_by_the_turned_up_card_are_stored_and_checked(
    hand: JSON, change: Change | None, expected: list[ProblemKey]
) -> None:
    hand = {**hand, "play": [{**trick, "cards": list(trick["cards"])} for trick in hand["play"]]}
    if change:
        change(hand)
    before = {"dealer": 3, "trionfo": "2S", "card_points": [43, 27]}
    problems = verdict_on("mariglia", before, hand, targets=[10])["problems"]
    problem_keys = [
        (each["code"], each["rule"], each["where"].removeprefix("/games/0/hands/1")) for each in problems
    ]
    assert problem_keys == expected


def a_claim(tricks: int, points: int, **more: object) -> JSON:
    """Return the sample hand of Mariaggia with a claim by player 1 after the given number of tricks."""
    hand = a_game("mariaggia")
    declared = [each for each in hand["declarations"] if each["trick"] <= tricks]
    claim = {"side": 1, "card_points": points}
    entries = {"card_points": None, "play": hand["play"][:tricks], "declarations": declared}
    return a_deal(**{**hand, **entries, "state": "claimed", "claim": claim, **more})


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param(a_claim(3, 10), [], id="MGG-CLAIM-1 as counted"),
        pytest.param(a_claim(9, 41), [], id="MGG-DECL-1 with what was declared"),
        pytest.param(a_claim(3, 4), [("card_points_not_as_played", "MGG-SCORE-1", "/claim/card_points")], id="MGG-CLAIM-1 fewer than he has"),
        pytest.param(a_claim(3, 13), [("card_points_not_as_played", "MGG-SCORE-1", "/claim/card_points")], id="MGG-CLAIM-1 more than he has is asked about"),
        pytest.param(a_claim(9, 41, declarations=[]), [("not_as_declared", "MGG-SCORE-1", "/declarations")], id="MGG-DECL-1 forgotten on the sheet"),
    ],
)  # fmt: skip
def test_cards_of_a_claimed_hand_are_stored_and_counted(hand: JSON, expected: list[ProblemKey]) -> None:
    assert problems_of("mariaggia", hand) == expected


@pytest.mark.parametrize("card_game", ["marianna", "cinquecento", "briscola_151", "mariaggia"])
def test_random_hand_that_ended_early_is_accepted_with_its_cards(card_game: str) -> None:
    """COM-4, MNA-GAME-2, CIN-GAME-1, MGG-CLAIM-1: random hands that ended early have no errors."""
    random, ending_count = Random(f"early {card_game}"), 0
    while ending_count < 10:
        game = PLAYERS[card_game](random)
        hand = game.hands[-1]
        if "state" not in hand:
            continue
        verdict = verdict_on(card_game, *game.hands, **game.profile)
        assert [each for each in verdict["problems"] if each["level"] == "error"] == []
        assert hand["play"]
        ending_count += 1


def an_ace_given_and_drawn_again() -> JSON:
    """Return a claimed hand of Briscola 151 in which the Ace is exchanged, drawn again and not played."""
    cards = (
        (0, "AS 4B", "KS MC"), (0, "7B 5C", "HB 6C"), (1, "MC 6C", "HD 2B"), (1, "6D 6B", "AB 2C"),
        (1, "AB 2B", "5S 3C"), (1, "MB 2C", "6S 3D"), (0, "6S 5S", "HS 2S"), (0, "7C 3D", "2D 5B"),
        (0, "3C 5B", "MD AD"), (0, "5D AD", "4C 3S"), (1, "4C 3S", "7D 4S"), (1, "HB 4S", "3B AC"),
        (1, "7D 2D", "4D KC"), (1, "4D HS", "KD MS"), (1, "2S MS", "7S AC"),
    )  # fmt: skip
    play: list[JSON] = [
        {"leader": leader, "cards": played.split(), "drawn": draw.split()} for leader, played, draw in cards
    ]
    play[2]["declared"] = [{"side": 1, "suit": "B"}]
    play[9]["declared"] = [{"side": 0, "suit": "S"}]
    play[14]["declared"] = [{"side": 1, "suit": "D"}, {"side": 0, "suit": "C"}]
    play[14]["exchanged"] = {"player": 0, "card": "HC"}
    declarations = [(1, "B", 3), (0, "S", 10), (1, "D", 15), (0, "C", 15)]
    return {
        "dealer": 1,
        "trump": "C",
        "declarations": [{"side": side, "suit": suit, "trick": trick} for side, suit, trick in declarations],
        "state": "claimed",
        "claim": {"side": 1, "card_points": 40},
        "play": play,
    }


@pytest.mark.parametrize(
    ("draw", "expected"),
    [
        pytest.param("7S AC", [], id="B51-DEAL-1 it is in hand when the game is claimed"),
        pytest.param("7S 4S", [("drawn_by_another", "B51-DEAL-1", "/play/14/drawn/1")], id="B51-DEAL-1 a card that lies already"),
    ],
)  # fmt: skip
def test_card_given_in_an_exchange_and_drawn_again_need_not_be_played(
    draw: str, expected: list[ProblemKey]
) -> None:
    hand = an_ace_given_and_drawn_again()
    hand["play"][14]["drawn"] = draw.split()
    club = {"pack": "neapolitan", "finish": "claim", "ace_exchange": True}
    assert problems_of("briscola_151", hand, **club) == expected
