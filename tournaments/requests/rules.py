"""Who of those who asked from home is in and who waits, when one may ask, what a contact is.

The order of the requests is that in which they were taken. Who waits moves up when a place is free, and
nobody stands ahead of who came earlier.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Generic, TypeVar

from tournaments.values.requests import Accepts, RequestState

# So many days after the last of an event the contacts of its requests go.
DAYS_AFTER = 30
# So much earlier, so that no copy of the data that is made from that day on holds them.
AHEAD = timedelta(hours=1)
# So many requests within an hour may a device send, and an address: a hall of people may share one.
A_DEVICE, A_ROOM = 5, 30
# More than a hundred within an hour, or three for each place, is a flood: then an address may send one.
CALM, A_FLOOD, IN_A_FLOOD = 100, 3, 1
# As many may stand open at once for a tournament: more is no list that anybody reads.
MOST_REQUESTS = 2_048
# How long before it begins one may say to be there, where the notice tells no hour of the doors.
ARRIVAL = timedelta(hours=3)


# Those that something may still become of.
OPEN = (RequestState.NEW, RequestState.WAITING)


Entrant = TypeVar("Entrant")


@dataclass(frozen=True)
class Places(Generic[Entrant]):
    """Who is in, in the order of the list, and who waits, in the order they came."""

    inside: tuple[Entrant, ...]
    waiting: tuple[Entrant, ...]
    # How many more would be in; None: nobody counts.
    free: int | None

    def position(self, each: Entrant) -> int | None:
        """Return the place of somebody among those in, or else among those who wait, counted from 1."""
        for row in (self.inside, self.waiting):
            if each in row:
                return row.index(each) + 1
        return None


def places(count: int | None, entrants: Sequence[Entrant], requests: Sequence[Entrant]) -> Places[Entrant]:
    """Say who is in and who waits: the entrants are, the requests follow while a place is free.

    Entrants stay in where the places were made fewer. Without a count everybody is in.
    """
    if count is None:
        return Places((*entrants, *requests), (), None)
    free = max(0, count - len(entrants))
    moving = requests[:free]
    return Places((*entrants, *moving), tuple(requests[free:]), free - len(moving))


class Closed(StrEnum):
    """Why no request is taken."""

    AT_DESK = "at_desk"
    NOT_YET = "not_yet"
    OVER = "over"
    BEGUN = "begun"


@dataclass(frozen=True)
class EntryWindow:
    """When and how requests are taken: the notice's hours, and whether the draw is still to come."""

    accepts: Accepts
    before_draw: bool
    opens_at: datetime | None = None
    closes_at: datetime | None = None


def closed_why(window: EntryWindow | None, at: datetime) -> Closed | None:
    """Return why no request is taken at an instant; None while they are. Without a notice none is."""
    if window is None or window.accepts is Accepts.AT_DESK:
        return Closed.AT_DESK
    if not window.before_draw:
        return Closed.BEGUN
    if window.opens_at and at < window.opens_at:
        return Closed.NOT_YET
    return Closed.OVER if window.closes_at and at >= window.closes_at else None


def arrives_from(doors_at: datetime | None, starts_at: datetime | None) -> datetime | None:
    """Return from when a pair may say that it is there: the doors, or so long before it begins."""
    return doors_at or (starts_at - ARRIVAL if starts_at else None)


def contacts_due(at: datetime) -> datetime:
    """Return before which moment an event must have ended whose contacts go now."""
    return at - timedelta(days=DAYS_AFTER) + AHEAD


def most_of_an_address(places: int | None, of_late: int) -> int:
    """Return how many requests an address may send within an hour, if so many came for the tournament."""
    return A_ROOM if of_late < max(CALM, A_FLOOD * (places or 0)) else IN_A_FLOOD


_PHONE = re.compile(r"\+?[0-9][0-9 ./()-]{4,28}")
_MAIL = re.compile(r"[^\s@<>\"',;:\\()\[\]]{1,64}@[^\s@<>\"',;:\\()\[\]]+\.[^\s@<>\"',;:\\()\[\].]{2,}")
DIGITS = range(6, 16)
LONGEST_MAIL = 160


def is_phone(text: str) -> bool:
    """Return whether a text can be dialled: six to fifteen digits, put in groups as one likes."""
    return bool(_PHONE.fullmatch(text)) and sum(each.isdigit() for each in text) in DIGITS


def is_mail(text: str) -> bool:
    """Return whether a text looks like an address for mail."""
    return len(text) <= LONGEST_MAIL and bool(_MAIL.fullmatch(text))


def is_short(word: str) -> bool:
    """Whether a word stands for another that begins with its letter: G or G."""
    return len(word.rstrip(".")) == 1


def may_mean(short: str, name: str) -> bool:
    """Whether the keys of a shortened name and of another may be one person's: Piras G. is Gavino Piras."""
    words, others = short.replace(".", ". ").split(), name.split()
    whole = [word for word in words if not is_short(word)]
    rest = list(others)
    for word in whole:
        if word not in rest:
            return False
        rest.remove(word)
    letters = [word[0] for word in words if is_short(word)]
    firsts = [word[0] for word in rest]
    return bool(whole and letters) and all(letters.count(each) <= firsts.count(each) for each in letters)
