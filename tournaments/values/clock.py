"""The actions on the clock of a round."""

from enum import StrEnum


class ClockAct(StrEnum):
    """The actions on the clock of a round."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    SHIFT = "shift"
    STOP = "stop"
