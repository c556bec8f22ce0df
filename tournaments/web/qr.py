"""QR codes of URLs of the site, and the URL at which phones can reach the site."""

from io import BytesIO
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from tournaments.web.lan import ALL, lan_address


def qr_inline(address: str) -> str:
    """Return the QR code of a URL as inline SVG."""
    return str(segno.make(address, error="m").svg_inline(border=4, omitsize=True))


def qr_document(address: str) -> str:
    """Return the QR code of a URL as an SVG document, for Typst."""
    svg = BytesIO()
    segno.make(address, error="m").save(svg, kind="svg", border=4, omitsize=True, xmldecl=False)
    return svg.getvalue().decode()


def qr_code(address: str) -> SafeString:
    """Return the QR code of a URL as safe inline SVG for a template."""
    # The library draws it from an address of the site, which contains no user input.
    return mark_safe(qr_inline(address))  # noqa: S308


def qr_picture(address: str) -> str:
    """Return the QR code of a URL as the data URL of a PNG, which is smaller than an SVG."""
    return str(segno.make(address, error="m").png_data_uri(scale=1, border=4))


def only_here(request: HttpRequest) -> bool:
    """Return True if the host of the request is a loopback address."""
    return is_loopback(request.get_host())


def phone_address(request: HttpRequest) -> str:
    """Return the URL of the site for phones, without a trailing slash; empty if unknown."""
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
