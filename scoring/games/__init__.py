"""The card games; each module of this package defines its `CARD_GAME`."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from scoring.game_parts.card_game import CardGame

__all__ = ["CARD_GAMES", "MAIN_GAME", "CardGame"]

_UNSORTED_GAMES = [
    import_module(f"{__name__}.{module.name}").CARD_GAME
    for module in iter_modules(__path__)
    if not module.ispkg
]

CARD_GAMES: Mapping[str, CardGame] = {card_game.key: card_game for card_game in _UNSORTED_GAMES}
# The card game shown to a club without played games and without rules of its own.
MAIN_GAME = "mariglia"
