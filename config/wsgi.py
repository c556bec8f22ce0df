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

    If a response is sent in several chunks, it occupies a thread until the client has read nearly all of
    the response. A phone that has lost the network reads nothing and would block the thread. A response of
    one chunk waits in memory instead (config/server/connections.py).
    """
    with database_of(club_of(environ["asgi.scope"])):
        answer = application(environ, start_response)
        with closing(answer):
            return [b"".join(answer)]
