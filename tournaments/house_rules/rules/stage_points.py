"""Validation of a stage's match points; missing values get their defaults."""

from collections.abc import Mapping
from typing import Any

from scoring.games import CardGame
from scoring.types import BadSetup, Problem, Sentence, _
from tournaments.competition.standings import tally


def read_stage_points(game: CardGame, raw: Mapping[str, Any], where: str) -> tally.MatchPoints:
    """Return the match points of a stage; missing values get their defaults.

    Raise BadSetup if a value is invalid. If a match is worth its net score, only the default values are
    valid.
    """
    match_points = tally.read_match_points(raw, f"{where}/match_points")
    if game.by_net and match_points != tally.USUAL:
        _refuse_match_points(game, where)
    tally.refuse_upside_down(match_points, f"{where}/match_points")
    return match_points


def _refuse_match_points(game: CardGame, where: str) -> None:
    text = _("In %(game)s a match is worth its net. Leave the match points out.")
    sentence = Sentence(text, {"game": Sentence(game.name)})
    problem = Problem("match_points_by_net", "", "error", f"{where}/match_points", sentence)
    raise BadSetup("match_points_by_net", sentence, (problem,))
