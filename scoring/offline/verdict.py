"""Functions that a phone calls while it is offline: check the next hand of a sheet, or a whole sheet.

Written in the subset of Python that `static/js/verdict.js` can evaluate; see `docs/decisions/0013`.
"""

from collections.abc import Mapping
from typing import Any

from scoring.game_parts.card_game import CardGame
from scoring.sheet.rules import reader, time_called
from scoring.sheet.rules.sheet import check_next_hand, check_sheet
from scoring.types import Say, Sentence

# Translations by English text.
Words = Mapping[str, str]


def hand_verdict(
    card_game: CardGame, words: Words, sheet: Mapping[str, Any], raw: object, place: Mapping[str, int]
) -> dict[str, Any]:
    """Return the verdict on the hand at `place` of a sheet, and the match state after the hand.

    The JSON Pointers of the problems are relative to the hand. The sheet's own hand at `place` and all later
    hands are ignored.
    """
    profile = reader.read_profile(card_game, sheet["profile"])
    time, _problems = (
        time_called.read_time_call(sheet["time_called"]) if "time_called" in sheet else (None, [])
    )
    number, hand = place["game"], place["hand"]
    check = check_next_hand(card_game, profile, sheet["games"], raw, game=number, hand=hand, time=time)
    state, game = check.state, check.state.games[number - 1]
    result, say = game.hands[hand - 1], speaker(words)
    return {
        "problems": [problem.as_json(say) for problem in check.problems],
        "hand": check.hand.as_json() if check.hand else None,
        "score": list(result.score) if result else None,
        "running": list(result.running) if result else None,
        "parts": {key: list(scores) for key, scores in result.parts.items()} if result else None,
        "game": {"target": game.target, "score": list(game.score), "over": game.over, "winner": game.winner},
        "games_won": list(state.games_won),
        "over": state.over,
        "winner": state.winner,
        "next": state.next._asdict() if state.next else None,
    }


def sheet_verdict(_card_game: CardGame, words: Words, raw: object) -> dict[str, Any]:
    """Return the verdict on a whole sheet."""
    return check_sheet(raw).as_json(speaker(words))


def speaker(words: Words) -> Say:
    """Return a function that translates sentences by the dictionary `words`, or leaves them in English."""

    def say(sentence: Sentence) -> str:
        values = {
            name: say(value) if isinstance(value, Sentence) else value
            for name, value in dict(sentence.values).items()
        }
        text = sentence.plural if sentence.plural and sentence.count != 1 else sentence.text
        translation = words.get(text, text)
        return translation % values if values else translation

    return say
