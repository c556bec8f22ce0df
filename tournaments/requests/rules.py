"""Rules of entry requests: accepted and waiting requests, the entry period, valid contacts.

Requests are ordered by arrival. When a place becomes free the first waiting request gets it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Generic, TypeVar

from tournaments.values.requests import Accepts, RequestState

# Days after the end of a tournament when the contacts of its requests are deleted.
DAYS_AFTER = 30
# Contacts are deleted this much earlier, so that a backup made on that day does not hold them.
AHEAD = timedelta(hours=1)
# The most requests per hour from one device and from one address. Many visitors may share an address.
A_DEVICE, A_ROOM = 5, 30
# Above 100 requests per hour, or three per place, an address may send only one request per hour.
CALM, A_FLOOD, IN_A_FLOOD = 100, 3, 1
# The most open requests of a tournament.
MOST_REQUESTS = 2_048
# Arrival opens this long before the start if the notice has no time of the doors.
ARRIVAL = timedelta(hours=3)


# The states in which a request may still be decided.
OPEN = (RequestState.NEW, RequestState.WAITING)


Entrant = TypeVar("Entrant")


@dataclass(frozen=True)
class Places(Generic[Entrant]):
    """The accepted entrants in list order, and the waiting requests in order of arrival."""

    inside: tuple[Entrant, ...]
    waiting: tuple[Entrant, ...]
    # The number of free places. None if the places are not limited.
    free: int | None

    def position(self, each: Entrant) -> int | None:
        """Return the position (from 1) among the accepted entrants or among the waiting requests.

        Return None if the entrant or request is in neither list.
        """
        for row in (self.inside, self.waiting):
            if each in row:
                return row.index(each) + 1
        return None


def places(count: int | None, entrants: Sequence[Entrant], requests: Sequence[Entrant]) -> Places[Entrant]:
    """Divide entries into accepted and waiting: entrants keep their places, requests fill the free places.

    Entrants stay accepted even if the number of places was reduced. Without a limit no request waits.
    """
    if count is None:
        return Places((*entrants, *requests), (), None)
    free = max(0, count - len(entrants))
    moving = requests[:free]
    return Places((*entrants, *moving), tuple(requests[free:]), free - len(moving))


class Closed(StrEnum):
    """The reasons why no requests are accepted."""

    AT_DESK = "at_desk"
    NOT_YET = "not_yet"
    OVER = "over"
    BEGUN = "begun"


@dataclass(frozen=True)
class EntryWindow:
    """The conditions for requests: how they are accepted, the entry period, and the state of the draw."""

    accepts: Accepts
    before_draw: bool
    opens_at: datetime | None = None
    closes_at: datetime | None = None


def closed_why(window: EntryWindow | None, at: datetime) -> Closed | None:
    """Return the reason why no requests are accepted at the given time; None if requests are accepted."""
    if window is None or window.accepts is Accepts.AT_DESK:
        return Closed.AT_DESK
    if not window.before_draw:
        return Closed.BEGUN
    if window.opens_at and at < window.opens_at:
        return Closed.NOT_YET
    return Closed.OVER if window.closes_at and at >= window.closes_at else None


def arrives_from(doors_at: datetime | None, starts_at: datetime | None) -> datetime | None:
    """Return the start of check-in by link: the opening time, or some hours before the tournament.

    None if neither time is known.
    """
    return doors_at or (starts_at - ARRIVAL if starts_at else None)


def contacts_due(at: datetime) -> datetime:
    """Return the time limit for the deletion of contact data at the time `at`.

    If a tournament ended before this limit, its contact data are due for deletion.
    """
    return at - timedelta(days=DAYS_AFTER) + AHEAD


def most_of_an_address(places: int | None, of_late: int) -> int:
    """Return the number of requests allowed per network address and hour.

    The limit depends on the number of all requests in the last hour.
    """
    return A_ROOM if of_late < max(CALM, A_FLOOD * (places or 0)) else IN_A_FLOOD


_PHONE = re.compile(r"(?:\+?\(?|\(\+)[0-9][0-9 ./()-]{4,28}")
_MAIL = re.compile(r"[^\s@<>\"',;:\\()\[\]]{1,64}@[^\s@<>\"',;:\\()\[\]]+\.[^\s@<>\"',;:\\()\[\].]{2,}")
DIGITS = range(6, 16)
LONGEST_MAIL = 160


def is_phone(text: str) -> bool:
    """Return whether a text is a telephone number: six to fifteen digits, with an optional plus sign.

    Spaces, full stops, slashes, hyphens and brackets may group the digits. Only the plus sign and
    one opening bracket may stand before the first digit.
    """
    return bool(_PHONE.fullmatch(text)) and sum(each.isdigit() for each in text) in DIGITS


def is_mail(text: str) -> bool:
    """Return whether a text looks like an email address."""
    return len(text) <= LONGEST_MAIL and bool(_MAIL.fullmatch(text))


def is_short(word: str) -> bool:
    """Return whether a word is an initial, such as "G" or "G."."""
    return len(word.rstrip(".")) == 1


def may_mean(short: str, name: str) -> bool:
    """Return whether an abbreviated name may mean a full name: "Piras G." may mean "Gavino Piras"."""
    words, name_words = short.replace(".", ". ").split(), name.split()
    full_words = [word for word in words if not is_short(word)]
    rest = list(name_words)
    for word in full_words:
        if word not in rest:
            return False
        rest.remove(word)
    letters = [word[0] for word in words if is_short(word)]
    firsts = [word[0] for word in rest]
    return bool(full_words and letters) and all(letters.count(each) <= firsts.count(each) for each in letters)
