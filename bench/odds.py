"""Benchmark of the odds: how far they differ from simulated games, and how long their computation takes.

From each starting score many games are simulated and scored hand by hand; the simple computer player plays
all seats. The simulation does not use the code that computes the odds. All card games with odds are simulated
with the same deals. Each comparison gives the difference in standard errors.
"""

import time
from collections.abc import Iterator
from functools import partial
from itertools import product
from math import sqrt
from multiprocessing import Pool
from random import Random
from statistics import median
from typing import NamedTuple

from bench.figures import Figure
from scoring.game_parts.card_game import HandTable
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES, CardGame
from scoring.odds import rules as odds
from scoring.odds.rules import MatchPosition
from scoring.odds.simulation import CountScale, result, shuffled
from scoring.sheet.rules.reader import read_profile

SEED, GAMES, MATCHES, WORKERS = 1_835, 100_000, 20_000, 2
# The score of the side that deals the next hand, and of the other side.
STARTS = (
    *((0, 0), (0, 5), (5, 0), (8, 8), (10, 20), (20, 10), (15, 16), (3, 30), (30, 3), (24, 17)),
    *((17, 24), (25, 25), (29, 12), (12, 29), (30, 30), (34, 20), (20, 34), (34, 33), (33, 34), (34, 34)),
)
# The score of a game, the dealing side first, and the games won.
MATCH_STARTS = (
    ((0, 0), (0, 0)),
    ((24, 17), (1, 0)),
    ((10, 20), (0, 1)),
    ((5, 30), (1, 1)),
    ((34, 34), (1, 0)),
)


class Compared(NamedTuple):
    """The computed odds at a starting score, with the numbers of simulated games played and won."""

    name: str
    chance: float
    won: int
    played: int

    @property
    def errors(self) -> float:
        """The difference between the computed odds and the simulation, in standard errors."""
        return (self.won / self.played - self.chance) / sqrt(self.chance * (1 - self.chance) / self.played)


def run(games: int = GAMES, matches: int = MATCHES, workers: int = WORKERS) -> list[Figure]:
    """Compare the odds with a simulation from every starting score, and time their computation."""
    compared = list(compare(games, matches, workers))
    return [
        Figure("games from each start", games),
        Figure("matches from each start", matches),
        *(Figure(f"{each.name}: odds; simulated", each.chance, each.won / each.played) for each in compared),
        Figure("comparisons", len(compared)),
        Figure("largest distance, standard errors", max(abs(each.errors) for each in compared)),
        *times(),
    ]


def compare(games: int, matches: int, workers: int) -> Iterator[Compared]:
    """Simulate games from every starting score; yield a comparison with the odds for each score."""
    with Pool(workers) as pool:
        played = pool.map(partial(play_games, games=games), range(len(STARTS)), chunksize=1)
        decided = pool.map(partial(play_matches, matches=matches), range(len(MATCH_STARTS)), chunksize=1)
    for card_game, profile in offered():
        target = profile.targets[0]
        for start, won in zip(STARTS, played, strict=True):
            chance = odds.chances(card_game, profile, MatchPosition(start, (0, 0), 0)).game[0]
            yield Compared(_name(card_game, start, f"to {target}"), chance, won[card_game.key], games)
        for (score, games_won), won in zip(MATCH_STARTS, decided, strict=True):
            chance = odds.chances(card_game, profile, MatchPosition(score, games_won, 0)).match[0]
            name = _name(card_game, score, f"games {games_won[0]}-{games_won[1]}")
            yield Compared(name, chance, won[card_game.key], matches)


def _name(card_game: CardGame, score: tuple[int, int], what: str) -> str:
    return f"{card_game.key} {score[0]}-{score[1]} {what}"


def offered() -> list[tuple[CardGame, Profile]]:
    """Return the card games for which odds can be computed, each with its default profile."""
    return [(game, read_profile(game, {})) for game in CARD_GAMES.values() if game.hand_table]


