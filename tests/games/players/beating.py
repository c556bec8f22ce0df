"""Random play of tricks with duties to follow, beat and trump: Mariglia and games derived from it.

Written from descriptions of the games, independently of the code of the rules.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from tests.games.players.table import suit_of, winning, worth

JSON = dict[str, Any]
WORTH = {"7": 5, "A": 4, "K": 3, "Q": 1, "J": 2, "H": 2, "M": 1}
NEAPOLITAN = ("7", "A", "K", "H", "M", "6", "5", "4", "3", "2")
SUITS = "DCBS"
PAIRS = (0, 1, 0, 1)


class Rules(NamedTuple):
    """The rules of a hand: trumps, ranks from the highest, and the team of each seat."""

    trump: str | None
    ranks: Sequence[str]
    teams: Sequence[int]
    values: Mapping[str, int] = WORTH
    # Whether there is no duty to beat or to trump.
    follow_only: bool = False


class Tricks(NamedTuple):
    """A hand played to its end: the tricks as on a sheet, and the tricks and points of each team."""

    play: list[JSON]
    won: list[int]
    points: list[int]
    cheated: bool


def play_out(random: Random, hands: list[list[str]], leader: int, rules: Rules, cheat: str = "") -> Tricks:
    """Play all cards, choosing legal cards at random; `cheat` is a duty to break at the first chance."""
    seats, play, cheated = len(hands), [], False
    won, points = [0] * len(set(rules.teams)), [0] * len(set(rules.teams))
    hands = [list(cards) for cards in hands]
    while hands[0]:
        cards: list[str] = []
        for place in range(seats):
            seat = (leader + place) % seats
            wrong = [] if cheated else breaking(cheat, hands[seat], cards, leader, seat, rules)
            cheated = cheated or bool(wrong)
            card = random.choice(wrong or allowed(hands[seat], cards, leader, seat, rules))
            hands[seat].remove(card)
            cards.append(card)
        winner = (leader + winning(cards, rules.trump, rules.ranks)) % seats
        play.append({"leader": leader, "cards": cards, "winner": winner})
        won[rules.teams[winner]] += 1
        points[rules.teams[winner]] += 1 + worth(cards, rules.values)
        leader = winner
    return Tricks(play, won, points, cheated)


def owed(hand: list[str], cards: list[str], leader: int, seat: int, rules: Rules) -> dict[str, list[str]]:
    """Return a dictionary from each duty to the cards that fulfil it; no cards if the duty does not apply."""
    if not cards:
        return {}
    best = (leader + winning(cards, rules.trump, rules.ranks)) % len(rules.teams)
    suit = [card for card in hand if suit_of(card) == suit_of(cards[0])]
    takes = [card for card in suit or hand if winning([*cards, card], rules.trump, rules.ranks) == len(cards)]
    takes = [] if rules.follow_only or rules.teams[best] == rules.teams[seat] else takes
    return {"revoke": suit, "must_beat" if suit else "must_trump": takes}


def allowed(hand: list[str], cards: list[str], leader: int, seat: int, rules: Rules) -> list[str]:
    """Return the cards that fulfil every duty."""
    duties = owed(hand, cards, leader, seat, rules)
    return duties.get("must_beat") or duties.get("must_trump") or duties.get("revoke") or hand


def breaking(duty: str, hand: list[str], cards: list[str], leader: int, seat: int, rules: Rules) -> list[str]:
    """Return the cards that break the given duty but no earlier duty."""
    duties = owed(hand, cards, leader, seat, rules)
    must = duties.get(duty)
    might = duties["revoke"] if duty == "must_beat" and must else hand
    return [card for card in might if card not in must] if must else []


def cheating(random: Random, hand: JSON, rules: Rules, duty: str) -> bool:
    """Replay the cards of the given hand with one broken duty; return False if nobody can break the duty."""
    hands: list[list[str]] = [[] for _seat in rules.teams]
    for trick in hand["play"]:
        for place, card in enumerate(trick["cards"]):
            hands[(trick["leader"] + place) % len(hands)].append(card)
    tricks = play_out(random, hands, hand["play"][0]["leader"], rules, duty)
    hand["play"] = tricks.play
    return tricks.cheated
