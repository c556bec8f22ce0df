"""The two rooms of a web process: live streams in plain ASGI, everything else Django in a few threads.

Django under its own ASGI handler would open a database session per request; as WSGI its threads keep
theirs. Inside Django every open stream would hold one of those threads all evening.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import Receive, Scope, Send
from django.core.wsgi import get_wsgi_application

pages = get_wsgi_application()  # before what follows: it sets Django up

from config import checks
from config.databases import THREADS
from config.events import stream, streamed_slug

checks.refuse_unsafe_database()
django = WSGIMiddleware(pages, workers=THREADS)  # type: ignore[arg-type]  # it says the same in other words


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Choose the room."""
    if scope["type"] == "http" and (slug := streamed_slug(scope)):
        await stream(slug, scope, receive, send)
    else:
        await django(scope, receive, send)
