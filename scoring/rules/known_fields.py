"""The fields of a card game that a reader knows by how they are asked for: the count, the card turned.

So that no page and no figure needs to know the game.
"""

from typing import Any

from scoring.rules.asked import CardOf, Shares
from scoring.rules.card_game import CardGame
from scoring.rules.hand import Field
from scoring.types import Step


def fields_asked(card_game: CardGame, kind: type) -> list[Field[Any]]:
    """Return the fields that are asked for in one way."""
    return [field for field in card_game.fields if isinstance(field.asked, kind)]


def count_field(card_game: CardGame) -> Field[Any] | None:
    """Return the field of the count: the numbers every hand must have, one for each side."""
    shares = fields_asked(card_game, Shares)
    return next((field for field in shares if field.required and not field.asked.owners), None)  # type: ignore[union-attr]


def turned_key(card_game: CardGame) -> str:
    """Return the key of the field that holds the card turned before play; empty when the game has none."""
    cards = fields_asked(card_game, CardOf)
    keys = [field.key for field in cards if field.step is Step.BEFORE and field.key in card_game.parts]
    return keys[0] if keys else ""
