"""A sheet as sent in JSON, and the verdict on it: all problems, with JSON Pointers (COM-3, COM-8).

`check_sheet` accepts any JSON value and never raises. `check_next_hand` checks one more hand on a sheet, and
costs as much as the check of one sheet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.game_parts.card_game import CardGame, FinalScore
from scoring.game_parts.fields import Hand
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.sheet.rules.match import Game, fold_sheet
from scoring.sheet.rules.reader import pointer, read_hand, read_profile
from scoring.sheet.rules.time_called import TimeCall, read_time_call
from scoring.strict_json import load_strict, whole_number
from scoring.types import BadEntry, BadSetup, Problem, SheetState, Value, Verdict, _, sentence

__all__ = [
    "HandCheck",
    "check_next_hand",
    "check_sheet",
    "check_text",
    "fold_sheet",
    "read_games",
    "read_hand",
]

SHEET_KEYS = {"card_game", "profile", "games", "time_called"}
MOST_TOLD = 1000
NOTHING = SheetState((), (0, 0), None, None)


@dataclass(frozen=True, slots=True)
class HandCheck:
    """The check of one more hand: the hand, if valid; its problems; and the state of the sheet with it."""

    hand: Hand | None
    problems: tuple[Problem, ...]
    state: SheetState


def check_sheet(raw: object) -> Verdict:
    """Return the verdict on a sheet, which may be any JSON value; never raise an error.

    For a known card game the verdict has at most 1000 problems; warnings are left out first.
    """
    if type(raw) is not dict:
        return refused(misplaced("not_a_sheet", "", _NOT_A_SHEET))
    strangers = [
        misplaced("unknown_field", "/" + pointer(key), UNKNOWN) for key in raw if key not in SHEET_KEYS
    ]
    card_game = CARD_GAMES.get(raw["card_game"]) if type(raw.get("card_game")) is str else None
    if card_game is None:
        card_games = ", ".join(sorted(CARD_GAMES))
        return refused(
            misplaced("unknown_card_game", "/card_game", _NO_CARD_GAME, known=card_games), *strangers
        )
    profile, faults = _profile(card_game, raw.get("profile", {}))
    games, misread = read_games(card_game, profile, raw.get("games")) if profile else ([], [])
    time, misheard = read_time_call(raw["time_called"]) if "time_called" in raw else (None, [])
    sides = profile.sides if profile else card_game.sides
    nothing = replace(NOTHING, games_won=(0,) * sides)
    state = nothing if faults or profile is None else fold_sheet(card_game, profile, games, time)
    problems = (*strangers, *faults, *misheard, *misread, *state.problems)
    return Verdict(_in_order(problems), state)


def check_text(text: str | bytes) -> Verdict:
    """Return the verdict on a sheet given as text, which may not be valid JSON."""
    try:
        return check_sheet(load_strict(text))
    except BadEntry as reason:
        return refused(Problem(reason.code, "COM-3", "error", "", reason.message))


def refused(*problems: Problem) -> Verdict:
    """Return the verdict on a value that cannot be read as a sheet."""
    return Verdict(problems, NOTHING)


def _in_order(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return the problems in the order of the sheet; if there are too many, warnings are left out first."""
    errors_first = sorted(problems, key=lambda problem: problem.level)
    return tuple(sorted(errors_first[:MOST_TOLD], key=_place))


def _place(problem: Problem) -> list[str]:
    """Return a sort key that orders problems by JSON Pointer, with indexes in numerical order."""
    return [step.zfill(9) if step.isdecimal() else step for step in problem.where.split("/")]


def _profile(card_game: CardGame, raw: object) -> tuple[Profile | None, tuple[Problem, ...]]:
    """Return the profile and its problems; invalid options are ignored, so that the hands can be read."""
    try:
        return read_profile(card_game, raw, "/profile"), ()
    except BadSetup as refusal:
        wrong = {problem.where.split("/")[2] for problem in refusal.problems if problem.where.count("/") > 1}
        if not isinstance(raw, dict) or wrong & {"pack", "players", card_game.order_option[0]}:
            return None, refusal.problems
        valid_options = {key: value for key, value in raw.items() if pointer(key) not in wrong}
        profile, more = _profile(card_game, valid_options)
        return profile, (*refusal.problems, *more)


