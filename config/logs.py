"""What the log may grow by: a few lines a minute from each place in the code, one about each outage."""

import logging
import re
import time
from http import HTTPStatus

LINES = 5
MINUTE = 60.0  # seconds
QUIET = 30.0  # seconds for which the log has one line about a database or a disk that fails


class Damping(logging.Filter):
    """Lets the first lines of a minute through from each place, and counts the rest into the next one.

    Whoever sends requests that cannot be read, or opens more connections than there are files, would
    otherwise write the disk full: each costs a line, and some a traceback.
    """

    def __init__(self) -> None:
        super().__init__()
        # For each place when its minute began, and how many lines came from there since.
        self.places: dict[tuple[str, str, int], tuple[float, int]] = {}

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


SECRET = re.compile(r"(/(?:i|invito|setup)/)[^/\s?\"']+")


class HiddenLinks(logging.Filter):
    """Lets every line through; of an address that is a key only its beginning is written."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return true, whatever was hidden."""
        said = record.getMessage()
        if SECRET.search(said):
            record.msg, record.args = SECRET.sub(r"\1…", said), ()
        return True


class WithoutOpenStreams(logging.Filter):
    """Suppress the error about requests cancelled at shutdown: event streams stay open until then."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False for the error about cancelled requests."""
        return not str(record.msg).startswith("Cancel %s running task(s)")


class OnceInAWhile(logging.Filter):
    """Of the answers given for a database that is away or a disk that is full, one line now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.at = -QUIET

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is written; such a line names no address."""
        status = getattr(record, "status_code", None)
        if status not in (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.INSUFFICIENT_STORAGE):
            return True
        if time.monotonic() - self.at < QUIET:
            return False
        self.at = time.monotonic()
        error = record.exc_info[1] if record.exc_info else "too late"
        record.msg, record.args = "answered %s: %s", (int(status), error)
        record.exc_info, record.exc_text = None, None
        return True
