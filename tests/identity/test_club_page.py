"""The desk page and the API of the club details: changes, errors, edit conflicts, and the logo."""

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.builders import a_tournament, an_organiser
from tests.forms import filled
from tournaments.copies.services.writing import LEFT_OUT
from tournaments.models import Club, ClubLogo, ClubMove, HouseRules

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
WHERE = "/api/v1/club/"
HEAD = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="x()">'
SVG = HEAD + b'<rect width="9" height="9"/></svg>'
RLO = "\u202e"
OWN_COLOURS = {"own_colours": "on"}


@pytest.fixture(autouse=True)
def a_club() -> Club:
    return Club.objects.create(pk=1, name="La Mariglia", town="Sassari")


@pytest.fixture
def desk_page(client: Client) -> Client:
    client.force_login(an_organiser())
    return client


def send(client: Client, **sent: Any) -> Any:
    return client.post(reverse("desk_club"), sent)


def upload(client: Client, data: bytes, name: str = "logo.svg") -> Any:
    return send(client, part="logo", logo=SimpleUploadedFile(name, data))


def as_it_stands(client: Client) -> dict[str, str]:
    context = client.get(reverse("desk_club")).context
    return filled(context["form"]) | {"part": "club", "version": str(context["version"])}


def test_club_form_submitted_unchanged_saves_nothing(desk_page: Client) -> None:
    assert send(desk_page, **as_it_stands(desk_page)).status_code == 302
    assert Club.objects.get().version == 0
    assert not ClubMove.objects.exclude(kind="role_given").exists()


def test_changed_club_details_are_recorded_in_the_journal(desk_page: Client) -> None:
    sent = as_it_stands(desk_page) | {
        "name": "Circolo  Nuovo", "contact": "079 12 34 56", "iban": "IT60 X054 2811 1010 0000 0123 456"
    }  # fmt: skip
    assert send(desk_page, **sent).status_code == 302
    club = Club.objects.get()
    assert (club.name, club.contact, club.iban) == (
        "Circolo Nuovo", "079 12 34 56", "IT60X0542811101000000123456"
    )  # fmt: skip
    assert ClubMove.objects.latest("at").body == {"fields": ["contact", "iban", "name"]}
    assert b"Circolo Nuovo" in desk_page.get("/").content


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": f"La {RLO}Mariglia"}, "name"),
        ({"name": " "}, "name"),
        ({"contact": f"{RLO}x"}, "contact"),
        ({"address": "a" * 161}, "address"),
        ({"iban": "IT60"}, "iban"),
        (OWN_COLOURS | {"ground_colour": "#1d6349", "text_colour": "#205a45"}, "text_colour"),
        (OWN_COLOURS | {"ground_colour": "red", "text_colour": "#ffffff"}, "ground_colour"),
    ],
)
def test_error_for_an_invalid_club_detail_is_shown_beside_the_field(
    desk_page: Client, change: dict[str, str], field: str
) -> None:
    answer = send(desk_page, **as_it_stands(desk_page) | change)
    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    assert answer.context["form"][field].value() == change[field]
    assert Club.objects.get().version == 0


def test_club_colours_style_the_club_name_on_public_pages(desk_page: Client) -> None:
    tournament = a_tournament(teams=2)
    front = f"/{tournament.slug}/"
    assert "club-band" not in desk_page.get("/").text + desk_page.get(front).text
    colours = OWN_COLOURS | {"ground_colour": "#1D6349", "text_colour": "#fffdf9"}
    assert send(desk_page, **as_it_stands(desk_page) | colours).status_code == 302
    for address in ("/", front):
        page = desk_page.get(address).text
        assert "club-band" in page
        assert 'href="/circolo/1d6349-fffdf9.css"' in page
    style = Client().get("/circolo/1d6349-fffdf9.css")
    assert style["Content-Type"].startswith("text/css")
    assert "background: #1d6349" in style.text
    assert "color: #fffdf9" in style.text
    assert Client().get("/circolo/1d6349-red.css").status_code == 404


def test_club_colours_are_cleared_when_the_checkbox_is_unchecked(desk_page: Client) -> None:
    Club.objects.update(ground_colour="#1d6349", text_colour="#fffdf9")
    sent = as_it_stands(desk_page)
    assert sent["own_colours"]
    del sent["own_colours"]
    assert send(desk_page, **sent).status_code == 302
    club = Club.objects.get()
    assert (club.ground_colour, club.text_colour) == ("", "")


def test_second_of_two_simultaneous_changes_is_refused(desk_page: Client) -> None:
    sent = as_it_stands(desk_page)
    send(desk_page, **sent | {"town": "Ozieri"})
    assert send(desk_page, **sent | {"town": "Alghero"}).status_code == 409
    assert Club.objects.get().town == "Ozieri"


