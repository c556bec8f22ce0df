"""The public entry form: valid input, errors and limits."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.requests.builders import PHONE, a_request, a_request_and_token, an_open_tournament
from tournaments.models import EntryRequest, PrivacyText, Tournament
from tournaments.requests import public

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

GOOD = {"player_0": "Peppino Ledda", "player_1": "Assunta Cabras", "way": "phone", "phone": PHONE}


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, "A_MOMENT", 0)


def address(tournament: Tournament, more: str = "") -> str:
    return f"/{tournament.slug}/iscrizione/{more}"


def filled(tournament: Tournament, client: Client, **more: str) -> dict[str, str]:
    page = client.get(address(tournament)).content.decode()
    stamp = re.search(r'name="stamp" value="([^"]+)"', page)
    version = re.search(r'name="version" value="([^"]+)"', page)
    assert stamp
    assert version
    return {**GOOD, "consent": "on", "stamp": stamp[1], "version": version[1], **more}


def send(tournament: Tournament, client: Client, **more: str) -> Any:
    return client.post(address(tournament), filled(tournament, client, **more))


def test_valid_entry_form_redirects_to_the_personal_page(client: Client) -> None:
    tournament = an_open_tournament(places=16)
    answer = send(tournament, client)
    assert answer.status_code == 302
    assert re.fullmatch(r"/i/[\w-]{22}/", answer["Location"])
    page = client.get(answer["Location"])
    assert "You are in" in page.content.decode()
    assert page["Cache-Control"] == "no-store, private"
    assert page["X-Robots-Tag"] == "noindex, nofollow"
    assert EntryRequest.objects.get().details.phone == PHONE


def test_entry_form_submitted_twice_creates_one_request(client: Client) -> None:
    tournament = an_open_tournament()
    form = filled(tournament, client)
    first, second = (client.post(address(tournament), form) for _each in range(2))
    assert first["Location"] == second["Location"]
    assert EntryRequest.objects.count() == 1
    other = client.post(address(tournament), {**form, "player_0": "Un Altro"})
    assert other.status_code == 409
    assert "was sent already" in other.content.decode()


def test_single_player_can_use_either_name_field(client: Client) -> None:
    tournament = an_open_tournament()
    send(tournament, client, player_0="", player_1="Sola Chena", seeks_partner="on")
    row = EntryRequest.objects.get()
    assert (row.seeks_partner, row.details.names) == (True, ["Sola Chena"])
    assert "1 looks for a partner" in client.get(f"/{tournament.slug}/").content.decode()
    assert "Sola Chena" not in client.get(f"/{tournament.slug}/").content.decode()


@pytest.mark.parametrize(
    ("more", "status", "words"),
    [
        ({"consent": ""}, 400, "Tick the box"),
        ({"version": "7"}, 400, "has changed meanwhile"),
        ({"version": "x"}, 400, "has changed meanwhile"),
        ({"phone": ""}, 400, "Write a telephone number"),
        ({"phone": "mah"}, 400, "no telephone number"),
        ({"way": "mail", "mail": "mah"}, 400, "no email address"),
        ({"player_1": ""}, 400, "Write a name"),
        ({"player_1": "peppino ledda"}, 400, "the same name once more"),
        ({"player_1": "Gia Dentro"}, 400, "is entered already"),
        ({"website": "https://example.org"}, 400, "press the button again"),
        ({"stamp": "made up"}, 400, "press the button again"),
    ],
)
def test_invalid_input_is_reported_on_the_entry_form(
    client: Client, more: dict[str, str], status: int, words: str
) -> None:
    tournament = an_open_tournament()
    a_request(tournament, "Gia Dentro", "Anche Lei")
    answer = send(tournament, client, **more)
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert EntryRequest.objects.count() == 1


def test_entry_form_submitted_too_quickly_is_shown_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public, "A_MOMENT", 2)
    tournament = an_open_tournament()
    answer = send(tournament, client)
    assert answer.status_code == 400
    assert 'value="Peppino Ledda"' in answer.content.decode()


def test_script_in_a_name_is_escaped(client: Client) -> None:
    tournament = an_open_tournament()
    page = client.get(send(tournament, client, player_0="<script>alert(1)</script> Ledda")["Location"])
    assert "<script>alert" not in page.content.decode()
    refused = send(tournament, client, player_0="<script>alert(2)</script>", consent="")
    assert "&lt;script&gt;alert(2)" in refused.content.decode()


def test_entry_form_requires_the_entry_code_of_the_notice(client: Client) -> None:
    tournament = an_open_tournament(accepts="code", code="settebello")
    assert "is not the code" in send(tournament, client, code="asso").content.decode()
    assert send(tournament, client, code="Settebello").status_code == 302


def test_closed_entry_form_shows_the_reason_and_the_contact_of_the_club(client: Client) -> None:
    tournament = an_open_tournament(closes_at=timezone.now() - timedelta(hours=1), contact="Antonella, 079 1")
    page = client.get(address(tournament))
    assert page.status_code == 200
    assert "Entries are closed" in page.content.decode()
    assert "Antonella, 079 1" in page.content.decode()
    assert client.post(address(tournament), GOOD).status_code == 409
    assert "iscrizione" not in client.get(f"/{tournament.slug}/").content.decode()


def test_device_can_send_five_requests_per_hour(client: Client) -> None:
    tournament = an_open_tournament()
    statuses = [send(tournament, client, player_0=f"A {each}", player_1=f"B {each}") for each in range(7)]
    assert [each.status_code for each in statuses] == [302] * 6 + [429]  # the first request has no cookie
    assert int(statuses[-1]["Retry-After"]) > 0
    assert "Too many requests" in statuses[-1].content.decode()
    other = Client(headers={"accept-language": "en"})
    assert send(tournament, other, player_0="Altra Ana", player_1="Altro Beo").status_code == 302


def test_privacy_page_shows_the_current_and_older_versions_of_the_privacy_text(client: Client) -> None:
    tournament = an_open_tournament()
    assert "30 days after" in client.get(address(tournament, "privacy/")).content.decode()
    PrivacyText.objects.create(version=2, text="Le <b>nostre</b> regole.", made_at=timezone.now())
    page = client.get(address(tournament, "privacy/")).content.decode()
    assert "Le &lt;b&gt;nostre&lt;/b&gt; regole." in page
    assert "30 days after" in client.get(address(tournament, "privacy/?versione=1")).content.decode()
    assert client.get(address(tournament, "privacy/?versione=3")).status_code == 404
    assert send(tournament, client).status_code == 302
    assert EntryRequest.objects.get().privacy_version == 2


def test_entry_form_of_a_draft_tournament_returns_404(client: Client) -> None:
    tournament = an_open_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(visibility="draft")
    assert client.get(address(tournament)).status_code == 404
    assert client.post(address(tournament), GOOD).status_code == 404


def test_entry_form_uses_a_fixed_number_of_queries(client: Client, django_assert_num_queries: Any) -> None:
    tournament = an_open_tournament(teams=8, places=16)
    client.get(address(tournament))
    with django_assert_num_queries(4):
        client.get(address(tournament))


def test_entry_pages_link_back_to_the_notice_and_to_the_personal_page(client: Client) -> None:
    closed = an_open_tournament(accepts="at_desk")
    page = client.get(f"/{closed.slug}/iscrizione/").content.decode()
    assert f'<a class="btn" href="/{closed.slug}/">' in page
    _request, token = a_request_and_token(an_open_tournament())
    assert f'<a class="btn big" href="/i/{token}/">' in client.get(f"/i/{token}/ritiro/").content.decode()
