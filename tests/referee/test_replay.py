"""Tests of step-by-step replays in every card game: final tricks and points equal the simulated players'
counts.
"""

import pytest

from scoring.cards.packs import Card
from scoring.games import CARD_GAMES, tressette
from scoring.referee.referee import account
from scoring.referee.replay import Act, ActKind
from tests.games.players.every_game import PLAYERS
from tests.referee.replays import hands_of, replayed

SEEDS = pytest.mark.parametrize("seed", ["acts", "more", "others"])


def test_every_card_game_can_be_recorded_card_by_card() -> None:
    assert {key for key, game in CARD_GAMES.items() if game.card_by_card} == set(PLAYERS)


@pytest.mark.parametrize("card_game", PLAYERS)
def test_final_tricks_and_points_of_a_replay_equal_those_of_the_referee_and_of_the_recorded_hand(
    card_game: str,
) -> None:
    """Points are counted by the rules MAR-SCORE-1, MAU-CARD-1, MNA-SCORE-1, MGO-SCORE-1 and MNI-SCORE-1."""
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
def test_every_card_is_played_once_and_in_turn(card_game: str, seed: str) -> None:
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
def test_each_trick_of_a_replay_has_the_right_winner_leader_and_trumps(card_game: str, seed: str) -> None:
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
def test_hands_shown_in_a_replay_contain_every_card_until_it_is_played(card_game: str, seed: str) -> None:
    hand_count = 0
    for profile, hand in hands_of(card_game, seed):
        replay = replayed(card_game, profile, hand)
        has_draws = any(trick.drawn_cards for trick in replay.play)
        is_complete = not replay.case.rules.drawing or has_draws
        assert (replay.position(0).hands is not None) == is_complete
        for count, act in enumerate(replay.acts, start=1):
            before, after = replay.position(count - 1).hands, replay.position(count).hands
            if before is None or after is None:
                assert not is_complete
                continue
            hand_count += 1
            if act.kind is ActKind.PLAYED:
                assert act.cards[0] in before[act.seat]
                assert act.cards[0] not in after[act.seat]
            if act.place == 0 and act.kind is ActKind.PLAYED:
                assert len({len(cards) for cards in before}) == 1
        assert replay.position(len(replay.acts)).hands == ((),) * replay.profile.seats
    assert hand_count


@pytest.mark.parametrize("card_game", PLAYERS)
def test_declared_cards_are_held_by_the_declaring_player(card_game: str) -> None:
    """Check the cards of each declaration (MNA-DECL-1, B51-DECL-1, MGG-DECL-1, MGO-MARR-1, TRE-ACC-1)."""
    declares = any(field.key == "declarations" for field in CARD_GAMES[card_game].fields)
    looked = 0
    for profile, hand in hands_of(card_game, count=4):
        replay = replayed(card_game, profile, hand)
        for count, act in enumerate(replay.acts):
            declaration, hands = act.declaration, replay.position(count).hands
            if (
                declaration is None
                or hands is None
                or declaration.captured
                or declaration.kind in ("copri", "mariannino", "mariannone")
            ):
                continue
            ranks = replay.profile.ranks
            courts = {Card(ranks[2], str(declaration.suit)), Card(ranks[3], str(declaration.suit))}
            cards = tressette.cards_of(declaration, replay.profile) if card_game == "tressette" else courts
            assert {*cards} <= {*hands[act.seat]}
            looked += 1
        assert len(replay.position(len(replay.acts)).declared) == len(hand.get("declarations", ()))
    assert bool(looked) == declares


@pytest.mark.parametrize("card_game", ["mariagio", "briscola_151"])
def test_exchange_takes_the_turned_card_and_the_given_card_is_drawn_last(card_game: str) -> None:
    """The given card becomes the last card of the stock (MGO-EXCH-1, B51-DEAL-1)."""
    exchange_count = 0
    for profile, hand in hands_of(card_game, "more", count=30):
        replay = replayed(card_game, profile, hand)
        for count, act in enumerate(replay.acts):
            if act.kind is not ActKind.EXCHANGED:
                continue
            before, after = replay.position(count).hands, replay.position(count + 1).hands
            if before is None or after is None:
                continue
            (given_card,) = {*before[act.seat]} - {*after[act.seat]}
            assert {*after[act.seat]} - {*before[act.seat]} == {*act.cards}
            assert given_card.suit == act.cards[0].suit == hand["trump"]
            assert given_card == [trick for trick in replay.play if trick.drawn_cards][-1].drawn_cards[-1]
            exchange_count += 1
    assert exchange_count


def test_exchange_is_the_first_action_of_its_trick() -> None:
    """MGO-EXCH-1: only the leader may exchange."""
    exchanges = [
        (replay, trick)
        for profile, hand in hands_of("mariagio", "exchange", count=4)
        for replay in [replayed("mariagio", profile, hand)]
        for trick in replay.play
        if trick.exchanged
    ]
    assert exchanges
    for replay, trick in exchanges:
        seat, card = trick.exchanged or (0, None)
        assert Act(ActKind.EXCHANGED, replay.play.index(trick), 0, seat, (card,)) in replay.acts  # type: ignore[arg-type]


def test_cards_in_hand_are_sorted_by_suit_and_strength() -> None:
    profile, hand = hands_of("mariglia", count=1)[0]
    replay = replayed("mariglia", profile, hand)
    for cards in replay.position(0).hands or ():
        order = [
            ([*replay.profile.pack.suits].index(card.suit), -replay.case.strength[card.rank])
            for card in cards
        ]
        assert order == sorted(order)
        assert len(cards) == 10


def test_cards_held_are_known_once_the_stock_is_used_up_even_without_recorded_draws() -> None:
    """MGO-DEAL-1: each player gets seven cards; the stock of 26 cards lasts for 13 tricks."""
    profile, hand = next(
        each for each in hands_of("mariagio") if not any("exchanged" in t for t in each[1]["play"])
    )
    play = [{key: part for key, part in trick.items() if key != "drawn"} for trick in hand["play"]]
    replay = replayed("mariagio", profile, {**hand, "play": play, "state": "adjusted"})
    last = replay.ends_of_tricks()[replay.case.rules.drawing - 1]
    assert replay.position(last - 1).hands is None
    hands = replay.position(last).hands
    assert hands
    assert [len(cards) for cards in hands] == [7, 7]


def test_cards_held_are_unknown_if_a_drawn_card_is_not_played() -> None:
    """Only in an adjusted hand can a drawn card remain unplayed."""
    profile, hand = next(
        each for each in hands_of("mariagio") if any(t.get("drawn") for t in each[1]["play"])
    )
    first = next(number for number, trick in enumerate(hand["play"]) if trick.get("drawn"))
    trick = hand["play"][first]
    wrong = {**trick, "drawn": [trick["cards"][0], *trick["drawn"][1:]]}
    play = [*hand["play"][:first], wrong, *hand["play"][first + 1 :]]
    replay = replayed("mariagio", profile, {**hand, "play": play, "state": "adjusted"})
    assert replay.position(0).hands is None
    assert replay.position(len(replay.acts)).hands == ((), ())
