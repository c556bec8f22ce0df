"""Questions about ambiguous lists at the desk, and the preview of how each row will be stored."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import a_tournament
from tests.entries.test_list_files import HEADS, MANCA, OLD, workbook
from tests.markup import one_line
from tournaments.models import Person, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament()


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(tournament.owner)
    return client


def look(desk: Client, tournament: Tournament, **fields: Any) -> Any:
    """Submit a list or answers to its questions, and return the preview."""
    return desk.post(reverse("desk_import", args=[tournament.slug]), fields)


def confirm(desk: Client, tournament: Tournament, page: Any) -> None:
    """Confirm a preview, so that its teams are imported."""
    address = reverse("desk_import_confirm", args=[tournament.slug])
    assert address in page.text
    desk.post(address, {"rows": page.context["rows"]})


def stored(tournament: Tournament) -> list[tuple[str, list[str]]]:
    """Return the names and players of the stored teams."""
    teams = tournament.teams.order_by("number").prefetch_related("seats__person")
    return [(team.name, [seat.person.written_name for seat in team.seats.all()]) for team in teams]


QUESTIONS = [
    pytest.param(
        "Sanna, Gavino\tPiras, Tore", "comma", ("Sanna – Piras", ["Gavino Sanna", "Tore Piras"]),
        ("Sanna – Piras", ["Sanna, Gavino", "Piras, Tore"]), id="a comma in a name",
    ),
    pytest.param(
        "NiccolÃ² Lai;Ugo Cau", "letters", ("Lai – Cau", ["Niccolò Lai", "Ugo Cau"]),
        ("Lai – Cau", ["NiccolÃ² Lai", "Ugo Cau"]), id="letters encoded twice",
    ),
    pytest.param(
        "Chi gioca;Con chi\nAda Fois;Ugo Cau", "row_1", ("Fois – Cau", ["Ada Fois", "Ugo Cau"]),
        ("gioca – chi", ["Chi gioca", "Con chi"]), id="a first row",
    ),
    pytest.param(
        "Nino e Billia Canu", "surname_1", ("Canu – Canu", ["Nino Canu", "Billia Canu"]),
        ("Nino – Canu", ["Nino", "Billia Canu"]), id="a surname of both",
    ),
    pytest.param(
        "Ada Fois e Ugo Cau (figlio)", "remark", ("Fois – Cau", ["Ada Fois", "Ugo Cau"]),
        ("Fois – Cau", ["Ada Fois", "Ugo Cau (figlio)"]), id="a remark",
    ),
    pytest.param(
        "Ada Fois e Ugo Cau, Nuoro", "club", ("Fois – Cau", ["Ada Fois", "Ugo Cau"]),
        ("Fois – Ugo Cau", ["Ada Fois", "Ugo Cau, Nuoro"]), id="a club",
    ),
    pytest.param(
        "1) Ada Fois;Ugo Cau\nTore Lai;Lia Piu\nIda Mele;Nino Loi", "numbering",
        ("Fois – Cau", ["Ada Fois", "Ugo Cau"]), ("Fois – Cau", ["1) Ada Fois", "Ugo Cau"]), id="a number",
    ),
    pytest.param(
        "Gavino;Sanna;Tore;Piras", "halves", ("Sanna – Piras", ["Gavino Sanna", "Tore Piras"]),
        ("Gavino – Sanna", ["Gavino", "Sanna"]), id="names in two columns",
    ),
    pytest.param(
        "Cognome e nome 1;Cognome e nome 2\nSanna Gavino;Piras Tore", "order",
        ("Sanna – Piras", ["Gavino Sanna", "Tore Piras"]),
        ("Gavino – Tore", ["Sanna Gavino", "Piras Tore"]), id="surnames first",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "key", "proposal", "other"), QUESTIONS)
@pytest.mark.parametrize("answer", ["change", "keep"])
def test_list_with_a_question_is_imported_only_after_the_question_is_answered(
    desk: Client, tournament: Tournament, text: str, key: str, proposal: Any, other: Any, answer: str
) -> None:
    page = look(desk, tournament, text=text)
    assert list(page.context["doubts"].fields) == [f"doubt_{key}"]
    assert page.context["doubts"][f"doubt_{key}"].initial == "change"
    assert reverse("desk_import_confirm", args=[tournament.slug]) not in page.text
    page = look(desk, tournament, rows=page.context["rows"], **{f"doubt_{key}": answer})
    assert page.context["doubts"] is None
    confirm(desk, tournament, page)
    assert stored(tournament)[0] == (proposal if answer == "change" else other)


def test_column_form_shows_the_first_teams_and_omits_the_title_of_the_list(
    desk: Client, tournament: Tournament
) -> None:
    page = look(desk, tournament, text="Torneo di Natale\n\nGiocatore 1;Giocatore 2\nAda Fois;Ugo Cau")
    assert [cells for _field, cells in page.context["samples"]] == [["Ada Fois"], ["Ugo Cau"]]


def test_question_about_surnames_first_is_based_on_given_names_in_the_register_of_persons(
    desk: Client, tournament: Tournament
) -> None:
    for name in ("Gavino Puddu", "Tore Mele"):
        Person.objects.create(name=name, written_name=name, name_key=name.casefold())
    page = look(desk, tournament, text="Sanna Gavino / Piras Tore")
    assert list(page.context["doubts"].fields) == ["doubt_order"]
    page = look(desk, tournament, rows=page.context["rows"], doubt_order="change")
    confirm(desk, tournament, page)
    assert stored(tournament) == [("Sanna – Piras", ["Gavino Sanna", "Tore Piras"])]


def test_answer_about_names_in_two_columns_marks_the_surname_columns(
    desk: Client, tournament: Tournament
) -> None:
    page = look(desk, tournament, text="Gavino;Sanna;Tore;Piras;Nuoro")
    page = look(desk, tournament, rows=page.context["rows"], doubt_halves="change")
    fields = [page.context["columns"][f"column_{place}"].initial for place in range(5)]
    assert fields == ["players/0", "surnames/0", "players/1", "surnames/1", "club"]
    confirm(desk, tournament, page)
    assert tournament.teams.get().club == "Nuoro"


@pytest.mark.parametrize(
    ("answer", "teams"),
    [("change", [("Mura – Deledda", ["Mura", "Deledda"])]), ("keep", [])],
)
def test_answer_about_a_symbol_between_two_players_decides_how_the_players_are_read(
    desk: Client, tournament: Tournament, answer: str, teams: Any
) -> None:
    page = look(desk, tournament, text="Mura 🎴 Deledda")
    assert list(page.context["doubts"].fields) == ["doubt_sign"]
    page = look(desk, tournament, rows=page.context["rows"], doubt_sign=answer)
    assert bool(page.context["faults"]) is not bool(teams)
    if teams:
        confirm(desk, tournament, page)
    assert stored(tournament) == teams


def test_cell_with_two_players_is_stored_as_two_players(desk: Client, tournament: Tournament) -> None:
    page = look(desk, tournament, text="Sanna, Gavino\tNuoro\nPiras, Tore\tOristano")
    page = look(desk, tournament, rows=page.context["rows"], doubt_comma="two")
    assert page.context["doubts"] is None
    assert [page.context["columns"][f"column_{place}"].initial for place in (0, 1)] == ["players", "club"]
    confirm(desk, tournament, page)
    assert stored(tournament) == [
        ("Sanna – Gavino", ["Sanna", "Gavino"]),
        ("Piras – Tore", ["Piras", "Tore"]),
    ]
    assert list(tournament.teams.order_by("number").values_list("club", flat=True)) == ["Nuoro", "Oristano"]


def test_question_about_a_comma_is_asked_again_after_the_columns_change(
    desk: Client, tournament: Tournament
) -> None:
    page = look(desk, tournament, text="Sanna, Gavino\tNuoro\nPiras, Tore\tOristano")
    page = look(desk, tournament, rows=page.context["rows"], doubt_comma="two")
    columns = {"column_0": "players/0", "column_1": "players/1"}
    page = look(desk, tournament, rows=page.context["rows"], **columns)
    assert list(page.context["doubts"].fields) == ["doubt_comma"]


def test_list_with_an_unanswered_question_is_previewed_again_instead_of_imported(
    desk: Client, tournament: Tournament
) -> None:
    page = look(desk, tournament, text="Sanna, Gavino\tPiras, Tore")
    address = reverse("desk_import_confirm", args=[tournament.slug])
    assert desk.post(address, {"rows": page.context["rows"]}).context["doubts"]
    assert not tournament.teams.exists()


def test_answer_to_a_question_that_was_not_asked_is_ignored(desk: Client, tournament: Tournament) -> None:
    page = look(desk, tournament, text="Sanna, Gavino\tPiras, Tore")
    page = look(desk, tournament, rows=page.context["rows"], doubt_comma="other", doubt_x="keep")
    assert list(page.context["doubts"].fields) == ["doubt_comma"]


@pytest.mark.parametrize(("answer", "name"), [("cp850", "Desirè Pirè"), ("mac_roman", "Desirä Pirä")])
def test_answer_about_the_encoding_decides_how_the_names_are_read(
    desk: Client, tournament: Tournament, answer: str, name: str
) -> None:
    file = SimpleUploadedFile("elenco.csv", "Desirè Pirè;Ugo Cau".encode("cp850"))
    page = look(desk, tournament, file=file)
    field = page.context["doubts"]["doubt_encoding"]
    assert [label for _value, label in field.field.choices] == ["“Desirè Pirè”", "“Desirä Pirä”"]
    assert reverse("desk_import_confirm", args=[tournament.slug]) not in page.text
    page = look(desk, tournament, rows=page.context["rows"], doubt_encoding=answer)
    confirm(desk, tournament, page)
    assert stored(tournament)[0][1][0] == name


def test_name_of_the_sheet_is_still_shown_after_a_question_is_answered(
    desk: Client, tournament: Tournament
) -> None:
    data = workbook({"Prima": [HEADS, OLD], "Ora": [HEADS, ["Manca, Tore", *MANCA[1:]]]}, Prima="hide")
    page = look(desk, tournament, file=SimpleUploadedFile("elenco.xlsx", data))
    assert "«Ora»" in page.text
    page = look(desk, tournament, rows=page.context["rows"], doubt_comma="change")
    assert "«Ora»" in page.text


def test_preview_shows_each_row_as_it_will_be_stored(desk: Client, tournament: Tournament) -> None:
    rows = ["\u200eGavino  Sanna\tTore Piras", "Anna Sanna\tLia Piras", "Ada Fois\tUgo Cau"]
    page = look(desk, tournament, text="\n".join(rows))
    preview_rows = [(each.stored.name, list(each.stored.players)) for each in page.context["added"]]
    for name in ("G. Sanna – T. Piras", "<bdi>Gavino Sanna</bdi>", "<bdi>Fois – Cau</bdi>"):
        assert name in page.text
    confirm(desk, tournament, page)
    assert stored(tournament) == preview_rows


THREE_HUNDRED = [
    "Giocatore 1;Giocatore 2;Nome coppia",
    *(f"Anna Prova{number:03};Bruno Prova{number:03};Coppia {number:03}" for number in range(1, 301)),
]
FAULTY = [*THREE_HUNDRED[:10], "Anna Prova010;;Coppia 010", *THREE_HUNDRED[11:]]


def test_correction_box_contains_all_300_rows_of_a_list_with_one_error(
    desk: Client, tournament: Tournament
) -> None:
    file = SimpleUploadedFile("elenco.csv", "\n".join(FAULTY).encode())
    page = look(desk, tournament, file=file)
    assert page.context["fault_count"] == 1
    assert "<td>Anna Prova010 · Coppia 010</td>" in one_line(page.text)
    box = page.context["form"]["text"].value()
    assert len(box.split("\n")) == 301
    page = look(desk, tournament, rows=page.context["rows"], column_0="players/0", column_1="players/1")
    assert len(page.context["form"]["text"].value().split("\n")) == 301
    page = look(desk, tournament, text=box.replace("Anna Prova010\t", "Anna Prova010\tBruno Prova010"))
    confirm(desk, tournament, page)
    assert tournament.teams.count() == 300


def test_correction_box_contains_all_rows_if_a_confirmed_list_has_an_error(
    desk: Client, tournament: Tournament
) -> None:
    page = look(desk, tournament, text="\n".join(THREE_HUNDRED))
    other = look(desk, tournament, text="Anna Prova001\tAltro Ancora")
    confirm(desk, tournament, other)
    address = reverse("desk_import_confirm", args=[tournament.slug])
    again = desk.post(address, {"rows": page.context["rows"]})
    assert len(again.context["form"]["text"].value().split("\n")) == 301


def test_correction_box_keeps_line_breaks_and_quotation_marks(desk: Client, tournament: Tournament) -> None:
    text = 'Coppia;Giocatori\nI Soliti;"Ada Fois\nUgo Cau"\n"""Gli"" Altri";"Ida Lai\nNino"\n;Uno Solo\n'
    page = look(desk, tournament, file=SimpleUploadedFile("elenco.csv", text.encode()))
    (fault,) = page.context["faults"]
    assert fault.row == 4
    box = page.context["form"]["text"].value()
    page = look(desk, tournament, text=box.replace("Uno Solo", "Uno Solo / Due Soli"))
    confirm(desk, tournament, page)
    assert stored(tournament)[:2] == [
        ("I Soliti", ["Ada Fois", "Ugo Cau"]),
        ('"Gli" Altri', ["Ida Lai", "Nino"]),
    ]


