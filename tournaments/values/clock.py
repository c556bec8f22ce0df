"""The actions on the clock of a round."""

from enum import StrEnum


class ClockAct(StrEnum):
    """The closed set of facts a round's clock is made of."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    SHIFT = "shift"
    STOP = "stop"
