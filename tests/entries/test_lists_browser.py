"""Imports in a browser: correcting an error in a list, and answering each kind of question."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.builders import a_tournament
from tests.entries.test_list_questions import FAULTY, stored
from tests.web.test_desk_browser import at_desk
from tournaments.models import Person, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.alike]


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament()


@pytest.fixture
def desk(page: Page, live_server: Any, tournament: Tournament) -> Page:
    """Open the desk's import form in a browser."""
    return at_desk(page, live_server, f"/regia/{tournament.slug}/iscrizioni/elenco/")


def look(desk: Page, data: bytes, name: str = "elenco.csv") -> None:
    """Submit a file to show the preview of the import."""
    file = {"name": name, "mimeType": "text/csv", "buffer": data}
    desk.locator("#id_file").set_input_files(file)  # type: ignore[arg-type]
    desk.locator("form[enctype] .btn.primary").click()


def answer(desk: Page, choice: str) -> None:
    """Choose an answer to the question on the page, and continue."""
    desk.locator("section[aria-labelledby=questions]").get_by_text(choice, exact=True).click()
    desk.get_by_role("button", name="Avanti").click()


def take(desk: Page) -> None:
    """Confirm the import of the list."""
    desk.get_by_role("button", name="Importa tutto l’elenco").click()
    expect(desk.locator("#teams")).to_be_visible()


@pytest.mark.sweep
def test_error_in_a_list_of_300_teams_is_corrected_on_the_page(desk: Page, tournament: Tournament) -> None:
    look(desk, "\n".join(FAULTY).encode())
    expect(desk.locator("tr.wrong")).to_contain_text("Anna Prova010 · Coppia 010")
    box = desk.locator("#id_text")
    box.fill(box.input_value().replace("Anna Prova010\t", "Anna Prova010\tBruno Prova010"))
    desk.locator("form[enctype] .btn.primary").click()
    expect(desk.locator("tr.wrong")).to_have_count(0)
    take(desk)
    assert tournament.teams.count() == 300
    assert stored(tournament)[9] == ("Coppia 010", ["Anna Prova010", "Bruno Prova010"])


LAI_CAU = ("Lai – Cau", ["Niccolò Lai", "Ugo Cau"])
FOIS_CAU = ("Fois – Cau", ["Ada Fois", "Ugo Cau"])
QUESTIONS = [
    pytest.param(
        b'"Sanna, Gavino";"Piras, Tore"', "Sì: Gavino Sanna",
        ("Sanna – Piras", ["Gavino Sanna", "Tore Piras"]), id="one player",
    ),
    pytest.param(
        b'"Sanna, Gavino";Nuoro', "No: sono due giocatori",
        ("Sanna – Gavino", ["Sanna", "Gavino"]), id="two players",
    ),
    pytest.param(
        "NiccolÃ² Lai;Ugo Cau".encode(), "Sì: correggi le lettere di tutto l’elenco", LAI_CAU,
        id="letters encoded twice",
    ),
    pytest.param(
        b"Chi gioca;Con chi\nAda Fois;Ugo Cau", "No: lascia fuori quella riga", FOIS_CAU,
        id="a first row",
    ),
    pytest.param("Desirè Pirè;Ugo Cau".encode("cp850"), "“Desirè Pirè”",
        ("Pirè – Cau", ["Desirè Pirè", "Ugo Cau"]), id="an encoding",
    ),
    pytest.param(b"Nino e Billia Canu", "Sì: Nino Canu, Billia Canu",
        ("Canu – Canu", ["Nino Canu", "Billia Canu"]), id="a surname of both",
    ),
    pytest.param(b"Ada Fois e Ugo Cau (figlio)", "No: è una nota, toglila", FOIS_CAU, id="a remark"),
    pytest.param(b"Ada Fois e Ugo Cau, Nuoro", "Sì: è il circolo", FOIS_CAU, id="a club"),
    pytest.param("Ada Fois 🎴 Ugo Cau".encode(), "Sì: Ada Fois, Ugo Cau", FOIS_CAU, id="a sign"),
    pytest.param(b"Ada;Fois;Ugo;Cau", "Sì: Ada Fois, Ugo Cau", FOIS_CAU, id="names in two columns"),
    pytest.param(b"Cognome e nome 1;Cognome e nome 2\nFois Ada;Cau Ugo", "Sì: Ada Fois", FOIS_CAU,
        id="surnames first",
    ),
    pytest.param(b"Ada Fois;Ugo Cau\nTotale;1", "No: lascia fuori quella riga", FOIS_CAU, id="a total"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "choice", "team"), QUESTIONS)
def test_question_about_a_list_is_answered_on_the_page(
    desk: Page, tournament: Tournament, data: bytes, choice: str, team: tuple[str, list[str]]
) -> None:
    look(desk, data)
    answer(desk, choice)
    take(desk)
    assert stored(tournament) == [team]


def test_question_about_a_number_before_a_name_is_answered_on_the_page(
    desk: Page, tournament: Tournament
) -> None:
    look(desk, b"1) Ada Fois;Ugo Cau\nTore Lai;Lia Piu\nIda Mele;Nino Loi")
    answer(desk, "No: Ada Fois")
    take(desk)
    assert stored(tournament)[0] == FOIS_CAU


def test_question_about_a_name_shared_by_two_persons_is_answered_on_the_page(
    desk: Page, tournament: Tournament
) -> None:
    for number in range(2):
        Person.objects.create(
            name="Ada Fois", written_name="Ada Fois", name_key="ada fois", note=f"Casa {number}"
        )
    look(desk, b"Ada Fois;Ugo Cau")
    desk.locator("section[aria-labelledby=questions] label", has_text="Casa 1").click()
    desk.get_by_role("button", name="Avanti").click()
    take(desk)
    assert tournament.teams.get().seats.get(position=0).person.note == "Casa 1"
