"""Under which addresses this machine can be reached."""

import socket

SOMEWHERE_ELSE = ("192.0.2.1", 9)  # an address for documentation; nothing is sent to it
ALL = {"0.0.0.0", "::", ""}  # noqa: S104


def lan_address() -> str | None:
    """Return the address that phones on the same network use, or None when there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)  # of a datagram socket: only chooses the way
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def own_address(host: str) -> str:
    """Return the address under which this machine reaches itself."""
    return "127.0.0.1" if host in ALL else host


def answers(host: str, port: int) -> bool:
    """Return whether somebody listens there."""
    try:
        socket.create_connection((own_address(host), port), timeout=1).close()
    except OSError:
        return False
    return True
