"""An address of ours as QR on a page, and whether a phone could reach it."""

from io import BytesIO
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from tournaments.web.lan import ALL, lan_address


def qr_inline(address: str) -> str:
    """Draw an address for a page."""
    return str(segno.make(address, error="m").svg_inline(border=4, omitsize=True))


def qr_document(address: str) -> str:
    """Draw an address as a document of its own, for the typesetter."""
    drawn = BytesIO()
    segno.make(address, error="m").save(drawn, kind="svg", border=4, omitsize=True, xmldecl=False)
    return drawn.getvalue().decode()


def qr_code(address: str) -> SafeString:
    """Draw an address as QR for a page."""
    # Drawn by the library from an address of ours: nothing a person typed is in it.
    return mark_safe(qr_inline(address))  # noqa: S308


def qr_picture(address: str) -> str:
    """Return an address as the data URL of a QR picture, a pixel a module: a quarter of the drawing."""
    return str(segno.make(address, error="m").png_data_uri(scale=1, border=4))


def only_here(request: HttpRequest) -> bool:
    """Return True if the host of the request is a loopback address."""
    return is_loopback(request.get_host())


def phone_address(request: HttpRequest) -> str:
    """Return the site address for phones without a trailing slash, empty if unknown."""
    if len(settings.CSRF_TRUSTED_ORIGINS) == 1:
        return str(settings.CSRF_TRUSTED_ORIGINS[0])
    lan = lan_address() if settings.LOCAL_NAMES_ONLY and settings.HOST in ALL else None
    if lan is None:
        return ""
    port = urlsplit(f"//{request.get_host()}").port
    return f"{request.scheme}://{lan}" + (f":{port}" if port else "")


def is_loopback(host: str) -> bool:
    """Return True for a loopback host, with or without a port."""
    host = urlsplit(f"//{host}").hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
