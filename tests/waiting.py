"""Waiting for what other processes do."""

import time
from collections.abc import Callable

PATIENCE = 30.0  # seconds


def wait_for(what: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Return once this is true; fail where it never comes to be."""
    deadline = time.monotonic() + patience
    while not what():
        assert time.monotonic() < deadline, "what was waited for did not come"
        time.sleep(0.02)
