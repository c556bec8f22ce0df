"""The club logo on score sheets, the print pack, the poster and the preview picture."""

from io import BytesIO

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone
from PIL import Image, ImageColor

from scoring.sheet.services.log import Author
from tests.builders import drawn_tournament
from tournaments.identity.services.club_page import set_logo
from tournaments.printing.pack import pack_data
from tournaments.printing.poster import POSTER_TEMPLATE, PREVIEW_TEMPLATE, poster_data, preview_data
from tournaments.printing.sheets import TEMPLATE, blank_paper, sheets_data
from tournaments.web.typesetting import pictures

pytestmark = [pytest.mark.django_db, pytest.mark.alike, pytest.mark.sweep]

# A colour that only the logo uses.
COLOUR = "#00b3a4"
ADDRESS = "http://192.168.1.20:8000/"


def a_png() -> bytes:
    out = BytesIO()
    Image.new("RGBA", (200, 100), COLOUR).save(out, "png")
    return out.getvalue()


def an_svg() -> bytes:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 1">'
    return f'{head}<path fill="{COLOUR}" d="M0 0h9v1H0z"/></svg>'.encode()


def has_logo(picture: bytes) -> bool:
    image = Image.open(BytesIO(picture)).convert("RGB")
    return ImageColor.getrgb(COLOUR) in {colour for _count, colour in image.getcolors(2**24) or ()}


@pytest.mark.parametrize(("name", "data"), [("logo.png", a_png()), ("logo.svg", an_svg())])
def test_club_logo_is_printed_on_every_document(name: str, data: bytes) -> None:
    tournament = drawn_tournament(4)

    def printed() -> list[bool]:
        pages = (
            (TEMPLATE, sheets_data([blank_paper(tournament)], abreast=False)),
            ("printing/pack.typ", pack_data(tournament, ADDRESS, lambda _read: None)),
            (POSTER_TEMPLATE, poster_data(tournament, ADDRESS)),
            (PREVIEW_TEMPLATE, preview_data(tournament)),
        )
        return [has_logo(pictures(template, page_data)[0]) for template, page_data in pages]

    assert printed() == [False] * 4
    set_logo(ContentFile(data, name), author=Author(tournament.owner_id), at=timezone.now())
    assert printed() == [True] * 4
