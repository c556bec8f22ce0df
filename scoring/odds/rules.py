"""Each side's chances of winning the game and the match, computed from simulated hands.

The module is for games of two sides that play to a target, and in which the dealer's turned-up card scores
before play (MAR-TRI-2, MAR-TRI-3, MAN-TRI-1). The chances are exact, not sampled. The chances at a score are
computed from the chances at the scores that a hand can lead to, the highest score first. A hand in which
nobody scores leads to the same score with the other side dealing, and back; the two states of this loop are
solved together. Independent of score sheets.

Floats are appropriate here: a chance is shown with two digits, and is never stored, added to a score or used
for a decision. It is a sum of products of positive numbers, so each step loses about one part in 10^16; exact
fractions would have denominators of millions to the power of the number of hands.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from scoring.game_parts.card_game import CardGame, HandTable, ahead_at
from scoring.game_parts.profile import Profile
from scoring.sheet.rules.match import REDRAWN
from scoring.types import GameState, HandResult, Scores, SheetState

# One chance for each side.
Pair = tuple[float, float]

EVENLY: Pair = (0.5, 0.5)


class MatchPosition(NamedTuple):
    """The state of a match before a hand: score of the current game, games won, and dealing side."""

    score: Scores
    games_won: Scores
    # None if the dealer is to be drawn
    dealer: int | None


class Chances(NamedTuple):
    """Each side's chances of winning the current game and the match."""

    game: Pair
    match: Pair


def chances(card_game: CardGame, profile: Profile, position: MatchPosition) -> Chances:
    """Return each side's chances of winning; the card game must have a hand table."""
    rule = _Rule(card_game, profile.targets, str(profile.options.get("next_dealer")))
    return Chances(_game(rule, position), _match(rule, position))


def chances_now(card_game: CardGame, profile: Profile, state: SheetState) -> Chances | None:
    """Return each side's chances of winning in the current state of a sheet.

    Return None if the next hand is unknown, and after a call of time, because the targets then do not count
    (COM-TIME-3). The match must not have been won by a call of time. Raise LookupError if the card game has
    no hand table and the match is not won.
    """
    if state.winner is not None:
        return chances(card_game, profile, MatchPosition((0, 0), state.games_won, None))
    if state.next is None or state.time:  # after a time call the targets do not count (COM-TIME-3)
        return None
    number, dealer = state.next.game - 1, state.next.dealer
    score = state.games[number].score if number < len(state.games) else (0, 0)
    side = None if dealer is None else profile.side(dealer)
    return chances(card_game, profile, MatchPosition(score, state.games_won, side))


# --- the match, from its games ------------------------------------------------------------------------


class _Rule(NamedTuple):
    """The rules of a match that affect the chances."""

    card_game: CardGame
    targets: tuple[int, ...]
    next_dealer: str


class _End(NamedTuple):
    """One possible end of a game, with its probability."""

    winner: int
    last_dealer: int
    chance: float


def _game(rule: _Rule, position: MatchPosition) -> Pair:
    """Return each side's chance of winning the current game, or the result if the match is over."""
    decided = _decided(rule, position.games_won)
    if decided:
        return decided
    ends = list(_ends(rule, position))
    first, second = (sum(end.chance for end in ends if end.winner == side) for side in (0, 1))
    return first, second


@lru_cache(maxsize=4096)
def _match(rule: _Rule, position: MatchPosition) -> Pair:
    """Return each side's chance of winning the match, summed over all possible ends of the current game."""
    decided = _decided(rule, position.games_won)
    if decided:
        return decided
    first = second = 0.0
    for end in _ends(rule, position):
        after = _match(rule, _next_game(rule, position.games_won, end))
        first += end.chance * after[0]
        second += end.chance * after[1]
    return first, second


def _decided(rule: _Rule, won: Scores) -> Pair | None:
    if max(won) <= len(rule.targets) // 2:
        return None
    return (1.0, 0.0) if won[0] > won[1] else (0.0, 1.0)


def _next_game(rule: _Rule, before: Scores, end: _End) -> MatchPosition:
    won = (before[0] + 1, before[1]) if end.winner == 0 else (before[0], before[1] + 1)
    return MatchPosition((0, 0), won, first_dealer(rule.next_dealer, sum(won), 1 - end.last_dealer))


