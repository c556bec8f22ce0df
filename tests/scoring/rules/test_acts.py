"""A hand act by act: every card game replayed, and what the last act leaves is what its players counted."""

from random import Random
from typing import Any

import pytest

from scoring.rules.acts import Act, ActKind, Replay, replay_of
from scoring.rules.card_games import CARD_GAMES
from scoring.rules.cards import Card
from scoring.rules.hand import read_hand
from scoring.rules.profile import read_profile
from scoring.rules.referee import account
from tests.scoring.rules.players.every_game import PLAYERS
from tests.scoring.rules.random_player import play_a_hand

HANDS = 2
"""How many hands of each game and seed are replayed; every act of each is looked at."""
SEEDS = pytest.mark.parametrize("seed", ["acts", "more", "others"])


def replayed(card_game: str, profile: Any, hand: Any) -> Replay:
    """One hand that the rules accept, ready to be looked at."""
    game = CARD_GAMES[card_game]
    read = read_profile(game, profile)
    found, problems = read_hand(game, read, hand)
    assert found, problems
    assert game.card_by_card
    replay = replay_of(game.card_by_card, found, read)
    assert replay
    return replay


def hands_of(card_game: str, seed: str = "acts", count: int = HANDS) -> list[tuple[Any, Any]]:
    """Whole hands of a game, each with its profile."""
    random = Random(f"{seed} {card_game}")
    hands: list[tuple[Any, Any]] = []
    while len(hands) < count:
        game = PLAYERS[card_game](random)
        hands += [(game.profile, hand) for hand in game.hands if hand.get("play")]
    return hands[:count]


def test_every_card_game_can_be_followed_card_by_card() -> None:
    assert {key for key, game in CARD_GAMES.items() if game.card_by_card} == set(PLAYERS)


@pytest.mark.parametrize("card_game", PLAYERS)
def test_the_last_act_leaves_what_the_players_counted(card_game: str) -> None:
    """MAR-SCORE-1, MAU-CARD-1, MNA-SCORE-1, MGO-SCORE-1, MNI-SCORE-1."""
    for profile, hand in hands_of(card_game):
        replay = replayed(card_game, profile, hand)
        last = replay.position(len(replay.acts))
        assert (last.tricks, last.points) == account(replay.case)
        if "card_points" in hand:
            assert list(last.points) == hand["card_points"]
        if "tricks" in hand:
            assert list(last.tricks) == hand["tricks"]
        assert last.turn is None


@SEEDS
@pytest.mark.parametrize("card_game", PLAYERS)
def test_every_card_is_played_once_by_whoever_s_turn_it_was(card_game: str, seed: str) -> None:
    for profile, hand in hands_of(card_game, seed):
        replay = replayed(card_game, profile, hand)
        played: list[str] = []
        for count, act in enumerate(replay.acts, start=1):
            if act.kind is not ActKind.PLAYED:
                continue
            assert replay.position(count - 1).turn == act.seat
            after = replay.position(count)
            assert after.lying[-1] == (act.seat, act.cards[0])
            assert len(after.lying) == act.place + 1
            played.append(act.cards[0].name)
        assert played == [card for trick in hand["play"] for card in trick["cards"]]


@SEEDS
@pytest.mark.parametrize("card_game", PLAYERS)
def test_a_trick_is_taken_by_who_leads_the_next_at_the_trumps_of_then(card_game: str, seed: str) -> None:
    for profile, hand in hands_of(card_game, seed):
        replay = replayed(card_game, profile, hand)
        ends = replay.ends_of_tricks()
        assert len(ends) == len(hand["play"])
        for number, count in enumerate(ends):
            end = replay.position(count)
            assert (end.trick, end.leader) == (number, hand["play"][number]["leader"])
            assert sum(end.tricks) == number + 1
            if number + 1 < len(ends):
                assert end.winner == hand["play"][number + 1]["leader"]
            assert replay.position(count - 1).trump == replay.case.trumps[number]
            assert replay.position(count - 1).winner is None


@SEEDS
@pytest.mark.parametrize("card_game", PLAYERS)
def test_hands_are_shown_whole_and_every_card_played_was_held(card_game: str, seed: str) -> None:
    shown = 0
    for profile, hand in hands_of(card_game, seed):
        replay = replayed(card_game, profile, hand)
        drawn = any(trick.drawn for trick in replay.play)
        known = not replay.case.rules.drawing or drawn
        assert (replay.position(0).held is not None) == known
        for count, act in enumerate(replay.acts, start=1):
            before, after = replay.position(count - 1).held, replay.position(count).held
            if before is None or after is None:
                assert not known
                continue
            shown += 1
            if act.kind is ActKind.PLAYED:
                assert act.cards[0] in before[act.seat]
                assert act.cards[0] not in after[act.seat]
            if act.place == 0 and act.kind is ActKind.PLAYED:
                assert len({len(cards) for cards in before}) == 1
        assert replay.position(len(replay.acts)).held == ((),) * replay.profile.seats
    assert shown


