"""Checks that the rules and the independent players agree about random games."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from scoring.sheet.rules.sheet import check_sheet
from scoring.types import Verdict
from tests.games.players.campaign import HANDS

JSON = dict[str, Any]

SEED = 20261121


@dataclass
class PlayedGame:
    """One game as recorded by its players, with their own count of the score."""

    profile: JSON
    hands: list[JSON] = field(default_factory=list)
    # The totals after each hand.
    running: list[list[int]] = field(default_factory=list)
    over: bool = False
    winner: int | None = None


class Fault(NamedTuple):
    """A deliberate error in a hand, and the code and rule of the problem that must be reported.

    `plant` changes the hand, or returns False if the error does not fit the hand.
    """

    name: str
    code: str
    rule: str
    # Given the hand and its profile.
    plant: Callable[[Random, JSON, JSON], bool | None]


PlaysGame = Callable[[Random], PlayedGame]


def judged(card_game: str, profile: JSON, hands: list[JSON]) -> Verdict:
    """Return the verdict of the rules on one game."""
    return check_sheet({"card_game": card_game, "profile": profile, "games": [{"hands": hands}]})


def disagreements(card_game: str, played: PlayedGame) -> list[str]:
    """Return the differences between the verdict and the players' count."""
    verdict = judged(card_game, played.profile, played.hands)
    differences = [
        f"{problem.rule} {problem.where}" for problem in verdict.problems if problem.level == "error"
    ]
    game = verdict.state.games[0]
    running = [list(hand.running) if hand else None for hand in game.hands]
    if running != played.running:
        differences.append(f"running {running}, not {played.running}")
    if (game.over, game.winner) != (played.over, played.winner):
        differences.append(f"over {game.over}, won by {game.winner}, not {played.over} {played.winner}")
    return differences


def agree(card_game: str, play: PlaysGame) -> None:
    """Play random games until there are HANDS hands; assert that each verdict equals the players' count."""
    random, games, hands = Random(f"{SEED} {card_game}"), 0, 0
    while hands < HANDS:
        played = play(random)
        assert disagreements(card_game, played) == [], played
        games, hands = games + 1, hands + len(played.hands)
    print(f"{card_game}: {hands} hands in {games} games, seed {SEED}")


def find(card_game: str, play: PlaysGame, fault: Fault) -> None:
    """Insert the error into one hand of many random games; assert that every verdict reports the error."""
    random, planted = Random(f"{SEED} {card_game} {fault.name}"), 0
    while planted < max(10, HANDS // 20):
        played = play(random)
        number = random.randrange(len(played.hands))
        if fault.plant(random, played.hands[number], played.profile) is False:
            continue
        planted += 1
        verdict = judged(card_game, played.profile, played.hands)
        errors = [problem for problem in verdict.problems if problem.level == "error"]
        error_keys = {(problem.code, problem.rule, problem.where.split("/")[4]) for problem in errors}
        assert (fault.code, fault.rule, str(number)) in error_keys, (
            fault.name,
            error_keys,
            played.hands[number],
        )
    print(f"{card_game}: {fault.name}: {planted} found as {fault.rule}")