def first_dealer(next_dealer: str, number: int, turn: int | None) -> int | None:
    """Return the side that deals first in game `number` (from 0); None if lots decide (MAR-MATCH-2)."""
    return None if number in REDRAWN.get(next_dealer, ()) else turn


def _ends(rule: _Rule, position: MatchPosition) -> Iterator[_End]:
    """Yield the possible ends of the current game; if lots decide who deals, assume equal chances."""
    score, dealer = position.score, position.dealer
    endings = solved(rule.card_game, rule.targets[sum(position.games_won)])
    for side, share in enumerate(EVENLY if dealer is None else _only(dealer)):
        ending_chances = endings.from_score(score[side], score[1 - side])
        for (wins, dealt_last), chance in zip(ENDINGS, ending_chances, strict=True):
            yield _End(side if wins else 1 - side, side if dealt_last else 1 - side, share * chance)


def _only(side: int) -> Pair:
    return (1.0, 0.0) if side == 0 else (0.0, 1.0)


# --- the game, from its hands -------------------------------------------------------------------------

# The endings of a game for the side that deals now: whether it wins, and whether it deals the last hand.
# For the other side, the list of endings is reversed.
ENDINGS = ((True, True), (True, False), (False, True), (False, False))
Four = tuple[float, float, float, float]


class Deal(NamedTuple):
    """The probability of each number of points gained in a hand, given the score of the dealer's side."""

    # The chance of each gain of the dealing side, from 0, if the other side gains nothing
    dealer_gains: tuple[float, ...]
    # The chance of each gain of the other side, from 0, by the points of the turned card
    opponent_gains: Mapping[int, tuple[float, ...]]


@dataclass(frozen=True, eq=False)
class Endings:
    """The probability of each ending of a game, by the scores of the dealer's side and of the other side."""

    target: int
    deals: Sequence[Deal]
    by_dealer: tuple[list[list[float]], ...]
    # The same with the two scores exchanged, so that a whole row of either can be read
    by_other: tuple[list[list[float]], ...]

    def from_score(self, dealers: int, rest: int) -> Four:
        """Return the probability of each ending, given the scores of the dealer's side and the other side."""
        first, second, third, fourth = (rows[dealers][rest] for rows in self.by_dealer)
        return first, second, third, fourth


