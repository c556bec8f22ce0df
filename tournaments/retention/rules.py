"""When the name of somebody who plays no more is forgotten: after a time that the club sets, if it does.

Counted from the day on which the last tournament they are in was over; who is in none, from the day the name
was written. Nobody is forgotten unannounced: a month before, the desk sees who.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

# The times a club chooses from.
YEARS = (1, 2, 3, 5, 10)
# How long before it happens the desk sees whose name is to be forgotten.
NOTICE = timedelta(days=30)


class RetentionTerms(NamedTuple):
    """After how many years names are forgotten, and since what day the club wants it so."""

    years: int
    since: date


class PersonFacts(NamedTuple):
    """What there is of a person: `over` has the last day of each tournament, None while it is not over."""

    entered_on: date
    stays: bool = False
    over: Sequence[date | None] = ()


def due_on(facts: PersonFacts, terms: RetentionTerms) -> date | None:
    """Return the day on which a name is forgotten; None for who stays, and who may still have to play."""
    days = [day for day in facts.over if day is not None]
    if facts.stays or len(days) < len(facts.over):
        return None
    last = max(days, default=facts.entered_on)
    return max(years_after(last, terms.years), facts.entered_on + NOTICE, terms.since + NOTICE)


def years_after(day: date, years: int) -> date:
    """Return the same day of a later year; after 29 February comes 1 March where there is none."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
