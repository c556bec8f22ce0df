"""A whole written sheet and its verdict: every problem at once, each with its place (COM-3, COM-8).

`check_sheet` never raises, whatever JSON value it is shown. For one more hand on a sheet that stands,
`check_next_hand` says its problems and the state it leads to, at the cost of one sheet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.rules.card_game import CardGame, FinalScore
from scoring.rules.card_games import CARD_GAMES
from scoring.rules.errors import BadEntry, BadSetup
from scoring.rules.fields import whole_number
from scoring.rules.hand import Hand, pointer, read_hand
from scoring.rules.match import Game, fold_match
from scoring.rules.profile import Profile, read_profile
from scoring.rules.strict_json import load_strict
from scoring.rules.types import Problem, SheetState, Verdict
from scoring.rules.words import Sentence, _, sentence

__all__ = [
    "HandCheck",
    "check_next_hand",
    "check_sheet",
    "check_text",
    "fold_sheet",
    "read_games",
    "read_hand",
]

SHEET_KEYS = {"card_game", "profile", "games"}
MOST_HANDS = 200
NOTHING = SheetState((), (0, 0), None, None)

fold_sheet = fold_match


@dataclass(frozen=True, slots=True)
class HandCheck:
    """One more hand: the hand when it could be read, its problems placed within it, the sheet with it."""

    hand: Hand | None
    problems: tuple[Problem, ...]
    state: SheetState


def check_sheet(raw: object) -> Verdict:
    """Return the verdict on a written sheet (contract, section 3)."""
    if type(raw) is not dict:
        return refused(
            _problem("not_a_sheet", "", _("Write the sheet as an object with its card game and its games."))
        )
    problems = [
        _problem("unknown_field", "/" + pointer(key), _UNKNOWN) for key in raw if key not in SHEET_KEYS
    ]
    card_game = CARD_GAMES.get(raw["card_game"]) if type(raw.get("card_game")) is str else None
    if card_game is None:
        known = ", ".join(sorted(CARD_GAMES))
        return refused(
            *problems,
            _problem(
                "unknown_card_game", "/card_game", _("Write the card game, one of: %(known)s."), known=known
            ),
        )
    profile, faults = _profile(card_game, raw.get("profile", {}))
    problems += faults
    games, misread = read_games(card_game, profile, raw.get("games")) if profile else ([], [])
    problems += misread
    state = (
        fold_sheet(card_game, profile, games)
        if profile and not faults
        else replace(NOTHING, games_won=(0,) * card_game.sides)
    )
    if problems or state.problems:
        return Verdict(tuple(sorted((*problems, *state.problems), key=_place)), state)
    return Verdict((), state)


def check_text(text: str | bytes) -> Verdict:
    """Return the verdict on one written sheet as text, be it JSON or not."""
    try:
        return check_sheet(load_strict(text))
    except BadEntry as reason:
        return refused(Problem(reason.code, "COM-3", "error", "", reason.message))


def refused(*problems: Problem) -> Verdict:
    """Return the verdict on what is no sheet at all."""
    return Verdict(problems, NOTHING)


def _problem(
    code: str, where: str, text: str, rule: str = "COM-3", **values: int | str | Sentence
) -> Problem:
    return Problem(code, rule, "error", where, sentence(text, **values))


def _place(problem: Problem) -> list[tuple[int, int, str]]:
    """Sort by the order of the sheet: profile first, then game by game and hand by hand."""
    steps = problem.where.split("/")[1:]
    return [(0, int(step), "") if step.isdecimal() and len(step) < 9 else (1, 0, step) for step in steps]


def _profile(card_game: CardGame, raw: object) -> tuple[Profile | None, tuple[Problem, ...]]:
    """Read the profile; where it is wrong, hands can still be read unless the cards themselves are in doubt."""
    try:
        return read_profile(card_game, raw, "/profile"), ()
    except BadSetup as refusal:
        wrong = {problem.where.split("/")[2] for problem in refusal.problems if problem.where.count("/") > 1}
        if not isinstance(raw, dict) or wrong & {"pack", "court_order"}:
            return None, refusal.problems
        kept = {key: value for key, value in raw.items() if pointer(key) not in wrong}
        return read_profile(card_game, kept), refusal.problems


def read_games(card_game: CardGame, profile: Profile, raw: object) -> tuple[list[Game], list[Problem]]:
    """Read the games of a sheet; what cannot be read is `None` in its place, and its problems are returned."""
    if type(raw) is not list:
        return [], [
            _problem("no_games", "/games", _("Write the games as a list; it is empty before the first hand."))
        ]
    games: list[Game] = []
    problems: list[Problem] = []
    for number, game in enumerate(raw):
        games.append(_read_game(card_game, profile, game, f"/games/{number}", problems))
    return games, problems


def _read_game(card_game: CardGame, profile: Profile, raw: Any, where: str, problems: list[Problem]) -> Game:
    if type(raw) is not dict or ("hands" in raw) == ("final" in raw):
        problems.append(
            _problem(
                "not_a_game",
                where,
                _("Write a game as an object with its hands, or with its final score alone."),
            )
        )
        return None
    if "final" in raw:
        return _read_final(card_game, raw, where, problems)
    problems.extend(
        _problem("unknown_field", f"{where}/{pointer(key)}", _UNKNOWN) for key in raw if key != "hands"
    )
    if type(raw["hands"]) is not list:
        problems.append(
            _problem("no_hands", f"{where}/hands", _("Write the hands as a list, in the order played."))
        )
        return None
    hands: list[Hand | None] = []
    for number, written in enumerate(raw["hands"]):
        hand, found = read_hand(card_game, profile, written, f"{where}/hands/{number}")
        hands.append(hand)
        problems.extend(found)
    return hands


def _read_final(
    card_game: CardGame, raw: Mapping[str, Any], where: str, problems: list[Problem]
) -> FinalScore | None:
    """COM-8: a game of which only the result is known."""
    found = [
        _problem("unknown_field", f"{where}/{pointer(key)}", _UNKNOWN)
        for key in raw
        if key not in ("final", "hand_count")
    ]
    final, count = raw["final"], raw.get("hand_count")
    if (
        type(final) is not list
        or len(final) != card_game.sides
        or not all(whole_number(n, 0, HIGHEST) for n in final)
    ):
        found.append(
            _problem(
                "bad_final",
                f"{where}/final",
                _("Write the final score as one whole number for each side."),
                "COM-8",
            )
        )
    if "hand_count" in raw and not whole_number(count, 1, MOST_HANDS):
        text = _("The number of hands is a whole number from 1 to %(most)d.")
        found.append(_problem("bad_hand_count", f"{where}/hand_count", text, "COM-8", most=MOST_HANDS))
    problems.extend(found)
    return None if found else FinalScore(tuple(final), count)


HIGHEST = 9999
_UNKNOWN = _("There is no such field here. Take it away.")


def _concerns(problem: Problem, here: str) -> bool:
    """Whether the problem lies in this hand, or in the game as a whole because of it."""
    return problem.where.startswith(here) or here.startswith(problem.where + "/")


def check_next_hand(
    card_game: CardGame,
    profile: Profile,
    games: Sequence[Mapping[str, Any]],
    raw: object,
    *,
    game: int,
    hand: int,
) -> HandCheck:
    """Check hand `hand` of game `game` (both from 1) given the games before it as they are written.

    `games` are the sheet's games (`{"hands": […]}` or a result alone); what stands from that hand on
    is left out, and the caller sees to it that no hand is missing before it. Problems are placed within the hand (`/card_points`); `state` is the sheet with it.
    """
    before, _problems = read_games(card_game, profile, list(games[:game]))
    earlier = [*before, *([[]] * game)][: game - 1]
    this = before[game - 1] if len(before) >= game else None
    standing = list(this)[: hand - 1] if isinstance(this, list) else []
    here = f"/games/{game - 1}/hands/{hand - 1}"
    found, problems = read_hand(card_game, profile, raw, here)
    state = fold_sheet(card_game, profile, [*earlier, [*standing, found]])
    of_this = [problem for problem in (*problems, *state.problems) if _concerns(problem, here)]
    return HandCheck(
        found, tuple(replace(problem, where=problem.where.removeprefix(here)) for problem in of_this), state
    )
