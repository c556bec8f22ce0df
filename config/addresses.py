"""The addresses and host names at which this machine can be reached."""

import socket
from functools import cache
from ipaddress import ip_address

from tournaments.web.lan import ALL

# The suffixes of names that are not resolved on the internet.
LOCAL = (".local", ".localhost", ".lan", ".home.arpa", ".internal")


def is_local_name(name: str) -> bool:
    """Return True for an IP address, a name of this machine, or a name of the local network.

    `name` is in lower case and has no port.

    A web page can resolve its own domain to this machine (DNS rebinding), and a browser in the local
    network would then let the page read the site.
    """
    if "." not in name or name.endswith(LOCAL) or name in _own_names():
        return bool(name)
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _own_names() -> set[str]:
    return {socket.gethostname().lower(), socket.getfqdn().lower()}


def own_address(host: str) -> str:
    """Return the address at which this machine can reach its own server."""
    return "127.0.0.1" if host in ALL else host


def answers(host: str, port: int) -> bool:
    """Return True if a process listens on this host and port."""
    try:
        socket.create_connection((own_address(host), port), timeout=1).close()
    except OSError:
        return False
    return True
