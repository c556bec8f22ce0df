"""`python -m config.web`: run one web process; its limits protect it even without a reverse proxy."""

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
from config.server.processes import SHORT_TURN, switch_threads_often


def main(arguments: list[str] | None = None) -> None:
    """Run the web process until it is stopped."""
    parser = ArgumentParser(prog="python -m config.web", description="Run one web process.")
    parser.add_argument("--host", default=settings.HOST, help="the address to listen on")
    parser.add_argument("--port", default=settings.PORT, type=int)
    where = parser.parse_args(arguments)
    environment.refuse_public_debug(where.host, debug=settings.DEBUG)
    try:
        from config.asgi import (
            application,
            page_maker,
        )  # imported here, because it queries the database, which is forbidden in the event loop
    except RestoreRunning as error:
        sys.exit(str(error))

    if not settings.REDIS_URL:  # larger sites have separate processes for readers
        page_maker.begin()
        switch_threads_often(SHORT_TURN)

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
        log_config=None,  # the settings configure the log
        proxy_headers=bool(settings.TRUSTED_PROXIES),
        forwarded_allow_ips=settings.TRUSTED_PROXIES,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(server).run(listeners(where.host, where.port))


if __name__ == "__main__":
    main()
