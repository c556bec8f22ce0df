"""Rules of name retention: the names of persons who stopped playing are erased after a period.

The period starts on the day when the person's last tournament was over. For a person without tournaments, it
starts when the name was entered. The desk page lists each name a month before its erasure.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

# The periods a club can choose, in years.
YEARS = (1, 2, 3, 5, 10)
# How long before the erasure the desk sees the name.
NOTICE = timedelta(days=30)


class RetentionTerms(NamedTuple):
    """The retention period in years, and the day when the club set it."""

    years: int
    since: date


class PersonFacts(NamedTuple):
    """The data that determine when a name is erased; `stays` is True if the name is marked to be kept.

    `over` contains the last day of each tournament, or None for a tournament that is not over.
    """

    entered_on: date
    stays: bool = False
    over: Sequence[date | None] = ()


def due_on(facts: PersonFacts, terms: RetentionTerms) -> date | None:
    """Return the day on which a name is erased.

    Return None if the name is marked to be kept, or if a tournament of the person is not over.
    """
    days = [day for day in facts.over if day is not None]
    if facts.stays or len(days) < len(facts.over):
        return None
    last = max(days, default=facts.entered_on)
    return max(years_after(last, terms.years), facts.entered_on + NOTICE, terms.since + NOTICE)


def years_after(day: date, years: int) -> date:
    """Return the date that is `years` years after `day`; 29 February becomes 1 March in a common year."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
