"""The rooms of a web process: live streams in plain ASGI, everything else Django in a few threads.

Django under its own ASGI handler would open a database session per request; as WSGI its threads keep
theirs. Inside Django every open stream would hold one of those threads all evening.

Who only reads the public pages is answered from the page cache, and where it has no page by threads and a
process of their own: when a hand was written a thousand ask at once, and whoever writes the next one does not
wait behind them. Whoever asks at a table or at the desk has others than whoever writes: while the database
lets nobody write, it can be read.
"""

from config.wsgi import in_one_piece  # it sets Django up

# isort: split
from importlib import import_module

from a2wsgi.asgi_typing import Receive, Scope, Send
from django.conf import settings

from config import checks
from config.databases import READERS, THREADS, WRITERS
from config.events import stream, streamed_slug
from config.failures import Room, begin, limit_new_connections
from config.server import processes
from config.server.entrance import Entrance
from config.server.page_maker import PageMaker
from config.server.page_store import PageCache
from config.server.priority import WritePriority
from config.server.routing import only_reads, writes
from tournaments.lifecycle.services.changes import versions_of
from tournaments.queue.kinds import kinds

limit_new_connections()
checks.refuse_unsafe_database()
processes.take_turns_often()

import_module(settings.ROOT_URLCONF)
kinds()
processes.search_seldom()

writing = Room(in_one_piece, workers=WRITERS)
asking = Room(in_one_piece, workers=THREADS - WRITERS - READERS)
page_maker = PageMaker()
reading = Room(page_maker, workers=READERS)
page_cache = PageCache(versions_of, reading)
priority = WritePriority()


async def room(scope: Scope, receive: Receive, send: Send) -> None:
    """Choose the room."""
    if scope["type"] == "lifespan":
        await processes.lifespan(receive, send)
    elif scope["type"] == "http" and (slug := streamed_slug(scope)):
        await stream(slug, scope, receive, send)
    elif scope["type"] == "http" and only_reads(scope):
        begin(scope)
        await priority.wait()
        await page_cache.answer(scope, receive, priority.after_writers(send))
    elif scope["type"] == "http" and not writes(scope):
        await asking(scope, receive, send)
    else:
        with priority.writing():
            await writing(scope, receive, send)


application = Entrance(room)
