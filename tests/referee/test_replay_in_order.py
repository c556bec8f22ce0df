"""Tests of the order of actions in a replay, for hands of a few tricks."""

from random import Random
from typing import Any

import pytest

from scoring.cards.packs import Card
from scoring.games import CARD_GAMES
from scoring.referee.replay import Act, ActKind, Replay, replay_of
from scoring.sheet.rules.reader import read_hand, read_profile
from tests.referee.random_player import play_a_hand
from tests.referee.replays import replayed

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


def test_trumps_change_with_each_declaration() -> None:
    """MNA-DECL-2: of two declarations in one trick, the later one decides the trumps."""
    replay = replayed("marianna", {}, MARIANNA)
    kinds = [act.kind.value for act in replay.acts]
    assert kinds == ["cards", "declared", "cards", "declared", "cards", "cards", "drawn", "cards"]
    trumps = [replay.position(count).trump for count in range(len(kinds) + 1)]
    assert trumps == [None, None, "H", "H", "S", "S", "S", "S", "S"]


def test_actions_of_a_replay_are_in_the_order_of_play() -> None:
    replay = replayed("marianna", {}, MARIANNA)
    hearts, spades = (trick_said for trick_said in replay.play[0].declared)
    played = [Card(name[:-1], name[-1]) for name in ("AD", "KH", "2D", "4D", "KS")]
    draw = tuple(Card(name[0], "C") for name in ("2C", "4C", "5C", "6C"))
    assert replay.acts == (
        Act(ActKind.PLAYED, 0, 0, 0, (played[0],)),
        Act(ActKind.DECLARED, 0, 0, 1, declaration=hearts),
        Act(ActKind.PLAYED, 0, 1, 1, (played[1],)),
        Act(ActKind.DECLARED, 0, 1, 2, declaration=spades),
        Act(ActKind.PLAYED, 0, 2, 2, (played[2],)),
        Act(ActKind.PLAYED, 0, 3, 3, (played[3],)),
        Act(ActKind.DREW, 0, 0, 0, draw),
        Act(ActKind.PLAYED, 1, 0, 2, (played[4],)),
    )
    assert [replay.position(count).turn for count in range(9)] == [0, None, 1, None, 2, 3, None, 2, None]
    assert replay.acts[1].cards == ()


def test_replay_shows_no_cards_on_the_table_after_the_draw_that_follows_a_trick() -> None:
    replay = replayed("marianna", {}, MARIANNA)
    before_draw, after_draw = replay.position(6), replay.position(7)
    assert (before_draw.trick, len(before_draw.lying), before_draw.winner) == (0, 4, 0)
    assert (after_draw.trick, after_draw.leader, after_draw.lying, after_draw.winner) == (1, 2, (), None)


def test_suit_of_a_covered_marriage_becomes_trumps_after_its_trick() -> None:
    """The marriage counts if its side wins the trick (COP-1)."""
    declarations = [{"side": 0, "kind": "copri", "suit": "D"}]
    replay = replayed(
        "marianna", {"copri": True}, {**MARIANNA, "declarations": declarations, "play": [COVERED]}
    )
    assert [replay.position(count).trump for count in range(6)] == [None, None, None, None, None, "D"]


def two_players(card_game: str, declared: list[dict[str, Any]], **profile: Any) -> Replay:
    """Return the replay of a two-player hand: the King of spades wins trick 1, then both players draw."""
    trick = {"leader": 0, "cards": ["QS", "KS"], "declared": declared, "drawn": ["2C", "4C"]}
    hand = {
        "dealer": 1,
        "trump": "D",
        "card_points": [60, 60],
        "declarations": [],
        "state": "adjusted",
        "play": [trick],
        **({"last_trick": 0} if card_game == "mariagio" else {}),
    }
    return replayed(card_game, {"pack": "french", **profile}, hand)


