"""Names of rounds and matches, by their distance from the final or by number.

The label of a match is its name within the stage: R2.3 is the third match of the second round, A2.3 the third
match of the second round of group A, P3 the match for third place, P5-8.1 the first match for places 5 to 8,
C4.1 the first semifinal of a consolation bracket and C2 its final. In a double knock-out U2.1 and L2.1 are
matches of the upper and the lower bracket, F is the final and F2 the second final.
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
    """Return the label of a match: R2.3 is match 3 of round 2, and A2.3 is match 3 of round 2 in group A."""
    return f"{group or 'R'}{round_number}.{number}"


def place_label(first: int, entrants: int, number: int) -> Label:
    """Return the label of a placement match: P5-8.1 is the first match for places 5 to 8, P5 for place 5."""
    return f"P{first}" if entrants == 2 else f"P{first}-{first + entrants - 1}.{number}"


def consolation_label(_first: int, entrants: int, number: int) -> Label:
    """Return the label of a consolation match: C4.1 is the first consolation semifinal, C2 the final."""
    return CONSOLATION_FINAL if entrants == 2 else f"C{bracket_size(entrants)}.{number}"


# The names of a round and of one match of it, by the number of rounds after it.
ROUND_NAMES: Mapping[int, tuple[str, str]] = {
    0: (_("Final"), _("Final")),
    1: (_("Semifinals"), _("Semifinal %(number)s")),
    2: (_("Quarter-finals"), _("Quarter-final %(number)s")),
    3: (_("Round of 16"), _("Round of 16, match %(number)s")),
    4: (_("Round of 32"), _("Round of 32, match %(number)s")),
    5: (_("Round of 64"), _("Round of 64, match %(number)s")),
}

EARLY_ROUND = (_("Round %(round)s"), _("Round %(round)s, match %(number)s"))


def round_name(number: int, rounds: int) -> Sentence:
    """Return the name of a round by its distance from the final."""
    if rounds - number in ROUND_NAMES:
        return Sentence(ROUND_NAMES[rounds - number][0])
    return numbered_round(number, rounds)


def match_name(match: Label, rounds: int) -> Sentence:
    """Return the name of a match, such as "Quarter-final 1"."""
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
# The name of a consolation match, by the number of entrants left in the round.
CONSOLATION_ROUNDS: Mapping[int, str] = {
    4: _("Consolation semifinal %(number)s"),
    8: _("Consolation quarter-final %(number)s"),
}

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
    """Return the name of a tree, derived from its first match: main, consolation, or a range of places."""
    if first[0] != "P":
        return Sentence(TREES[first[0]])
    places = first[1:].partition(".")[0].partition("-")
    if not places[2]:
        return _for_places(first)
    values: dict[str, Value] = {"first": int(places[0]), "last": int(places[2])}
    return Sentence(_("Places %(first)s to %(last)s"), values)


# The names of trees, by the first letter of their labels.
TREES: Mapping[str, str] = {"R": _("Main bracket"), "C": _("Consolation bracket")}


def column_name(_match: Label, number: int, columns: int) -> Sentence:
    """Return the name of a round of a tree, according to its distance from the last round of the tree."""
    return round_name(number, columns)


# Returns the name of a match outside the main bracket, by the first letter of its label.
BESIDE_THE_TREE: Mapping[str, Callable[[Label], Sentence]] = {"P": _for_places, "C": _of_consolation}


def double_round_name(number: int, rounds: int) -> Sentence:
    """Return the name of a round of a double knock-out. `rounds` is odd if there is a second final."""
    last = rounds - rounds % 2
    if number >= last - 1:
        return Sentence(DOUBLE_ROUNDS[number - last])
    return numbered_round(number, rounds)


# The names of the last rounds, by the number of rounds after the final.
DOUBLE_ROUNDS: Mapping[int, str] = {
    -1: _("Final of the lower bracket"),
    0: _("Final"),
    1: _("Second final"),
}


def double_match_name(match: Label, rounds: int) -> Sentence:
    """Return the name of a match of a double knock-out, such as "Upper bracket, round 2, match 1"."""
    if match in DOUBLE_FINALS:
        return Sentence(DOUBLE_FINALS[match])
    bracket = DOUBLE_BRACKETS[match[0]]
    turn, number = _parts(match)
    if turn == rounds // 2 * bracket.rounds_to_each - bracket.fewer:
        return Sentence(bracket.final)
    return Sentence(bracket.match, {"round": turn, "number": number})


def double_tree_name(first: Label) -> Sentence:
    """Return the name of a tree of a double knock-out: upper bracket, lower bracket or final."""
    return Sentence(DOUBLE_BRACKETS[first[0]].name if first[0] in DOUBLE_BRACKETS else DOUBLE_FINALS[first])


def double_column_name(match: Label, number: int, columns: int) -> Sentence:
    """Return the name of a round of a tree of a double knock-out, such as "Round 2"."""
    if match in DOUBLE_FINALS:
        return Sentence(DOUBLE_FINALS[match])
    turn, _number = _parts(match)
    return Sentence(_("Final")) if number == columns else numbered_round(turn, columns)


class _Half(NamedTuple):
    """The upper or lower bracket of a double knock-out: the names of its rounds and matches."""

    # The number of its rounds for each round of the upper bracket.
    rounds_to_each: int
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
    """Return the name of a round by its number, such as "Round 2"."""
    return Sentence(EARLY_ROUND[0], {"round": number})


def numbered_match(match: Label, _rounds: int) -> Sentence:
    """Return the name of a match by its round and number, such as "Round 2, match 3"."""
    round_number, number = _parts(match)
    return Sentence(EARLY_ROUND[1], {"round": round_number, "number": number})


def group_match(match: Label, _rounds: int) -> Sentence:
    """Return the name of a match of a group, such as "Group A, round 2, match 3"."""
    round_number, number = _parts(match)
    values: dict[str, Value] = {"group": match.rstrip(digits + "."), "round": round_number, "number": number}
    return Sentence(_("Group %(group)s, round %(round)s, match %(number)s"), values)


def _parts(match: Label) -> tuple[int, int]:
    round_number, number = match.lstrip(ascii_uppercase).split(".")
    return int(round_number), int(number)
