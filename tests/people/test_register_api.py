"""Tests of the API of the register of persons."""

from typing import Any

import pytest
from django.test import Client

from scoring.types import NotNow
from tests.builders import an_organiser
from tests.people.test_register_page import enter, person
from tournaments.competition.names import Showing
from tournaments.models import Person, PersonMove
from tournaments.people.services.names import erase_person, show_person

pytestmark = pytest.mark.django_db
API = "/api/v1/persons/"


@pytest.fixture
def desk(client: Client) -> Client:
    """Return a client logged in as an organiser."""
    client.force_login(an_organiser())
    return client


def send(desk: Client, address: str, body: Any, method: str = "post") -> Any:
    """Send a JSON body and return the response."""
    return getattr(desk, method)(f"{API}{address}", body, content_type="application/json")


@pytest.mark.databases
def test_person_can_be_found_by_name_and_changed(desk: Client) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    (result,) = desk.get(f"{API}?q=sanna").json()["results"]
    assert result == {
        "id": str(person("Giovanni Sanna").pk), "name": "Giovanni Sanna", "note": "",
        "member_number": "", "valid_until": None, "events": 1,
    }  # fmt: skip
    body = {"name": "Giovanni Sanna", "note": "1956", "member_number": "61", "valid_until": "2026-12-31"}
    changed = send(desk, f"{result['id']}/", body, "patch").json()
    assert changed == result | body
    assert desk.get(f"{API}?q=61").json()["results"] == [changed]
    assert send(desk, f"{result['id']}/", {"nome": "x"}, "patch").status_code == 400


@pytest.mark.databases
def test_register_search_ignores_a_null_character(desk: Client) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    assert [each["name"] for each in desk.get(f"{API}?q=sa%00nna").json()["results"]] == ["Giovanni Sanna"]


@pytest.mark.databases
def test_merge_of_two_persons_can_be_previewed_carried_out_and_undone(desk: Client) -> None:
    first = enter(("Gio Maria Carta", "Ugo Fois"))
    enter(("Giommaria Carta", "Ada Piras"))
    one, two = person("Gio Maria Carta"), person("Giommaria Carta")
    body = {"into": str(two.pk)}
    preview = send(desk, f"{one.pk}/merge/preview/", body).json()
    assert [each["tournament"] for each in preview["moves"]] == [first.slug]
    assert (preview["events_before"], preview["events_after"]) == (1, 2)
    act = send(desk, f"{one.pk}/merge/", body).json()["undo"]
    assert desk.get(f"{API}{two.pk}/").json()["events"] == 2
    assert first.teams.get().name == "Carta – Fois"
    again = send(desk, f"{one.pk}/merge/", body)
    assert (again.status_code, again.json()["code"]) == (409, "merged_already")
    assert send(desk, f"acts/{act}/undo/", {}).status_code == 200
    assert desk.get(f"{API}{two.pk}/").json()["events"] == 1
    twice = send(desk, f"acts/{act}/undo/", {})
    assert (twice.status_code, twice.json()["code"]) == (409, "undone_already")


def test_merged_person_cannot_be_changed_by_their_old_id(desk: Client) -> None:
    enter(("Gio Maria Carta", "Ugo Fois"))
    enter(("Giommaria Carta", "Ada Piras"))
    one, two = person("Gio Maria Carta"), person("Giommaria Carta")
    send(desk, f"{one.pk}/merge/", {"into": str(two.pk)})
    name = f"/api/v1/names/{one.pk}/"
    stays = desk.patch(name, {"stays": True}, content_type="application/json")
    for answer in (desk.delete(name), stays):
        assert (answer.status_code, answer.json()["code"]) == (409, "merged_already")
    with pytest.raises(NotNow) as refused:
        show_person(one, Showing.INITIALS, **writer())
    assert refused.value.code == "merged_already"
    send(desk, f"{one.pk}/together/", {})
    one.refresh_from_db()
    assert (one.written_name, one.name, one.erased_at, one.stays_since, one.certain_since) == (
        "Gio Maria Carta", "Giommaria Carta", None, None, None,
    )  # fmt: skip


@pytest.mark.databases
def test_merge_of_two_players_of_one_tournament_is_refused(desk: Client) -> None:
    enter(("Gio Maria Carta", "Ugo Fois"), ("Giommaria Carta", "Ada Piras"))
    one, two = person("Gio Maria Carta"), person("Giommaria Carta")
    for address in ("merge/preview/", "merge/"):
        answer = send(desk, f"{one.pk}/{address}", {"into": str(two.pk)})
        assert (answer.status_code, answer.json()["code"]) == (409, "met_in_one_event")


def test_impossible_merge_of_two_persons_is_refused_with_the_reason(desk: Client) -> None:
    enter(("Gio Maria Carta", "Ugo Fois"))
    enter(("Giommaria Carta", "Ada Piras"))
    one, two = person("Gio Maria Carta"), person("Giommaria Carta")
    assert send(desk, f"{one.pk}/merge/", {"into": str(one.pk)}).json()["code"] == "same_person"
    nobody = "00000000-0000-4000-8000-000000000000"
    assert send(desk, f"{one.pk}/merge/", {"into": nobody}).json()["code"] == "unknown_person"
    erase_person(two, **writer())
    assert send(desk, f"{one.pk}/merge/", {"into": str(two.pk)}).json()["code"] == "name_erased"


def writer() -> dict[str, Any]:
    """Return the keyword arguments `author` and `at` for a service call."""
    from django.utils import timezone

    from scoring.sheet.services.log import Author

    return {"author": Author(), "at": timezone.now()}


