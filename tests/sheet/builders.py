"""Builders for hands and sheets with useful defaults, and functions that list the problems of a verdict."""

from typing import Any

from scoring.sheet.rules.sheet import check_sheet
from scoring.types import Verdict

JSON = dict[str, Any]


def a_hand(dealer: Any = 0, trionfo: Any = "2C", points: Any = (35, 35), **more: Any) -> JSON:
    """Return a hand of Mariglia; by default, neither side scores."""
    return {"dealer": dealer, "trionfo": trionfo, "card_points": list(points), **more}


def turned_hand(dealer: int, trionfo: str, state: str = "ended_on_trionfo") -> JSON:
    """Return a hand that ended at the turned-up card, without card points."""
    return {"dealer": dealer, "trionfo": trionfo, "state": state}


def hands_to(score: tuple[int, int], last_dealer: int = 3) -> list[JSON]:
    """Return hands that lead to the given score; players deal in turn, and `last_dealer` deals last."""
    gains = [(side, part) for side in (0, 1) for part in _parts(score[side])]
    first = last_dealer - len(gains) + 1
    return [
        a_hand((first + place) % 4, points=(35 + part, 35 - part) if side == 0 else (35 - part, 35 + part))
        for place, (side, part) in enumerate(gains)
    ]


def _parts(points: int) -> list[int]:
    return [min(34, points - start) for start in range(0, points, 34)]


def a_won_game(winner: int = 0, target: int = 35, last_dealer: int = 3) -> JSON:
    """Return a game that the side `winner` wins while its opponents score nothing."""
    return {"hands": hands_to((target, 0) if winner == 0 else (0, target), last_dealer)}


def a_sheet(*games: Any, **profile: Any) -> JSON:
    """Return a sheet of Mariglia; each list in `games` contains the hands of one game."""
    sheet_games = [{"hands": game} if isinstance(game, list) else game for game in games]
    return {"card_game": "mariglia", "profile": profile, "games": sheet_games}


def verdict_on(*games: Any, **profile: Any) -> Verdict:
    """Return the verdict on a sheet with the given games."""
    return check_sheet(a_sheet(*games, **profile))


def problem_keys(verdict: Verdict) -> list[tuple[str, str, str]]:
    """Return the level, rule and JSON Pointer of each problem."""
    return [(problem.level, problem.rule, problem.where) for problem in verdict.problems]


def errors(verdict: Verdict) -> list[tuple[str, str]]:
    """Return the rule and JSON Pointer of each error."""
    return [(rule, where) for level, rule, where in problem_keys(verdict) if level == "error"]


def warnings(verdict: Verdict) -> list[tuple[str, str]]:
    """Return the rule and JSON Pointer of each warning."""
    return [(rule, where) for level, rule, where in problem_keys(verdict) if level == "warning"]
