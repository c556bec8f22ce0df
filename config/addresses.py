"""Under which addresses this machine can be reached."""

import socket
from functools import cache
from ipaddress import ip_address

from tournaments.web.lan import ALL

# How names end that lead nowhere on the internet.
LOCAL = (".local", ".localhost", ".lan", ".home.arpa", ".internal")


def is_local_name(name: str) -> bool:
    """Return whether only somebody on this network can have made a name lead here: numbers, or no domain.

    A page on the internet can let its own name lead to this machine, and a browser in the hall would then
    take what it reads here for that page's.
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
    """Return the address under which this machine reaches itself."""
    return "127.0.0.1" if host in ALL else host


def answers(host: str, port: int) -> bool:
    """Return whether somebody listens there."""
    try:
        socket.create_connection((own_address(host), port), timeout=1).close()
    except OSError:
        return False
    return True