def test_split_of_a_person_needs_some_but_not_all_of_the_tournaments_of_the_person(
    desk: Client,
) -> None:
    first, other = enter(("Giovanni Sanna", "Ugo Fois")), enter(("Ada Piras", "Rita Murgia"))
    one = person("Giovanni Sanna")
    for slugs in ([other.slug], ["mai-visto"], [first.slug, other.slug]):
        answer = send(desk, f"{one.pk}/split/", {"tournaments": slugs, "name": "Giovanni Sanna"})
        assert (answer.status_code, answer.json()["code"]) == (400, "event_not_theirs")
    assert send(desk, f"{one.pk}/split/", {"tournaments": [first.slug]}).json()["code"] == "nothing_left"
    assert send(desk, f"{one.pk}/split/", {"tournaments": []}).json()["code"] == "no_events"


@pytest.mark.databases
def test_entry_of_a_player_requires_choosing_a_person_if_a_split_made_the_name_ambiguous(
    desk: Client,
) -> None:
    first = enter(("Giovanni Sanna", "Ugo Fois"))
    second = enter(("Giovanni Sanna", "Ada Piras"))
    one = person("Giovanni Sanna")
    body = {"tournaments": [first.slug], "name": "Giovanni Sanna", "note": "di Ozieri"}
    act = send(desk, f"{one.pk}/split/", body).json()
    other = Person.objects.get(pk=act["person"])
    assert (other.note, other.seats.get().tournament) == ("di Ozieri", first)
    third = enter(("Rita Murgia", "Nina Pau"))
    address = f"/api/v1/tournaments/{third.slug}/teams/"
    team: dict[str, Any] = {"players": [{"name": "Giovanni Sanna"}, {"name": "Tore Loi"}]}
    refused = desk.post(address, team, content_type="application/json")
    assert refused.status_code == 400
    assert refused.json()["problems"][0]["code"] == "which_person"
    team["players"][0]["person"] = str(other.pk)
    assert desk.post(address, team, content_type="application/json").status_code == 201
    assert other.seats.count() == 2
    team = {"players": [{"name": "Giovanni Sanna", "person": None}, {"name": "Lia Usai"}]}
    assert desk.post(address, team, content_type="application/json").status_code == 201
    assert Person.objects.filter(written_name="Giovanni Sanna").count() == 3
    second.refresh_from_db()
    assert one.seats.get().tournament == second


@pytest.mark.databases
def test_player_can_be_entered_by_member_number(desk: Client) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    one = person("Giovanni Sanna")
    Person.objects.filter(pk=one.pk).update(member_number="61")
    second = enter(("Rita Murgia", "Nina Pau"))
    address = f"/api/v1/tournaments/{second.slug}/teams/"
    body = {"players": [{"member_number": "61"}, {"name": "Tore Loi"}]}
    assert desk.post(address, body, content_type="application/json").json()["name"] == "Sanna – Loi"
    assert one.seats.count() == 2
    unknown = {"players": [{"member_number": "9"}, {"name": "Lia Usai"}]}
    answer = desk.post(address, unknown, content_type="application/json").json()
    assert answer["problems"][0]["code"] == "unknown_member_number"


@pytest.mark.databases
def test_renaming_a_person_changes_team_names_and_can_be_undone(desk: Client) -> None:
    tournament = enter(("Giovanni Sana", "Ugo Fois"))
    one = person("Giovanni Sana")
    send(desk, f"{one.pk}/", {"name": "Giovanni Sanna"}, "patch")
    assert tournament.teams.get().name == "Sanna – Fois"
    move = PersonMove.objects.get()
    assert "Sana" not in str(move.body)
    send(desk, f"acts/{move.pk}/undo/", {})
    assert tournament.teams.get().name == "Sana – Fois"


@pytest.mark.databases
def test_list_of_register_actions_contains_decisions_that_persons_are_different_or_the_same(
    desk: Client,
) -> None:
    enter(("Gio Maria Carta", "Ugo Fois"))
    enter(("Giommaria Carta", "Ugo Fois"))
    one, two = person("Gio Maria Carta"), person("Giommaria Carta")
    send(desk, f"{one.pk}/apart/", {"other": str(two.pk)})
    send(desk, f"{person('Ugo Fois').pk}/together/", {})
    acts = desk.get(f"{API}acts/").json()["results"]
    assert {each["kind"] for each in acts} == {"apart", "same"}


def test_register_refuses_anonymous_visitors_and_accounts_without_permission(client: Client) -> None:
    assert client.get(API).status_code == 401
    client.force_login(an_organiser("altro", staff=False))
    assert client.get(API).status_code == 403


@pytest.mark.databases
def test_person_is_added_by_name_and_member_number(desk: Client) -> None:
    answer = send(desk, "", {"name": "Giovanni Sanna", "member_number": "61"})
    assert answer.status_code == 201
    assert answer.json() == {
        "id": str(person("Giovanni Sanna").pk), "name": "Giovanni Sanna", "note": "",
        "member_number": "61", "valid_until": None, "events": 0,
    }  # fmt: skip
    same = send(desk, "", {"name": "Giovanni Sanna"})
    assert (same.status_code, same.json()["problems"][0]["code"]) == (400, "name_known")
    response = send(desk, "", {"name": "Ada Piras", "member_number": "61"})
    assert (response.status_code, response.json()["problems"][0]["code"]) == (400, "member_number_taken")
    assert send(desk, "", {"note": "1956"}).status_code == 400
    assert Person.objects.count() == 1
    act = PersonMove.objects.get(kind="add")
    send(desk, f"{act.person_id}/", {"note": "1956"}, "patch")
    refused = send(desk, f"acts/{act.pk}/undo/", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "undo_later_first")
