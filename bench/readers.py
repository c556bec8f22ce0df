"""Readers that cost little: a kept connection, a request written by hand, the answer's bytes."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing


class Reader:
    """One visitor with a connection of his own."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.file = self.socket.makefile("rb")

    def ask(self, path: str, etag: str = "", *, gzip: bool = True) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of a GET."""
        wanted = {"Host": "127.0.0.1", "Accept-Language": "it"}
        wanted |= {"If-None-Match": etag} if etag else {}
        wanted |= {"Accept-Encoding": "gzip"} if gzip else {}
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in wanted.items()), "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        status = int(self.file.readline().split()[1])
        headers = dict(self._headers())
        return status, headers, self.file.read(int(headers.get("content-length", 0)))

    def _headers(self) -> Iterator[tuple[str, str]]:
        while line := self.file.readline().decode().strip():
            name, _colon, value = line.partition(":")
            yield name.lower(), value.strip()

    def close(self) -> None:
        """Leave."""
        self.file.close()
        self.socket.close()


def requests_a_second(port: int, paths: Iterator[str], etag: str, *, readers: int, seconds: float) -> float:
    """Return how many answers a number of readers get in a second, each asking as soon as it is answered."""
    end = time.perf_counter() + seconds
    asked = threading.Lock()

    def read(_number: int) -> int:
        count = 0
        with closing(Reader(port)) as reader:
            while time.perf_counter() < end:
                with asked:
                    path = next(paths)
                status, _headers, _body = reader.ask(path, etag)
                assert status == (304 if etag else 200), (path, status)
                count += 1
        return count

    started = time.perf_counter()
    with ThreadPoolExecutor(readers) as pool:
        answered = sum(pool.map(read, range(readers)))
    return answered / (time.perf_counter() - started)
