"""The public descriptions of all card games, without their wording, stored in `descriptions/`.

`python -m tests.game_parts.descriptions` rewrites the files after an intended change of a rule. Read the
difference, because the change affects other programs.
"""

import json
from pathlib import Path
from typing import Any

from scoring.field_kinds.base import FieldKind
from scoring.game_parts.card_game import CardGame
from scoring.game_parts.description import describe
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile
from scoring.types import Sentence

FOLDER = Path(__file__).with_name("descriptions")


def description_of(card_game: CardGame) -> Any:
    """Return the public description of a card game, extended by the data that pages and the referee use."""
    profile = read_profile(card_game, {})
    return json.loads(json.dumps(describe(card_game, worded) | _inside(card_game, profile), default=sorted))


def worded(sentence: Sentence) -> str:
    """Return "…" in place of a text, and an empty string for an empty text.

    The stored descriptions therefore do not depend on the wording of texts.
    """
    return "…" if sentence.english().strip() else ""


def _inside(card_game: CardGame, profile: Profile) -> dict[str, object]:
    return {
        "rules": card_game.rules,
        "fields": {
            field.key: [field.rule, field.step, field.required, kind_and_bounds(field.kind, profile)]
            for field in card_game.fields
        },
        "option_rules": {option.key: option.rule for option in card_game.all_options},
        "of_states": {
            state.value: [rule.needs, rule.refuses, rule.rule, rule.effect.value, rule.ranges]
            for state, rule in card_game.states.items()
        },
        "refused_states": card_game.refused_states,
        "ranks_left_out": card_game.ranks_left_out,
        "long_game": card_game.long_game,
    }


def kind_and_bounds(kind: FieldKind[Any], profile: Profile) -> list[object]:
    """Return the type name of a field kind and its bounds under the default profile."""
    values: list[Any] = [*vars(kind).values()] if kind.is_asked else []
    return [type(kind).__name__, *(_plain(value, profile) for value in values)]


def _plain(value: Any, profile: Profile) -> Any:
    if callable(value):
        return value(profile)
    if isinstance(value, tuple):
        return [_plain(each, profile) for each in value]
    return bool(value.strip()) if isinstance(value, str) and " " in value else value


def written(description: dict[str, Any]) -> str:
    """Return a description as JSON text with one line per entry, so that differences are readable."""
    return "{\n" + ",\n".join(f'"{key}": {_lines(value)}' for key, value in description.items()) + "\n}\n"


def _lines(value: Any) -> str:
    if isinstance(value, dict) and value:
        return "{\n" + ",\n".join(f'  "{key}": {_line(each)}' for key, each in value.items()) + "\n}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"  {_line(each)}" for each in value) + "\n]"
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for key, game in CARD_GAMES.items():
        FOLDER.joinpath(f"{key}.json").write_text(written(description_of(game)), encoding="utf-8")
