"""Log filters that limit repeated lines and redact secret links."""

import logging
import re
import time
from http import HTTPStatus

LINES = 5
MINUTE = 60.0  # seconds
QUIET = 30.0  # seconds between two lines about an unavailable database or a full disk


class Damping(logging.Filter):
    """Log filter: pass the first few lines per minute from each source line, and count the suppressed ones.

    Without this filter, many invalid requests could fill the disk, because each request writes a line or a
    traceback. Connections could do so too, once the process has no file descriptors left.
    """

    def __init__(self) -> None:
        super().__init__()
        # The start of the current minute and the number of lines in it, by place in the code.
        self.places: dict[tuple[str, str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write the line; once a minute, add the number of suppressed lines to it."""
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
    """Log filter: truncate URLs that contain a secret. No line is suppressed."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the secret from the URLs in the record; return True."""
        message = record.getMessage()
        if SECRET.search(message):
            record.msg, record.args = SECRET.sub(r"\1…", message), ()
        return True


class WithoutOpenStreams(logging.Filter):
    """Log filter: suppress the error about event streams that are cancelled at shutdown."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False if the record is the error about cancelled requests."""
        return not str(record.msg).startswith("Cancel %s running task(s)")


class OnceInAWhile(logging.Filter):
    """Log filter: pass at most one line about 503 and 507 responses per interval."""

    def __init__(self) -> None:
        super().__init__()
        self.at = -QUIET

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if the line is to be written. The URL is removed from a line about 503 or 507."""
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
