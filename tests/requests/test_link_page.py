"""The page opened by a personal link: the state of the request, and the actions of its sender."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import an_organiser, draw
from tests.requests.builders import PHONE, a_request, a_request_and_token, an_open_tournament
from tournaments.models import EntryRequest, RequestDetails, Team, Tournament
from tournaments.requests.services import requests

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def page(client: Client, token: str, more: str = "") -> str:
    answer = client.get(f"/i/{token}/{more}")
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store, private"
    return str(answer.content.decode())


def test_personal_page_of_an_accepted_request_shows_the_number_of_the_pair(client: Client) -> None:
    tournament = an_open_tournament(teams=11, places=16)
    _row, token = a_request_and_token(tournament, "Peppino Ledda", "Assunta Cabras")
    text = page(client, token)
    assert "Ledda – Cabras" in text
    assert "You are in" in text
    assert "Pair no. 12 of 16" in text
    assert 'name="robots" content="noindex' in text
    assert f"{token[:4]}…{token[-4:]}" in text


def test_personal_page_of_a_waiting_request_shows_its_position_and_later_its_promotion(
    client: Client,
) -> None:
    tournament = an_open_tournament(places=1)
    first = a_request(tournament)
    second = a_request(tournament)
    _row, token = a_request_and_token(tournament)
    text = page(client, token)
    assert "You are second on the waiting list" in text
    assert "1 is ahead of you: you are in once 2 places come free" in text
    requests.withdraw(first, author=Author(), at=timezone.now())
    assert "You are first on the waiting list" in page(client, token)
    requests.withdraw(second, author=Author(), at=timezone.now())
    text = page(client, token)
    assert "You are in" in text
    assert "you moved up" in text


def test_personal_page_describes_the_state_of_the_request(client: Client) -> None:
    tournament = an_open_tournament(accepts="one_by_one")
    row, token = a_request_and_token(tournament)
    assert "Your request has arrived" in page(client, token)
    requests.refuse(row, "Solo <i>soci</i>.", author=Author(an_organiser().pk), at=timezone.now())
    text = page(client, token)
    assert "Not this time" in text
    assert "Solo &lt;i&gt;soci&lt;/i&gt;." in text
    _single, token = a_request_and_token(tournament, seeks_partner=True)
    assert "You are looking for a partner" in page(client, token)


def test_invalid_personal_link_returns_404_with_advice(client: Client) -> None:
    answer = client.get("/i/AAAAAAAAAAAAAAAAAAAAAA/")
    assert answer.status_code == 404
    assert "A letter may be missing" in answer.content.decode()
    assert answer["Referrer-Policy"] == "strict-origin"


def test_request_is_withdrawn_after_a_confirmation(client: Client) -> None:
    tournament = an_open_tournament()
    row, token = a_request_and_token(tournament)
    assert "Do you want to withdraw?" in page(client, token, "ritiro/")
    assert EntryRequest.objects.get().state == "accepted"
    assert client.post(f"/i/{token}/ritiro/").status_code == 302
    assert "You are off the list" in page(client, token)
    assert not Team.objects.filter(requests=row).exists()


def test_withdrawal_after_the_draw_is_refused_with_the_contact_of_the_club(client: Client) -> None:
    tournament = an_open_tournament(teams=3, contact="Antonella, 079 1")
    _row, token = a_request_and_token(tournament)
    draw(tournament)
    answer = client.post(f"/i/{token}/ritiro/")
    assert answer.status_code == 409
    assert "Call Antonella, 079 1." in answer.content.decode()


def test_name_is_corrected_on_the_personal_page(client: Client) -> None:
    tournament = an_open_tournament()
    _row, token = a_request_and_token(tournament, "Peppino Leda", "Assunta Cabras")
    assert 'value="Peppino Leda"' in page(client, token, "nomi/")
    sent = {"player_0": "Peppino Ledda", "player_1": "Assunta Cabras"}
    assert client.post(f"/i/{token}/nomi/", sent).status_code == 302
    assert "Ledda – Cabras" in page(client, token)
    refused = client.post(f"/i/{token}/nomi/", {"player_0": "", "player_1": "Assunta Cabras"})
    assert refused.status_code == 400
    assert "Write a name" in refused.content.decode()


def test_single_player_adds_the_name_of_the_partner(client: Client) -> None:
    tournament = an_open_tournament()
    _row, token = a_request_and_token(tournament, "Sola Uno", seeks_partner=True)
    client.post(f"/i/{token}/nomi/", {"player_0": "Sola Una", "player_1": ""})
    assert "You are looking for a partner" in page(client, token)
    client.post(f"/i/{token}/nomi/", {"player_0": "Sola Una", "player_1": "Trovato Due"})
    assert "You are in" in page(client, token)


def test_players_can_check_in_by_link_only_after_the_doors_open(client: Client) -> None:
    tournament = an_open_tournament()
    row, token = a_request_and_token(tournament)
    assert "We are here" not in page(client, token)
    assert client.post(f"/i/{token}/arrivo/").status_code == 409
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=timezone.now() + timedelta(hours=2))
    assert "We are here" in page(client, token)
    assert client.post(f"/i/{token}/arrivo/").status_code == 302
    assert "knows that you are in the hall" in page(client, token)
    assert Team.objects.get(requests=row).presence == "present"


def test_sender_of_a_request_downloads_the_data_and_deletes_the_contact(client: Client) -> None:
    tournament = an_open_tournament()
    row, token = a_request_and_token(tournament, "Peppino Ledda", "Assunta Cabras")
    personal_data = json.loads(page(client, token, "dati.json"))
    assert (personal_data["phone"], personal_data["names"]) == (PHONE, ["Peppino Ledda", "Assunta Cabras"])
    assert PHONE not in page(client, token)
    client.post(f"/i/{token}/contatto/")
    assert RequestDetails.objects.get(pk=row.pk).phone == ""
    assert "No telephone number or email is kept" in page(client, token)


def test_personal_page_works_after_personal_data_were_deleted(client: Client) -> None:
    tournament = an_open_tournament()
    _row, token = a_request_and_token(tournament)
    RequestDetails.objects.all().delete()
    assert "You are in" in page(client, token)
    assert client.get(f"/i/{token}/nomi/").status_code == 404


def test_personal_page_uses_a_fixed_number_of_queries(client: Client, django_assert_num_queries: Any) -> None:
    tournament = an_open_tournament(teams=4, places=8)
    rows = [a_request_and_token(tournament) for _each in range(12)]
    page(client, rows[0][1])
    for _row, token in (rows[1], rows[11]):
        with django_assert_num_queries(5):
            page(client, token)
