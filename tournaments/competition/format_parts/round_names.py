"""What rounds are called, and their matches: by the distance from a final, or by their numbers.

A match's label is its name within the stage: R2.3 is the third match of the second round, A2.3 that of
group A, P3 the match for third place, P5-8.1 the first of those for places 5 to 8, C4.1 the first semifinal
of a consolation bracket and C2 its final; U2.1 and L2.1 are of the upper and the lower bracket of a double
knock-out, F is its final and F2 the second one.
"""

from collections.abc import Callable, Mapping
from string import ascii_uppercase, digits
from typing import NamedTuple

from scoring.types import Sentence, Value, _
from tournaments.competition.seeding import bracket_size
from tournaments.competition.types import Label

THIRD_PLACE = "P3"
CONSOLATION_FINAL = "C2"
DOUBLE_FINAL = "F"
SECOND_FINAL = "F2"


def label(round_number: int, number: int, group: str = "") -> Label:
    """R2.3 is the third match of the second round, A2.3 the third of group A in it."""
    return f"{group or 'R'}{round_number}.{number}"


def place_label(first: int, entrants: int, number: int) -> Label:
    """P5-8.1 is the first match of those for places 5 to 8, P5 the one for place 5."""
    return f"P{first}" if entrants == 2 else f"P{first}-{first + entrants - 1}.{number}"


def consolation_label(_first: int, entrants: int, number: int) -> Label:
    """C4.1 is the first match among the last four of a consolation bracket, C2 the one among the last two."""
    return CONSOLATION_FINAL if entrants == 2 else f"C{bracket_size(entrants)}.{number}"


ROUND_NAMES: Mapping[int, tuple[str, str]] = {
    0: (_("Final"), _("Final")),
    1: (_("Semifinals"), _("Semifinal %(number)s")),
    2: (_("Quarter-finals"), _("Quarter-final %(number)s")),
    3: (_("Round of 16"), _("Round of 16, match %(number)s")),
    4: (_("Round of 32"), _("Round of 32, match %(number)s")),
    5: (_("Round of 64"), _("Round of 64, match %(number)s")),
}
"""By how many rounds are left after it: the round, and one match of it."""

EARLY_ROUND = (_("Round %(round)s"), _("Round %(round)s, match %(number)s"))


def round_name(number: int, rounds: int) -> Sentence:
    """Name a round by its distance from the final."""
    if rounds - number in ROUND_NAMES:
        return Sentence(ROUND_NAMES[rounds - number][0])
    return numbered_round(number, rounds)


def match_name(match: Label, rounds: int) -> Sentence:
    """Name one match: Quarter-final 1."""
    if match in NAMED_MATCHES:
        return Sentence(NAMED_MATCHES[match])
    if match[0] in BESIDE_THE_TREE:
        return BESIDE_THE_TREE[match[0]](match)
    round_number, number = _parts(match)
    text = ROUND_NAMES.get(rounds - round_number, EARLY_ROUND)[1]
    return Sentence(text, {"round": round_number, "number": number})


NAMED_MATCHES: Mapping[Label, str] = {
    THIRD_PLACE: _("Third-place match"),
    CONSOLATION_FINAL: _("Consolation final"),
}
CONSOLATION_ROUNDS: Mapping[int, str] = {
    4: _("Consolation semifinal %(number)s"),
    8: _("Consolation quarter-final %(number)s"),
}
"""By how many are left in it, one match of each round of a consolation bracket."""

CONSOLATION_EARLY = _("Consolation, round of %(size)s, match %(number)s")


def _for_places(match: Label) -> Sentence:
    places, _dot, number = match[1:].partition(".")
    first, _dash, last = places.partition("-")
    if not last:
        return Sentence(_("Match for place %(place)s"), {"place": int(first)})
    values: dict[str, Value] = {"first": int(first), "last": int(last), "number": int(number)}
    return Sentence(_("Places %(first)s to %(last)s, match %(number)s"), values)


def _of_consolation(match: Label) -> Sentence:
    size, number = _parts(match)
    return Sentence(CONSOLATION_ROUNDS.get(size, CONSOLATION_EARLY), {"size": size, "number": number})


