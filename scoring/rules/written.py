"""The games of a sheet as they were written, read into hands or a result alone (COM-3, COM-8)."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.game_parts.card_game import CardGame, FinalScore
from scoring.game_parts.fields import whole_number
from scoring.rules.hand import Hand, pointer, read_hand
from scoring.rules.match import Game
from scoring.rules.profile import Profile
from scoring.sentences import Value, _, sentence
from scoring.types import Problem

MOST_HANDS, MOST_GAMES = 200, 20
"""More than any game or match has: a longer list is not looked at."""
HIGHEST_SCORE = 9999
UNKNOWN = _("There is no such field here. Take it away.")


def misplaced(code: str, where: str, text: str, rule: str = "COM-3", **values: Value) -> Problem:
    """Make the problem of something that is not where a sheet has it."""
    return Problem(code, rule, "error", where, sentence(text, **values))


def read_games(card_game: CardGame, profile: Profile, raw: object) -> tuple[list[Game], list[Problem]]:
    """Read the games of a sheet; what cannot be read is `None` in its place, with its problems beside it."""
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
    """Return a game as it is written down; COM-8: a final score alone stands where its first hand would.

    Hands beside a final score are handed on with it, for `_read_game` to refuse.
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
    for number, written in enumerate(raw["hands"]):
        hand, found = read_hand(card_game, profile, written, f"{where}/hands/{number}")
        hands.append(hand)
        problems.extend(found)
    return hands


def _read_final(
    card_game: CardGame, profile: Profile, raw: Mapping[str, Any], where: str, problems: list[Problem]
) -> FinalScore | None:
    """COM-8: a game of which only the result is known."""
    found = [
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
        found.append(
            misplaced(
                "bad_final",
                f"{where}/final",
                _("Write the final score as one whole number for each side."),
                "COM-8",
            )
        )
    if "hand_count" in raw and not whole_number(count, 1, MOST_HANDS):
        text = _("The number of hands is a whole number from 1 to %(most)d.")
        found.append(misplaced("bad_hand_count", f"{where}/hand_count", text, "COM-8", most=MOST_HANDS))
    problems.extend(found)
    return None if found else FinalScore(tuple(final), count)
