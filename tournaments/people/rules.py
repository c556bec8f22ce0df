"""Similarity of names, and the rules for merging and splitting persons. The rules use only names and ids.

Persons with similar names are never merged automatically, because a similar spelling proves nothing; the desk
has to decide.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from tournaments.competition.names import Showing

# The id of a person.
PersonKey = str
# Shorter names are similar only if their letters are equal: one other letter makes another name.
FEWEST_LETTERS = 6
# A form shared by more people than this is ignored.
MOST_SHARED = 40


def squeezed(key: str) -> str:
    """Return only the letters and digits of a name key, so that "Gio Maria" and "Giomaria" become equal."""
    return "".join(letter for letter in key if letter.isalnum())


def numbers_in(key: str) -> str:
    """Return the digits in a name. Names with different digits are never similar."""
    return "".join(letter for letter in key if letter.isdigit())


@lru_cache(maxsize=4)
def alike_pairs(keys: tuple[tuple[PersonKey, str], ...]) -> tuple[tuple[PersonKey, PersonKey], ...]:
    """Return the pairs of persons with similar names, most similar first.

    Two names are similar if they have equal letters, if they have equal words in a different order, or if
    they are long and differ in one letter.
    """
    names = dict(keys)
    forms: dict[str, set[PersonKey]] = defaultdict(set)
    for person, key in keys:
        for form in _forms(key):
            forms[form].add(person)
    near = {
        pair
        for people in forms.values()
        if 1 < len(people) <= MOST_SHARED
        for pair in combinations(sorted(people), 2)
        if are_alike(names[pair[0]], names[pair[1]])
    }
    return tuple(sorted(near, key=lambda pair: (_distance(names, pair), names[pair[0]], pair)))


def are_alike(first: str, second: str) -> bool:
    """Return whether two name keys are so similar that both may belong to one person."""
    one, two = squeezed(first), squeezed(second)
    if numbers_in(one) != numbers_in(two):
        return False
    if one == two or sorted(first.split()) == sorted(second.split()):
        return True
    return min(len(one), len(two)) >= FEWEST_LETTERS and is_one_letter_apart(one, two)


def is_one_letter_apart(one: str, two: str) -> bool:
    """Return whether two names differ by one inserted, removed, replaced or swapped letter."""
    if len(one) > len(two):
        one, two = two, one
    at = next((place for place, letter in enumerate(one) if letter != two[place]), len(one))
    if len(one) < len(two):
        return len(two) - len(one) == 1 and one[at:] == two[at + 1 :]
    turned = one[at : at + 2] == two[at : at + 2][::-1] and one[at + 2 :] == two[at + 2 :]
    return one[at + 1 :] == two[at + 1 :] or turned


def _forms(key: str) -> Iterator[str]:
    letters = squeezed(key)
    yield letters
    yield " ".join(sorted(key.split()))
    if len(letters) >= FEWEST_LETTERS:
        yield from {letters[:place] + letters[place + 1 :] for place in range(len(letters))}


def _distance(names: Mapping[PersonKey, str], pair: tuple[PersonKey, PersonKey]) -> int:
    """Return the distance of two names: 0 for the same spelling, 1 for the same letters, 2 otherwise."""
    first, second = names[pair[0]], names[pair[1]]
    return 0 if first == second else 1 if squeezed(first) == squeezed(second) else 2


# Column values of a person, by column name.
PersonValues = Mapping[str, Any]
# The columns that define how a name is shown.
SHOWN_AS = ("showing", "alias", "is_minor")
# The columns that a merge joins. The columns of one group change together.
TOGETHER = (("member_number",), ("valid_until",), ("stays_since",), SHOWN_AS)
JOINED = tuple(column for columns in TOGETHER for column in columns)


def joined_values(into: PersonValues, person: PersonValues) -> dict[str, Any]:
    """Return the column values that the person `into` gets when `person` is merged into `into`.

    The member number of `into` is kept; if `into` has none, the number of `person` is used. The membership
    ends on the later of the two dates. The older request to keep the name counts. If only the name of
    `person` was shortened or replaced in public, `into` gets the display settings of `person`.
    """
    values = dict(into)
    values["member_number"] = into["member_number"] or person["member_number"]
    for column, chosen in (("valid_until", max), ("stays_since", min)):
        values[column] = chosen(filter(None, (into[column], person[column])), default=None)
    if into["showing"] == Showing.FULL != person["showing"]:
        values |= {"showing": person["showing"], "alias": person["alias"]}
    values["is_minor"] = into["is_minor"] or person["is_minor"]
    return values


def standing_values(now: PersonValues, before: PersonValues, after: PersonValues) -> dict[str, Any]:
    """Return the column values from before an action, without columns that changed again after the action."""
    standing = [columns for columns in TOGETHER if all(now[each] == after[each] for each in columns)]
    return {column: before[column] for columns in standing for column in columns}


class NamePart(NamedTuple):
    """A part of a name; `differs` is True if the other name does not contain the part."""

    text: str
    differs: bool


def parts_of(name: str, other: str) -> tuple[NamePart, ...]:
    """Split a name into parts, and mark the parts that the name `other` does not contain."""
    blocks = SequenceMatcher(None, name.casefold(), other.casefold(), autojunk=False).get_opcodes()
    pieces = (NamePart(name[a:b], act != "equal") for act, a, b, _from, _to in blocks if b > a)
    return tuple(pieces) if len(name.casefold()) == len(name) else (NamePart(name, differs=False),)


def split_fault(events: frozenset[str], chosen: Sequence[str]) -> str:
    """Return the code of the error that prevents a split; an empty string if the split is possible."""
    if not chosen:
        return "no_events"
    if not set(chosen) <= events:
        return "event_not_theirs"
    return "nothing_left" if set(chosen) == events else ""
