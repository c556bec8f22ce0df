"""The sockets on which a web process listens."""

import asyncio
import socket

from config.server import connections


def test_accepted_connection_sends_the_body_before_the_headers_are_acknowledged() -> None:
    for listener in connections.listeners("localhost", 0):
        assert asyncio.run(_option_of_a_connection(listener)) == 1


async def _option_of_a_connection(listener: socket.socket) -> int:
    """Accept one connection as uvicorn does; return the connection's value of TCP_NODELAY."""
    accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def accept(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = writer.get_extra_info("socket")
        accepted.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async with await asyncio.start_server(accept, sock=listener):
        _reader, writer = await asyncio.open_connection(*listener.getsockname()[:2])
        value = await accepted
        writer.close()
        return value
