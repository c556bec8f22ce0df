"""A form with an expired CSRF token or session is redisplayed with its values.

A form that another site sent is refused without redisplaying its values.
"""

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.builders import a_tournament, an_organiser
from tournaments.models import Team, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

SAME_ORIGIN = {"Origin": "http://testserver"}
TYPED = {"text": 'Ada Fois;Nino "Ninni" Murgia\nUgo <b>Lai</b>;Pina Serra', "players": ["1", "2"]}


@pytest.fixture
def desk() -> Client:
    """Return a client of an organiser with CSRF checks enabled."""
    client = Client(headers={"accept-language": "en"}, enforce_csrf_checks=True)
    client.force_login(an_organiser())
    return client


def lists_url(tournament: Tournament) -> str:
    return f"/regia/{tournament.slug}/iscrizioni/elenco/"


def hidden_fields(page: str) -> dict[str, list[str]]:
    """Return the values of the hidden fields by name, without the CSRF token."""
    (form,) = re.findall(r"<form[^>]* data-send-again>(.*?)</form>", page, re.DOTALL)
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form):
        fields.setdefault(unescape(name), []).append(unescape(value))
    fields.pop("csrfmiddlewaretoken")
    return fields


def token_of(page: str) -> str:
    match = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert match
    return match[1]


def test_form_with_an_expired_token_is_redisplayed_with_all_values(desk: Client) -> None:
    answer = desk.post("/regia/nuovo/", {**TYPED, "csrfmiddlewaretoken": "a" * 64}, headers=SAME_ORIGIN)
    assert (answer.status_code, answer["Cache-Control"]) == (403, "no-store")
    assert hidden_fields(answer.text) == {"text": [TYPED["text"]], "players": ["1", "2"]}
    assert "<b>Lai" not in answer.text
    assert "Send again" in answer.text
    assert "Log in, in a new tab" not in answer.text


def test_redisplayed_form_is_accepted_with_its_new_token(desk: Client) -> None:
    tournament = a_tournament(teams=0)
    typed = {"name": "", "player_0": "Ada Fois", "player_1": "Nino Murgia"}
    page = desk.post(f"/regia/{tournament.slug}/iscrizioni/", typed, headers=SAME_ORIGIN).text
    fields: dict[str, Any] = {**hidden_fields(page), "csrfmiddlewaretoken": token_of(page)}
    assert desk.post(f"/regia/{tournament.slug}/iscrizioni/", fields, headers=SAME_ORIGIN).status_code == 302
    assert Team.objects.filter(tournament=tournament).count() == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://testserver:8000"},
        {"Origin": "https://testserver"},
        {"Referer": "http://evil.example/testserver/"},
        {},
    ],
    ids=["another site", "opaque", "another port", "another scheme", "referrer", "unnamed"],
)
def test_form_from_another_site_is_refused_and_its_values_are_not_redisplayed(
    desk: Client, headers: dict[str, str]
) -> None:
    answer = desk.post("/regia/nuovo/", {"text": "Ada Fois"}, headers=headers)
    assert answer.status_code == 403
    assert "Ada Fois" not in answer.text
    assert "Send again" not in answer.text


def test_form_from_another_site_with_a_valid_token_is_refused(desk: Client) -> None:
    desk.cookies["csrftoken"] = "b" * 32
    sent = {"text": "Ada Fois", "csrfmiddlewaretoken": "b" * 32}
    answer = desk.post("/regia/nuovo/", sent, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, "Ada Fois" in answer.text) == (403, False)


@pytest.mark.parametrize(
    "secret", ["password", "password1", "oldpassword", "code", "token", "credential", "new_password"]
)
def test_redisplayed_form_contains_no_secrets(desk: Client, secret: str) -> None:
    sent = {"login": "ada", secret: "SEGRETO-123", "csrfmiddlewaretoken": "a" * 64}
    page = desk.post("/accounts/login/", sent, headers=SAME_ORIGIN).text
    assert hidden_fields(page) == {"login": ["ada"]}
    assert "SEGRETO-123" not in page
    assert "a" * 64 not in page


def test_redisplayed_form_has_an_input_to_choose_the_file_again(desk: Client) -> None:
    tournament = a_tournament(teams=0)
    file = SimpleUploadedFile("<i>elenco.csv", b"Ada Fois;Nino Murgia")
    page = desk.post(lists_url(tournament), {"file": file, "text": ""}, headers=SAME_ORIGIN).text
    assert 'enctype="multipart/form-data"' in page
    assert re.search(r'<input type="file" id="file-1" name="file">', page)
    assert "&lt;i&gt;elenco.csv" in page


@pytest.mark.parametrize("address", ["/regia/nuovo/", "/regia/{slug}/iscrizioni/elenco/"])
def test_form_sent_without_a_session_is_redisplayed_with_all_values(desk: Client, address: str) -> None:
    address = address.format(slug=a_tournament(teams=0).slug)
    page = desk.get("/regia/nuovo/").text
    desk.logout()
    desk.cookies["csrftoken"] = token = token_of(page)
    answer = desk.post(address, {**TYPED, "csrfmiddlewaretoken": token}, headers=SAME_ORIGIN)
    assert answer.status_code == 403
    assert hidden_fields(answer.text) == {"text": [TYPED["text"]], "players": ["1", "2"]}
    assert "You are logged out" in answer.text
    assert 'href="/accounts/login/" target="_blank"' in answer.text


def test_request_for_a_desk_page_without_a_session_is_redirected_to_login(desk: Client) -> None:
    desk.logout()
    answer = desk.get("/regia/nuovo/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/regia/nuovo/")
