"""The states of requests from home, the actions on requests, and the limits of a notice."""

from enum import StrEnum

MOST_PLACES = 1_024
# In cents, for a team: more is a slip of the keyboard.
MOST_FEE = 10_000_00


class RequestState(StrEnum):
    """Where a request from home stands; it begins as new."""

    NEW = "asked"
    WAITING = "waiting"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class RequestAct(StrEnum):
    """What is done with a request from home, as the journal of requests keeps it."""

    ASK = "ask"
    ACCEPT = "accept"
    MOVE_UP = "move_up"
    WAIT = "wait"
    REFUSE = "refuse"
    WITHDRAW = "withdraw"
    JOIN = "join"
    RENAME = "rename"
    ARRIVE = "arrive"


class Accepts(StrEnum):
    """How a request from home becomes an entry; at the desk: none is taken from home."""

    AT_ONCE = "at_once"
    ONE_BY_ONE = "one_by_one"
    CODE = "code"
    AT_DESK = "at_desk"
