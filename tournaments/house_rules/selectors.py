"""Queries for the house rules, and the comparison of a stage's rules with the house rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile
from tournaments.competition.standings.tally import USUAL
from tournaments.competition.standings.tiebreaks import DEFAULT_TIE_BREAKS
from tournaments.models import HouseRules, Stage


@dataclass(frozen=True)
class HouseRulesNow:
    """The current house rules of a card game. Version 0 stands for the defaults while no rules are saved."""

    card_game: CardGame
    profile: Mapping[str, Any]
    tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS
    # Empty if a match is worth its net score.
    match_points: Mapping[str, Any] = field(default_factory=dict)
    # Only answers that differ from the default of the format.
    corrections: Mapping[str, Any] = field(default_factory=dict)
    version: int = 0


def house_rules_now(card_game: CardGame) -> HouseRulesNow:
    """Return the saved house rules of a card game, otherwise the defaults. One query."""
    row = HouseRules.objects.filter(card_game=card_game.key).first()
    return of_row(row) if row else usual_rules(card_game)


def usual_rules(card_game: CardGame) -> HouseRulesNow:
    """Return the default rules of a card game."""
    match_points = {} if card_game.by_net else USUAL.as_json()
    return HouseRulesNow(card_game, read_profile(card_game, {}).as_json(), match_points=match_points)


def of_row(row: HouseRules) -> HouseRulesNow:
    """Convert a database row to house rules. Options not in the row get their defaults."""
    game = CARD_GAMES[row.card_game]
    profile = {**read_profile(game, {}).as_json(), **row.profile}
    return HouseRulesNow(game, profile, row.tie_breaks, row.match_points, row.corrections, row.version)


def games_with_rules() -> Mapping[str, int]:
    """Return the versions of the saved house rules, keyed by card game. One query."""
    rows = HouseRules.objects.filter(card_game__in=CARD_GAMES)
    return dict(rows.order_by("card_game").values_list("card_game", "version"))


def is_by_house_rules(stage: Stage, house: HouseRulesNow) -> bool:
    """Return whether a stage has the same rules as the house rules."""
    by_net = house.card_game.by_net
    return (
        dict(stage.profile) == dict(house.profile)
        and list(stage.tie_breaks) == list(house.tie_breaks)
        and (by_net or dict(stage.match_points) == dict(house.match_points))
        and dict(stage.corrections) == dict(house.corrections)
    )
