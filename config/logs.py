"""What the log may grow by: a few lines a minute from each place in the code, however often it is reached."""

import logging
import time

LINES = 5
MINUTE = 60.0  # seconds


class Damping(logging.Filter):
    """Lets the first lines of a minute through from each place, and counts the rest into the next one.

    Whoever sends requests that cannot be read, or opens more connections than there are files, would
    otherwise write the disk full: each costs a line, and some a traceback.
    """

    def __init__(self) -> None:
        super().__init__()
        self.places: dict[tuple[str, str, int], tuple[float, int]] = {}
        """For each place when its minute began, and how many lines came from there since."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this line is written; the first of a new minute says what was left out before."""
        place, now = (record.name, record.pathname, record.lineno), time.monotonic()
        began, lines = self.places.get(place, (now, 0))
        more = lines - LINES
        if now - began >= MINUTE:
            began, lines = now, 0
            if more > 0:
                record.msg, record.args = f"{record.getMessage()} (and {more} more like it before)", ()
        self.places[place] = began, lines + 1
        return lines < LINES