@pytest.mark.parametrize("card_game", PLAYERS)
def test_who_declares_holds_what_he_shows(card_game: str) -> None:
    """MNA-DECL-1, B51-DECL-1, MGG-DECL-1, MGO-MARR-1: a marriage is two courts of one suit in hand."""
    declares = any(field.key == "declarations" for field in CARD_GAMES[card_game].fields)
    looked = 0
    for profile, hand in hands_of(card_game, count=4):
        replay = replayed(card_game, profile, hand)
        for count, act in enumerate(replay.acts):
            said, held = act.declaration, replay.position(count).held
            if (
                said is None
                or held is None
                or said.captured
                or said.kind in ("copri", "mariannino", "mariannone")
            ):
                continue
            ranks = replay.profile.ranks
            assert {Card(ranks[2], str(said.suit)), Card(ranks[3], str(said.suit))} <= {*held[act.seat]}
            looked += 1
        assert len(replay.position(len(replay.acts)).declared) == len(hand.get("declarations", ()))
    assert bool(looked) == declares


def test_an_exchange_brings_the_turned_card_and_the_one_given_is_drawn_last() -> None:
    """MGO-EXCH-1, B51-DEAL-1."""
    seen = 0
    for card_game in ("mariagio", "briscola_151"):
        for profile, hand in hands_of(card_game, "exchange", count=6):
            replay = replayed(card_game, profile, hand)
            for count, act in enumerate(replay.acts):
                before, after = replay.position(count).held, replay.position(count + 1).held
                if act.kind is not ActKind.EXCHANGED or before is None or after is None:
                    continue
                (given,) = {*before[act.seat]} - {*after[act.seat]}
                assert {*after[act.seat]} - {*before[act.seat]} == {*act.cards}
                assert given.suit == act.cards[0].suit == hand["trump"]
                assert given == [trick for trick in replay.play if trick.drawn][-1].drawn[-1]
                seen += 1
    assert seen


HEARTS = {"kind": "marianna", "suit": "H"}
SPADES = {"kind": "marianna", "suit": "S"}
FIRST = {
    "leader": 0,
    "cards": ["AD", "KH", "2D", "4D"],
    "declared": [{"player": 1, **HEARTS}, {"player": 2, **SPADES}],
    "drawn": ["2C", "4C", "5C", "6C"],
}
MARIANNA = {
    "dealer": 3,
    "card_points": [120, 0],
    "declarations": [{"side": 1, **HEARTS}, {"side": 0, **SPADES}],
    "state": "adjusted",
    "play": [FIRST, {"leader": 2, "cards": ["KS"]}],
}
COVERED = {
    "leader": 0,
    "cards": ["KD", "2C", "QD", "4C"],
    "declared": [{"player": 0, "kind": "copri", "suit": "D"}],
}


def test_trumps_come_with_a_declaration_and_change_with_the_next() -> None:
    """MNA-DECL-2: two in one trick, and the later player's suit stands."""
    replay = replayed("marianna", {}, MARIANNA)
    kinds = [act.kind.value for act in replay.acts]
    assert kinds == ["cards", "declared", "cards", "declared", "cards", "cards", "drawn", "cards"]
    trumps = [replay.position(count).trump for count in range(len(kinds) + 1)]
    assert trumps == [None, None, "H", "H", "S", "S", "S", "S", "S"]


def test_the_acts_of_a_hand_stand_in_the_order_of_the_table() -> None:
    replay = replayed("marianna", {}, MARIANNA)
    hearts, spades = (trick_said for trick_said in replay.play[0].declared)
    played = [Card(name[:-1], name[-1]) for name in ("AD", "KH", "2D", "4D", "KS")]
    drawn = tuple(Card(name[0], "C") for name in ("2C", "4C", "5C", "6C"))
    assert replay.acts == (
        Act(ActKind.PLAYED, 0, 0, 0, (played[0],)),
        Act(ActKind.DECLARED, 0, 0, 1, declaration=hearts),
        Act(ActKind.PLAYED, 0, 1, 1, (played[1],)),
        Act(ActKind.DECLARED, 0, 1, 2, declaration=spades),
        Act(ActKind.PLAYED, 0, 2, 2, (played[2],)),
        Act(ActKind.PLAYED, 0, 3, 3, (played[3],)),
        Act(ActKind.DREW, 0, 0, 0, drawn),
        Act(ActKind.PLAYED, 1, 0, 2, (played[4],)),
    )
    assert [replay.position(count).turn for count in range(9)] == [0, None, 1, None, 2, 3, None, 2, None]
    assert replay.acts[1].cards == ()


