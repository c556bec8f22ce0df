"""The people of the club at the desk: asked about one at a time, merged, split, undone."""

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
    """Return a tournament with these pairs."""
    tournament = a_tournament(name=name)
    enter_teams(
        tournament, [Entry(pair) for pair in pairs], author=Author(tournament.owner_id), at=timezone.now()
    )
    return tournament


@pytest.fixture
def desk(client: Client) -> Client:
    """Return the browser of an organiser."""
    client.force_login(an_organiser())
    return client


def person(name: str) -> Person:
    """Return the person of this name."""
    return Person.objects.get(written_name=name)


def text_of(answer: Any) -> str:
    """Return a page as text."""
    return str(answer.content.decode())


def test_an_empty_register_says_who_will_stand_in_it(desk: Client) -> None:
    assert "Ancora nessuno" in text_of(desk.get("/regia/persone/"))


def test_two_alike_are_asked_about_and_merged_with_a_preview_and_an_undo(desk: Client) -> None:
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


def test_who_was_told_apart_is_never_asked_about_again(desk: Client) -> None:
    enter(("Gio Maria Carta", "Ugo Fois"))
    enter(("Giommaria Carta", "Ada Piras"))
    both = {"first": person("Gio Maria Carta").pk, "second": person("Giommaria Carta").pk}
    desk.post("/regia/persone/domanda/", {**both, "act": "apart"})
    assert Distinction.objects.count() == 1
    assert "Forse sono" not in text_of(desk.get("/regia/persone/"))


def test_what_a_spelling_brought_together_is_asked_about_once(desk: Client) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    enter(("Giovanni Sanna", "Ada Piras"))
    assert Person.objects.filter(written_name="Giovanni Sanna").count() == 1
    assert "È tutto di una persona sola?" in text_of(desk.get("/regia/persone/"))
    desk.post("/regia/persone/domanda/", {"first": person("Giovanni Sanna").pk, "act": "same"})
    enter(("Giovanni Sanna", "Rita Murgia"))
    assert "È tutto di" not in text_of(desk.get("/regia/persone/"))


def test_some_evenings_were_somebody_elses(desk: Client) -> None:
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


def test_details_are_written_and_refused_beside_their_field(desk: Client) -> None:
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


def test_the_attendance_of_a_season_is_a_table_and_a_file(desk: Client) -> None:
    tournament = enter(("Giovanni Sanna", "=Ugo Fois"))
    assert "nessun torneo" in text_of(desk.get("/regia/persone/presenze/"))
    Tournament.objects.filter(pk=tournament.pk).update(state="playing")
    assert "Giovanni Sanna" in text_of(desk.get("/regia/persone/presenze/"))
    file = desk.get("/regia/persone/presenze.csv").content.decode("utf-8-sig")
    assert "Giovanni Sanna;;;1;1" in file
    assert "'=Ugo Fois" in file


def test_an_evening_stands_under_its_day_at_the_club(desk: Client) -> None:
    tournament = enter(("Gio Maria Carta", "Ugo Fois"))
    enter(("Giommaria Carta", "Ada Piras"))
    after_midnight = datetime(2025, 7, 11, 22, 30, tzinfo=UTC)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=after_midnight)
    one = person("Gio Maria Carta")
    for address in ("", "?q=Ugo", f"{one.pk}/", f"{person('Ada Piras').pk}/?q=Ugo"):
        page = text_of(desk.get(f"/regia/persone/{address}"))
        assert "sabato 12 luglio 2025" in page
        assert "venerdì 11 luglio" not in page


def test_somebody_without_a_name_has_no_page_and_is_in_no_list(desk: Client) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    one = person("Giovanni Sanna")
    erase_person(one, author=Author(), at=timezone.now())
    assert desk.get(f"/regia/persone/{one.pk}/").status_code == 404
    assert "1 nel registro" in text_of(desk.get("/regia/persone/"))


def test_a_list_of_many_takes_as_many_queries(desk: Client, django_assert_max_num_queries: Any) -> None:
    enter(*((f"Anna Uno{place}", f"Bruno Due{place}") for place in range(2)))
    desk.get("/regia/persone/")
    with django_assert_max_num_queries(20):
        desk.get("/regia/persone/")
    enter(*((f"Anna Uno{place}", f"Bruno Due{place}") for place in range(40)))
    with django_assert_max_num_queries(20):
        desk.get("/regia/persone/")


def test_only_organisers_see_the_register(client: Client) -> None:
    assert client.get("/regia/persone/").status_code == 302
    client.force_login(an_organiser("arbitro", staff=False))
    assert client.get("/regia/persone/").status_code == 404


def test_somebody_who_has_not_come_yet_is_added_and_taken_off_again(desk: Client) -> None:
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


def test_who_is_added_with_a_name_of_the_register_is_told_apart(desk: Client) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    again = desk.post("/regia/persone/nuova/", {"name": "Giovanni  Sanna"})
    assert again.status_code == 400
    assert "è già nel registro" in text_of(again)
    assert Person.objects.count() == 2
    desk.post("/regia/persone/nuova/", {"name": "Giovanni Sanna", "note": "di Ozieri"})
    assert Person.objects.get(note="di Ozieri").bare_key is None
    assert Distinction.objects.count() == 1
    assert "Forse sono" not in text_of(desk.get("/regia/persone/"))


def test_who_has_played_since_is_not_taken_off(desk: Client) -> None:
    desk.post("/regia/persone/nuova/", {"name": "Giovanni Sanna"})
    enter(("Giovanni Sanna", "Ugo Fois"))
    assert Person.objects.filter(written_name="Giovanni Sanna").count() == 1
    address = f"/regia/persone/atti/{PersonMove.objects.get(kind='add').pk}/annulla/"
    assert "resta nel registro" in text_of(desk.post(address, follow=True))
    assert person("Giovanni Sanna").erased_at is None


def test_the_page_of_somebody_new_asks_few_queries(desk: Client, django_assert_max_num_queries: Any) -> None:
    desk.get("/regia/persone/nuova/")
    with django_assert_max_num_queries(12):
        desk.get("/regia/persone/nuova/?q=Sanna")
