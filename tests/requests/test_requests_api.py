"""The API of entry requests: anonymous visitors send requests; the desk lists, accepts and refuses them."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import an_account
from tests.requests.builders import PHONE, a_request, an_open_tournament
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import EntryRequest, Person, Tournament
from tournaments.notice.services import write_notice

pytestmark = pytest.mark.django_db

PAIR = {"players": [{"name": "Peppino Ledda"}, {"name": "Assunta Cabras"}], "contact": {"phone": PHONE}}
GOOD = {**PAIR, "consent": 1}


def address(tournament: Tournament, *more: object) -> str:
    return "/".join((f"/api/v1/tournaments/{tournament.slug}/requests", *map(str, more), ""))


def test_request_sent_over_the_api_returns_a_personal_link(call: Any) -> None:
    tournament = an_open_tournament(teams=1, places=2)
    answer = call.post(address(tournament), GOOD)
    assert answer.status_code == 201
    assert {**answer.json(), "id": "", "link": ""} == {
        "id": "",
        "state": "accepted",
        "position": 2,
        "link": "",
    }
    assert "/i/" in answer.json()["link"]
    assert answer["Cache-Control"] == "no-store"
    waiting = call.post(
        address(tournament),
        {"players": [{"name": "Uno Solo"}, {"name": "Due Soli"}], "contact": {"mail": "uno@example.org"}}
        | {"consent": "1"},
    )
    assert (waiting.json()["state"], waiting.json()["position"]) == ("waiting", 1)


def test_request_with_null_as_the_second_player_is_stored_as_seeking_a_partner(call: Any) -> None:
    tournament = an_open_tournament()
    answer = call.post(address(tournament), {**GOOD, "players": [{"name": "Sola Chena"}, None]})
    assert (answer.status_code, answer.json()["state"]) == (201, "asked")
    assert EntryRequest.objects.get().seeks_partner


def test_request_repeated_with_the_same_idempotency_key_returns_the_first_request(call: Any) -> None:
    tournament = an_open_tournament()
    headers = {"Idempotency-Key": "chiave-1"}
    first = call.post(address(tournament), GOOD, headers=headers)
    assert call.post(address(tournament), GOOD, headers=headers).json() == first.json()
    other = call.post(address(tournament), {**GOOD, "contact": {"phone": "079 1234567"}}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (409, "key_used")
    assert tournament.requests.count() == 1


@pytest.mark.parametrize(
    ("more", "status", "code", "where"),
    [
        ({"consent": None}, 400, "bad_request", "/consent"),
        ({"consent": 7}, 400, "consent_changed", "/consent"),
        ({"consent": True}, 400, "bad_request", "/consent"),
        ({"contact": {}}, 400, "contact_missing", "/contact"),
        ({"contact": {"phone": "x"}}, 400, "bad_phone", "/contact/phone"),
        ({"players": [{"name": "A B"}, {"name": "a b"}]}, 400, "player_twice", "/players/1/name"),
        ({"players": [None, {"name": "A B"}]}, 400, "name_missing", "/players/0/name"),
        ({"players": [{"name": "A B"}]}, 400, "name_missing", "/players/1/name"),
        ({"players": [{"name": "Gia Dentro"}, {"name": "A B"}]}, 400, "player_twice", "/players/0/name"),
        ({"made_at": "2031-01-01T00:00:00Z"}, 400, "bad_request", "/made_at"),
        ({"number": 1}, 400, "bad_request", "/number"),
    ],
)
def test_api_error_for_an_invalid_request_names_the_field(
    call: Any, more: dict[str, Any], status: int, code: str, where: str
) -> None:
    tournament = an_open_tournament()
    a_request(tournament, "Gia Dentro", "Anche Lei")
    answer = call.post(address(tournament), {**GOOD, **more})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["problems"][0]["where"] == where
    assert tournament.requests.count() == 1


def test_request_without_consent_is_not_stored(call: Any) -> None:
    tournament = an_open_tournament()
    assert call.post(address(tournament), PAIR).status_code == 400
    assert not tournament.requests.exists()


def test_script_in_a_name_is_stored_as_text(call: Any) -> None:
    tournament = an_open_tournament()
    name = "<script>alert(1)</script>"
    assert (
        call.post(address(tournament), {**GOOD, "players": [{"name": name}, {"name": "A B"}]}).status_code
        == 201
    )
    assert Person.objects.filter(written_name=name).exists()


@pytest.mark.parametrize(
    "notice",
    [
        {"accepts": "at_desk"},
        {"closes_at": timezone.now() - timedelta(hours=1)},
        {"opens_at": timezone.now() + timedelta(hours=1)},
    ],
)
def test_api_refuses_a_request_while_entries_are_closed(call: Any, notice: dict[str, Any]) -> None:
    tournament = an_open_tournament(**notice)
    answer = call.post(address(tournament), GOOD)
    assert (answer.status_code, answer.json()["code"]) == (409, "entries_closed")


def test_wrong_entry_codes_are_refused_and_their_number_is_limited(call: Any) -> None:
    tournament = an_open_tournament(accepts="code", code="settebello")
    answers = [call.post(address(tournament), {**GOOD, "code": "asso"}) for _each in range(31)]
    assert {(each.status_code, each.json()["code"]) for each in answers[:30]} == {(400, "wrong_code")}
    assert answers[30].status_code == 429
    assert int(answers[30]["Retry-After"]) > 0


@pytest.mark.sweep
def test_one_ip_address_can_send_thirty_requests_per_hour(call: Any) -> None:
    tournament = an_open_tournament()
    statuses = [
        call.post(
            address(tournament), {**GOOD, "players": [{"name": f"A {each}"}, {"name": f"B {each}"}]}
        ).status_code
        for each in range(40)
    ]
    assert statuses == [201] * 30 + [429] * 10


def test_request_for_a_draft_tournament_returns_404(call: Any) -> None:
    tournament = an_open_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(visibility="draft")
    assert call.post(address(tournament), GOOD).status_code == 404


def test_desk_lists_and_accepts_requests_over_the_api(call: Any, desk: Any) -> None:
    tournament = an_open_tournament(places=1, accepts="one_by_one")
    first, second = (
        call.post(
            address(tournament), {**GOOD, "players": [{"name": f"A {each}"}, {"name": f"B {each}"}]}
        ).json()
        for each in range(2)
    )
    rows = desk.get(address(tournament)).json()["results"]
    assert [(each["number"], each["contact"], each["state"]) for each in rows] == [
        (1, {"phone": PHONE, "mail": ""}, "asked"),
        (2, {"phone": PHONE, "mail": ""}, "asked"),
    ]
    assert rows[0]["players"] == [{"name": "A 0"}, {"name": "B 0"}]
    accepted = desk.post(address(tournament, first["id"], "accept"), {})
    assert (accepted.status_code, accepted.json()["state"], accepted.json()["position"]) == (
        200,
        "accepted",
        1,
    )
    assert desk.post(address(tournament, second["id"], "accept"), {}).json()["state"] == "waiting"
    assert desk.post(address(tournament, first["id"], "withdraw"), {}).json()["state"] == "withdrawn"
    rows = desk.get(address(tournament)).json()["results"]
    assert [(each["state"], each["position"]) for each in rows] == [("withdrawn", None), ("accepted", 1)]
    assert rows[1]["moved_up_at"]


def test_refused_request_returns_the_message_of_the_desk(desk: Any) -> None:
    tournament = an_open_tournament(accepts="one_by_one")
    request = a_request(tournament)
    answer = desk.post(address(tournament, request.pk, "refuse"), {"sentence": "Solo soci."})
    assert (answer.json()["state"], answer.json()["answer"]) == ("refused", "Solo soci.")
    again = desk.post(address(tournament, request.pk, "accept"), {})
    assert (again.status_code, again.json()["code"]) == (409, "request_over")


def test_desk_chooses_the_person_for_an_ambiguous_name(desk: Any) -> None:
    people = [
        Person.objects.create(name="G. Piras", written_name="G. Piras", name_key="g. piras", note=note)
        for note in ("di Ozieri", "1956")
    ]
    tournament = an_open_tournament()
    request = a_request(tournament, "G. Piras", "Bea Sanna")
    refused = desk.post(address(tournament, request.pk, "accept"), {})
    assert (refused.status_code, refused.json()["code"]) == (400, "which_person")
    assert refused.json()["problems"][0]["where"] == "/players/0/name"
    body = {"persons": {"1": str(people[0].pk)}}
    assert desk.post(address(tournament, request.pk, "accept"), body).json()["state"] == "accepted"


@pytest.mark.parametrize("choice", ["he", "another"])
def test_abbreviated_name_is_refused_until_the_desk_chooses_the_person(desk: Any, choice: str) -> None:
    tournament = an_open_tournament(accepts="one_by_one")
    club: dict[str, Any] = {"author": Author(tournament.owner_id), "at": timezone.now()}
    enter_teams(tournament, [Entry(("Gavino Piras", "Rosanna Sanna"))], **club)
    gavino = Person.objects.get(written_name="Gavino Piras")
    request = a_request(tournament, "Bea Lai", "Piras G.")
    bodies: list[dict[str, Any]] = [{}, {"persons": {}}, {"persons": {"1": None}}]
    for body in bodies:
        refused = desk.post(address(tournament, request.pk, "accept"), body)
        assert (refused.status_code, refused.json()["code"]) == (400, "which_person")
        assert refused.json()["problems"][0]["where"] == "/players/1/name"
        assert "Gavino Piras" in refused.json()["detail"]
    identification = {"persons": {"2": str(gavino.pk) if choice == "he" else None}}
    answer = desk.post(address(tournament, request.pk, "accept"), identification)
    if choice == "he":  # a person cannot enter twice
        assert (answer.status_code, answer.json()["code"]) == (400, "player_twice")
    else:
        assert answer.json()["state"] == "accepted"


def test_joined_pair_with_an_abbreviated_name_is_accepted_only_after_the_person_is_chosen(desk: Any) -> None:
    tournament, other = an_open_tournament(), an_open_tournament()
    club: dict[str, Any] = {"author": Author(other.owner_id), "at": timezone.now()}
    enter_teams(other, [Entry(("Gavino Piras", "Rosanna Sanna"))], **club)
    first, second = (a_request(tournament, name, seeks_partner=True) for name in ("Bea Lai", "Piras G."))
    assert desk.post(address(tournament, first.pk, "join", second.pk), {}).json()["state"] == "asked"
    body = {"persons": {"2": str(Person.objects.get(written_name="Gavino Piras").pk)}}
    assert desk.post(address(tournament, first.pk, "accept"), body).json()["state"] == "accepted"


def test_two_requests_are_joined_over_the_api(desk: Any) -> None:
    tournament = an_open_tournament()
    first, second = (a_request(tournament, f"Sola {each}", seeks_partner=True) for each in "AB")
    answer = desk.post(address(tournament, first.pk, "join", second.pk), {})
    assert [each["name"] for each in answer.json()["players"]] == ["Sola A", "Sola B"]
    assert answer.json()["state"] == "accepted"


def test_only_the_desk_can_list_requests(call: Any, django_assert_num_queries: Any) -> None:
    tournament = an_open_tournament()
    for _each in range(12):
        a_request(tournament)
    assert call.get(address(tournament)).status_code == 401
    call.force_authenticate(an_account("cassa", "door", tournament))
    call.get(address(tournament))
    with django_assert_num_queries(5):
        assert len(call.get(address(tournament)).json()["results"]) == 12


@pytest.mark.sweep
def test_number_of_requests_sent_by_the_desk_is_not_limited(desk: Any) -> None:
    tournament = an_open_tournament()
    names = [{"players": [{"name": f"Anna {n}"}, {"name": f"Beppe {n}"}]} for n in range(31)]
    statuses = [desk.post(address(tournament), GOOD | each).status_code for each in names]
    assert set(statuses) == {201}


def test_waiting_requests_are_promoted_when_the_number_of_places_is_increased(call: Any) -> None:
    tournament = an_open_tournament(teams=1, places=1)
    assert call.post(address(tournament), GOOD).json()["state"] == "waiting"
    write_notice(tournament, {"places": 2}, author=Author(tournament.owner_id), at=timezone.now())
    assert EntryRequest.objects.get().state == "accepted"


def test_notice_cannot_be_removed_while_requests_are_waiting(desk: Any) -> None:
    tournament = an_open_tournament(places=1)
    _inside, waiting = (a_request(tournament) for _each in range(2))
    single = a_request(tournament, "Sola Chena", seeks_partner=True)
    where = f"/api/v1/tournaments/{tournament.slug}/"
    answer = desk.patch(where, {"notice": None})
    assert (answer.status_code, answer.json()["code"]) == (409, "requests_waiting")
    assert "for this tournament: 2." in answer.json()["detail"]
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(tournament.owner)
    page = browser.post(f"/regia/{tournament.slug}/locandina/", {"part": "remove"}, follow=True)
    assert "for this tournament: 2." in page.content.decode()
    assert tournament.teams.count() == 1
    for each in (waiting, single):
        desk.post(address(tournament, each.pk, "refuse"), {})
    assert desk.patch(where, {"notice": None}).json()["notice"] is None
    assert desk.get(address(tournament)).json()["results"][0]["state"] == "accepted"
