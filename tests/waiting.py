"""A function that waits for a condition that another process makes true."""

import time
from collections.abc import Callable

PATIENCE = 30.0  # seconds


def wait_for(what: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Return as soon as the condition is true; fail if it is still false after `patience` seconds."""
    deadline = time.monotonic() + patience
    while not what():
        assert time.monotonic() < deadline, "the condition stayed false"
        time.sleep(0.02)
