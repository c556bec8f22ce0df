"""The ASGI application of a web process: event streams run in ASGI, other requests in Django's threads.

Django's ASGI handler would open a database session for each request. Django therefore runs as a WSGI
application in threads that keep their sessions. An event stream in such a thread would occupy the thread for
hours.

Public pages come from the page cache, or are rendered in separate threads and a separate process. After a
hand a thousand readers request the page at once, and the next hand must not wait for them. Reading and
writing requests have separate threads, so that pages can be read while the database is locked for writing.
"""

from config.wsgi import in_one_piece  # importing it sets Django up

# isort: split
from importlib import import_module

from a2wsgi.asgi_typing import Receive, Scope, Send
from django.conf import settings

from config import checks
from config.databases import READERS, THREADS, WRITERS
from config.events import stream, streamed_slug
from config.failures import ThreadPool, begin, limit_new_connections
from config.server import processes
from config.server.page_maker import PageMaker
from config.server.page_store import PageCache
from config.server.priority import WritePriority
from config.server.request_checks import RequestChecks
from config.server.routing import only_reads, writes
from tournaments.lifecycle.services.changes import versions_of
from tournaments.queue.kinds import kinds

limit_new_connections()
checks.refuse_unsafe_database()
processes.switch_threads_often()

import_module(settings.ROOT_URLCONF)
kinds()
processes.collect_garbage_rarely()

write_pool = ThreadPool(in_one_piece, workers=WRITERS)
read_pool = ThreadPool(in_one_piece, workers=THREADS - WRITERS - READERS)
page_maker = PageMaker()
page_pool = ThreadPool(page_maker, workers=READERS)
page_cache = PageCache(versions_of, page_pool)
priority = WritePriority()


async def dispatch(scope: Scope, receive: Receive, send: Send) -> None:
    """Pass a request to the event stream, the page cache, or one of two thread pools (reading, writing)."""
    if scope["type"] == "lifespan":
        await processes.lifespan(receive, send)
    elif scope["type"] == "http" and (slug := streamed_slug(scope)):
        await stream(slug, scope, receive, send)
    elif scope["type"] == "http" and only_reads(scope):
        begin(scope)
        await priority.wait()
        await page_cache.answer(scope, receive, priority.after_writers(send))
    elif scope["type"] == "http" and not writes(scope):
        await read_pool(scope, receive, send)
    else:
        with priority.writing():
            await write_pool(scope, receive, send)


application = RequestChecks(dispatch)
