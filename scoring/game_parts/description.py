"""The JSON description of a card game for entry screens, the API and other programs.

All data comes from the game's definition.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.game_parts.card_game import CardGame
from scoring.game_parts.fields import StateRule
from scoring.game_parts.profile import Option, Profile
from scoring.sheet.rules.reader import LONGEST_NOTE, read_profile
from scoring.strict_json import as_written
from scoring.types import HandState, Say, Sentence


class Face(NamedTuple):
    """A rank, with its name and its value in a card game."""

    rank: str
    name: str
    value: int
    # The value in points
    worth: str


def faces(profile: Profile) -> tuple[Face, ...]:
    """Return the ranks from high to low with their names and values (MAR-CARD-1, MAR-CARD-2)."""
    values = profile.card_values
    return tuple(
        Face(rank, profile.rank_name(rank), values[rank], profile.in_points(values[rank]))
        for rank in profile.ranks
    )


def describe(card_game: CardGame, say: Say = Sentence.english) -> dict[str, Any]:
    """Return the complete description of a card game."""
    return {
        "key": card_game.key,
        "name": say(Sentence(card_game.name)),
        "seats": card_game.seats,
        "sides": card_game.sides,
        "players_a_side": card_game.players_a_side,
        "by_net": card_game.by_net,
        "trionfo": card_game.turns_a_card,
        "fixed_total": card_game.fixed_total,
        "even_split": card_game.even_split,
        "card_unit": card_game.card_unit,
        "decks": [_deck(card_game, deck, say) for deck in card_game.court_orders],
        "options": [_option(option, say) for option in card_game.all_options],
        "presets": [
            {"key": key, "name": say(Sentence(name)), "profile": dict(profile)}
            for key, name, profile in card_game.presets
        ],
        "entry_steps": [
            {"key": key, "label": say(Sentence(label)), "fields": list(fields), "state": state}
            for key, label, fields, state in card_game.entry_steps
        ],
        "states": {state.value: say(Sentence(rule.label)) for state, rule in card_game.states.items()},
        "parts": {key: say(Sentence(name)) for key, name in card_game.parts.items()},
        "hand": hand_schema(card_game, say),
    }


def _deck(card_game: CardGame, deck: tuple[str, str], say: Say) -> dict[str, Any]:
    """Return the description of a pack with one order of its court cards: suits, and ranks with values."""
    pack, order = card_game.packs[deck[0]], deck[1]
    option_values = {"pack": pack.key, card_game.order_option[0]: order}
    profile = read_profile(
        card_game, {key: word for key, word in option_values.items() if key in card_game.options_by_key}
    )
    return {
        **option_values,  # the order is under its own key
        "name": say(Sentence(pack.name)),
        "suits": {suit: say(Sentence(name)) for suit, name in pack.suits.items()},
        "ranks": [
            {"rank": face.rank, "name": say(Sentence(face.name)), "value": face.value}
            for face in faces(profile)
        ],
    }


def _option(option: Option, say: Say) -> dict[str, Any]:
    return {
        "key": option.key,
        "label": say(Sentence(option.label)),
        "default": as_written(option.default),
        "schema": dict(option.schema),
        "choices": {word: say(Sentence(name)) for word, name in option.choices.items()},
    }


def hand_schema(card_game: CardGame, say: Say = Sentence.english) -> dict[str, Any]:
    """Return the JSON Schema of a hand: all fields, and the fields required or excluded by each state."""
    properties: dict[str, Any] = {
        field.key: {"title": say(Sentence(field.label)), **field.schema} for field in card_game.fields
    }
    properties["state"] = {
        "type": "string",
        "enum": [state.value for state in card_game.states],
        "default": "played",
    }
    properties["note"] = {"type": "string", "maxLength": LONGEST_NOTE}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "allOf": [_of_state(card_game, state, rule) for state, rule in card_game.states.items()],
    }


def _of_state(card_game: CardGame, state: HandState, rule: StateRule) -> Mapping[str, Any]:
    """Return the schema of one hand state; a hand without a state has the state `played`."""
    needed = [field.key for field in card_game.fields if field.required and field.step in rule.needs]
    refused = [field.key for field in card_game.fields if field.step in rule.refuses]
    named = {"properties": {"state": {"const": state.value}}}
    condition = named if state is HandState.PLAYED else {**named, "required": ["state"]}
    return {"if": condition, "then": {"required": needed, "properties": dict.fromkeys(refused, False)}}
