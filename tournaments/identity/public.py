"""The club's logo and colours as files. Browsers may cache the files, because each change gets a new URL."""

import base64

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.models import Club, ClubLogo

KINDS = {"png": "image/png", "svg": "image/svg+xml"}
# The offsets of width and height in a PNG file.
PNG_SIDES = (16, 20)
A_YEAR = 365 * 24 * 3600


def logo_document(club: Club) -> str:
    """Return the logo as an SVG document for the PDF typesetter; empty without a logo. One query."""
    logo = ClubLogo.objects.filter(name=club.logo).first() if club.logo else None
    if logo is None:
        return ""
    data = bytes(logo.data)
    if logo.name.endswith(".svg"):
        return data.decode()
    width, height = (int.from_bytes(data[start : start + 4]) for start in PNG_SIDES)
    picture = f"data:image/png;base64,{base64.b64encode(data).decode()}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<image width="{width}" height="{height}" href="{picture}"/></svg>'
    )


def club_colours(request: HttpRequest, ground: str, text: str) -> HttpResponse:
    """Return the style sheet for a background colour and a text colour, each of six hexadecimal digits."""
    style = (
        f".club-band {{ background: #{ground}; }}\n"
        f".club-band.club-band, .club-band.club-band * {{ color: #{text}; }}\n"
    )
    response = HttpResponse(style, content_type="text/css; charset=utf-8")
    response["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    return response


def club_logo(request: HttpRequest, digest: str, kind: str) -> HttpResponse:
    """Return the logo, with headers that block scripts when the logo is opened as a page."""
    logo = ClubLogo.objects.filter(name=f"{digest}.{kind}").first()
    if logo is None:
        raise Http404
    response = HttpResponse(bytes(logo.data), content_type=KINDS[kind])
    response["Content-Security-Policy"] = "default-src 'none'; sandbox; frame-ancestors 'none'"
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Disposition"] = "inline"
    response["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    return response