def test_svg_logo_is_sanitised_and_served_with_safe_headers(desk_page: Client) -> None:
    assert upload(desk_page, SVG).status_code == 302
    page = desk_page.get("/").content.decode()
    address = page.partition('class="club-logo" src="')[2].partition('"')[0]
    answer = Client().get(address)
    assert b"onload" not in answer.content
    assert b"<rect" in answer.content
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox; frame-ancestors 'none'"
    assert "immutable" in answer["Cache-Control"]


def test_png_logo_replaces_the_earlier_logo(desk_page: Client) -> None:
    upload(desk_page, SVG)
    out = BytesIO()
    Image.new("RGB", (64, 64), "red").save(out, "PNG")
    assert upload(desk_page, out.getvalue(), "logo.png").status_code == 302
    (logo,) = ClubLogo.objects.all()
    assert Club.objects.get().logo == logo.name
    assert Client().get(f"/circolo/{logo.name}")["Content-Type"] == "image/png"


def test_front_page_of_a_club_without_a_logo_shows_the_site_logo_once(desk_page: Client) -> None:
    a_tournament(teams=2)
    assert desk_page.get("/").text.count('class="logo"') == 1


def test_logo_is_removed_from_the_club(desk_page: Client) -> None:
    upload(desk_page, SVG)
    assert send(desk_page, part="no_logo").status_code == 302
    assert not ClubLogo.objects.exists()
    assert "club-logo" not in desk_page.get("/").content.decode()


@pytest.mark.parametrize(
    "bad", [b"", b"GIF89a", SVG + b" " * 200_000, bytes(1_900_000)], ids=["empty", "GIF", "201 kB", "1.9 MB"]
)
def test_error_for_an_invalid_logo_is_shown_beside_the_field(desk_page: Client, bad: bytes) -> None:
    answer = upload(desk_page, bad)
    assert answer.status_code == 400
    assert "logo" in answer.context["logo"].errors
    assert not ClubLogo.objects.exists()


def test_logo_form_submitted_without_a_file_keeps_the_logo(desk_page: Client) -> None:
    upload(desk_page, SVG)
    assert send(desk_page, part="logo").status_code == 400
    assert ClubLogo.objects.exists()


def test_changed_club_name_invalidates_cached_pages(desk_page: Client) -> None:
    tournament = a_tournament()
    before = tournament.version
    send(desk_page, **as_it_stands(desk_page) | {"name": "Nuovo"})
    tournament.refresh_from_db()
    assert tournament.version == before + 1


def test_iban_of_the_club_is_hidden_from_anonymous_visitors(desk: Any, client: Client) -> None:
    desk.patch(WHERE, {"iban": "IT60X0542811101000000123456", "contact": "079"})
    assert desk.get(WHERE).json()["iban"] == "IT60X0542811101000000123456"
    answer = client.get(WHERE).json()
    assert (answer["name"], answer["contact"], answer["iban"]) == ("La Mariglia", "079", None)


def test_club_change_with_an_outdated_version_is_refused(desk: Any) -> None:
    assert desk.patch(WHERE, {"town": "Ozieri"}).json()["version"] == 1
    assert desk.patch(WHERE, {"town": "Alghero", "version": 0}).json()["code"] == "club_changed"
    assert desk.patch(WHERE, {"town": "Alghero"}, headers={"If-Match": '"1"'}).json()["town"] == "Alghero"


@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        ({"name": f"La {RLO}"}, "/name", "name_invisible"),
        ({"name": "a" * 81}, "/name", "name_too_long"),
        ({"town": "a" * 81}, "/town", "text_too_long"),
        ({"contact": "a\u200bb"}, "/contact", "text_invisible"),
        ({"iban": "1"}, "/iban", "bad_iban"),
        ({"ground_colour": "#000000", "text_colour": "#000001"}, "/text_colour", "colours_too_alike"),
        ({"logo": "x"}, "/logo", "unknown_field"),
    ],
)
def test_api_error_for_an_invalid_club_detail_names_the_field(
    desk: Any, change: Any, where: str, code: str
) -> None:
    answer = desk.patch(WHERE, change)
    assert answer.status_code == 400
    assert [(each["where"], each["code"]) for each in answer.json()["problems"]] == [(where, code)]


def test_backup_includes_the_club_the_logo_and_the_house_rules() -> None:
    assert not {ClubLogo._meta.label, HouseRules._meta.label, Club._meta.label} & LEFT_OUT.keys()


def test_club_page_has_a_fixed_number_of_queries(
    desk_page: Client, client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(6):
        desk_page.get(reverse("desk_club"))
