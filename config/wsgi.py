"""Django as a WSGI application, and its answers in one piece. Whoever imports this module sets Django up."""

import os
from contextlib import closing
from typing import Any

from django.core.wsgi import get_wsgi_application

from config.server.routing import club_of
from tournaments.clubs.databases import database_of

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()


def in_one_piece(environ: Any, start_response: Any) -> list[bytes]:
    """Return the whole of an answer at once.

    Sent in pieces, it would hold its thread until its reader has taken the last but few, and a phone that
    went away in the middle takes none. Now it waits in memory instead (config/server/connections.py).
    """
    with database_of(club_of(environ["asgi.scope"])):
        answer = application(environ, start_response)
        with closing(answer):
            return [b"".join(answer)]
