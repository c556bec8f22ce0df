"""The number of entrants that qualify from a stage, and sentences about the size of each stage."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from scoring.types import Sentence, _, sentence
from tournaments.competition.format_parts.format import Format, Options
from tournaments.competition.format_parts.size_words import size_in_words
from tournaments.competition.standings.qualifying import ADVANCE, places_next
from tournaments.competition.types import EntrantId, Plan


class Leg(NamedTuple):
    """A stage in a sequence: its format, the options of the format, and the number of sides at a table."""

    form: Format
    options: Options
    sides: int


def course_in_words(legs: Sequence[Leg], entrants: int) -> Iterator[Sentence]:
    """Yield the size of each stage as a sentence; raise NoPairing if a stage cannot be played."""
    for number, leg in enumerate(legs, start=1):
        plan = leg.form.plan(_some(entrants), leg.options, leg.sides)
        onward = going_on(plan, leg.options)
        yield _stage_in_words(leg, plan, onward, last=number == len(legs))
        entrants = onward


def _some(entrants: int) -> list[EntrantId]:
    return [EntrantId(str(number)) for number in range(entrants)]


def going_on(plan: Plan, options: Options) -> int:
    """Return the number of entrants that qualify for the next stage; without a limit all entrants qualify."""
    entrants, groups = len(plan.entrants), max(1, len(plan.groups))
    advance = cast(int, options.get(ADVANCE.key, 0)) or entrants
    return min(entrants, groups * advance + places_next(groups, advance, options.get("best_next", 0)))


def _stage_in_words(leg: Leg, plan: Plan, onward: int, *, last: bool) -> Sentence:
    words = size_in_words(leg.form, plan, leg.options, leg.sides)
    if last or leg.form.plan_in_words:
        return words
    if onward == len(plan.entrants):
        return sentence(_("%(plan)s All qualify."), plan=words)
    return sentence(_("%(plan)s The first %(count)s qualify."), plan=words, count=onward)
