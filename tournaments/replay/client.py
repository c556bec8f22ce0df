"""An HTTP client of the API that retries failed requests, like the phones at the tables."""

import http.client
import json
import time
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlsplit


class Refused(Exception):
    """The site responded with an error status (4xx)."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(f"{status}: {json.dumps(body, ensure_ascii=False)[:400]}")
        self.status = status
        self.body = body


class GaveUp(Exception):
    """Raised if the site gave no response, or only 5xx responses, within the allowed time."""


@dataclass(frozen=True)
class SiteAnswer:
    """A successful response."""

    status: int
    body: Any
    etag: str


@dataclass
class Site:
    """An HTTP client for a site and its API token; failed requests are repeated for `patience` seconds."""

    url: str
    token: str
    patience: float = 60.0
    # The timeout of one response in seconds.
    timeout: float = 30.0
    _connection: http.client.HTTPConnection | None = field(default=None, repr=False)

    def send(self, method: str, path: str, body: object = None, **headers: str) -> SiteAnswer:
        """Send a request; repeat the request after connection errors and 5xx responses.

        `path` follows `/api/v1`. In the names of `headers`, an underscore stands for a hyphen. Raise Refused
        for a 4xx response, and GaveUp if the site gives no other response for `patience` seconds.
        """
        started, pause = time.monotonic(), 0.05
        while True:
            try:
                answer = self._once(method, path, body, headers)
            except (OSError, http.client.HTTPException) as failure:
                self.close()
                reason: str = repr(failure)
            else:
                if answer.status < 500:
                    return _or_refused(answer)
                reason = f"status {answer.status}"
            if time.monotonic() - started > self.patience:
                raise GaveUp(f"{method} {path}: {reason}")
            time.sleep(pause)
            pause = min(pause * 1.5, 0.5)

    def get(self, path: str) -> Any:
        """Send a GET request and return the body of the response."""
        return self.send("GET", path).body

    def pages(self, path: str) -> list[Any]:
        """Return all rows of a paginated list."""
        rows: list[Any] = []
        while path:
            page = self.get(path)
            rows += page["results"]
            following = urlsplit(page["next"] or "")
            path = f"{following.path}?{following.query}".removeprefix(self._prefix) if page["next"] else ""
        return rows

    @property
    def _prefix(self) -> str:
        return urlsplit(self.url).path.rstrip("/") + "/api/v1"

    def _once(self, method: str, path: str, body: object, headers: dict[str, str]) -> SiteAnswer:
        connection = self._connected()
        data = None if body is None else json.dumps(body).encode()
        sent = {
            "Authorization": f"Token {self.token}",
            "Content-Type": "application/json",
            "Accept": "application/json",
        }
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, self._prefix + path, body=data, headers=sent)
        response = connection.getresponse()
        text = response.read()
        etag = response.headers.get("ETag", "")
        return SiteAnswer(
            response.status, json.loads(text) if text.strip().startswith((b"{", b"[")) else None, etag
        )

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            parts = urlsplit(self.url)
            kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
            self._connection = kind(parts.hostname or "127.0.0.1", parts.port, timeout=self.timeout)
        return self._connection

    def another(self) -> "Site":
        """Return a client with the same token and a separate connection."""
        return replace(self, _connection=None)

    def close(self) -> None:
        """Close the connection. The next request opens a new one."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def _or_refused(answer: SiteAnswer) -> SiteAnswer:
    if answer.status >= 400:
        raise Refused(answer.status, answer.body)
    return answer
