"""The event stream of a tournament: `/api/v1/tournaments/<slug>/events/`."""

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

from config.change_poller import ChangePoller, news_after, poller_of, read
from config.server.routing import club_of, cookies_of
from tournaments.clubs.databases import in_club
from tournaments.errors import RETRY_AFTER, outage_of
from tournaments.permissions import stream_of
from tournaments.web.api.problems import MEDIA_TYPE, outage_words, problem

PATH = re.compile(r"/api/v1/tournaments/([-\w]+)/events/")


BEAT = 15  # seconds of silence after which a heartbeat keeps the connection alive
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


def streamed_slug(scope: HTTPScope) -> str | None:
    """Return the slug of the tournament if the request is for an event stream; None if not."""
    match = PATH.fullmatch(scope["path"]) if scope["method"] == "GET" else None
    return match[1] if match else None


async def stream(slug: str, scope: HTTPScope, receive: Receive, send: Send) -> None:
    """Send the event stream until the reader disconnects."""
    club = club_of(scope)
    try:
        stream_start = await read(in_club(club, stream_of), slug, cookies_of(scope))
    except Exception as error:
        status = outage_of(error)
        if status is None:
            raise
        return await _refuse(send, problem(status, "unavailable", outage_words(status)))
    if stream_start is None:
        detail = gettext("There is no such tournament.")
        return await _refuse(send, problem(HTTPStatus.NOT_FOUND, "not_found", detail))
    tournament, version, results = stream_start
    last_version = _version_seen(scope, version, results)
    await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": HEADERS})
    tasks = [
        asyncio.create_task(_tell(poller_of(club), tournament, version, last_version, send)),
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


async def _tell(
    poller: ChangePoller, tournament: UUID, version: int, version_seen: int | None, send: Send
) -> None:
    async with aclosing(_lines(poller, tournament, version, version_seen)) as lines:
        async for line in lines:
            await send({"type": "http.response.body", "body": line.encode(), "more_body": True})


async def _lines(
    poller: ChangePoller, tournament: UUID, version: int, version_seen: int | None
) -> AsyncGenerator[str, None]:
    queue, handed_out = poller.join(tournament, version)
    sent_version = version if version_seen is None else version_seen
    try:
        yield f"retry: 2000\n{_heartbeat()}"
        if sent_version != max(version, handed_out):
            missed = await read(in_club(poller.club, news_after), tournament, sent_version)
            sent_version = missed.version
            if missed.text:
                yield missed.text
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    heard = [await queue.get()]
            except TimeoutError:
                yield _heartbeat()
                continue
            while not queue.empty():  # changes that arrived together are sent together
                heard.append(queue.get_nowait())
            text = "".join(piece.after(sent_version) for piece in heard)
            sent_version = max(sent_version, heard[-1].version)
            if text:
                yield text
    finally:
        poller.leave(tournament, queue)


def _heartbeat() -> str:
    """Return the heartbeat event, which announces the maximum number of seconds until the next event."""
    return f"event: beat\ndata: {BEAT}\n\n"


def _version_seen(scope: HTTPScope, version: int, results: int) -> int | None:
    """Return the version that the reader already has, from Last-Event-ID or the query; None if unknown.

    `?since=` contains a version. `?results=` contains a results version; if it is the current one, the page
    is up to date, and the current version is returned.
    """
    query = parse_qs(scope["query_string"].decode("latin-1"))
    came_back = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1")
    if not came_back and query.get("results") == [str(results)]:
        return version
    version_text = came_back or query.get("since", query.get("results", [""]))[0]
    return int(version_text) if re.fullmatch(r"[0-9]{1,15}", version_text) else None


async def _refuse(send: Send, problem: dict[str, Any]) -> None:
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"cache-control", b"no-store")]
    if problem["status"] >= HTTPStatus.INTERNAL_SERVER_ERROR:
        headers.append((b"retry-after", str(RETRY_AFTER).encode()))
    await send({"type": "http.response.start", "status": problem["status"], "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(problem).encode(), "more_body": False})