def test_preview_of_a_list_shows_a_question_before_an_error(desk: Client, tournament: Tournament) -> None:
    page = look(desk, tournament, text="Iscritti del torneo\nAda Fois - Ugo Cau\nforza!!")
    assert page.context["faults"]
    assert page.context["doubts"]
    assert re.search(r"<h1[^>]*> ?Prima una domanda", one_line(page.text))
    assert re.search(
        r"<details class=\"fold\"> ?<summary>.*<td>forza!!</td>.*</details>", one_line(page.text)
    )
    page = look(desk, tournament, rows=page.context["rows"], doubt_row_1="change")
    assert re.search(r"<h1[^>]*> ?Prima correggi questo", one_line(page.text))
    assert not re.search(r"<details class=\"fold\">", page.text)
    assert "<td>forza!!</td>" in one_line(page.text)


def test_list_with_an_error_links_to_the_correction_box(desk: Client, tournament: Tournament) -> None:
    page = look(desk, tournament, text="Ada Fois - Ugo Cau\nNino Murgia")
    assert '<a href="#correct">Correggi l’elenco qui sotto</a>' in page.text
    assert '<details class="fold" id="correct" open>' in page.text
    assert page.text.index('href="#correct"') < page.text.index("<table") < page.text.index('id="correct"')
