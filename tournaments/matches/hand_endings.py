"""Removal of the fields that a hand must not have because of its ending."""

from collections.abc import Mapping
from typing import Any

from scoring.game_parts.card_game import CardGame
from scoring.types import HandState, Step


def ended_as(card_game: CardGame, state: HandState, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the hand with the ending `state`, without the fields that this ending does not allow.

    A hand that scores nothing keeps only the fields that its ending requires. Keys that are not fields of the
    card game, such as `note`, are left out too.
    """
    rule = card_game.states[state]
    steps = rule.needs - rule.refuses if not rule.scores else frozenset(Step) - rule.refuses
    keys = {field.key for field in card_game.fields if field.step in steps}
    return {**{key: value for key, value in body.items() if key in keys}, "state": state.value}
