"""Views of printed documents, and the desk pages with links to the documents."""

import re
from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
import zxingcpp
from django.test import Client
from django.urls import reverse
from PIL import Image
from PIL.Image import Resampling

from scoring.sheet.devices import table_token
from tests.builders import a_tournament, an_account, drawn_tournament, match_of
from tests.markup import one_line
from tests.notice.test_notice_page import noticed
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def at_desk(tournament: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(tournament.owner)
    return client


def addresses(tournament: Tournament) -> list[str]:
    return [
        reverse("desk_print_match", args=[tournament.slug, match_of(tournament).pk]),
        reverse("desk_print_open", args=[tournament.slug]),
        reverse("desk_print_open", args=[tournament.slug]) + "?due",
        reverse("desk_print_blank", args=[tournament.slug]),
        reverse("desk_print_blank", args=[tournament.slug]) + "?due",
    ]


def test_every_printed_document_is_served_as_a_pdf_that_must_not_be_cached() -> None:
    tournament = drawn_tournament(4)
    for address in addresses(tournament):
        answer = at_desk(tournament).get(address)
        assert answer.status_code == 200
        assert answer["Content-Type"] == "application/pdf"
        assert "no-store" in answer["Cache-Control"]
        assert answer.content.startswith(b"%PDF-")


def test_documents_with_table_codes_are_for_permitted_roles_only() -> None:
    tournament = drawn_tournament(4)
    at_the_door, another = Client(), Client()
    at_the_door.force_login(an_account("porta", "door"))
    another.force_login(an_account("efisio"))
    for address in addresses(tournament):
        assert Client().get(address).status_code == 302
        assert another.get(address).status_code == 404
        assert at_the_door.get(address).status_code == 403


def test_score_sheets_of_open_matches_need_a_fixed_number_of_queries(
    django_assert_num_queries: Any,
) -> None:
    tournament = drawn_tournament(8)
    client = at_desk(tournament)
    with django_assert_num_queries(13):
        client.get(reverse("desk_print_open", args=[tournament.slug]))


def test_score_sheets_page_without_open_matches_suggests_blank_score_sheets() -> None:
    tournament = a_tournament(teams=4)
    page = at_desk(tournament).get(reverse("desk_print_open", args=[tournament.slug]), follow=True)
    assert "print blank sheets" in page.content.decode()
    assert reverse("desk_print_blank", args=[tournament.slug]) in page.content.decode()


def test_qr_code_on_the_score_sheets_page_opens_the_table() -> None:
    tournament = drawn_tournament(2)
    page = at_desk(tournament).get(reverse("desk_sheets", args=[tournament.slug])).text
    (png,) = re.findall(r'<img src="data:image/png;base64,([^"]+)" alt="">', page)
    picture = Image.open(BytesIO(b64decode(png))).convert("L")
    (code,) = zxingcpp.read_barcodes(
        picture.resize((picture.width * 4, picture.height * 4), Resampling.NEAREST)
    )
    token = table_token(match_of(tournament).sheet.key)
    assert code.text == f"http://testserver{reverse('table_open')}#{token}"


def test_desk_pages_link_to_the_score_sheets() -> None:
    tournament = drawn_tournament(2)
    client, match = at_desk(tournament), match_of(tournament)
    sheets = one_line(client.get(reverse("desk_sheets", args=[tournament.slug])).content.decode())
    for address in addresses(tournament)[1:]:
        assert address in sheets
    assert (
        reverse("desk_sheets", args=[tournament.slug])
        in client.get(reverse("desk_evening", args=[tournament.slug])).content.decode()
    )
    page = one_line(client.get(reverse("desk_match", args=[tournament.slug, match.pk])).content.decode())
    assert addresses(tournament)[0] in page


HERE_ONLY = "Its QR code would lead to this computer only: print it from"


def page_with_paper(place: str) -> str:
    """Return the URL of a page that links to a printed document with a QR code."""
    if place == "notice":
        return f"/{noticed().slug}/"
    tournament = drawn_tournament(4, form="round_robin" if place == "standings" else "knockout")
    if place == "match":
        return reverse("desk_match", args=[tournament.slug, match_of(tournament).pk])
    return f"/{tournament.slug}/"


@pytest.mark.parametrize("place", ["match", "bracket", "standings", "notice"])
@pytest.mark.parametrize(
    ("host", "warned"),
    [("127.0.0.1:8000", True), ("localhost", True), ("[::1]:8000", True), ("192.168.1.20:8000", False)],
)
def test_page_opened_at_a_loopback_address_warns_about_printed_qr_codes(
    place: str, host: str, warned: bool
) -> None:
    address = page_with_paper(place)
    page = at_desk(Tournament.objects.get()).get(address, headers={"host": host})
    assert page.status_code == 200
    assert (HERE_ONLY in one_line(page.text)) is warned


@pytest.mark.parametrize(
    ("values", "right"),
    [
        ({}, "http://192.168.1.20:8000"),
        ({"HOST": "127.0.0.1"}, ""),
        ({"LOCAL_NAMES_ONLY": False}, ""),
        ({"CSRF_TRUSTED_ORIGINS": ["https://club.example"]}, "https://club.example"),
        ({"CSRF_TRUSTED_ORIGINS": ["https://a.example", "https://b.example"]}, "http://192.168.1.20:8000"),
    ],
    ids=["in the hall", "this machine alone", "a server", "a name", "two clubs"],
)
def test_warning_about_printed_qr_codes_shows_the_address_that_phones_can_open(
    values: dict[str, Any], right: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.web.qr.lan_address", lambda: "192.168.1.20")
    settings.HOST, settings.LOCAL_NAMES_ONLY, settings.CSRF_TRUSTED_ORIGINS = "0.0.0.0", True, []
    for name, value in values.items():
        setattr(settings, name, value)
    tournament = drawn_tournament(4)
    desk, host = at_desk(tournament), {"host": "127.0.0.1:8000"}
    match = desk.get(reverse("desk_match", args=[tournament.slug, match_of(tournament).pk]), headers=host)
    assert f"{HERE_ONLY} {right or 'its address in the Wi-Fi.'}" in one_line(match.text)
    sheets = desk.get(reverse("desk_sheets", args=[tournament.slug]), headers=host)
    link = f'<a href="{right}/regia/{tournament.slug}/fogli/">'
    assert (link in sheets.text) is bool(right)


def test_links_for_check_in_and_invitations_use_the_address_that_phones_can_open(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.web.qr.lan_address", lambda: "192.168.1.20")
    settings.HOST, settings.LOCAL_NAMES_ONLY, settings.CSRF_TRUSTED_ORIGINS = "0.0.0.0", True, []
    tournament = a_tournament(teams=2)
    desk, host = at_desk(tournament), {"host": "127.0.0.1:8000"}
    door = reverse("desk_entries", args=[tournament.slug])
    desk.post(reverse("desk_door", args=[tournament.slug]), {"open": "yes"}, headers=host)
    desk.post(reverse("desk_roles"), {"role": "door", "tournament": str(tournament.pk)}, headers=host)
    for address in (door, reverse("desk_roles")):
        assert f'<a href="http://192.168.1.20:8000{address}">' in desk.get(address, headers=host).text
