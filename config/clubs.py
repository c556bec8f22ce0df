"""The club of a request, determined by its host name before the request is processed."""

import asyncio
import logging
import time
from collections.abc import Mapping

from a2wsgi.asgi_typing import HTTPScope
from django.http.request import split_domain_port

from config.change_poller import read
from config.server.routing import header
from tournaments.clubs.rules import FIRST
from tournaments.clubs.selectors import clubs_by_host
from tournaments.errors import outage_of

log = logging.getLogger(__name__)

EVERY = 2.0  # seconds after which the list of clubs is read again
PATIENCE = 1.0  # second that the first request of a process waits for the list; later requests do not wait


class Hosts:
    """The host names of all clubs except the first, cached in this process."""

    def __init__(self) -> None:
        self.slugs: Mapping[str, str] = {}
        self.read_at: float | None = None
        self.reading: asyncio.Task[None] | None = None

    async def club_of(self, scope: HTTPScope) -> str:
        """Return the slug of the club that has this host name; FIRST if no club has it."""
        if self.reading is None and (self.read_at is None or time.monotonic() - self.read_at >= EVERY):
            self.reading = asyncio.create_task(self._read())
            if self.read_at is None:
                await asyncio.wait([self.reading], timeout=PATIENCE)
        name, _port = split_domain_port((header(scope, b"host") or b"").decode("latin-1"))
        return self.slugs.get(name, FIRST)

    async def _read(self) -> None:
        try:
            self.slugs = await read(clubs_by_host)
        except Exception as error:  # the last list stays valid
            log.warning("the clubs of this site could not be read", exc_info=not outage_of(error))
        self.read_at, self.reading = time.monotonic(), None
