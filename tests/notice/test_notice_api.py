"""Tests of the notice API: create, change and read a notice; errors identify the field."""

from typing import Any

import pytest
from django.test import Client

from tests.club.test_tournaments_api import SETUP, TOURNAMENTS, places

pytestmark = pytest.mark.django_db

NOTICE: dict[str, Any] = {
    "place": "Sala del circolo",
    "address": "via Torres 14, Sassari",
    "directions": "Al primo piano, con ascensore.",
    "doors_at": "2026-11-21T20:00:00+01:00",
    "contact": "Rosanna, 079 555 0142\nLa sera dopo le 18, o circolo@lamariglia.it",
    "fee": 1000,
    "fee_includes": "Carte e caffè compresi.",
    "prizes": "Prosciutto e vino ai primi\nFormaggio ai secondi.",
    "text": "Chi esce presto resta a cena con noi.",
    "places": 16,
    "opens_at": "2026-11-01T08:00:00+01:00",
    "closes_at": "2026-11-20T22:00:00+01:00",
    "accepts": "at_once",
    "code": "",
}


def tournament_with(desk: Any, **notice: Any) -> str:
    """Create a tournament with a notice through the API; return the URL of the tournament."""
    answer = desk.post(TOURNAMENTS, SETUP | {"notice": NOTICE | notice})
    assert answer.status_code == 201, answer.content
    return f"{TOURNAMENTS}{answer.json()['slug']}/"


def test_tournament_is_created_with_its_notice(desk: Any) -> None:
    notice = desk.get(tournament_with(desk)).json()["notice"]
    assert notice.pop("privacy_version") == 1
    assert {key: value for key, value in notice.items() if not key.endswith("_at")} == {
        key: value for key, value in NOTICE.items() if not key.endswith("_at")
    }
    assert all(notice[key] for key in ("doors_at", "opens_at", "closes_at"))


def test_notice_of_a_tournament_without_a_notice_is_null(desk: Any) -> None:
    without: list[dict[str, Any]] = [{}, {"notice": None}, {"notice": {}}]
    for notice in without:
        assert desk.post(TOURNAMENTS, SETUP | notice).json()["notice"] is None


def test_change_of_a_notice_affects_only_the_given_fields(desk: Any) -> None:
    address = tournament_with(desk)
    changed = desk.patch(address, {"notice": {"places": 20, "closes_at": None}}).json()["notice"]
    assert (changed["places"], changed["closes_at"], changed["fee"]) == (20, None, 1000)
    before = desk.get(address).json()["version"]
    assert desk.patch(address, {"notice": {}}).json()["version"] == before
    assert desk.patch(address, {"notice": {"places": 20}}).json()["version"] == before
    both = desk.patch(address, {"name": "Altro", "notice": {"fee": 0}}).json()
    assert (both["name"], both["notice"]["fee"], both["notice"]["places"]) == ("Altro", 0, 20)
    assert desk.patch(address, {"notice": None}).json()["notice"] is None
    assert desk.patch(address, {"notice": None}).json()["notice"] is None


def test_entry_code_is_returned_only_to_the_desk(desk: Any, client: Client) -> None:
    address = tournament_with(desk, accepts="code", code="GINEPRO")
    assert desk.get(address).json()["notice"]["code"] == "GINEPRO"
    assert client.get(address).json()["notice"]["code"] is None
    rows = client.get(TOURNAMENTS).json()["results"]
    assert [row["notice"]["code"] for row in rows] == [None]
    assert "GINEPRO" not in client.get(address.replace("/api/v1/tournaments", "")).content.decode()


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"fee": -1}, "fee", "min_value"),
        ({"fee": 10**12}, "fee", "max_value"),
        ({"fee": 10.5}, "fee", "invalid"),
        ({"fee": "10"}, "fee", "invalid"),
        ({"fee": None}, "fee", "null"),
        ({"places": 0}, "places", "min_value"),
        ({"places": 1025}, "places", "max_value"),
        ({"closes_at": "2026-11-01T08:00:00+01:00"}, "closes_at", "closes_before_opens"),
        ({"closes_at": "2026-10-20T22:00:00+01:00"}, "closes_at", "closes_before_opens"),
        ({"opens_at": "2026-11-01T08:00:00"}, "opens_at", "invalid"),
        ({"doors_at": "at eight"}, "doors_at", "invalid"),
        ({"accepts": "sometimes"}, "accepts", "invalid_choice"),
        ({"accepts": "code"}, "code", "code_missing"),
        ({"code": "a" * 41}, "code", "max_length"),
        ({"place": "a" * 81}, "place", "max_length"),
        ({"text": "a" * 4001}, "text", "max_length"),
        ({"text": "a\u0007"}, "text", "invisible"),
        ({"colour": "red"}, "colour", "unknown_field"),
        ({"regulations": "x.pdf"}, "regulations", "unknown_field"),
    ],
)
def test_api_error_for_an_invalid_notice_names_the_field(
    desk: Any, change: dict[str, Any], field: str, code: str
) -> None:
    answer = desk.post(TOURNAMENTS, SETUP | {"notice": NOTICE | change})
    assert (answer.status_code, places(answer)) == (400, {f"/notice/{field}": code})
    assert desk.get(TOURNAMENTS).json()["results"] == []
    address = tournament_with(desk)
    answer = desk.patch(address, {"notice": change})
    assert (answer.status_code, places(answer)) == (400, {f"/notice/{field}": code})


def test_notice_is_refused_if_it_is_not_a_json_object(desk: Any) -> None:
    assert places(desk.post(TOURNAMENTS, SETUP | {"notice": []})) == {"/notice": "invalid"}


def test_notice_with_html_in_a_text_and_without_a_fee_is_accepted(desk: Any) -> None:
    script = "<script>alert(1)</script>"
    address = tournament_with(desk, fee=0, text=script)
    assert desk.get(address).json()["notice"]["text"] == script
