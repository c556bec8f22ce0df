"""The proxy of the browser tests, which simulates a faulty network and records JavaScript errors.

Not every driver reports script errors from the first moment of a page. The proxy therefore puts a few lines
in front of every script; they record errors in the session storage of the window.
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
    """A request handler that inserts the error recorder REPORTER at the start of each script of the site."""

    server: "ReportingNetwork"

    def _through(self, http_request: bytes) -> None:
        if not http_request.split(b" ", 2)[1].split(b"?")[0].endswith(b".js"):
            return super()._through(http_request)
        head, _, body = self._answer(without(http_request, b"accept-encoding:")).partition(b"\r\n\r\n")
        body = REPORTER + self.server.planted + body
        head = without(head, b"content-length:") + b"\r\nContent-Length: %d" % len(body)
        return self.request.sendall(head + b"\r\n\r\n" + body)


def without(head: bytes, name: bytes) -> bytes:
    """Return an HTTP message without the header `name`, which is given in lower case with a colon."""
    return b"\r\n".join(line for line in head.split(b"\r\n") if not line.lower().startswith(name))


class ReportingNetwork(FaultyNetwork):
    """A FaultyNetwork that also records JavaScript errors."""

    origin = f"http://{NAME}"
    # Code that is added to every script, for the test of a script error.
    planted = b""

    def __init__(self, server: int) -> None:
        super().__init__(server, seed=1)
        self.RequestHandlerClass = ReportingMeeting
        self.only("")

    @property
    def proxy(self) -> str:
        """The address of the proxy, for the browser settings."""
        return f"127.0.0.1:{self.port}"