def _within(place: str, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return the problems of one hand and its game, with JSON Pointers relative to the hand."""
    return tuple(
        replace(problem, where=problem.where.removeprefix(place) if is_within(problem.where, place) else "")
        for problem in problems
        if is_within(problem.where, place) or place.startswith(problem.where + "/")
    )


def check_next_hand(
    card_game: CardGame,
    profile: Profile,
    games: Sequence[Mapping[str, Any]],
    raw: object,
    *,
    game: int,
    hand: int,
    time: TimeCall | None = None,
) -> HandCheck:
    """Check hand number `hand` of game number `game` (both from 1) after the games before it.

    `games` are the sheet's games (`{"hands": […]}` or a final score). The sheet's own hand `hand` and all
    later hands are ignored, and the caller ensures that no earlier hand is missing. The JSON Pointers of the
    problems are relative to the hand (`/card_points`). `state` is the state of the sheet with the hand added.
    """
    before, _problems = read_games(card_game, profile, list(games[:game]))
    earlier = [*before, *([[]] * game)][: game - 1]
    this = before[game - 1] if len(before) >= game else None
    standing = list(this)[: hand - 1] if isinstance(this, list) else []
    where = pointer_to(game, hand)
    new_hand, problems = read_hand(card_game, profile, raw, where)
    state = fold_sheet(card_game, profile, [*earlier, [*standing, new_hand]], time)
    return hand_check(where, new_hand, problems, state)


def pointer_to(game: int, hand: int) -> str:
    """Return the JSON Pointer of hand `hand` in game `game` of a sheet."""
    return f"/games/{game - 1}/hands/{hand - 1}"


def is_within(where: str, place: str) -> bool:
    """Return True if the JSON Pointer `where` points to `place` or to a part of it."""
    return where == place or where.startswith(f"{place}/")


def hand_check(where: str, hand: Hand | None, problems: Sequence[Problem], state: SheetState) -> HandCheck:
    """Return the HandCheck of a hand.

    Only problems of the hand and its game are included, both from `problems` and from `state.problems`.
    """
    return HandCheck(hand, _within(where, (*problems, *state.problems)), state)


_NOT_A_SHEET = _("Write the sheet as an object with its card game and its games.")
_NO_CARD_GAME = _("Write the card game, one of: %(known)s.")


# More than a game or match can have; longer lists are not read.
MOST_HANDS, MOST_GAMES = 200, 20
HIGHEST_SCORE = 9999
UNKNOWN = _("There is no such field here. Take it away.")


def misplaced(code: str, where: str, text: str, rule: str = "COM-3", **values: Value) -> Problem:
    """Return a Problem for an invalid value at this JSON Pointer of a sheet."""
    return Problem(code, rule, "error", where, sentence(text, **values))


def read_games(card_game: CardGame, profile: Profile, raw: object) -> tuple[list[Game], list[Problem]]:
    """Return the games of a sheet, and all their problems; unreadable games and hands become None."""
    if type(raw) is not list:
        return [], [
            misplaced(
                "no_games", "/games", _("Write the games as a list; it is empty before the first hand.")
            )
        ]
    if len(raw) > MOST_GAMES:
        text = _("A sheet has at most %(most)d games. Leave out those that were not played.")
        return [], [misplaced("too_many_games", "/games", text, "COM-MATCH-1", most=MOST_GAMES)]
    games: list[Game] = []
    problems: list[Problem] = []
    for number, game in enumerate(raw):
        games.append(_read_game(card_game, profile, game, f"/games/{number}", problems))
    return games, problems


def written_game(hands: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a game as JSON. A final score is stored as the first hand of its game (COM-8).

    Hands after a final score are kept, and `_read_game` refuses them.
    """
    if hands and "final" in hands[0]:
        return {**hands[0], **({"hands": list(hands[1:])} if len(hands) > 1 else {})}
    return {"hands": list(hands)}


def _read_game(card_game: CardGame, profile: Profile, raw: Any, where: str, problems: list[Problem]) -> Game:
    if type(raw) is not dict or ("hands" in raw) == ("final" in raw):
        problems.append(
            misplaced(
                "not_a_game",
                where,
                _("Write a game as an object with its hands, or with its final score alone."),
            )
        )
        return None
    if "final" in raw:
        return _read_final(card_game, profile, raw, where, problems)
    problems.extend(
        misplaced("unknown_field", f"{where}/{pointer(key)}", UNKNOWN) for key in raw if key != "hands"
    )
    if type(raw["hands"]) is not list:
        problems.append(
            misplaced("no_hands", f"{where}/hands", _("Write the hands as a list, in the order played."))
        )
        return None
    if len(raw["hands"]) > MOST_HANDS:
        text = _("A game has at most %(most)d hands. Look at whether they are all of this game.")
        problems.append(misplaced("too_many_hands", f"{where}/hands", text, most=MOST_HANDS))
        return None
    hands: list[Hand | None] = []
    for number, raw_hand in enumerate(raw["hands"]):
        hand, hand_problems = read_hand(card_game, profile, raw_hand, f"{where}/hands/{number}")
        hands.append(hand)
        problems.extend(hand_problems)
    return hands


def _read_final(
    card_game: CardGame, profile: Profile, raw: Mapping[str, Any], where: str, problems: list[Problem]
) -> FinalScore | None:
    """Return a game that is entered as a final score only (COM-8)."""
    faults = [
        misplaced("unknown_field", f"{where}/{pointer(key)}", UNKNOWN)
        for key in raw
        if key not in ("final", "hand_count")
    ]
    final, count = raw["final"], raw.get("hand_count")
    lowest = -HIGHEST_SCORE if card_game.by_net else 0
    if (
        type(final) is not list
        or len(final) != profile.sides
        or not all(whole_number(n, lowest, HIGHEST_SCORE) for n in final)
    ):
        faults.append(
            misplaced(
                "bad_final",
                f"{where}/final",
                _("Write the final score as one whole number for each side."),
                "COM-8",
            )
        )
    if "hand_count" in raw and not whole_number(count, 1, MOST_HANDS):
        text = _("The number of hands is a whole number from 1 to %(most)d.")
        faults.append(misplaced("bad_hand_count", f"{where}/hand_count", text, "COM-8", most=MOST_HANDS))
    problems.extend(faults)
    return None if faults else FinalScore(tuple(final), count)
