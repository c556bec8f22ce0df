"""Django as a WSGI application that sends each response as one chunk."""

import os
from contextlib import closing
from typing import Any

from django.core.wsgi import get_wsgi_application

from config.server.routing import club_of
from tournaments.clubs.databases import database_of

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()


def in_one_piece(environ: Any, start_response: Any) -> list[bytes]:
    """Return the whole response as one chunk.

    In chunks, a response would occupy its thread until the client has read nearly all of it, and a phone
    that has left reads nothing. Instead the response waits in memory (config/server/connections.py).
    """
    with database_of(club_of(environ["asgi.scope"])):
        answer = application(environ, start_response)
        with closing(answer):
            return [b"".join(answer)]
