"""The rooms of a web process: live streams in plain ASGI, everything else Django in a few threads.

Django under its own ASGI handler would open a database session per request; as WSGI its threads keep
theirs. Inside Django every open stream would hold one of those threads all evening.

Who only reads the public pages is answered from the page cache, and where it has no page by threads of
their own: when a hand was written a thousand ask at once, and whoever writes the next one does not wait
behind them. Whoever asks at a table or at the desk has others than whoever writes: while the database lets
nobody write, it can be read.
"""

import gc
import os
import sys
from contextlib import closing
from importlib import import_module
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from a2wsgi.asgi_typing import Receive, Scope, Send
from django.conf import settings
from django.core.wsgi import get_wsgi_application

pages = get_wsgi_application()  # before what follows: it sets Django up

from config import checks, processes as pulse
from config.databases import READERS, THREADS, WRITERS
from config.entrance import Entrance
from config.events import stream, streamed_slug
from config.failures import Room, begin, limit_new_connections
from config.page_cache import PageCache
from config.routing import only_reads, writes
from tournaments.lifecycle.services import versions_of

limit_new_connections()
checks.refuse_unsafe_database()
# A thread that comes back from the database waits for this long until a busy one lets it go on; with the
# usual 5 ms, somebody's thirty questions about a hand take long while others make pages.
sys.setswitchinterval(0.0005)

# What is there for good is not looked through again and again for what could be thrown away: that stopped
# every thread for 150 ms, each dozen pages made.
import_module(settings.ROOT_URLCONF)
gc.collect()
gc.freeze()


def in_one_piece(environ: Any, start_response: Any) -> list[bytes]:
    """Return the whole of an answer at once.

    Sent in pieces, it would hold its thread until its reader has taken the last but few, and a phone that
    went away in the middle takes none. Now it waits in memory instead (config/connections.py).
    """
    answer = pages(environ, start_response)
    with closing(answer):
        return [b"".join(answer)]


writing = Room(in_one_piece, workers=WRITERS)
asking = Room(in_one_piece, workers=THREADS - WRITERS - READERS)
reading = Room(in_one_piece, workers=READERS)
page_cache = PageCache(versions_of, reading)


async def room(scope: Scope, receive: Receive, send: Send) -> None:
    """Choose the room."""
    if scope["type"] == "lifespan":
        await pulse.lifespan(receive, send)
    elif scope["type"] == "http" and (slug := streamed_slug(scope)):
        await stream(slug, scope, receive, send)
    elif scope["type"] == "http" and only_reads(scope):
        begin(scope)
        await page_cache.answer(scope, receive, send)
    elif scope["type"] == "http" and not writes(scope):
        await asking(scope, receive, send)
    else:
        await writing(scope, receive, send)


application = Entrance(room)
