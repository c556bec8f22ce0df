"""The register over the API."""

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
    """Return the client of an organiser."""
    client.force_login(an_organiser())
    return client


def send(desk: Client, address: str, body: Any, method: str = "post") -> Any:
    """Return the answer to what was sent as JSON."""
    return getattr(desk, method)(f"{API}{address}", body, content_type="application/json")


@pytest.mark.databases
def test_people_are_found_by_their_name_and_changed(desk: Client) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    (found,) = desk.get(f"{API}?q=sanna").json()["results"]
    assert found == {
        "id": str(person("Giovanni Sanna").pk), "name": "Giovanni Sanna", "note": "",
        "member_number": "", "valid_until": None, "events": 1,
    }  # fmt: skip
    body = {"name": "Giovanni Sanna", "note": "1956", "member_number": "61", "valid_until": "2026-12-31"}
    changed = send(desk, f"{found['id']}/", body, "patch").json()
    assert changed == found | body
    assert desk.get(f"{API}?q=61").json()["results"] == [changed]
    assert send(desk, f"{found['id']}/", {"nome": "x"}, "patch").status_code == 400


@pytest.mark.databases
def test_a_search_for_no_letter_at_all_finds_as_without_it(desk: Client) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    assert [each["name"] for each in desk.get(f"{API}?q=sa%00nna").json()["results"]] == ["Giovanni Sanna"]


@pytest.mark.databases
def test_a_merge_is_shown_done_and_undone(desk: Client) -> None:
    first = enter(("Gio Maria Carta", "Ugo Fois"))
    enter(("Giommaria Carta", "Ada Piras"))
    one, two = person("Gio Maria Carta"), person("Giommaria Carta")
    body = {"into": str(two.pk)}
    shown = send(desk, f"{one.pk}/merge/preview/", body).json()
    assert [each["tournament"] for each in shown["moves"]] == [first.slug]
    assert (shown["events_before"], shown["events_after"]) == (1, 2)
    act = send(desk, f"{one.pk}/merge/", body).json()["undo"]
    assert desk.get(f"{API}{two.pk}/").json()["events"] == 2
    assert first.teams.get().name == "Carta – Fois"
    again = send(desk, f"{one.pk}/merge/", body)
    assert (again.status_code, again.json()["code"]) == (409, "merged_already")
    assert send(desk, f"acts/{act}/undo/", {}).status_code == 200
    assert desk.get(f"{API}{two.pk}/").json()["events"] == 1
    twice = send(desk, f"acts/{act}/undo/", {})
    assert (twice.status_code, twice.json()["code"]) == (409, "undone_already")


def test_who_was_merged_is_not_erased_kept_or_shown_by_the_old_id(desk: Client) -> None:
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
def test_two_who_sat_in_one_event_are_two(desk: Client) -> None:
    enter(("Gio Maria Carta", "Ugo Fois"), ("Giommaria Carta", "Ada Piras"))
    one, two = person("Gio Maria Carta"), person("Giommaria Carta")
    for address in ("merge/preview/", "merge/"):
        answer = send(desk, f"{one.pk}/{address}", {"into": str(two.pk)})
        assert (answer.status_code, answer.json()["code"]) == (409, "met_in_one_event")


def test_who_cannot_be_merged_is_said(desk: Client) -> None:
    enter(("Gio Maria Carta", "Ugo Fois"))
    enter(("Giommaria Carta", "Ada Piras"))
    one, two = person("Gio Maria Carta"), person("Giommaria Carta")
    assert send(desk, f"{one.pk}/merge/", {"into": str(one.pk)}).json()["code"] == "same_person"
    nobody = "00000000-0000-4000-8000-000000000000"
    assert send(desk, f"{one.pk}/merge/", {"into": nobody}).json()["code"] == "unknown_person"
    erase_person(two, **writer())
    assert send(desk, f"{one.pk}/merge/", {"into": str(two.pk)}).json()["code"] == "name_erased"


def writer() -> dict[str, Any]:
    """Return who writes, and when."""
    from django.utils import timezone

    from scoring.sheet.services.log import Author

    return {"author": Author(), "at": timezone.now()}


def test_a_split_of_an_event_that_is_not_theirs_is_refused(desk: Client) -> None:
    first, other = enter(("Giovanni Sanna", "Ugo Fois")), enter(("Ada Piras", "Rita Murgia"))
    one = person("Giovanni Sanna")
    for slugs in ([other.slug], ["mai-visto"], [first.slug, other.slug]):
        answer = send(desk, f"{one.pk}/split/", {"tournaments": slugs, "name": "Giovanni Sanna"})
        assert (answer.status_code, answer.json()["code"]) == (400, "event_not_theirs")
    assert send(desk, f"{one.pk}/split/", {"tournaments": [first.slug]}).json()["code"] == "nothing_left"
    assert send(desk, f"{one.pk}/split/", {"tournaments": []}).json()["code"] == "no_events"


@pytest.mark.databases
def test_evenings_are_split_off_and_the_name_is_asked_about_when_it_is_entered(desk: Client) -> None:
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
def test_a_player_is_entered_by_member_number(desk: Client) -> None:
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
def test_a_rename_stands_everywhere_and_is_undone(desk: Client) -> None:
    tournament = enter(("Giovanni Sana", "Ugo Fois"))
    one = person("Giovanni Sana")
    send(desk, f"{one.pk}/", {"name": "Giovanni Sanna"}, "patch")
    assert tournament.teams.get().name == "Sanna – Fois"
    move = PersonMove.objects.get()
    assert "Sana" not in str(move.body)
    send(desk, f"acts/{move.pk}/undo/", {})
    assert tournament.teams.get().name == "Sana – Fois"


@pytest.mark.databases
def test_who_is_told_apart_or_kept_together_is_listed_among_the_acts(desk: Client) -> None:
    enter(("Gio Maria Carta", "Ugo Fois"))
    enter(("Giommaria Carta", "Ugo Fois"))
    one, two = person("Gio Maria Carta"), person("Giommaria Carta")
    send(desk, f"{one.pk}/apart/", {"other": str(two.pk)})
    send(desk, f"{person('Ugo Fois').pk}/together/", {})
    acts = desk.get(f"{API}acts/").json()["results"]
    assert {each["kind"] for each in acts} == {"apart", "same"}


def test_nobody_else_reads_the_register(client: Client) -> None:
    assert client.get(API).status_code == 401
    client.force_login(an_organiser("altro", staff=False))
    assert client.get(API).status_code == 403


@pytest.mark.databases
def test_somebody_is_added_by_name_and_what_tells_them_apart(desk: Client) -> None:
    answer = send(desk, "", {"name": "Giovanni Sanna", "member_number": "61"})
    assert answer.status_code == 201
    assert answer.json() == {
        "id": str(person("Giovanni Sanna").pk), "name": "Giovanni Sanna", "note": "",
        "member_number": "61", "valid_until": None, "events": 0,
    }  # fmt: skip
    same = send(desk, "", {"name": "Giovanni Sanna"})
    assert (same.status_code, same.json()["problems"][0]["code"]) == (400, "name_known")
    taken = send(desk, "", {"name": "Ada Piras", "member_number": "61"})
    assert (taken.status_code, taken.json()["problems"][0]["code"]) == (400, "member_number_taken")
    assert send(desk, "", {"note": "1956"}).status_code == 400
    assert Person.objects.count() == 1
    act = PersonMove.objects.get(kind="add")
    send(desk, f"{act.person_id}/", {"note": "1956"}, "patch")
    refused = send(desk, f"acts/{act.pk}/undo/", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "undo_later_first")
