"""Builders of hands of the games for two players, and helpers that return verdicts on them."""

from typing import Any

from scoring.sheet.rules.sheet import check_sheet

JSON = dict[str, Any]
# Code, rule and place (within the game) of one problem.
ProblemKey = tuple[str, str, str]


def a_deal(**more: Any) -> JSON:
    """Return a hand of Briscola 151 or Mariaggia without declarations; values of None are omitted."""
    hand = {"dealer": 0, "trump": "D", "card_points": [64, 56], "declarations": [], **more}
    return {key: value for key, value in hand.items() if value is not None}


def a_hand_of_mariagio(**more: Any) -> JSON:
    """Return a hand of Mariagio without declarations; the first player has won the last trick."""
    return a_deal(last_trick=0, **more)


def a_declaration(side: int, suit: str, trick: int | None = None, **more: Any) -> JSON:
    """Return one declaration; the trick is omitted if it is None."""
    return {"side": side, "suit": suit, **({} if trick is None else {"trick": trick}), **more}


def verdict_on(card_game: str, *hands: JSON, **profile: Any) -> JSON:
    """Return the verdict on one game with the given hands."""
    games = [{"hands": list(hands)}]
    return check_sheet({"card_game": card_game, "profile": profile, "games": games}).as_json()


def problems_of(card_game: str, *hands: JSON, **profile: Any) -> list[ProblemKey]:
    """Return the code, rule and JSON Pointer of every problem reported for one game."""
    problems = verdict_on(card_game, *hands, **profile)["problems"]
    return [(p["code"], p["rule"], p["where"].removeprefix("/games/0/hands")) for p in problems]


def parts_of(card_game: str, hand: JSON) -> Any:
    """Return the components of the score of a hand, such as cards and declarations."""
    [result] = check_sheet({"card_game": card_game, "games": [{"hands": [hand]}]}).state.games[0].hands
    return result and result.parts


def messages(card_game: str, hand: JSON, **profile: Any) -> list[str]:
    """Return the English error messages about one hand."""
    return [problem["message"] for problem in verdict_on(card_game, hand, **profile)["problems"]]


def final(card_game: str, *score: int, hands: int | None = None, **profile: Any) -> list[ProblemKey]:
    """Return every problem reported for a game that is entered as a final score without hands."""
    game: JSON = {"final": list(score), **({} if hands is None else {"hand_count": hands})}
    verdict = check_sheet({"card_game": card_game, "profile": profile, "games": [game]})
    return [(p.code, p.rule, p.where.removeprefix("/games/0")) for p in verdict.problems]
