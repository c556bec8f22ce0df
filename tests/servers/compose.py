"""The services of deploy/compose.yaml as ordinary commands, without containers."""

import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]


def services() -> dict[str, Any]:
    """Return the services of compose.yaml by name."""
    by_name: dict[str, Any] = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    return by_name


def command(service: str, port: int | None = None) -> list[str]:
    """Return the command that runs a service with this Python interpreter.

    `port` is the port of a web process, and None for all other services.
    """
    python, *arguments = services()[service]["command"]
    assert python == "python"
    where = [] if port is None else ["--host=127.0.0.1", f"--port={port}"]
    return [sys.executable, *arguments, *where]
