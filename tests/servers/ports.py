"""Free TCP ports of this machine."""

import socket


def free_port() -> int:
    """Return a TCP port that was free at the time of the call."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port
