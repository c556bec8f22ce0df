"""The IP address of this machine in the local network."""

import socket

SOMEWHERE_ELSE = ("192.0.2.1", 9)  # an address for documentation; nothing is sent to it
ALL = {"0.0.0.0", "::", ""}  # noqa: S104


def lan_address() -> str | None:
    """Return the IP address of this machine for phones on the same network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                SOMEWHERE_ELSE
            )  # selects the network interface; a datagram socket sends nothing here
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