def tree_name(first: Label) -> Sentence:
    """Name a tree by the first of its matches: the main bracket, one for places, the consolation bracket."""
    if first[0] != "P":
        return Sentence(TREES[first[0]])
    places = first[1:].partition(".")[0].partition("-")
    if not places[2]:
        return _for_places(first)
    values: dict[str, Value] = {"first": int(places[0]), "last": int(places[2])}
    return Sentence(_("Places %(first)s to %(last)s"), values)


TREES: Mapping[str, str] = {"R": _("Main bracket"), "C": _("Consolation bracket")}
"""By the letter of their labels."""


def column_name(_match: Label, number: int, columns: int) -> Sentence:
    """Name a round of a tree by its distance from the last one."""
    return round_name(number, columns)


BESIDE_THE_TREE: Mapping[str, Callable[[Label], Sentence]] = {"P": _for_places, "C": _of_consolation}
"""How matches beside those of the tree are named, by the letter of their labels."""


def double_round_name(number: int, rounds: int) -> Sentence:
    """Name a round of a double knock-out, which has an odd number of them where there is a second final."""
    last = rounds - rounds % 2
    if number >= last - 1:
        return Sentence(DOUBLE_ROUNDS[number - last])
    return numbered_round(number, rounds)


DOUBLE_ROUNDS: Mapping[int, str] = {
    -1: _("Final of the lower bracket"),
    0: _("Final"),
    1: _("Second final"),
}
"""By how many rounds after the final."""


def double_match_name(match: Label, rounds: int) -> Sentence:
    """Name one match of a double knock-out: Upper bracket, round 2, match 1."""
    if match in DOUBLE_FINALS:
        return Sentence(DOUBLE_FINALS[match])
    bracket = DOUBLE_BRACKETS[match[0]]
    turn, number = _parts(match)
    if turn == rounds // 2 * bracket.rounds_to_each - bracket.fewer:
        return Sentence(bracket.final)
    return Sentence(bracket.match, {"round": turn, "number": number})


def double_tree_name(first: Label) -> Sentence:
    """Name a tree of a double knock-out: the upper bracket, the lower one, the final."""
    return Sentence(DOUBLE_BRACKETS[first[0]].name if first[0] in DOUBLE_BRACKETS else DOUBLE_FINALS[first])


def double_column_name(match: Label, number: int, columns: int) -> Sentence:
    """Name a round of a tree of a double knock-out by one of its matches: Round 2."""
    if match in DOUBLE_FINALS:
        return Sentence(DOUBLE_FINALS[match])
    turn, _number = _parts(match)
    return Sentence(_("Final")) if number == columns else numbered_round(turn, columns)


class _Half(NamedTuple):
    """The upper or the lower bracket: how many rounds it has, and what its matches are called."""

    rounds_to_each: int
    """Rounds to each of the upper bracket."""
    fewer: int
    name: str
    final: str
    match: str


DOUBLE_FINALS: Mapping[Label, str] = {DOUBLE_FINAL: _("Final"), SECOND_FINAL: _("Second final")}
DOUBLE_BRACKETS: Mapping[str, _Half] = {
    "U": _Half(
        1,
        0,
        _("Upper bracket"),
        _("Final of the upper bracket"),
        _("Upper bracket, round %(round)s, match %(number)s"),
    ),
    "L": _Half(
        2,
        2,
        _("Lower bracket"),
        _("Final of the lower bracket"),
        _("Lower bracket, round %(round)s, match %(number)s"),
    ),
}


def numbered_round(number: int, _rounds: int) -> Sentence:
    """Name a round by its number: Round 2."""
    return Sentence(EARLY_ROUND[0], {"round": number})


def numbered_match(match: Label, _rounds: int) -> Sentence:
    """Name one match by its round and its number in it: Round 2, match 3."""
    round_number, number = _parts(match)
    return Sentence(EARLY_ROUND[1], {"round": round_number, "number": number})


def group_match(match: Label, _rounds: int) -> Sentence:
    """Name one match of a group: Group A, round 2, match 3."""
    round_number, number = _parts(match)
    values: dict[str, Value] = {"group": match.rstrip(digits + "."), "round": round_number, "number": number}
    return Sentence(_("Group %(group)s, round %(round)s, match %(number)s"), values)


def _parts(match: Label) -> tuple[int, int]:
    round_number, number = match.lstrip(ascii_uppercase).split(".")
    return int(round_number), int(number)