@pytest.mark.parametrize(
    ("card_game", "order"),
    [
        pytest.param("briscola_151", ["declared", "cards", "cards", "drawn"], id="B51-DECL-1 before playing"),
        pytest.param("mariagio", ["declared", "cards", "cards", "drawn"], id="MGO-MARR-1 on the lead"),
        pytest.param("mariaggia", ["cards", "cards", "drawn", "declared"], id="MGG-DECL-1 once it is won"),
    ],
)
def test_declaration_is_replayed_before_or_after_its_trick_as_the_card_game_requires(
    card_game: str, order: list[str]
) -> None:
    replay = two_players(card_game, [{"side": 0, "suit": "H"}])
    assert [act.kind.value for act in replay.acts] == order
    (declaring_act,) = (act for act in replay.acts if act.kind is ActKind.DECLARED)
    assert (declaring_act.seat, declaring_act.at) == (0, "/play/0/declared/0")


@pytest.mark.parametrize("seat", [0, 1])
def test_captured_marriage_is_declared_after_its_trick(seat: int) -> None:
    """MGO-MARR-2: a marriage is captured by taking a Queen with the King of the same suit."""
    declared = [{"side": 0, "suit": "H"}, {"side": seat, "suit": "S", "captured": True}]
    replay = two_players("mariagio", declared, captured=True)
    assert [(act.kind.value, act.place, act.seat) for act in replay.acts] == [
        ("declared", 0, 0),
        ("cards", 0, 0),
        ("cards", 1, 1),
        ("declared", 1, seat),
        ("drawn", 0, 1),
    ]


def test_cards_of_the_last_recorded_trick_remain_on_the_table() -> None:
    replay = two_players("mariaggia", [])
    assert [replay.position(count).trick for count in range(4)] == [0, 0, 0, 0]
    assert replay.position(3).lying == ((0, Card("Q", "S")), (1, Card("K", "S")))


def test_replay_starts_at_the_first_trick() -> None:
    start = replayed("marianna", {}, MARIANNA).position(0)
    assert (start.trick, start.leader, start.lying) == (0, 0, ())


def test_cards_held_are_unknown_if_a_trick_is_missing() -> None:
    complete_hand = play_a_hand(Random(5)).written()
    hand = {**complete_hand, "state": "adjusted", "play": complete_hand["play"][:9]}
    assert replayed("mariglia", {}, hand).position(0).hands is None


def test_cards_held_are_unknown_if_the_deal_was_not_played_to_its_end() -> None:
    replay = replayed("marianna", {}, MARIANNA)
    last = replay.position(len(replay.acts))
    assert last.hands is None
    assert (last.trick, last.lying, last.winner) == (1, ((2, Card("K", "S")),), None)
    assert sum(last.tricks) == 1


@pytest.mark.parametrize(
    ("at", "place"),
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
def test_json_pointer_of_a_fault_is_mapped_to_the_faulty_action_of_the_replay(
    at: str, place: str | None
) -> None:
    replay = replayed("mariglia", {}, play_a_hand(Random(5)).written())
    count = replay.act_at(at)
    assert (replay.acts[count - 1].at if count else None) == place


def test_draws_of_all_players_after_a_trick_are_one_action_of_the_replay() -> None:
    replay = replayed("marianna", {}, MARIANNA)
    assert replay.act_at("/play/0/drawn/2") == replay.act_at("/play/0/drawn") == 7
    assert replay.act_at("/play/0/declared") == 2
    assert Act(ActKind.DREW, 0, 0, 0).at == "/play/0/drawn"
    assert Act(ActKind.EXCHANGED, 2, 0, 1).at == "/play/2/exchanged"


@pytest.mark.parametrize("play", [None, [], [{"leader": 0, "cards": []}]])
def test_hand_recorded_without_cards_has_no_replay(play: Any) -> None:
    entries = {key: value for key, value in MARIANNA.items() if key != "play"}
    game = CARD_GAMES["marianna"]
    profile = read_profile(game, {})
    hand, _problems = read_hand(game, profile, entries if play is None else {**entries, "play": play})
    assert hand
    assert game.card_by_card
    assert replay_of(game.card_by_card, hand, profile) is None
