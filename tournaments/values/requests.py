"""The states of entry requests, the actions on them, and the limits for the notice of a tournament."""

from enum import StrEnum

MOST_PLACES = 1_024
# In cents, per team. A larger fee is a typing error.
MOST_FEE = 10_000_00


class RequestState(StrEnum):
    """The state of an online entry request. The initial state is NEW."""

    NEW = "asked"
    WAITING = "waiting"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class RequestAct(StrEnum):
    """The actions on an entry request, as stored in the journal of requests."""

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
    """The method by which online requests become entries. With AT_DESK, no online requests are accepted."""

    AT_ONCE = "at_once"
    ONE_BY_ONE = "one_by_one"
    CODE = "code"
    AT_DESK = "at_desk"
