"""A network with faults between phones and server, like bad Wi-Fi; a seed determines the random faults."""

import contextlib
import random
import re
import socket
import socketserver
import ssl
import struct
import threading
import time
from collections import Counter
from typing import Any, Self

# The paths with faults: hands and the pages of a table. A user who cannot open the site at all notices it.
AT_TABLES = re.compile(r"/api/v1/matches/|/tavolo/[0-9a-f-]{36}/(?!chi/)")
# The first line of a request if the browser uses this network as its proxy (RFC 9112, 3.2.2).
FROM_PROXY_USER = re.compile(rb"^([A-Z]+ )http://[^/ ]+/")
PORTAL = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 40\r\nConnection: close\r\n\r\n"
    b"<html><body>Accetta e naviga</body></html"
)
GONE_RESPONSE = (
    b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 4\r\nConnection: close\r\n\r\nGone"
)
FAULTS = ("drop", "delay", "duplicate", "cut", "reset", "portal")


class FaultyNetwork(socketserver.ThreadingTCPServer):
    """A proxy that forwards each request on a new connection or applies a random fault."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(
        self,
        server: int,
        seed: int,
        *,
        chance: float = 0.1,
        longest: float = 30.0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__(("127.0.0.1", 0), Meeting)
        self.tls, self.down = tls, False
        self.server, self.random, self.chance, self.longest = server, random.Random(seed), chance, longest
        self.done: Counter[str] = Counter()
        self.always: str | None = None
        self.pages = False
        self.port: int = self.server_address[1]

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors: a phone that closes its connection is not a fault of the test."""

    def only(self, fault: str, *, pages: bool = False) -> None:
        """Set the only fault for requests that send hands; an empty string means no fault.

        If `pages` is true, requests for table pages get the same fault.
        """
        self.always, self.pages = fault, pages

    def fault(self, path: str) -> str:
        """Return the fault for a request, or an empty string for no fault.

        The fault is random unless the method `only` has set it.
        """
        if not AT_TABLES.match(path):
            return ""
        if self.always is not None:
            return self.always if self.pages or path.startswith("/api/") else ""
        place = int(self.random.random() / self.chance)
        return FAULTS[place] if place < len(FAULTS) else ""


class Meeting(socketserver.BaseRequestHandler):
    """A request handler that forwards the request or applies a fault."""

    server: FaultyNetwork
    request: socket.socket

    def handle(self) -> None:
        """Forward the request or apply its fault; close the connection if the network is down."""
        with contextlib.suppress(OSError):
            if self.server.down:
                return self._reset()
            if self.server.tls:
                self.request = self.server.tls.wrap_socket(self.request, server_side=True)
            http_request = self._read()
            if not http_request:
                return None
            fault = self.server.fault(http_request.split(b" ", 2)[1].decode())
            self.server.done[fault] += 1
            return self._suffer(fault, http_request)

    def finish(self) -> None:
        """Close the TLS connection.

        The server itself closes only the socket below the TLS connection.
        """
        self.request.close()

    def _suffer(self, fault: str, http_request: bytes) -> None:
        if fault == "drop":
            return self._reset()
        if fault == "portal":
            return self.request.sendall(PORTAL)
        if fault == "gone":  # no fault of the network: never drawn
            return self.request.sendall(GONE_RESPONSE)
        if fault == "delay":
            time.sleep(self.server.random.random() * self.server.longest)
        if fault in ("", "delay"):
            return self._through(http_request)
        answer = self._answer(http_request)
        if fault == "duplicate":
            answer = self._answer(http_request)
        if fault == "reset":
            return self._reset()
        return self.request.sendall(answer[: len(answer) // 2] if fault == "cut" else answer)

    def _read(self) -> bytes:
        """Read a whole request and add the header `Connection: close`."""
        sent = b""
        while b"\r\n\r\n" not in sent:
            part = self.request.recv(65536)
            if not part:
                return b""
            sent += part
        head, body = sent.split(b"\r\n\r\n", 1)
        lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
        long = next(
            (int(line.split(b":")[1]) for line in lines if line.lower().startswith(b"content-length:")), 0
        )
        while len(body) < long:
            body += self.request.recv(65536)
        lines[0] = FROM_PROXY_USER.sub(rb"\1/", lines[0], count=1)
        return b"\r\n".join([lines[0], b"Connection: close", *lines[1:]]) + b"\r\n\r\n" + body

    def _answer(self, http_request: bytes) -> bytes:
        answer = b""
        with socket.create_connection(("127.0.0.1", self.server.server)) as upstream:
            upstream.sendall(http_request)
            while part := upstream.recv(65536):
                answer += part
        return answer

    def _through(self, http_request: bytes) -> None:
        with socket.create_connection(("127.0.0.1", self.server.server)) as upstream:
            upstream.sendall(http_request)
            while part := upstream.recv(65536):
                self.request.sendall(part)

    def _reset(self) -> None:
        """Reset the connection, as when the network is lost."""
        self.request.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.request.close()
