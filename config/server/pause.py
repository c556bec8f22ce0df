"""`python -m config.server.pause`: a server that sends 503 "back in a moment" during a restore."""

import os
import socket
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = """<!doctype html><html lang="it"><meta charset="utf-8"><title>Trionfo</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<h1>Torniamo subito</h1><p>Stiamo rimettendo una copia. Questa pagina si ricarica da sola.</p>
<p lang="en">We are back in a moment: a copy is being put back. This page loads itself again.</p></html>"""
PROBLEM = '{"type": "about:blank", "title": "Service Unavailable", "status": 503, "code": "unavailable"}'


class Pause(BaseHTTPRequestHandler):
    """A request handler that always responds with 503. Phones keep unsent hands and send them later."""

    def answer(self) -> None:
        """Send 503: problem+json to an API client, an HTML page to a person."""
        program = self.path.startswith("/api/")
        body = (PROBLEM if program else PAGE).encode()
        self.send_response(503)
        self.send_header(
            "Content-Type", "application/problem+json" if program else "text/html; charset=utf-8"
        )
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Retry-After", "2")
        self.send_header("Refresh", "2")
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    # ruff: noqa: N815  (http.server finds them by these names)
    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer

    def log_message(self, *_line: object) -> None:
        """Log nothing."""


class Server(ThreadingHTTPServer):
    """A server that can share its port with a starting web process, so that every request gets a response."""

    daemon_threads = True
    allow_reuse_port = True

    def __init__(self, address: tuple[str, int]) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, Pause)


if __name__ == "__main__":
    server = Server((os.environ.get("HOST", "0.0.0.0"), int(os.environ.get("PORT", "8000"))))  # noqa: S104
    sys.stdout.write("listening\n")  # config/server/restorer.py waits for it
    sys.stdout.flush()
    server.serve_forever()
