"""The hall's network as these phones see it: a proxy that can break, and that makes errors of scripts seen.

Not each driver tells of errors in a page's scripts from its first moment on, so every script that comes
through the proxy begins with the same few words, which note them in the window's own store.
"""

from tests.faults.phones import NAME
from tests.faults.proxy import FaultyNetwork, Meeting

REPORTER = b"""
if (typeof window !== "undefined" && !window.reportsErrors) {
  window.reportsErrors = true;
  const note = (words) => { sessionStorage.scriptErrors = JSON.stringify(
    [...JSON.parse(sessionStorage.scriptErrors ?? "[]"), `${location.pathname}: ${words}`]); };
  addEventListener("error", (event) => note(event.message));
  addEventListener("unhandledrejection", (event) => note(event.reason));
}
"""


class ReportingMeeting(Meeting):
    """One request on its way; the answer to one for a script begins with the reporter."""

    server: "Hall"

    def _through(self, asked: bytes) -> None:
        if not asked.split(b" ", 2)[1].split(b"?")[0].endswith(b".js"):
            return super()._through(asked)
        head, _, body = self._answer(without(asked, b"accept-encoding:")).partition(b"\r\n\r\n")
        body = REPORTER + self.server.planted + body
        head = without(head, b"content-length:") + b"\r\nContent-Length: %d" % len(body)
        return self.request.sendall(head + b"\r\n\r\n" + body)


def without(head: bytes, name: bytes) -> bytes:
    """Return a message without its lines of this name (in small letters, with its colon)."""
    return b"\r\n".join(line for line in head.split(b"\r\n") if not line.lower().startswith(name))


class Hall(FaultyNetwork):
    """The proxy; `only`, `down` and `done` as in any faulty network."""

    origin = f"http://{NAME}"
    planted = b""
    """What every script does besides: for the test that sees an error."""

    def __init__(self, server: int) -> None:
        super().__init__(server, seed=1)
        self.RequestHandlerClass = ReportingMeeting
        self.only("")

    @property
    def proxy(self) -> str:
        """Its address, for a browser's settings."""
        return f"127.0.0.1:{self.port}"
