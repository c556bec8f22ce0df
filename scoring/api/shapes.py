"""What the API's answers about sheets and card games look like, for its OpenAPI description."""

from typing import Any

from scoring.game_parts.description import hand_schema
from scoring.games import CARD_GAMES
from scoring.types import Now, Stopped

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "integer"}
MAYBE_NUMBER: Schema = {"type": ["integer", "null"]}
MAYBE_TEXT: Schema = {"type": ["string", "null"]}
ANY_OBJECT: Schema = {"type": "object", "additionalProperties": True}


def listed(of: Schema) -> Schema:
    """A list of these."""
    return {"type": "array", "items": of}


def record(**properties: Schema) -> Schema:
    """An object with these properties and no others."""
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def without(shape: Schema, *optional: str) -> Schema:
    """The same object, these properties missing at times."""
    return {**shape, "required": [key for key in shape["required"] if key not in optional]}


def with_more(shape: Schema) -> Schema:
    """The same object, with properties that are not listed here."""
    return {**shape, "additionalProperties": True}


SCORES = listed(NUMBER)
PROBLEM = record(
    code=TEXT, rule=TEXT, level={"type": "string", "enum": ["error", "warning"]}, where=TEXT, message=TEXT
)
FAILURE = with_more(
    record(type=TEXT, title=TEXT, status=NUMBER, code=TEXT, detail=TEXT, problems=listed(PROBLEM))
)

MAYBE_SCORES: Schema = {"type": ["array", "null"], "items": NUMBER}
NEXT: Schema = {**record(game=NUMBER, hand=NUMBER, dealer=MAYBE_NUMBER), "type": ["object", "null"]}
WORTH: Schema = {"score": MAYBE_SCORES, "running": MAYBE_SCORES}
TIME_CALLED: Schema = {
    **without(record(hands={"type": "integer", "minimum": 0}, begun=FLAG, draws=FLAG), "begun", "draws"),
    "description": (
        "Time was called when so many hands stood on the sheet; `begun` says whether one was being played "
        "(left out: not known yet), `draws` whether level stays level (COM-TIME-1 to 3)."
    ),
}
GAME: Schema = {
    "target": MAYBE_NUMBER,
    "score": SCORES,
    "winner": MAYBE_NUMBER,
    "quick": FLAG,
    "by_time": {
        "type": "string",
        "enum": [each.value for each in Stopped],
        "description": "How a game that time stopped counts; left out where none was.",
    },
}
VERDICT_PARTS: Schema = {
    "time": {
        "type": "string",
        "enum": [each.value for each in Now],
        "description": "What is to be done since time was called; left out where it was not.",
    },
    "valid": FLAG,
    "problems": listed(PROBLEM),
    "games_won": SCORES,
    "winner": MAYBE_NUMBER,
    "next": NEXT,
}
VERDICT = without(
    record(
        **VERDICT_PARTS,
        games=listed(without(record(**GAME, hands=listed(record(**WORTH))), "quick", "by_time")),
    ),
    "time",
)


def _hand(key: str) -> Schema:
    schema = hand_schema(CARD_GAMES[key])
    del schema["$schema"]
    return {"title": key, **schema}


HAND: Schema = {"anyOf": [_hand(key) for key in CARD_GAMES]}
"""A hand of any card game: which one applies is said by the match."""

FINAL = without(record(final=SCORES, hand_count=NUMBER), "hand_count")
WRITTEN_SHEET = without(
    record(
        card_game={"type": "string", "enum": list(CARD_GAMES)},
        profile=ANY_OBJECT,
        games=listed({"anyOf": [record(hands=listed(HAND)), FINAL]}),
        time_called=TIME_CALLED,
    ),
    "profile",
    "time_called",
)

VERSIONED = record(version=NUMBER, hand=ANY_OBJECT)
SHEET = without(
    record(
        card_game=TEXT,
        profile=ANY_OBJECT,
        version=NUMBER,
        **VERDICT_PARTS,
        games=listed(
            without(
                record(**GAME, hands=listed(with_more(record(**WORTH, version=NUMBER)))), "quick", "by_time"
            )
        ),
        disputes=listed(
            record(
                game=NUMBER,
                hand=NUMBER,
                standing=VERSIONED,
                others=listed(record(seq=NUMBER, hand=ANY_OBJECT)),
            )
        ),
        objection=FLAG,
        signed=listed(NUMBER),
        confirmed=FLAG,
        time_called=TIME_CALLED,
    ),
    "time",
    "time_called",
)

DEFINITION = record(
    format=NUMBER,
    card_game=TEXT,
    language=TEXT,
    entries={"type": "object", "additionalProperties": NUMBER},
    values=listed({}),
    codes=listed({}),
    words={"type": "object", "additionalProperties": TEXT},
)
"""What `verdict.js` reads; how values and codes are written is told by `scoring/definition/syntax.py`."""

NAMES: Schema = {"type": "object", "additionalProperties": TEXT}
DECK: Schema = {
    **record(
        pack=TEXT,
        name=TEXT,
        suits=NAMES,
        ranks=listed(record(rank=TEXT, name=TEXT, value=NUMBER)),
    ),
    "additionalProperties": TEXT,
}
"""A pack in one order; the order stands under the key of the game's own option, mostly `court_order`."""
CARD_GAME = record(
    key=TEXT,
    name=TEXT,
    seats=NUMBER,
    sides=NUMBER,
    players_a_side=NUMBER,
    by_net=FLAG,
    trionfo=FLAG,
    fixed_total=MAYBE_NUMBER,
    even_split=MAYBE_NUMBER,
    decks=listed(DECK),
    options=listed(record(key=TEXT, label=TEXT, default={}, schema=ANY_OBJECT, choices=NAMES)),
    presets=listed(record(key=TEXT, name=TEXT, profile=ANY_OBJECT)),
    entry_steps=listed(record(key=TEXT, label=TEXT, fields=listed(TEXT), state=MAYBE_TEXT)),
    states=NAMES,
    parts=NAMES,
    hand=ANY_OBJECT,
)
CARD_GAMES_LIST = listed(CARD_GAME)
