"""Style sheets of the table pages: inline on the first page, linked on later pages, all compressed."""

import gzip
import re

import pytest
from django.contrib.staticfiles import finders
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse

from scoring.sheet.devices import shown_code
from tests.builders import drawn_tournament, match_of
from tests.phone.test_table_games_page import at_the_table
from tests.servers.site import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

LINK = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">')
INSIDE = re.compile(r'<style nonce="([^"]+)">(.*?)</style>', re.DOTALL)


def parts(page: HttpResponseBase) -> tuple[str, str]:
    """Return the head of an HTML page, and the part after the head."""
    head, _end, body = page.getvalue().decode().partition("</head>")
    return head, body


def test_first_table_page_has_inline_styles_and_the_next_page_has_style_links() -> None:
    phone, match = at_the_table("mariglia")
    first = phone.get(reverse("table", args=[match.pk]))
    head, body = parts(first)
    assert not LINK.findall(head)
    [nonce] = {nonce for nonce, _text in INSIDE.findall(head)}
    assert f"style-src 'self' 'nonce-{nonce}'" in first["Content-Security-Policy"]
    linked = LINK.findall(body)  # at the end of the page, where they block nothing
    assert body.rstrip().endswith(f'{linked[-1]}"></body>\n</html>')

    head, body = parts(phone.get(reverse("table", args=[match.pk])))
    assert LINK.findall(head) == linked
    assert not INSIDE.findall(head)
    assert not LINK.findall(body)


def test_inline_styles_equal_the_linked_files_except_for_absolute_urls() -> None:
    phone, match = at_the_table("mariglia")
    head, body = parts(phone.get(reverse("table", args=[match.pk])))
    files = [(ROOT / "static" / file).read_text() for file in LINK.findall(body)]
    styles = [text for _nonce, text in INSIDE.findall(head)]
    assert styles == [text.replace('url("../', 'url("/static/') for text in files]
    addresses = re.findall(r'url\("([^"]+)"\)', "".join(styles))
    file_addresses = [address for address in addresses if not address.startswith("data:")]
    assert file_addresses
    assert all(finders.find(address.removeprefix("/static/")) for address in file_addresses)


def test_styles_that_the_phone_has_already_loaded_are_not_inline() -> None:
    match = match_of(drawn_tournament(4))
    phone = Client()
    phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})
    head, body = parts(phone.get(reverse("table_side", args=[match.pk])))
    had = LINK.findall(body)
    assert len(INSIDE.findall(head)) == len(had)
    phone.post(reverse("table_side", args=[match.pk]), {"side": "0"})
    head, body = parts(phone.get(reverse("table", args=[match.pk])))
    assert LINK.findall(head) == ["css/tokens.css", "css/trionfo.css"]
    missing = [file for file in LINK.findall(body) if file not in had]
    assert missing == ["css/paper.css", "css/table.css"]
    assert len(INSIDE.findall(head)) == len(missing)
    assert phone.cookies["style"]["path"] == "/tavolo/"


def test_pages_outside_the_table_views_link_to_their_style_sheets(client: Client) -> None:
    answer = client.get(reverse("table_open"))
    assert LINK.findall(parts(answer)[0])
    assert "style" not in answer.cookies


def test_table_page_is_compressed_with_gzip() -> None:
    phone, match = at_the_table("mariglia")
    plain = phone.get(reverse("table_copies", args=[match.pk]))
    small = phone.get(reverse("table_copies", args=[match.pk]), headers={"accept-encoding": "gzip"})
    assert small["Content-Encoding"] == "gzip"
    assert len(small.content) * 4 < len(plain.content)
    assert gzip.decompress(small.content)[:2] == plain.content[:2]


def test_all_table_pages_load_the_same_style_sheets() -> None:
    phone, match = at_the_table("mariglia")
    phone.get(reverse("table", args=[match.pk]))
    addresses = [reverse("table", args=[match.pk]), reverse("table_step", args=[match.pk, 1, 1, "trionfo"])]
    sheet, step = (LINK.findall(parts(phone.get(address))[0]) for address in addresses)
    assert "css/paper.css" in sheet
    assert step == sheet
