"""What rounds are called, and their matches: by the distance from a final, or by their numbers.

A match's label is its name within the stage: R2.3 is the third match of the second round, A2.3 that of
group A, P3 the match for third place.
"""

from collections.abc import Mapping
from string import ascii_uppercase, digits

from scoring.rules.words import Sentence, Value, _
from tournaments.rules.types import Label

THIRD_PLACE = "P3"


def label(round_number: int, number: int, group: str = "") -> Label:
    """R2.3 is the third match of the second round, A2.3 the third of group A in it."""
    return f"{group or 'R'}{round_number}.{number}"


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
    if match == THIRD_PLACE:
        return Sentence(_("Third-place match"))
    round_number, number = _parts(match)
    text = ROUND_NAMES.get(rounds - round_number, EARLY_ROUND)[1]
    return Sentence(text, {"round": round_number, "number": number})


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