@lru_cache(maxsize=64)
def solved(card_game: CardGame, target: int) -> Endings:
    """Return the probabilities of all endings of a game to `target`, computed from high scores to low."""
    deals = [deal_at(card_game, before, target) for before in range(target)]
    empty = [[0.0] * target for _score in range(target)]
    copies = [[[*row] for row in empty] for _ending in (*ENDINGS, *ENDINGS)]
    endings = Endings(target, deals, tuple(copies[:4]), tuple(copies[4:]))
    for total in reversed(range(2 * target - 1)):
        for low in range(max(0, total - target + 1), total // 2 + 1):
            _solve_loop(endings, low, total - low)
    return endings


def _solve_loop(endings: Endings, low: int, high: int) -> None:
    """Store the ending probabilities of two scores that depend on each other.

    A hand in which nobody scores leads from either score to the other.
    """
    forward, reverse = _without_loop(endings, low, high), _without_loop(endings, high, low)
    on, back = endings.deals[low].dealer_gains[0], endings.deals[high].dealer_gains[0]
    ever = 1 - on * back
    for ending in range(4):
        mirrored = 3 - ending
        _keep(endings, ending, low, high, (forward[ending] + on * reverse[mirrored]) / ever)
        _keep(endings, ending, high, low, (reverse[ending] + back * forward[mirrored]) / ever)


def _keep(endings: Endings, ending: int, dealers: int, value: int, chance: float) -> None:
    endings.by_dealer[ending][dealers][value] = chance
    endings.by_other[ending][value][dealers] = chance


def _without_loop(endings: Endings, dealers: int, rest: int) -> Four:
    """Return the probability of each ending, leaving out hands in which neither side scores."""
    deal, target = endings.deals[dealers], endings.target
    short, others_short = target - dealers, target - rest
    on_the_card = sum(sum(gains) for turned, gains in deal.opponent_gains.items() if turned >= short)
    played = [(dealers + turned, gains) for turned, gains in deal.opponent_gains.items() if turned < short]
    won = sum(deal.dealer_gains[short:]) + on_the_card
    lost = sum(sum(gains[others_short:]) for _score, gains in played)
    first, second, third, fourth = (
        _dot(deal.dealer_gains, endings.by_dealer[mirrored][rest], dealers)
        + sum(_dot(gains, endings.by_other[mirrored][score], rest) for score, gains in played)
        for mirrored in (3, 2, 1, 0)
    )
    return won + first, second, lost + third, fourth


def _dot(gains: Sequence[float], later: Sequence[float], score: int) -> float:
    products: Iterator[float] = map(mul, gains[1:], later[score + 1 : score + len(gains)])
    return sum(products)


def deal_at(card_game: CardGame, before: int, target: int) -> Deal:
    """Return the probability of each gain in a hand.

    `before` is the score of the dealer's side before the hand.
    """
    table = card_game.hand_table
    if table is None:
        raise LookupError(f"There is no table of hands for {card_game.key}.")
    worth = [(value, card_game.trionfo_points(value, before, target)) for value in table.counts]
    return _deal(table, tuple(worth))


@lru_cache(maxsize=64)
def _deal(table: HandTable, worth: tuple[Scores, ...]) -> Deal:
    """Return the probability of each gain in a hand.

    `worth` contains a pair for each value of the turned-up card: the value, and the points that it scores.
    """
    even = table.even
    dealer_hands = [0] * (max(points for _value, points in worth) + even + 1)
    other_hands = {points: [0] * (even + 1) for _value, points in worth}
    for value, points in worth:
        for over, hands in enumerate(table.counts[value], start=-even):
            if over < 0:
                other_hands[points][-over] += hands
            else:
                dealer_hands[points + over] += hands
    share = table.hands
    return Deal(
        tuple(hands / share for hands in dealer_hands),
        {points: tuple(hands / share for hands in row) for points, row in other_hands.items()},
    )


# The chances of a finished game, by its winner.
CERTAIN = ((1.0, 0.0), (0.0, 1.0))


class ChancesAfter(NamedTuple):
    """The chances after a hand; games and hands count from 1, and a game without hands has hand 0.

    After the last hand of a game the chances of the game are certain, those of the match are not.
    """

    game: int
    hand: int
    score: Scores
    chances: Chances


def course(card_game: CardGame, profile: Profile, state: SheetState) -> Iterator[ChancesAfter]:
    """Yield the chances after each hand that scored, until a hand has an unknown result.

    The chances assume that games are played to their targets. The function therefore stops at a game that the
    time limit has stopped, and at a deciding hand (COM-TIME-3).
    """
    won: Scores = (0, 0)
    for number, game in enumerate(state.games, start=1):
        if game.by_time or game.deciding or (state.time and not game.over):
            return
        for hand, result in _scored(card_game, game):
            if result is None:
                return
            turn = profile.side((result.dealer + 1) % profile.seats)
            winner = ahead_at(result.running, game.target or 0)
            won, after = _after(card_game, profile, MatchPosition(result.running, won, turn), winner)
            yield ChancesAfter(number, hand, result.running, after)
        if game.quick and game.winner is None:
            return
        if game.quick:
            won, after = _after(card_game, profile, MatchPosition(game.score, won, None), game.winner)
            yield ChancesAfter(number, 0, game.score, after)


def _scored(card_game: CardGame, game: GameState) -> Iterator[tuple[int, HandResult | None]]:
    """Yield the number and the result of each hand that scored; an unknown result is None."""
    for number, result in enumerate(game.hands, start=1):
        if result is None or card_game.states[result.state].scores:
            yield number, result


def _after(
    card_game: CardGame, profile: Profile, position: MatchPosition, winner: int | None
) -> tuple[Scores, Chances]:
    """Return games won and chances after a hand; `winner` is the side that has just won the game, or None."""
    if winner is None:
        return position.games_won, chances(card_game, profile, position)
    won = tuple(games + (side == winner) for side, games in enumerate(position.games_won))
    dealer = first_dealer(str(profile.options.get("next_dealer")), sum(won), position.dealer)
    return won, Chances(
        CERTAIN[winner], chances(card_game, profile, MatchPosition((0, 0), won, dealer)).match
    )
