"""Tests of the register's desk pages: questions about similar names, merges, splits and undo."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_organiser
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import Distinction, Person, PersonMove, Tournament
from tournaments.people.services.names import erase_person

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def enter(*pairs: tuple[str, str], name: str = "Torneo") -> Tournament:
    """Return a tournament with the given pairs."""
    tournament = a_tournament(name=name)
    enter_teams(
        tournament, [Entry(pair) for pair in pairs], author=Author(tournament.owner_id), at=timezone.now()
    )
    return tournament


@pytest.fixture
def desk(client: Client) -> Client:
    """Return a test client that is logged in as an organiser."""
    client.force_login(an_organiser())
    return client


def person(name: str) -> Person:
    return Person.objects.get(written_name=name)


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def test_empty_register_page_explains_that_no_person_has_entered_yet(desk: Client) -> None:
    assert "Ancora nessuno" in text_of(desk.get("/regia/persone/"))


def test_question_about_similar_names_leads_to_a_merge_that_can_be_undone(desk: Client) -> None:
    enter(("Gio Maria Carta", "Ugo Fois"), name="Coppa di Pasqua")
    enter(("Giommaria Carta", "Ada Piras"))
    page = text_of(desk.get("/regia/persone/"))
    assert "Forse sono la stessa persona" in page
    one, two = person("Gio Maria Carta"), person("Giommaria Carta")
    address = f"/regia/persone/{one.pk}/unisci/{two.pk}/"
    assert "Coppa di Pasqua" in text_of(desk.get(address))
    assert desk.post(address)["Location"] == f"/regia/persone/{two.pk}/"
    assert desk.get(f"/regia/persone/{one.pk}/")["Location"] == f"/regia/persone/{two.pk}/"
    assert two.seats.count() == 2
    move = PersonMove.objects.get(kind="merge")
    desk.post(f"/regia/persone/atti/{move.pk}/annulla/")
    assert (one.seats.count(), two.seats.count()) == (1, 1)


def test_question_about_persons_marked_as_different_is_not_repeated(desk: Client) -> None:
    enter(("Gio Maria Carta", "Ugo Fois"))
    enter(("Giommaria Carta", "Ada Piras"))
    both = {"first": person("Gio Maria Carta").pk, "second": person("Giommaria Carta").pk}
    desk.post("/regia/persone/domanda/", {**both, "act": "apart"})
    assert Distinction.objects.count() == 1
    assert "Forse sono" not in text_of(desk.get("/regia/persone/"))


def test_desk_is_asked_once_whether_results_under_one_name_belong_to_one_person(desk: Client) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    enter(("Giovanni Sanna", "Ada Piras"))
    assert Person.objects.filter(written_name="Giovanni Sanna").count() == 1
    assert "È tutto di una persona sola?" in text_of(desk.get("/regia/persone/"))
    desk.post("/regia/persone/domanda/", {"first": person("Giovanni Sanna").pk, "act": "same"})
    enter(("Giovanni Sanna", "Rita Murgia"))
    assert "È tutto di" not in text_of(desk.get("/regia/persone/"))


def test_tournaments_of_a_person_can_be_moved_to_another_person_by_a_split(desk: Client) -> None:
    first = enter(("Giovanni Sanna", "Ugo Fois"))
    enter(("Giovanni Sanna", "Ada Piras"))
    one = person("Giovanni Sanna")
    sent = {"tournament": [first.pk], "name": "Giovanni Sanna", "note": "di Ozieri"}
    answer = desk.post(f"/regia/persone/{one.pk}/dividi/", sent)
    other = Person.objects.get(note="di Ozieri")
    assert answer["Location"] == f"/regia/persone/{other.pk}/"
    assert (one.seats.count(), other.seats.count()) == (1, 1)
    page = text_of(desk.get("/regia/persone/?q=sanna"))
    assert "di Ozieri" in page
    assert "Forse sono" not in page


def test_person_details_are_saved_and_errors_are_shown_at_their_fields(desk: Client) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    enter(("Ada Piras", "Rita Murgia"))
    details = {"name": "Giovanni Sanna", "note": "1956", "member_number": "61", "valid_until": "2026-12-31"}
    assert desk.post(f"/regia/persone/{person('Giovanni Sanna').pk}/", details).status_code == 302
    page = text_of(desk.get("/regia/persone/"))
    assert all(each in page for each in ("1956", "61", "12/2026"))
    other = person("Ada Piras")
    answer = desk.post(f"/regia/persone/{other.pk}/", {"name": "Ada Piras", "member_number": "61"})
    assert answer.status_code == 400
    assert "è di Giovanni Sanna" in text_of(answer)
    turned = desk.post(f"/regia/persone/{other.pk}/", {"name": "Ada \u202ePiras"})
    assert turned.status_code == 400


def test_attendance_of_a_season_is_shown_as_a_table_and_downloaded_as_csv(desk: Client) -> None:
    tournament = enter(("Giovanni Sanna", "=Ugo Fois"))
    assert "nessun torneo" in text_of(desk.get("/regia/persone/presenze/"))
    Tournament.objects.filter(pk=tournament.pk).update(state="playing")
    assert "Giovanni Sanna" in text_of(desk.get("/regia/persone/presenze/"))
    file = desk.get("/regia/persone/presenze.csv").content.decode("utf-8-sig")
    assert "Giovanni Sanna;;;1;1" in file
    assert "'=Ugo Fois" in file


def test_register_pages_show_the_local_date_of_a_tournament(desk: Client) -> None:
    tournament = enter(("Gio Maria Carta", "Ugo Fois"))
    enter(("Giommaria Carta", "Ada Piras"))
    after_midnight = datetime(2025, 7, 11, 22, 30, tzinfo=UTC)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=after_midnight)
    one = person("Gio Maria Carta")
    for address in ("", "?q=Ugo", f"{one.pk}/", f"{person('Ada Piras').pk}/?q=Ugo"):
        page = text_of(desk.get(f"/regia/persone/{address}"))
        assert "sabato 12 luglio 2025" in page
        assert "venerdì 11 luglio" not in page


def test_erased_person_has_no_page_and_is_not_listed(desk: Client) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    one = person("Giovanni Sanna")
    erase_person(one, author=Author(), at=timezone.now())
    assert desk.get(f"/regia/persone/{one.pk}/").status_code == 404
    assert "1 nel registro" in text_of(desk.get("/regia/persone/"))


def test_register_page_needs_no_more_queries_for_many_persons(
    desk: Client, django_assert_max_num_queries: Any
) -> None:
    enter(*((f"Anna Uno{place}", f"Bruno Due{place}") for place in range(2)))
    desk.get("/regia/persone/")
    with django_assert_max_num_queries(20):
        desk.get("/regia/persone/")
    enter(*((f"Anna Uno{place}", f"Bruno Due{place}") for place in range(40)))
    with django_assert_max_num_queries(20):
        desk.get("/regia/persone/")


def test_register_page_is_for_organisers_only(client: Client) -> None:
    assert client.get("/regia/persone/").status_code == 302
    client.force_login(an_organiser("arbitro", staff=False))
    assert client.get("/regia/persone/").status_code == 404


def test_added_person_can_be_removed_before_playing(desk: Client) -> None:
    assert "Aggiungi una persona" in text_of(desk.get("/regia/persone/"))
    details = {"name": "Giovanni Sanna", "note": "", "member_number": "61", "valid_until": "2026-12-31"}
    answer = desk.post("/regia/persone/nuova/", details)
    one = person("Giovanni Sanna")
    assert answer["Location"] == f"/regia/persone/{one.pk}/"
    assert (one.member_number, one.bare_key, one.note) == ("61", "giovanni sanna", "")
    desk.post(f"/regia/persone/atti/{PersonMove.objects.get(kind='add').pk}/annulla/")
    one.refresh_from_db()
    assert (one.written_name, one.erased_at is None) == ("", False)
    assert "Ancora nessuno" in text_of(desk.get("/regia/persone/"))


def test_person_added_with_an_existing_name_is_marked_as_a_different_person(desk: Client) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    again = desk.post("/regia/persone/nuova/", {"name": "Giovanni  Sanna"})
    assert again.status_code == 400
    assert "è già nel registro" in text_of(again)
    assert Person.objects.count() == 2
    desk.post("/regia/persone/nuova/", {"name": "Giovanni Sanna", "note": "di Ozieri"})
    assert Person.objects.get(note="di Ozieri").bare_key is None
    assert Distinction.objects.count() == 1
    assert "Forse sono" not in text_of(desk.get("/regia/persone/"))


def test_added_person_who_has_played_cannot_be_removed(desk: Client) -> None:
    desk.post("/regia/persone/nuova/", {"name": "Giovanni Sanna"})
    enter(("Giovanni Sanna", "Ugo Fois"))
    assert Person.objects.filter(written_name="Giovanni Sanna").count() == 1
    address = f"/regia/persone/atti/{PersonMove.objects.get(kind='add').pk}/annulla/"
    assert "resta nel registro" in text_of(desk.post(address, follow=True))
    assert person("Giovanni Sanna").erased_at is None


def test_form_for_a_new_person_needs_few_queries(desk: Client, django_assert_max_num_queries: Any) -> None:
    desk.get("/regia/persone/nuova/")
    with django_assert_max_num_queries(12):
        desk.get("/regia/persone/nuova/?q=Sanna")
