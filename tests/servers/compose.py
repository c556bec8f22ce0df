"""What deploy/compose.yaml would start, as commands for plain processes of this machine."""

import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]


def services() -> dict[str, Any]:
    """Return the services of compose.yaml by name."""
    found: dict[str, Any] = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    return found


def command(service: str, port: int | None = None) -> list[str]:
    """Return a service's own command, on this Python; the web process listens on a port of ours."""
    python, *arguments = services()[service]["command"]
    assert python == "python"
    where = [] if port is None else ["--host=127.0.0.1", f"--port={port}"]
    return [sys.executable, *arguments, *where]
