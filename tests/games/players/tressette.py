"""An independent random player of Tressette, who declares often and counts the scores of whole games.

Four players play. Many hands are dealt from a stacked pack, because four Aces in one hand are rare.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from tests.games.players.beating import PAIRS, Rules, play_out
from tests.games.players.judge import PlayedGame
from tests.games.players.table import shuffled, worth

JSON = dict[str, Any]
LOW = ("7", "6", "5", "4")
# Ranks from the highest, and suits, by pack.
PACKS = {
    "neapolitan": (("3", "2", "A", "K", "H", "M", *LOW), "DCBS"),
    "latin": (("3", "2", "A", "K", "H", "J", *LOW), "DCBS"),
    "french": (("3", "2", "A", "K", "Q", "J", *LOW), "SHDC"),
}
THIRDS = {"A": 3, **dict.fromkeys("32KHQJM", 1)}
NAMES = {"A": "aces", "2": "twos", "3": "threes"}


def rules_of(_hand: JSON, profile: JSON) -> Rules:
    """Return the rules of play for a hand on a sheet: no trumps, and only the duty to follow suit."""
    return Rules(None, PACKS[profile["pack"]][0], PAIRS, follow_only=True)


def dealt_hands(play: list[JSON]) -> list[list[str]]:
    """Return the cards dealt to each seat, in the order in which they were played."""
    hands: list[list[str]] = [[], [], [], []]
    for trick in play:
        for place, card in enumerate(trick["cards"]):
            hands[(trick["leader"] + place) % 4].append(card)
    return hands


def declarable(cards: Iterable[str], profile: JSON) -> list[JSON]:
    """Return all declarations that a player with the given cards may make under the profile."""
    card_names, suits, declarations = set(cards), PACKS[profile["pack"]][1], []
    if profile["napoletane"]:
        napoletane = [suit for suit in suits if {"A" + suit, "2" + suit, "3" + suit} <= card_names]
        declarations += [{"kind": "napoletana", "suit": suit} for suit in napoletane]
    for rank, name in NAMES.items() if profile["bongiochi"] else ():
        missing = [suit for suit in suits if rank + suit not in card_names]
        if not missing:
            declarations.append({"kind": f"four_{name}"})
        elif len(missing) == 1:
            declarations.append({"kind": f"three_{name}", "suit": missing[0]})
    return declarations


def bonus(declaration: JSON) -> int:
    """Return the points of a declaration: 4 for four of a rank, 3 for any other."""
    return 4 if declaration["kind"].startswith("four") else 3


def deal(random: Random, profile: JSON) -> list[list[str]]:
    """Deal ten cards to each seat; most hands contain some combinations on purpose."""
    ranks, suits = PACKS[profile["pack"]]
    deck = shuffled(random, ranks, suits)
    hands = [deck[seat * 10 : seat * 10 + 10] for seat in range(4)]
    seat = random.randrange(4)
    for _gift in range(random.choice([0, 0, 1, 1, 2, 3])):
        rank, suit = random.choice("A23"), random.choice(suits)
        of_a_suit = [each + suit for each in "A23"]
        of_a_rank = [rank + each for each in random.sample(suits, random.choice([3, 4]))]
        give(random, hands, seat, random.choice([of_a_suit, of_a_rank]))
        seat = random.choice([seat, random.randrange(4)])
    return hands


def give(random: Random, hands: list[list[str]], seat: int, gift: list[str]) -> None:
    """Swap cards between seats until the given seat holds the given cards."""
    for card in gift:
        owner = next(cards for cards in hands if card in cards)
        back = random.choice([other for other in hands[seat] if other not in gift])
        if owner is not hands[seat]:
            owner[owner.index(card)], hands[seat][hands[seat].index(back)] = back, card


def play_a_hand(random: Random, dealer: int, profile: JSON) -> JSON:
    """Deal, play, and declare in the first trick; return the hand, sometimes without its play."""
    hands, leader = deal(random, profile), (dealer + 1) % 4
    play = play_out(random, hands, leader, rules_of({}, profile)).play
    declarations = []
    for seat in [(leader + place) % 4 for place in range(4)]:
        mine = [each for each in declarable(hands[seat], profile) if random.random() < 0.8]
        random.shuffle(mine)
        declarations += [{"player": seat, **each} for each in mine]
    if declarations:
        play[0]["declared"] = declarations
    thirds, last = [0, 0], play[-1]["winner"] % 2
    for trick in play:
        thirds[trick["winner"] % 2] += worth(trick["cards"], THIRDS)
    thirds[last] += 3
    hand: JSON = {
        "dealer": dealer,
        "declarations": [sheet_entry(random, each) for each in declarations],
        "last_trick": last,
        "card_points": [third // 3 for third in thirds],
    }
    if random.random() < 0.8:
        hand["play"] = play
    return hand


def sheet_entry(random: Random, declaration: JSON) -> JSON:
    """Return a declaration as on a sheet: its side, and sometimes its player and trick."""
    entry = {"side": declaration["player"] % 2, **declaration, "trick": 1}
    for key in random.sample(["player", "trick"], random.randint(0, 2)):
        del entry[key]
    return entry


def scored(hand: JSON) -> list[int]:
    """Return the card points and the points for declarations of each pair."""
    score = list(hand["card_points"])
    for each in hand["declarations"]:
        score[each["side"]] += bonus(each)
    return score


def any_club(random: Random, **fixed: Any) -> JSON:
    """Return a complete random profile of Tressette."""
    return {
        "targets": [random.choice([11, 21, 31, 31, 31, 41, 101])],
        "napoletane": random.random() < 0.75,
        "bongiochi": random.random() < 0.75,
        "pack": random.choice(sorted(PACKS)),
    } | fixed


def play_a_game(random: Random) -> PlayedGame:
    """Play hands until a pair that has reached the target is ahead."""
    profile = any_club(random)
    game, dealer, total = PlayedGame(profile), random.randrange(4), [0, 0]
    while not game.over:
        hand = play_a_hand(random, dealer, profile)
        total = [before + more for before, more in zip(total, scored(hand), strict=True)]
        game.hands.append(hand)
        game.running.append(total)
        game.over = max(total) >= profile["targets"][0] and total[0] != total[1]
        dealer = (dealer + 1) % 4
    game.winner = int(total[1] > total[0])
    return game