class Deals:
    """The results of a numbered series of simulated deals; all card games use the same series."""

    def __init__(self, chance: Random, table: HandTable, values: tuple[int, ...]) -> None:
        self.chance, self.scale, self.even = chance, CountScale(values, len(table.counts[0]) - 1), table.even
        self.results: list[tuple[int, int]] = []

    def __getitem__(self, number: int) -> tuple[int, int]:
        if number == len(self.results):
            self.results.append(result(shuffled(self.chance.random), self.scale))
        return self.results[number]


def _deals(chance: Random) -> Deals:
    card_game, _profile = offered()[0]
    assert card_game.hand_table
    return Deals(chance, card_game.hand_table, card_game.card_values)


def play_games(start: int, games: int) -> dict[str, int]:
    """Play games from a starting score; count, for each card game, the wins of the first dealer's side.

    `start` is an index of STARTS.
    """
    chance, won = Random(f"{SEED}/game/{start}"), dict.fromkeys(CARD_GAMES, 0)
    for _game in range(games):
        deals = _deals(chance)
        for card_game, profile in offered():
            winner, _number, _dealer = play_game(card_game, profile.targets[0], STARTS[start], 0, deals, 0)
            won[card_game.key] += winner == 0
    return won


def play_matches(start: int, matches: int) -> dict[str, int]:
    """Play matches from a starting score; count, for each card game, the wins of the first dealer's side.

    `start` is an index of MATCH_STARTS.
    """
    chance, won = Random(f"{SEED}/match/{start}"), dict.fromkeys(CARD_GAMES, 0)
    for _match in range(matches):
        deals = _deals(chance)
        for card_game, profile in offered():
            won[card_game.key] += play_match(profile, card_game, start, deals) == 0
    return won


def play_match(profile: Profile, card_game: CardGame, start: int, deals: Deals) -> int:
    """Play a match and return the winning side; the sides deal alternately, also from game to game."""
    score, (first, second) = MATCH_STARTS[start]
    games_won, dealer, number = [first, second], 0, 0
    while max(games_won) <= profile.games // 2:
        target = profile.targets[sum(games_won)]
        winner, number, dealer = play_game(card_game, target, score, dealer, deals, number)
        games_won[winner] += 1
        score = (0, 0)
    return games_won.index(max(games_won))


def play_game(  # the state of the game and the coming deals
    card_game: CardGame, target: int, start: tuple[int, int], dealer: int, deals: Deals, number: int
) -> tuple[int, int, int]:
    """Play a game to its end; return the winning side, and the number and the dealer of the next deal."""
    score = list(start)
    while True:
        value, points = deals[number]
        number += 1
        score[dealer] += card_game.trionfo_points(value, score[dealer], target)
        if score[dealer] < target:
            score[dealer] += max(0, points - deals.even)
            score[1 - dealer] += max(0, deals.even - points)
        dealer = 1 - dealer
        if max(score) >= target:
            return score.index(max(score)), number, dealer


def times() -> list[Figure]:
    """Time how long it takes to compute each table of odds, and to look up the odds at every score."""
    figures: list[Figure] = []
    for card_game, profile in offered():
        odds.solved.cache_clear()
        started = time.perf_counter()
        for target in sorted(set(profile.targets)):
            odds.solved(card_game, target)
        figures.append(Figure(f"{card_game.key}: table computed, ms", 1000 * (time.perf_counter() - started)))
        took = sorted(_asked(card_game, profile))
        figures += [
            Figure(f"{card_game.key}: an answer, ms", 1000 * median(took)),
            Figure(f"{card_game.key}: 99th percentile of an answer, ms", 1000 * took[len(took) * 99 // 100]),
        ]
    return figures


def _asked(card_game: CardGame, profile: Profile) -> Iterator[float]:
    for first, second, dealer in product(range(profile.targets[0]), range(profile.targets[0]), (0, 1)):
        started = time.perf_counter()
        odds.chances(card_game, profile, MatchPosition((first, second), (1, 0), dealer))
        yield time.perf_counter() - started
