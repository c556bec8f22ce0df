"""How the chances are worked out and what they cannot say, for one card game, with its own figures."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.game_parts.card_game import CardGame, HandTable
from scoring.games import CARD_GAMES
from scoring.odds.rules import Position, chances
from scoring.referee.plain_player import POLICY
from scoring.sheet.rules.profile import Profile, read_profile


def odds_method(request: HttpRequest, key: str) -> HttpResponse:
    """The method and its limits."""
    game = CARD_GAMES.get(key)
    if game is None or game.hand_table is None:
        raise Http404
    return render(request, "public/odds_method.html", _method(game, game.hand_table))


def _method(game: CardGame, table: HandTable) -> dict[str, Any]:
    profile = read_profile(game, {})
    values = {value: sum(row) for value, row in table.counts.items()}
    return {
        "key": game.key,
        "name": _(game.name),
        "hands": table.hands,
        "seed": table.seed,
        "policy": [_(sentence) for sentence in POLICY],
        "even": table.even,
        "evenly": 100 * sum(row[table.even] for row in table.counts.values()) / table.hands,
        "turned": sum(value * hands for value, hands in values.items()) / table.hands,
        "target": profile.targets[0],
        "first_deal": 100 * _dealer_to_win(game, profile, (0, 0)),
        "dips": _dips(game, profile),
    }


def _dealer_to_win(game: CardGame, profile: Profile, score: tuple[int, int]) -> float:
    return chances(game, profile, Position(score, (0, 0), 0)).game[0]


def _dips(game: CardGame, profile: Profile) -> int | None:
    """Return the last score at which the turned card counts: one point more may be worth less."""
    target = profile.targets[0]
    highest = max(game.card_values)
    stops = [
        score
        for score in range(target - 1)
        if game.trionfo_points(highest, score, target) > game.trionfo_points(highest, score + 1, target)
    ]
    return stops[0] if stops else None
