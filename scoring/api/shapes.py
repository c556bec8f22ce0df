"""What the API's answers about sheets and card games look like, for its OpenAPI description."""

from typing import Any

from scoring.rules.card_games import CARD_GAMES
from scoring.rules.describe import hand_schema

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "integer"}
MAYBE_NUMBER: Schema = {"type": ["integer", "null"]}
ANY_OBJECT: Schema = {"type": "object", "additionalProperties": True}


def listed(of: Schema) -> Schema:
    """A list of these."""
    return {"type": "array", "items": of}


def record(optional: tuple[str, ...] = (), more: bool = False, **properties: Schema) -> Schema:
    """An object with these properties; only those named may be missing."""
    required = [key for key in properties if key not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": more}


SCORES = listed(NUMBER)
PROBLEM = record(
    code=TEXT, rule=TEXT, level={"type": "string", "enum": ["error", "warning"]}, where=TEXT, message=TEXT
)
FAILURE = record(
    more=True, type=TEXT, title=TEXT, status=NUMBER, code=TEXT, detail=TEXT, problems=listed(PROBLEM)
)

MAYBE_SCORES: Schema = {"type": ["array", "null"], "items": NUMBER}
NEXT: Schema = {**record(game=NUMBER, hand=NUMBER, dealer=MAYBE_NUMBER), "type": ["object", "null"]}
WORTH: Schema = {"score": MAYBE_SCORES, "running": MAYBE_SCORES}
GAME: Schema = {"target": MAYBE_NUMBER, "score": SCORES, "winner": MAYBE_NUMBER, "quick": FLAG}
VERDICT_PARTS: Schema = {
    "valid": FLAG,
    "problems": listed(PROBLEM),
    "games_won": SCORES,
    "winner": MAYBE_NUMBER,
    "next": NEXT,
}
VERDICT = record(**VERDICT_PARTS, games=listed(record(("quick",), **GAME, hands=listed(record(**WORTH)))))


def _hand(key: str) -> Schema:
    schema = hand_schema(CARD_GAMES[key])
    del schema["$schema"]
    return {"title": key, **schema}


HAND: Schema = {"anyOf": [_hand(key) for key in CARD_GAMES]}
"""A hand of any card game: which one applies is said by the match."""

WRITTEN_SHEET = record(
    ("profile",),
    card_game={"type": "string", "enum": list(CARD_GAMES)},
    profile=ANY_OBJECT,
    games=listed(
        {
            "anyOf": [
                record(hands=listed(HAND)),
                record(("hand_count",), final=SCORES, hand_count=NUMBER),
            ]
        }
    ),
)

VERSIONED = record(version=NUMBER, hand=ANY_OBJECT)
SHEET = record(
    card_game=TEXT,
    profile=ANY_OBJECT,
    version=NUMBER,
    **VERDICT_PARTS,
    games=listed(record(("quick",), **GAME, hands=listed(record(more=True, **WORTH, version=NUMBER)))),
    disputes=listed(
        record(
            game=NUMBER, hand=NUMBER, standing=VERSIONED, others=listed(record(seq=NUMBER, hand=ANY_OBJECT))
        )
    ),
    objection=FLAG,
    signed=listed(NUMBER),
    confirmed=FLAG,
)

NAMES: Schema = {"type": "object", "additionalProperties": TEXT}
CARD_GAME = record(
    key=TEXT,
    name=TEXT,
    seats=NUMBER,
    sides=NUMBER,
    players_a_side=NUMBER,
    trionfo=FLAG,
    fixed_total=MAYBE_NUMBER,
    even_split=MAYBE_NUMBER,
    decks=listed(
        record(
            pack=TEXT,
            court_order=TEXT,
            name=TEXT,
            suits=NAMES,
            ranks=listed(record(rank=TEXT, name=TEXT, value=NUMBER)),
        )
    ),
    options=listed(record(key=TEXT, label=TEXT, default={}, schema=ANY_OBJECT, choices=NAMES)),
    presets=listed(record(key=TEXT, name=TEXT, profile=ANY_OBJECT)),
    entry_steps=listed(record(key=TEXT, label=TEXT, fields=listed(TEXT))),
    states=NAMES,
    parts=NAMES,
    hand=ANY_OBJECT,
)
CARD_GAMES_LIST = listed(CARD_GAME)
