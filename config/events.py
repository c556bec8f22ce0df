"""Server-sent events: GET /api/v1/tournaments/{slug}/events/, plain ASGI, before Django.

A stream says "this changed" and nothing more; the page fetches the part that it shows.
"""

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from a2wsgi.asgi_typing import HTTPScope, Receive, Send
from django.utils.translation import gettext

from config.patience import RETRY_AFTER
from config.rooms import cookies_of
from config.watch import Watch, news_after, read
from tournaments.errors import outage_of
from tournaments.visibility.selectors import stream_of
from tournaments.web.api.problems import MEDIA_TYPE, outage_words, problem

PATH = re.compile(r"/api/v1/tournaments/([-\w]+)/events/")
BEAT = 15  # seconds of silence after which a comment keeps the connection alive
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
watch = Watch()


def streamed_slug(scope: HTTPScope) -> str | None:
    """Return whose stream is asked for, or None when something else is."""
    asked = PATH.fullmatch(scope["path"]) if scope["method"] == "GET" else None
    return asked[1] if asked else None


async def stream(slug: str, scope: HTTPScope, receive: Receive, send: Send) -> None:
    """Answer until the reader goes."""
    try:
        found = await read(stream_of, slug, cookies_of(scope))
    except Exception as error:
        status = outage_of(error)
        if status is None:
            raise
        return await _refuse(send, problem(status, "unavailable", outage_words(status)))
    if found is None:
        detail = gettext("There is no such tournament.")
        return await _refuse(send, problem(HTTPStatus.NOT_FOUND, "not_found", detail))
    await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": HEADERS})
    tasks = [
        asyncio.create_task(_tell(*found, _seen(scope), send)),
        asyncio.create_task(_wait_until_gone(receive)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _tell(tournament: UUID, version: int, seen: int | None, send: Send) -> None:
    async with aclosing(_lines(tournament, version, seen)) as lines:
        async for line in lines:
            await send({"type": "http.response.body", "body": line.encode(), "more_body": True})


async def _lines(tournament: UUID, version: int, seen: int | None) -> AsyncGenerator[str, None]:
    queue, handed_out = watch.join(tournament, version)
    told = version if seen is None else seen
    try:
        yield "retry: 2000\n: welcome\n\n"
        if told != max(version, handed_out):
            missed = await read(news_after, tournament, told)
            told = missed.version
            yield missed.whole
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    heard = [await queue.get()]
            except TimeoutError:
                yield ": still here\n\n"
                continue
            while not queue.empty():  # what came together goes out together
                heard.append(queue.get_nowait())
            text = "".join(piece.after(told) for piece in heard)
            told = max(told, heard[-1].version)
            if text:
                yield text
    finally:
        watch.leave(tournament, queue)


def _seen(scope: HTTPScope) -> int | None:
    """Return the version the reader has: Last-Event-ID when it comes back, ?since= when its page is new."""
    query = parse_qs(scope["query_string"].decode("latin-1"))
    given = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1") or query.get("since", [""])[0]
    return int(given) if re.fullmatch(r"[0-9]{1,15}", given) else None


async def _refuse(send: Send, said: dict[str, Any]) -> None:
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"cache-control", b"no-store")]
    if said["status"] >= HTTPStatus.INTERNAL_SERVER_ERROR:
        headers.append((b"retry-after", str(RETRY_AFTER).encode()))
    await send({"type": "http.response.start", "status": said["status"], "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(said).encode(), "more_body": False})
