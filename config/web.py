"""`python -m config.web`: one web process, with the limits that hold where no proxy stands before it."""

import os
import sys
from argparse import ArgumentParser
from contextlib import suppress
from functools import partial

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import uvicorn
from django.conf import settings

from config import environment
from config.databases import RestoreRunning
from config.server.connections import (
    Connection,
    Connections,
    backlog,
    file_limit,
    listeners,
    most_connections,
)
from config.server.processes import SHORT_TURN, take_turns_often


def main(arguments: list[str] | None = None) -> None:
    """Answer until this process is told to end."""
    parser = ArgumentParser(prog="python -m config.web", description="Runs one web process.")
    parser.add_argument("--host", default=settings.HOST, help="the address to listen on")
    parser.add_argument("--port", default=settings.PORT, type=int)
    where = parser.parse_args(arguments)
    environment.refuse_public_debug(where.host, debug=settings.DEBUG)
    try:
        from config.asgi import application, page_maker  # it asks the database, which the loop must not do
    except RestoreRunning as error:
        sys.exit(str(error))

    if not settings.REDIS_URL:  # a larger site has processes for readers
        page_maker.begin()
        take_turns_often(SHORT_TURN)

    files = file_limit()
    server = uvicorn.Config(
        application,
        http=partial(Connection, Connections(most_connections(files))),  # type: ignore[arg-type]
        ws="none",
        lifespan="on",
        backlog=backlog(files),
        timeout_graceful_shutdown=3,
        access_log=False,
        server_header=False,
        log_config=None,  # what is written, and how much of it, is said in the settings
        proxy_headers=bool(settings.TRUSTED_PROXIES),
        forwarded_allow_ips=settings.TRUSTED_PROXIES,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(server).run(listeners(where.host, where.port))


if __name__ == "__main__":
    main()
