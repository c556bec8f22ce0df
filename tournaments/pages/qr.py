"""An address of ours as QR on a page, and whether a phone could reach it."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from tournaments.exports.qr import qr_inline


def qr_code(address: str) -> SafeString:
    """Draw an address as QR for a page."""
    # Drawn by the library from an address of ours: nothing a person typed is in it.
    return mark_safe(qr_inline(address))  # noqa: S308


def only_here(request: HttpRequest) -> bool:
    """Whether this page was opened under a name that only this machine answers to."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