def test_what_was_exchanged_is_the_first_act_of_its_trick() -> None:
    """MGO-EXCH-1: who exchanges has the lead."""
    found = [
        (replay, trick)
        for profile, hand in hands_of("mariagio", "exchange", count=4)
        for replay in [replayed("mariagio", profile, hand)]
        for trick in replay.play
        if trick.exchanged
    ]
    assert found
    for replay, trick in found:
        seat, card = trick.exchanged or (0, None)
        assert Act(ActKind.EXCHANGED, replay.play.index(trick), 0, seat, (card,)) in replay.acts  # type: ignore[arg-type]


def test_cards_in_hand_lie_by_suit_and_from_the_strongest() -> None:
    profile, hand = hands_of("mariglia", count=1)[0]
    replay = replayed("mariglia", profile, hand)
    for cards in replay.position(0).held or ():
        order = [
            ([*replay.profile.pack.suits].index(card.suit), -replay.case.strength[card.rank])
            for card in cards
        ]
        assert order == sorted(order)
        assert len(cards) == 10


def test_once_cards_are_drawn_the_table_is_clear_for_the_next_trick() -> None:
    replay = replayed("marianna", {}, MARIANNA)
    taken, drawn = replay.position(6), replay.position(7)
    assert (taken.trick, len(taken.lying), taken.winner) == (0, 4, 0)
    assert (drawn.trick, drawn.leader, drawn.lying, drawn.winner) == (1, 2, (), None)


def test_a_suit_that_was_covered_is_trumps_once_its_trick_is_taken() -> None:
    """COP-1."""
    said = [{"side": 0, "kind": "copri", "suit": "D"}]
    replay = replayed("marianna", {"copri": True}, {**MARIANNA, "declarations": said, "play": [COVERED]})
    assert [replay.position(count).trump for count in range(6)] == [None, None, None, None, None, "D"]


def test_a_hand_that_was_not_played_out_says_nothing_of_what_is_held() -> None:
    replay = replayed("marianna", {}, MARIANNA)
    last = replay.position(len(replay.acts))
    assert last.held is None
    assert (last.trick, last.lying, last.winner) == (1, ((2, Card("K", "S")),), None)
    assert sum(last.tricks) == 1


@pytest.mark.parametrize(
    ("at", "found"),
    [
        ("/play/0/cards/0", "/play/0/cards/0"),
        ("/play/9/cards/3", "/play/9/cards/3"),
        ("/play/1/leader", None),
        ("/play/1", "/play/1/cards/0"),
        ("/play/1/cards/0/rank", "/play/1/cards/0"),
        ("/play", None),
        ("/card_points", None),
    ],
)
def test_the_place_of_a_fault_is_an_act_where_it_is_one(at: str, found: str | None) -> None:
    replay = replayed("mariglia", {}, play_a_hand(Random(5)).written())
    count = replay.act_at(at)
    assert (replay.acts[count - 1].at if count else None) == found


def test_a_round_of_drawing_is_one_act_whichever_card_of_it_is_meant() -> None:
    replay = replayed("marianna", {}, MARIANNA)
    assert replay.act_at("/play/0/drawn/2") == replay.act_at("/play/0/drawn") == 7
    assert replay.act_at("/play/0/declared") == 2
    assert Act(ActKind.DREW, 0, 0, 0).at == "/play/0/drawn"


@pytest.mark.parametrize("play", [None, [], [{"leader": 0, "cards": []}]])
def test_without_cards_there_is_nothing_to_look_at(play: Any) -> None:
    written = {key: value for key, value in MARIANNA.items() if key != "play"}
    game = CARD_GAMES["marianna"]
    profile = read_profile(game, {})
    hand, _problems = read_hand(game, profile, written if play is None else {**written, "play": play})
    assert hand
    assert game.card_by_card
    assert replay_of(game.card_by_card, hand, profile) is None


def test_where_a_card_is_drawn_that_nobody_plays_nothing_is_said_of_what_is_held() -> None:
    """Only a hand that the director adjusted can stand like this: it is shown as far as it is sure."""
    profile, hand = next(
        each for each in hands_of("mariagio") if any(t.get("drawn") for t in each[1]["play"])
    )
    first = next(number for number, trick in enumerate(hand["play"]) if trick.get("drawn"))
    trick = hand["play"][first]
    wrong = {**trick, "drawn": [trick["cards"][0], *trick["drawn"][1:]]}
    play = [*hand["play"][:first], wrong, *hand["play"][first + 1 :]]
    replay = replayed("mariagio", profile, {**hand, "play": play, "state": "adjusted"})
    assert replay.position(0).held is None
    assert replay.position(len(replay.acts)).held == ((), ())
